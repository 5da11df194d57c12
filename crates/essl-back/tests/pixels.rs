//! The ESSL draws what the driver's desktop GL draws from the same GLSL.

mod driver;

use driver::{Api, Driver};
use essl_back::{EsCaps, Variant, translate};
use glow::HasContext;
use glsl_front::{CompileOptions, LinkOptions, Program, compile, link};
use pipe_types::archive::{Stage, UniformKind};

const VERTEX: &str = "#version 330\nin vec4 p; out vec2 v; void main(){ v=p.xy; gl_Position=p; }\n";
const RGBA32F: u32 = glow::RGBA32F;

fn program(stages: &[(Stage, &str)], options: &LinkOptions) -> Program {
    let shaders: Vec<_> = stages
        .iter()
        .map(|(s, t)| compile(*s, t, &CompileOptions::default()).unwrap_or_else(|e| panic!("{s:?}: {}", e.log)))
        .collect();
    link(&shaders, options).unwrap_or_else(|e| panic!("{}", e.log))
}

fn essl(driver: &Driver, program: &Program, variant: &Variant) -> glow::Program {
    let extensions = driver.es_extensions();
    let caps = EsCaps::new(320, extensions.iter().map(String::as_str));
    let texts: Vec<_> = program
        .stages
        .iter()
        .map(|(s, w)| (*s, translate(w, *s, &program.archive, variant, &caps).unwrap_or_else(|e| panic!("{e}"))))
        .collect();
    driver.link(Api::Es, &texts, (&[], false), |_, _| {}).unwrap_or_else(|e| panic!("{e}\n{texts:?}"))
}

fn native(driver: &Driver, stages: &[(Stage, &str)]) -> glow::Program {
    let texts: Vec<_> = stages.iter().map(|(s, t)| (*s, (*t).to_owned())).collect();
    driver
        .link(Api::Gl, &texts, (&[], false), |gl, p| {
            // SAFETY: the helper made the context current and the program in it.
            unsafe { gl.bind_attrib_location(p, 0, "p") }
        })
        .unwrap_or_else(|e| panic!("{e}"))
}

/// Draws on both; `setup` binds textures and buffers of either API, with the program current.
fn both(
    stages: &[(Stage, &str)],
    variant: &Variant,
    targets: u32,
    setup: impl Fn(Api, &glow::Context, glow::Program),
) -> (Vec<[f32; 4]>, Vec<[f32; 4]>) {
    let driver = Driver::new();
    let mut options = LinkOptions::default();
    options.attrib_bindings.insert("p".into(), 0);
    let linked = program(stages, &options);
    let es = essl(&driver, &linked, variant);
    let ours = driver.draw(Api::Es, es, 0, targets, RGBA32F, |gl| {
        driver.upload(gl, &linked.archive, &linked.archive.initial_storage);
        setup(Api::Es, gl, es);
    });
    let gl = native(&driver, stages);
    let theirs = driver.draw(Api::Gl, gl, 0, targets, RGBA32F, |context| {
        // The desktop driver's samplers get the same units.
        for u in &linked.archive.uniforms {
            if let UniformKind::Sampler { slot, .. } = u.kind {
                // SAFETY: the program is current in the context that is.
                unsafe {
                    let at = context.get_uniform_location(gl, &u.name);
                    context.uniform_1_i32(at.as_ref(), slot as i32);
                }
            }
        }
        setup(Api::Gl, context, gl);
    });
    (ours, theirs)
}

fn same(fragment: &str, setup: impl Fn(Api, &glow::Context, glow::Program)) -> [f32; 4] {
    let (ours, theirs) = both(&[(Stage::Vertex, VERTEX), (Stage::Fragment, fragment)], &Variant::default(), 1, setup);
    assert_eq!(ours, theirs);
    ours[0]
}

