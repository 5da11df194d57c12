in vec3 place;
in vec3 facing;
in vec2 uv;
flat in vec4 shade;

// What a pane adds of its own, and how much it hides.
vec4 glass() {
    vec3 towards = normalize(place - eye.xyz);
    vec3 n = normalize(facing);
    n = dot(n, towards) > 0.0 ? -n : n;
    float rim = pow(1.0 - clamp(dot(n, -towards), 0.0, 1.0), 4.0);
    vec3 h = normalize(sun.xyz - towards);
    float glint = pow(max(dot(n, h), 0.0), 180.0) * 10.0;
    vec3 own = shade.rgb * (0.28 + 0.35 * max(dot(n, sun.xyz), 0.0)) * vec3(1.25, 1.0, 0.85);
    own += rim * sky(reflect(towards, n)) * 1.4 + glint * sun_colour.rgb;
    return vec4(own, clamp(shade.a + rim * 0.6 + min(glint, 1.0) * 0.5, 0.0, 0.96));
}
