uniform sampler2D blooms;
uniform vec2 texel;
in vec2 uv;
layout(location = 0) out vec3 colour;

void main() {
    vec3 sum = vec3(0.0);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += texture(blooms, uv + vec2(x, y) * texel).rgb * float((2 - abs(x)) * (2 - abs(y)));
    colour = sum / 16.0 * 0.85;
}