#[test]
fn uniform_initialisers_arrive_through_the_storage() {
    // red once: with the parts of a constant taken backwards
    let got = same(
        "#version 330
uniform vec4 tint = vec4(0.25,0.5,0.75,1.0); uniform int n = -7; uniform bool b = true; uniform uvec2 u = uvec2(3u,4u); uniform mat2x3 m = mat2x3(1,2,3,4,5,6);
uniform float a[3] = float[3](1.0,2.0,3.0); struct S { vec2 x; ivec3 y; }; uniform S s = S(vec2(5,6), ivec3(9,8,7)); uniform vec3 none; uniform mat4 id = mat4(2.0);
out vec4 o; in vec2 v; void main(){ vec3 w = m*vec2(1,10); o = tint + vec4(n, b ? 100.0 : 0.0, u.y, a[2]) + vec4(w, s.x.y) + vec4(s.y, 0) + vec4(none, 1)*id; }",
        |_, _, _| {},
    );
    assert_eq!(got[0], 0.25 - 7.0 + 41.0 + 9.0);
    assert_eq!(got[3], 1.0 + 3.0 + 6.0 + 2.0);
}

/// A fragment shader of many evaluations of `statements`, which take `s`, `v` and the sampled `w` to the `vec3` `o`, so that a
/// difference in rounding shows.
fn many(declarations: &str, statements: &str) -> String {
    format!(
        "#version 330
{declarations}
out vec4 result; in vec2 v; uniform float one = 1.0;
vec3 each(float s, vec3 w) {{ vec3 o = w; {statements} return o; }}
void main() {{
    uvec3 sum = uvec3(0u);
    for (int n = 0; n < 256; ++n) {{
        float s = one + float(n) * 0.0137;
        vec3 o = each(s, one * vec3(0.123, 0.457, 0.891) + float(n) * 0.00731);
        sum = sum * 31u + floatBitsToUint(o);
    }}
    result = vec4(sum & 0xffffu, sum.x >> 16);
}}"
    )
}

#[test]
fn factors_keep_their_order() {
    // red once: `scalar * vector` came out as `vector * scalar`, then `vector *= scalar` as `scalar * vector`
    for statements in [
        "o = s * w * 1.4;",
        "o = w * s * 1.4;",
        "o = (s * s) * (w + one) * 1.4;",
        "o = (w + one) * (s * s) * 1.4;",
        "o *= s * s; o *= 0.92;",
        "o *= 1.0 - 0.55 * s; o *= 0.92;",
        "o.xy *= s; o.zx *= 1.0 - s; o *= 0.92;",
        "vec3 a[2] = vec3[2](w, w); int i = int(one); a[i] *= 1.0 - s; o = a[i] * 0.92 + a[0];",
        "vec3 a[2] = vec3[2](w, w); a[0] = (1.0 - s) * a[1]; o = a[0] * 0.92;",
    ] {
        let fragment = many("#extension GL_ARB_shader_bit_encoding : require", statements);
        let (ours, theirs) =
            both(&[(Stage::Vertex, VERTEX), (Stage::Fragment, &fragment)], &Variant::default(), 1, |_, _, _| {});
        assert_eq!(ours, theirs, "{statements}");
    }
}

#[test]
fn constant_parameters_keep_the_order_of_their_use() {
    // red once: ids of parameters passed by value come from the declaration
    let fragment = many(
        "#extension GL_ARB_shader_bit_encoding : require
vec3 times(const float s, const vec3 w) { return w * s * 1.4; }",
        "o = times(s, w);",
    );
    same(&fragment, |_, _, _| {});
}

#[test]
fn constants_fold_in_single_precision() {
    // red once: folded from the digits in double precision, 1.0 / 2.2 is the next number up
    same(
        "#version 330
out vec4 o; in vec2 v; void main(){
    const float third = 1.0 / 3.3; const vec3 a = vec3(0.1, 0.7, 1.3) * 0.3;
    o = vec4(1.0 / 2.2, 0.1 + 0.7, third, 1.3 / 2049.0 + a.x * 0.0);
}",
        |_, _, _| {},
    );
    same(
        "#version 330\nout vec4 o; in vec2 v; void main(){ o = vec4(vec3(0.1, 0.7, 1.3) * 0.3, 0.9 - 0.2); }",
        |_, _, _| {},
    );
}

