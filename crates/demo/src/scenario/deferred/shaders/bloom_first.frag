uniform sampler2D lights;
in vec2 uv;
layout(location = 0) out vec3 colour;

void main() {
    vec3 sum = vec3(0.0);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) {
            vec3 texel = min(texture(lights, uv + (vec2(x, y) - 0.5) * picture.zw * 2.0).rgb, vec3(24.0));
            float bright = max(texel.r, max(texel.g, texel.b));
            sum += texel * max(bright - 1.0, 0.0) / max(bright, 1e-3);
        }
    colour = sum * 0.25;
}
