//! Every sized colour format from every format and type, against a model of what GL says of them (GL 4.6 core 8.4.4, 8.5,
//! 2.3.5; rule 18). The model runs on the native driver too: what it gets wrong shows there.

use mgpipe_tests::{bindings::gl, rule, scene::*};
use texel::{
    FormatInfo,
    format::{Base, Component},
};

const SIDE: i32 = 4;
const TEXELS: usize = (SIDE * SIDE) as usize;

/// The values of a pixel's components in memory: as numbers, or as fractions of the type's range.
fn pixel(bytes: &[u8], format: u32, ty: u32, integers: bool) -> Vec<f64> {
    let word = |at: usize, n: usize| bytes[at..at + n].iter().rev().fold(0u64, |w, b| w << 8 | u64::from(*b));
    if let Some((fields, reversed)) = packed_fields(ty) {
        let size = texel_bytes(format, ty);
        let word = word(0, size);
        let mut low = if reversed { 0 } else { size as u32 * 8 };
        let field = |bits: &u32| {
            if !reversed {
                low -= bits;
            }
            let value = (word >> low & ((1 << bits) - 1)) as f64;
            if reversed {
                low += bits;
            }
            if integers { value } else { value / ((1u64 << bits) - 1) as f64 }
        };
        return fields.iter().map(field).collect();
    }
    let size = texel_bytes(gl::RED, ty);
    (0..component_order(format).len())
        .map(|i| {
            let raw = word(i * size, size);
            let bits = size as u32 * 8;
            let signed = || ((raw << (64 - bits)) as i64 >> (64 - bits)) as f64;
            let whole = |value: f64, range: f64| if integers { value } else { value / range };
            match ty {
                gl::FLOAT => f64::from(f32::from_bits(raw as u32)),
                gl::HALF_FLOAT => half(raw as u16),
                gl::BYTE | gl::SHORT | gl::INT => {
                    whole(signed(), ((1u64 << (bits - 1)) - 1) as f64).max(if integers { f64::MIN } else { -1.0 })
                }
                _ => whole(raw as f64, ((1u128 << bits) - 1) as f64),
            }
        })
        .collect()
}

