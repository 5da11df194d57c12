uniform sampler2D lights;
uniform sampler2D blooms;
in vec2 uv;
layout(location = 0) out vec4 colour;

void main() {
    vec3 x = texture(lights, uv).rgb + texture(blooms, uv).rgb * 0.16;
    vec2 from_middle = uv - 0.5;
    x *= 1.0 - 0.55 * dot(from_middle, from_middle);
    x *= 0.92;
    x = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    x = pow(x, vec3(1.0 / 2.2));
    colour = vec4(x, dot(x, vec3(0.299, 0.587, 0.114)));
}
