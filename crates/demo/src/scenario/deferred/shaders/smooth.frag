// Smooths along edges of brightness (kept in alpha).
uniform sampler2D tones;
in vec2 uv;
layout(location = 0) out vec4 colour;

float bright(vec2 at) {
    return texture(tones, at).a;
}

void main() {
    vec2 texel = picture.zw;
    float middle = bright(uv);
    float nw = bright(uv + vec2(-0.5, -0.5) * texel);
    float ne = bright(uv + vec2(0.5, -0.5) * texel);
    float sw = bright(uv + vec2(-0.5, 0.5) * texel);
    float se = bright(uv + vec2(0.5, 0.5) * texel);
    float low = min(middle, min(min(nw, ne), min(sw, se)));
    float high = max(middle, max(max(nw, ne), max(sw, se)));
    if (high - low < max(0.04, high * 0.1)) {
        colour = vec4(texture(tones, uv).rgb, 1.0);
        return;
    }
    vec2 along = vec2(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
    float least = max((nw + ne + sw + se) * 0.03125, 1.0 / 128.0);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + least), -8.0, 8.0) * texel;
    vec3 near = 0.5 * (texture(tones, uv - along / 6.0).rgb + texture(tones, uv + along / 6.0).rgb);
    vec3 far = near * 0.5 + 0.25 * (texture(tones, uv - along * 0.5).rgb + texture(tones, uv + along * 0.5).rgb);
    float far_bright = dot(far, vec3(0.299, 0.587, 0.114));
    colour = vec4(far_bright < low || far_bright > high ? near : far, 1.0);
}
