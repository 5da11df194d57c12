uniform sampler2D blooms;
uniform vec2 texel;
in vec2 uv;
layout(location = 0) out vec3 colour;

void main() {
    vec3 sum = texture(blooms, uv).rgb * 0.25;
    for (int y = -1; y <= 1; y += 2)
        for (int x = -1; x <= 1; x += 2) {
            sum += texture(blooms, uv + vec2(x, y) * texel).rgb * 0.125;
            sum += texture(blooms, uv + vec2(x, y) * texel * 2.0).rgb * 0.0625;
        }
    colour = sum;
}
