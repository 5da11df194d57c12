const int LAMPS = 16;
layout(std140) uniform Lamps { vec4 lamp_place[LAMPS]; vec4 lamp_colour[LAMPS]; };
uniform sampler2D colours;
uniform sampler2D normals;
uniform usampler2D materials;
uniform sampler2D depths;
uniform sampler2DShadow shadows;
in vec2 uv;
layout(location = 0) out vec4 colour;

vec3 fresnel(vec3 straight, float cosine) {
    return straight + (1.0 - straight) * pow(1.0 - cosine, 5.0);
}

// Reflected light for one direction of light: GGX, Schlick, and Lambert for the rest.
vec3 reflected(vec3 base, vec3 straight, float roughness, float metallic, vec3 n, vec3 v, vec3 l) {
    vec3 h = normalize(v + l);
    float nl = max(dot(n, l), 0.0);
    float nv = max(dot(n, v), 0.001);
    float nh = max(dot(n, h), 0.0);
    float a = roughness * roughness;
    float d = nh * nh * (a * a - 1.0) + 1.0;
    float spread = a * a / (3.14159265 * d * d + 1e-5);
    float k = (roughness + 1.0) * (roughness + 1.0) * 0.125;
    float masked = 0.25 / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    vec3 f = fresnel(straight, max(dot(h, v), 0.0));
    return ((1.0 - f) * (1.0 - metallic) * base / 3.14159265 + f * spread * masked) * nl;
}

float sunlit(vec3 place, vec3 n) {
    vec4 seen = sun_projection * vec4(place + n * 0.04, 1.0);
    vec3 at = seen.xyz * 0.5 + 0.5;
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += texture(shadows, vec3(at.xy + vec2(x, y) * (1.3 / 2048.0), at.z));
    vec2 inside = step(abs(seen.xy), vec2(1.0));
    return mix(1.0, sum / 9.0, inside.x * inside.y);
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float depth = texelFetch(depths, pixel, 0).r;
    vec4 world = from_view_projection * vec4(vec3(uv, depth) * 2.0 - 1.0, 1.0);
    vec3 place = world.xyz / world.w;
    vec3 towards = normalize(place - eye.xyz);
    uint material = texelFetch(materials, pixel, 0).r;
    if (material == 0u) {
        float stars = fract(sin(dot(floor(towards * 190.0), vec3(12.9898, 78.233, 37.719))) * 43758.547);
        float twinkle = smoothstep(0.9975, 1.0, stars) * smoothstep(0.12, 0.5, towards.y);
        float disc = smoothstep(0.9994, 0.9998, dot(towards, sun.xyz));
        colour = vec4(sky(towards) + twinkle * 0.9 + disc * vec3(14.0, 8.0, 4.0), 1.0);
        return;
    }
    vec3 base = texelFetch(colours, pixel, 0).rgb;
    vec3 n = normalize(texelFetch(normals, pixel, 0).xyz * 2.0 - 1.0);
    float roughness = float(material & 255u) / 255.0;
    float metallic = float((material >> 8) & 255u) / 255.0;
    float emission = float((material >> 16) & 255u) / 255.0;
    vec3 v = -towards;
    vec3 straight = mix(vec3(0.04), base, metallic);

    vec3 sum = reflected(base, straight, roughness, metallic, n, v, sun.xyz) * sun_colour.rgb * sunlit(place, n) * 1.6;
    for (int lamp = 0; lamp < LAMPS; ++lamp) {
        vec3 to_lamp = lamp_place[lamp].xyz - place;
        float range = length(to_lamp);
        float fade = clamp(1.0 - range / lamp_place[lamp].w, 0.0, 1.0);
        if (fade > 0.0) {
            float strength = fade * fade / (0.25 + range * range);
            sum += reflected(base, straight, roughness, metallic, n, v, to_lamp / range) * lamp_colour[lamp].rgb * strength * 2.4;
        }
    }
    // The sky as one big lamp: from above for what is dull, mirrored for what shines.
    vec3 mirrored = reflect(towards, n);
    vec3 around = mix(sky(normalize(mix(mirrored, n, roughness * roughness))), vec3(0.20, 0.20, 0.26), roughness);
    vec3 f = fresnel(straight, max(dot(n, v), 0.0)) * (1.0 - 0.7 * roughness);
    float open = 0.45 + 0.55 * n.y * 0.5 + 0.275;
    sum += f * around * clamp(0.75 + 0.5 * mirrored.y, 0.35, 1.0);
    sum += (1.0 - metallic) * base * mix(vec3(0.13, 0.10, 0.09), vec3(0.20, 0.25, 0.42), n.y * 0.5 + 0.5) * open;
    sum += base * emission * 9.0;

    float haze = 1.0 - exp(-max(distance(place, eye.xyz) - 16.0, 0.0) * 0.018);
    colour = vec4(mix(sum, sky(normalize(vec3(towards.x, max(towards.y, 0.0), towards.z))), haze), 1.0);
}
