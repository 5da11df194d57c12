layout(std140) uniform Item { mat4 model; vec4 tint; vec4 finish; vec4 which; };
uniform sampler2D surface;
in vec3 place;
in vec3 facing;
in vec2 uv;
flat in vec4 shade;
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 normal;
layout(location = 2) out uint material;

// Tilts a normal along the slope of a height, by the derivatives of both.
vec3 bumped(vec3 n, float height) {
    vec3 dx = dFdx(place);
    vec3 dy = dFdy(place);
    vec3 r1 = cross(dy, n);
    vec3 r2 = cross(n, dx);
    float det = dot(dx, r1);
    vec3 slope = sign(det) * (dFdx(height) * r1 + dFdy(height) * r2);
    return normalize(abs(det) * n - slope);
}

void main() {
    vec4 texel = texture(surface, uv);
    vec3 n = normalize(facing);
    float far = distance(place, eye.xyz);
    float depth = which.x < 0.5 ? 0.035 : 0.008;
    n = bumped(n, texel.a * depth * clamp(12.0 / far, 0.0, 1.0));
    colour = vec4(texel.rgb * shade.rgb, finish.z);
    normal = vec4(n * 0.5 + 0.5, 1.0);
    float roughness = clamp(finish.x + (which.x < 0.5 ? 0.25 * (0.5 - texel.a) : 0.0), 0.05, 1.0);
    uvec3 packed_finish = uvec3(vec3(roughness, finish.y, finish.z) * 255.0 + 0.5);
    material = packed_finish.x | (packed_finish.y << 8) | (packed_finish.z << 16) | ((uint(which.x) + 1u) << 24);
}