#[test]
fn frag_color_goes_to_every_draw_buffer() {
    // red once: without the broadcast, the second draw buffer keeps the clear colour
    let stages = [
        (Stage::Vertex, "#version 120\nattribute vec4 p; void main(){ gl_Position=p; }"),
        (
            Stage::Fragment,
            "#version 120\nuniform float k; void main(){ gl_FragColor = vec4(0.25,0.5,0.75,k+1.0); if (gl_FragCoord.x < 0.0) return; }",
        ),
    ];
    let variant = Variant { color_broadcast: 3, ..Variant::default() };
    let (ours, theirs) = both(&stages, &variant, 3, |_, _, _| {});
    assert_eq!(ours, theirs);
    assert_eq!(ours, vec![[0.25, 0.5, 0.75, 1.0]; 3]);
}

#[test]
fn frag_data_reaches_its_draw_buffer() {
    let stages = [
        (Stage::Vertex, "#version 120\nattribute vec4 p; void main(){ gl_Position=p; }"),
        (
            Stage::Fragment,
            "#version 120\nvoid main(){ gl_FragData[0] = vec4(1.0); gl_FragData[2] = vec4(0.5); gl_FragData[1] = vec4(0.25); }",
        ),
    ];
    let (ours, theirs) = both(&stages, &Variant::default(), 3, |_, _, _| {});
    assert_eq!(ours, theirs);
    assert_eq!(ours[2], [0.5; 4]);
}

#[test]
fn outputs_are_clamped_and_made_opaque_by_location() {
    // red once: with the masks counted from each output's own first element rather than by location
    let driver = Driver::new();
    let mut options = LinkOptions::default();
    options.attrib_bindings.insert("p".into(), 0);
    let fragment = "#version 330\nlayout(location=2) out vec4 c; layout(location=0) out vec4 a[2]; void main(){ a[0]=vec4(-3,0.5,3,0.25); a[1]=a[0]; c=a[0]; }";
    let linked = program(&[(Stage::Vertex, VERTEX), (Stage::Fragment, fragment)], &options);
    let variant = Variant { unorm_clamp: 0b001, snorm_clamp: 0b010, opaque_alpha: 0b110, ..Variant::default() };
    let es = essl(&driver, &linked, &variant);
    let got = driver.draw(Api::Es, es, 0, 3, RGBA32F, |_| {});
    assert_eq!(got, [[0.0, 0.5, 1.0, 0.25], [-1.0, 0.5, 1.0, 1.0], [-3.0, 0.5, 3.0, 1.0]]);
}

fn texels(n: usize) -> Vec<u8> {
    (0..n)
        .flat_map(|i| [(i as f32) / 8.0, 1.0 - (i as f32) / 16.0, (i * i) as f32, 1.0])
        .flat_map(f32::to_ne_bytes)
        .collect()
}

/// A texture of `width` x 1 texels in the API's own target for it, without filtering between levels.
fn texture(api: Api, gl: &glow::Context, target: u32, width: i32, height: i32) {
    // SAFETY: the context is current, the slice holds the texels.
    unsafe {
        let texture = gl.create_texture().expect("texture");
        gl.active_texture(glow::TEXTURE0);
        let bytes = texels((width * height) as usize);
        let pixels = || glow::PixelUnpackData::Slice(Some(&bytes));
        let target = if api == Api::Es { glow::TEXTURE_2D } else { target };
        gl.bind_texture(target, Some(texture));
        if target == glow::TEXTURE_1D {
            gl.tex_image_1d(target, 0, RGBA32F as i32, width, 0, glow::RGBA, glow::FLOAT, pixels());
        } else {
            gl.tex_image_2d(target, 0, RGBA32F as i32, width, height, 0, glow::RGBA, glow::FLOAT, pixels());
        }
        for filter in [glow::TEXTURE_MIN_FILTER, glow::TEXTURE_MAG_FILTER] {
            gl.tex_parameter_i32(target, filter, glow::NEAREST as i32);
        }
    }
}

