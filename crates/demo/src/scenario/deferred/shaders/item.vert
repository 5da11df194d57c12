layout(std140) uniform Item { mat4 model; vec4 tint; vec4 finish; vec4 which; };
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 coordinate;
out vec3 place;
out vec3 facing;
out vec2 uv;
flat out vec4 shade;

void main() {
    vec4 world = model * vec4(position, 1.0);
    place = world.xyz;
    // The cofactor matrix carries normals through uneven scales.
    mat3 linear = mat3(model);
    mat3 cofactors = mat3(cross(linear[1], linear[2]), cross(linear[2], linear[0]), cross(linear[0], linear[1]));
    facing = cofactors * normal;
    uv = coordinate * finish.w;
    shade = tint;
    gl_Position = view_projection * world;
}