fn decoded(encoded: f64) -> f64 {
    if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

/// How a value is read and how near it has to be.
#[derive(Clone, Copy)]
struct Near {
    /// sRGB values are decoded.
    decodes: bool,
    /// Steps of a fixed-point format. Conversions between fixed-point widths are those of the native driver, which repeats bits
    /// where fields get wider, one step, and drops bits of signed ones where they get narrower, two.
    steps: f64,
}

/// What a shader reads where the application gave `value` for a component, and how far off it may be.
fn stored(info: &FormatInfo, component: usize, value: f64, largest: f64, near: Near) -> (f64, f64) {
    let bits = [info.bits.red, info.bits.green, info.bits.blue, info.bits.alpha][component];
    // Steps, and the last bits of what computes it in singles.
    let step = |steps: f64| near.steps / steps + 1e-6;
    match info.component {
        Component::Unorm => {
            let value = value.clamp(0.0, 1.0);
            let off = step(f64::from((1u32 << bits) - 1));
            if info.srgb && near.decodes && component < 3 {
                (decoded(value), decoded((value + off).min(1.0)) - decoded(value) + 2e-4)
            } else {
                (value, off)
            }
        }
        Component::Snorm => (value.clamp(-1.0, 1.0), step(f64::from((1u32 << (bits - 1)) - 1))),
        Component::Float if info.bits.shared > 0 => {
            // The largest component's exponent is all three's.
            (value.clamp(0.0, 65408.0), largest.max(2f64.powi(-15)) / 256.0)
        }
        Component::Float => match bits {
            32 => (value, value.abs() * 1e-6 + 1e-30),
            16 => (value, value.abs() / 1024.0 + 1e-7),
            10 => (value.max(0.0), value.abs() / 32.0 + 1e-5),
            _ => (value.max(0.0), value.abs() / 64.0 + 1e-5),
        },
        // Only the two bits of an alpha are fewer than the values here need.
        _ => (value.min(((1u64 << bits) - 1) as f64), 0.0),
    }
}

/// Random pixels whose values every format of their class has: small integers, floats between -2 and 2.
fn pixels(seed: u32, format: u32, ty: u32, integers: bool) -> Vec<u8> {
    let mut bytes = noise(seed, TEXELS * texel_bytes(format, ty));
    let size = if packed_fields(ty).is_some() { 0 } else { texel_bytes(gl::RED, ty) };
    match ty {
        gl::FLOAT => bytes.as_chunks_mut::<4>().0.iter_mut().for_each(|b| {
            *b = (f32::from(i16::from_ne_bytes([b[0], b[1]])) / 16384.0).to_ne_bytes();
        }),
        // Exponents 8 to 15 of 31.
        gl::HALF_FLOAT => bytes.as_chunks_mut::<2>().0.iter_mut().for_each(|b| b[1] = b[1] & 0x9F | 0x20),
        _ if integers && size > 0 => {
            bytes.chunks_exact_mut(size).for_each(|b| {
                b[1..].fill(0);
                b[0] &= 0x7F;
            });
        }
        _ => {}
    }
    bytes
}

/// Pairs of format and type that are legal for a class of formats (GL 4.6 core tables 8.2, 8.3, 8.5).
fn transfers(integers: bool) -> Vec<(u32, u32)> {
    let formats = if integers { INTEGER_FORMATS } else { COLOR_FORMATS };
    let mut all: Vec<(u32, u32)> = formats.iter().flat_map(|f| BASIC_TYPES[..6].iter().map(|t| (*f, *t))).collect();
    if !integers {
        all.extend(formats.iter().flat_map(|f| [(*f, gl::FLOAT), (*f, gl::HALF_FLOAT)]));
        all.extend(PACKED_THREE.iter().map(|t| (gl::RGB, *t)));
        all.extend(PACKED_FOUR.iter().flat_map(|t| [(gl::RGBA, *t), (gl::BGRA, *t)]));
    }
    all
}

struct Readers {
    framebuffers: [u32; 3],
    programs: [u32; 3],
}

/// What the shader reads from the texture bound to unit 0, as numbers.
unsafe fn sampled(gl: &Scene, readers: &Readers, class: usize) -> Vec<[f64; 4]> {
    gl.BindFramebuffer(gl::FRAMEBUFFER, readers.framebuffers[class]);
    gl.Viewport(0, 0, SIDE, SIDE);
    gl.UseProgram(readers.programs[class]);
    gl.draw_full();
    let (format, ty) =
        [(gl::RGBA, gl::FLOAT), (gl::RGBA_INTEGER, gl::INT), (gl::RGBA_INTEGER, gl::UNSIGNED_INT)][class];
    let mut words = [[0u32; 4]; TEXELS];
    gl.ReadPixels(0, 0, SIDE, SIDE, format, ty, words.as_mut_ptr().cast());
    numbers(&words, ty)
}

fn numbers(words: &[[u32; 4]], ty: u32) -> Vec<[f64; 4]> {
    let number = |word: u32| match ty {
        gl::FLOAT => f64::from(f32::from_bits(word)),
        gl::INT => f64::from(word as i32),
        _ => f64::from(word),
    };
    words.iter().map(|pixel| pixel.map(number)).collect()
}

/// Says where what was got is not what the model says.
fn compare(
    what: &str,
    info: &FormatInfo,
    given: &[Vec<f64>],
    format: u32,
    got: &[[f64; 4]],
    near: Near,
    bad: &mut Vec<String>,
) {
    let channels = info.base.channels();
    for (i, (given, got)) in given.iter().zip(got).enumerate() {
        let mut rgba = [0.0, 0.0, 0.0, 1.0];
        component_order(format).iter().zip(given).for_each(|(at, value)| rgba[*at] = *value);
        let largest = rgba[..3].iter().copied().fold(0.0, f64::max);
        for component in 0..4 {
            let there = component < channels || info.base == Base::Rgba;
            let lacking = (if component == 3 { 1.0 } else { 0.0 }, 0.0);
            let (wanted, off) = if there { stored(info, component, rgba[component], largest, near) } else { lacking };
            if (got[component] - wanted).abs() > off {
                bad.push(format!(
                    "{} {what} texel {i} component {component}: {} for {wanted}",
                    info.name, got[component]
                ));
                return;
            }
        }
    }
}

unsafe fn walk(gl: &Scene) {
    gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
    gl.PixelStorei(gl::PACK_ALIGNMENT, 1);
    let kinds = [
        ("vec4", "sampler2D", gl::RGBA32F),
        ("ivec4", "isampler2D", gl::RGBA32I),
        ("uvec4", "usampler2D", gl::RGBA32UI),
    ];
    let framebuffers = kinds.map(|(.., internal)| gl.target(internal, SIDE, SIDE).framebuffer);
    gl.vertex_array();
    let programs = kinds.map(|(kind, sampler, _)| {
        gl.program(
            FULL_VS,
            &format!(
                "uniform {sampler} s; out {kind} o; void main() {{ o = texelFetch(s, ivec2(gl_FragCoord.xy), 0); }}"
            ),
        )
    });
    let readers = Readers { framebuffers, programs };
    let near = Near { decodes: true, steps: 2.01 };
    // Read from the framebuffer, where nothing decodes.
    let rendered = Near { decodes: false, ..near };
    let (mut bad, mut compared) = (Vec::new(), 0u32);
    for info in texel::format::all() {
        if !info.sized || info.is_compressed() || !info.base.is_color() {
            continue;
        }
        let integers = info.component.is_integer();
        let class = match info.component {
            Component::Int => 1,
            Component::Uint => 2,
            _ => 0,
        };
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 0);
        for (n, (format, ty)) in transfers(integers).into_iter().enumerate() {
            let data = pixels(info.internal_format + n as u32, format, ty, integers);
            gl.image_2d(gl::TEXTURE_2D, 0, info.internal_format, (SIDE, SIDE), (format, ty), &data);
            let given: Vec<_> =
                data.chunks_exact(texel_bytes(format, ty)).map(|bytes| pixel(bytes, format, ty, integers)).collect();
            let what = format!("from {format:#06x} {ty:#06x}");
            compare(&what, info, &given, format, &sampled(gl, &readers, class), near, &mut bad);
            compared += 1;
        }
        let (format, ty) =
            [(gl::RGBA, gl::FLOAT), (gl::RGBA_INTEGER, gl::INT), (gl::RGBA_INTEGER, gl::UNSIGNED_INT)][class];
        let data = pixels(info.internal_format, format, ty, integers);
        gl.image_2d(gl::TEXTURE_2D, 0, info.internal_format, (SIDE, SIDE), (format, ty), &data);
        let given: Vec<_> =
            data.chunks_exact(texel_bytes(format, ty)).map(|bytes| pixel(bytes, format, ty, integers)).collect();
        let mut read = [[0u32; 4]; TEXELS];
        gl.GetTexImage(gl::TEXTURE_2D, 0, format, ty, read.as_mut_ptr().cast());
        compare("read", info, &given, gl::RGBA, &numbers(&read, ty), rendered, &mut bad);
        // Drawn into a texture of the same format, and read back from there, where that can be.
        let second = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, info.internal_format, (SIDE, SIDE), (format, ty), &[]);
        let framebuffer = gl.framebuffer();
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, second, 0);
        gl.BindTexture(gl::TEXTURE_2D, texture);
        if gl.CheckFramebufferStatus(gl::FRAMEBUFFER) == gl::FRAMEBUFFER_COMPLETE && !info.srgb {
            gl.UseProgram(readers.programs[class]);
            gl.draw_full();
            // Not from the framebuffer, where signed numbers are clamped.
            gl.BindTexture(gl::TEXTURE_2D, second);
            gl.GetTexImage(gl::TEXTURE_2D, 0, format, ty, read.as_mut_ptr().cast());
            let twice = Near { steps: 2.0 * rendered.steps, ..rendered };
            compare("drawn", info, &given, gl::RGBA, &numbers(&read, ty), twice, &mut bad);
        }
        gl.DeleteFramebuffers(1, &framebuffer);
        gl.DeleteTextures(1, &second);
        // Cleared and read back, where that can be.
        let framebuffer = gl.framebuffer();
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
        if gl.CheckFramebufferStatus(gl::FRAMEBUFFER) == gl::FRAMEBUFFER_COMPLETE {
            let value = if integers { [1.0, 70.0, 3.0, 2.0] } else { [0.3, 0.625, 0.1, 0.8] };
            let clear = value.map(|v| v as f32);
            let (words, signed) = (value.map(|v| v as u32), value.map(|v| v as i32));
            match class {
                1 => gl.ClearBufferiv(gl::COLOR, 0, signed.as_ptr()),
                2 => gl.ClearBufferuiv(gl::COLOR, 0, words.as_ptr()),
                _ => gl.ClearBufferfv(gl::COLOR, 0, clear.as_ptr()),
            }
            // Nothing encodes here: the stored numbers of sRGB formats are those of the clear.
            gl.ReadPixels(0, 0, SIDE, SIDE, format, ty, read.as_mut_ptr().cast());
            compare("rendered", info, &vec![value.to_vec(); TEXELS], gl::RGBA, &numbers(&read, ty), rendered, &mut bad);
        }
        gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
        gl.DeleteFramebuffers(1, &framebuffer);
        gl.DeleteTextures(1, &texture);
    }
    assert!(bad.is_empty(), "{} of {compared}:\n{}", bad.len(), bad[..bad.len().min(40)].join("\n"));
    gl.u32s("compared", &[compared]);
    gl.error("the walk");
}

// red once: with GL_BGRA_INTEGER in the order of GL_RGBA_INTEGER
rule!(
    18,
    every_colour_format_holds_what_it_is_given,
    masks = ["norm16", "bgra", "render_snorm", "color_buffer_float"],
    |gl| {
        walk(gl);
    }
);