#[test]
fn one_dimensional_textures_read_the_same_texels() {
    // red once: with the offset's second component left out, the translator's text doesn't compile
    let got = same(
        "#version 330\nuniform sampler1D s; in vec2 v; out vec4 o;
void main(){ o = texture(s,0.3) + 2.0*textureGrad(s,0.6,0.1,0.2) + 4.0*textureOffset(s,0.1,3) + 8.0*texelFetch(s,5,0) + textureProj(s,vec2(0.4,2.0)) + vec4(textureSize(s,0)) + textureLodOffset(s,0.9,0.0,-2); }",
        |api, gl, _| texture(api, gl, glow::TEXTURE_1D, 8, 1),
    );
    assert_ne!(got, [0.0; 4]);
}

#[test]
fn arrays_of_one_dimensional_textures_have_width_and_layers() {
    // red once: the translator's text takes one component, which isn't an `ivec2`; with the names of parameters kept
    let got = same(
        "#version 330\nuniform sampler1DArray s; uniform sampler2DArray t; in vec2 v; out vec4 o;
ivec2 size(sampler1DArray x, int level) { return textureSize(x, level); }
int width(sampler2DArray x) { return textureSize(x, 0).x; }
void main(){ ivec2 n = textureSize(s, textureSize(s, 0).y - 3); o = vec4(n, size(s, 0).yx) + vec4(width(t) * 100)
 + texelFetch(s, ivec2(4, 2), 0) + texture(s, vec2(0.3, 1.0)); }",
        |api, gl, _| {
            let layered = |unit, target, [width, height, depth]: [i32; 3]| {
                // SAFETY: the context is current, the slice holds the texels.
                unsafe {
                    gl.active_texture(glow::TEXTURE0 + unit);
                    gl.bind_texture(target, Some(gl.create_texture().expect("texture")));
                    let bytes = texels((width * height * depth) as usize);
                    let pixels = glow::PixelUnpackData::Slice(Some(&bytes));
                    let format = RGBA32F as i32;
                    if target == glow::TEXTURE_1D_ARRAY {
                        gl.tex_image_2d(target, 0, format, width, depth, 0, glow::RGBA, glow::FLOAT, pixels);
                    } else {
                        gl.tex_image_3d(target, 0, format, width, height, depth, 0, glow::RGBA, glow::FLOAT, pixels);
                    }
                    for filter in [glow::TEXTURE_MIN_FILTER, glow::TEXTURE_MAG_FILTER] {
                        gl.tex_parameter_i32(target, filter, glow::NEAREST as i32);
                    }
                }
            };
            let one = if api == Api::Es { glow::TEXTURE_2D_ARRAY } else { glow::TEXTURE_1D_ARRAY };
            layered(0, one, [8, 1, 3]);
            layered(1, glow::TEXTURE_2D_ARRAY, [5, 2, 2]);
        },
    );
    assert_ne!(got, [0.0; 4]);
}

#[test]
fn rectangle_textures_are_addressed_in_texels() {
    // red once: with a projection's divisor taken from the divided coordinates
    let got = same(
        "#version 330\nuniform sampler2DRect s; in vec2 v; out vec4 o;
void main(){ o = texture(s,vec2(2.5,1.5)) + 2.0*texelFetch(s,ivec2(3,2)) + 4.0*textureProj(s,vec3(10.0,3.0,2.0)) + 8.0*textureOffset(s,vec2(0.5),ivec2(1,1)) + vec4(textureSize(s),0,0)
 + 16.0*textureProj(s,vec4(10.0,3.0,9.0,2.0)) + 32.0*textureGrad(s,vec2(6.5,0.5),vec2(1,0),vec2(0,1)); }",
        |api, gl, _| texture(api, gl, 0x84F5, 7, 3),
    );
    assert_ne!(got, [0.0; 4]);
}

