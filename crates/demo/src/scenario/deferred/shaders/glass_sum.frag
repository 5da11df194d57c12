layout(location = 0) out vec4 colour;

void main() {
    vec4 own = glass();
    float near = 1.0 - gl_FragCoord.z;
    float weight = own.a * clamp(3000.0 * near * near * near, 0.01, 300.0);
    colour = vec4(own.rgb * own.a, own.a) * weight;
}
