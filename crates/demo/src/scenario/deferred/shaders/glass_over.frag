uniform sampler2D glass_sums;
uniform sampler2D glass_throughs;
layout(location = 0) out vec4 colour;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(glass_sums, pixel, 0);
    float through = texelFetch(glass_throughs, pixel, 0).r;
    colour = vec4(sum.rgb / max(sum.a, 1e-4), 1.0 - through);
}