#[test]
fn array_and_matrix_attributes_read_their_locations() {
    // red once: with all elements of an array at the first location
    let vertex = "#version 330\nin vec4 p; in float a[3]; in mat2 m; out vec4 c; uniform int i;
void main(){ gl_Position=p; c=vec4(a[i], a[1], a[i+2], m[1].x*100.0 + m[0].y); }";
    let fragment = "#version 330\nin vec4 c; out vec4 o; void main(){ o=c; }";
    let options = {
        let mut o = LinkOptions::default();
        o.attrib_bindings.insert("p".into(), 0);
        o
    };
    let archive = program(&[(Stage::Vertex, vertex), (Stage::Fragment, fragment)], &options).archive;
    let (ours, theirs) =
        both(&[(Stage::Vertex, vertex), (Stage::Fragment, fragment)], &Variant::default(), 1, |api, gl, p| {
            // SAFETY: the program is current.
            unsafe {
                let at = |n: &str| match api {
                    Api::Es => archive.attrib_location(n).expect("active"),
                    Api::Gl => gl.get_attrib_location(p, n).expect("active"),
                };
                for e in 0..3 {
                    gl.vertex_attrib_1_f32(at(&format!("a[{e}]")), 10.0 + e as f32);
                }
                gl.vertex_attrib_2_f32(at("m"), 1.0, 2.0);
                gl.vertex_attrib_2_f32(at("m") + 1, 3.0, 4.0);
            }
        });
    assert_eq!(ours, theirs);
    assert_eq!(ours[0], [10.0, 11.0, 12.0, 302.0]);
}

#[test]
fn blocks_read_their_layout() {
    let bytes: Vec<u8> =
        (0..64u32).flat_map(|i| if i == 20 { 1u32.to_ne_bytes() } else { (i as f32).to_ne_bytes() }).collect();
    let got = same(
        "#version 330\nlayout(std140,row_major) uniform B { mat3 m; vec3 e; float t; float f[1]; bool on; mat4 big; vec2 tail[2]; };
in vec2 v; out vec4 o; void main(){ o = vec4(m*vec3(1,10,100), t) + vec4(e, f[0]) + (on ? big*vec4(1,2,3,4) : vec4(0)) + vec4(tail[1],0,0); }",
        move |_, gl, p| {
            // SAFETY: the program is current.
            unsafe {
                let index = gl.get_uniform_block_index(p, "B").or(Some(0)).expect("index");
                gl.uniform_block_binding(p, index, 0);
                let buffer = gl.create_buffer().expect("buffer");
                gl.bind_buffer_base(glow::UNIFORM_BUFFER, 0, Some(buffer));
                gl.buffer_data_u8_slice(glow::UNIFORM_BUFFER, &bytes, glow::STATIC_DRAW);
            }
        },
    );
    assert_ne!(got, [0.0; 4]);
}

#[test]
fn globals_and_control_flow_compute_the_same() {
    same(
        "#version 330\nin vec2 v; out vec4 o; uniform int n = 5; uniform float f = 0.5; vec4 acc = vec4(f); const float w[4] = float[4](0.1,0.2,0.3,0.4);
void bump(inout float x, out float y, in float z) { x += z; y = x*2.0; }
float pick(int i) { switch (i) { case 0: return 1.0; case 1: case 5: acc.w += 3.0; case 2: return f; default: break; } return -1.0; }
void main(){ float a = 0.0, b; for (int i=0;i<n;i++) { if (i==3) continue; if (i>50) break; acc += vec4(w[i&3]); bump(a,b,f); acc.x += b; }
 int k = 0; while (k < n) { k++; if (v.x > 5.0) discard; } do { k--; } while (k > 1); acc.y += pick(n) + float(k); float loc[5]; for (int i=0;i<5;i++) loc[i]=float(i)*f; acc.z += loc[n%5] + loc[4]; o = acc; }",
        |_, _, _| {},
    );
}

