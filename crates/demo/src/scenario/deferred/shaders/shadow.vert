layout(std140) uniform Item { mat4 model; vec4 tint; vec4 finish; vec4 which; };
layout(location = 0) in vec3 position;

void main() {
    gl_Position = sun_projection * (model * vec4(position, 1.0));
}
