layout(std140) uniform Frame {
    mat4 view_projection;
    mat4 from_view_projection;
    mat4 sun_projection;
    vec4 eye;           // w: seconds
    vec4 sun;           // towards it
    vec4 sun_colour;
    vec4 picture;       // width, height and their reciprocals
};

// The sky in a direction: dusk, with a glow around the sun.
vec3 sky(vec3 towards) {
    float height = max(towards.y, 0.0);
    vec3 colour = mix(vec3(1.00, 0.47, 0.22), vec3(0.10, 0.16, 0.38), smoothstep(-0.05, 0.45, height));
    colour = mix(colour, vec3(0.03, 0.05, 0.14), smoothstep(0.35, 1.0, height));
    float near_sun = max(dot(towards, sun.xyz), 0.0);
    colour += vec3(1.0, 0.55, 0.25) * (0.35 * pow(near_sun, 8.0) + 0.6 * pow(near_sun, 64.0));
    return mix(colour, vec3(0.24, 0.19, 0.17), smoothstep(0.0, -0.25, towards.y));
}