/// Draws a program of old sources on both.
fn same_old(vertex: &str, fragment: &str) -> [f32; 4] {
    let (ours, theirs) =
        both(&[(Stage::Vertex, vertex), (Stage::Fragment, fragment)], &Variant::default(), 1, |_, _, _| {});
    assert_eq!(ours, theirs, "{vertex}\n{fragment}");
    ours[0]
}

#[test]
fn compatibility_state_has_its_initial_values() {
    // red once: all zeros, as inputs without a partner are
    let fragment = "varying vec4 v; void main(){ gl_FragColor=v; }";
    for value in [
        "gl_Vertex",
        "vec4(gl_Normal,0)",
        "gl_Color",
        "gl_SecondaryColor",
        "vec4(gl_FogCoord)",
        "gl_MultiTexCoord0",
        "gl_MultiTexCoord7",
        "gl_ModelViewProjectionMatrix*p",
        "gl_ModelViewMatrixInverseTranspose*p+gl_ProjectionMatrix*p",
        "vec4(gl_NormalMatrix*p.xyz,gl_NormalScale)",
        "gl_TextureMatrix[1]*p",
        "gl_ClipPlane[0]+gl_TextureEnvColor[1]",
        "vec4(gl_MaxTextureUnits,gl_MaxTextureCoords,gl_MaxLights,gl_MaxClipPlanes)",
        "ftransform()",
    ] {
        same_old(&format!("attribute vec4 p; varying vec4 v; void main(){{ v={value}; gl_Position=p; }}"), fragment);
    }
}

#[test]
fn compatibility_varyings_arrive() {
    // red once: with the fragment shader's colours under their own names, which nothing writes
    let got = same_old(
        "#version 120
attribute vec4 p; void main(){ gl_TexCoord[0]=vec4(1,2,3,4); gl_TexCoord[3].xy=vec2(7,8); gl_FrontColor=vec4(0.5,2,-1,1);
gl_BackColor=vec4(0.25); gl_FrontSecondaryColor=vec4(0.75); gl_BackSecondaryColor=vec4(0.125); gl_FogFragCoord=5.0; gl_Position=p; }",
        "#version 120
void main(){ gl_FragColor=gl_TexCoord[0]+vec4(gl_TexCoord[3].xy,0,0)*100.0+gl_Color+gl_SecondaryColor*10.0+gl_FogFragCoord*1000.0; }",
    );
    assert_eq!(got, [5000.0 + 709.0, 5000.0 + 811.5, 5000.0 + 9.5, 5000.0 + 12.5]);
}

#[test]
fn pixel_centres_may_be_integers() {
    // red once: such a program did not link
    let got = same(
        "#version 330\nlayout(pixel_center_integer) in vec4 gl_FragCoord; out vec4 o;
float y() { return gl_FragCoord.y; }
void main(){ vec4 c = gl_FragCoord; o = vec4(gl_FragCoord.x, y(), fract(c.xy)); }",
        |_, _, _| {},
    );
    assert_eq!(got[2..], [0.0, 0.0]);
}

#[test]
fn one_dimensional_arrays_have_a_size_of_two_parts() {
    // red once: the translator's text answered the width alone, and didn't compile
    let got = same(
        "#version 330\nuniform sampler1DArray s; out vec4 o;
void main(){ ivec2 n = textureSize(s, 0); o = vec4(n, 0, 1); }",
        |api, gl, _| {
            // SAFETY: the context is current; nothing is read from memory.
            unsafe {
                let texture = gl.create_texture().expect("texture");
                let target = if api == Api::Es { glow::TEXTURE_2D_ARRAY } else { glow::TEXTURE_1D_ARRAY };
                gl.active_texture(glow::TEXTURE0);
                gl.bind_texture(target, Some(texture));
                if api == Api::Es {
                    gl.tex_storage_3d(target, 1, RGBA32F, 8, 1, 5);
                } else {
                    gl.tex_storage_2d(target, 1, RGBA32F, 8, 5);
                }
            }
        },
    );
    assert_eq!(got, [8.0, 5.0, 0.0, 1.0]);
}
