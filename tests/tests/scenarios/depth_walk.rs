//! Every format of depth and stencil from every format and type, against a model of what GL says of them (GL 4.6 core 8.4.4,
//! 8.5; rule 18): sampled, drawn from and into, read back. As the walk of the colours, the model runs on the native driver, too.

use mgpipe_tests::{bindings::gl, rule, scene::*};

const SIDE: i32 = 4;
const TEXELS: usize = (SIDE * SIDE) as usize;

/// A texel: a depth from 0 to 1, and a stencil.
type Texel = (f64, u32);

/// Internal formats with their bits of depth (32 for floats, too), and whether they have a stencil.
const FORMATS: &[(u32, u32, bool)] = &[
    (gl::DEPTH_COMPONENT16, 16, false),
    (gl::DEPTH_COMPONENT24, 24, false),
    (gl::DEPTH_COMPONENT32, 32, false),
    (gl::DEPTH_COMPONENT32F, 32, false),
    (gl::DEPTH24_STENCIL8, 24, true),
    (gl::DEPTH32F_STENCIL8, 32, true),
    (gl::STENCIL_INDEX8, 0, true),
];

/// Pairs of format and type for a format.
fn transfers(bits: u32, stencil: bool) -> Vec<(u32, u32)> {
    let types = [gl::UNSIGNED_BYTE, gl::BYTE, gl::UNSIGNED_SHORT, gl::SHORT, gl::UNSIGNED_INT, gl::INT, gl::FLOAT];
    match (bits, stencil) {
        (0, _) => types.map(|ty| (gl::STENCIL_INDEX, ty)).to_vec(),
        (_, false) => types.map(|ty| (gl::DEPTH_COMPONENT, ty)).to_vec(),
        (_, true) => {
            [gl::UNSIGNED_INT_24_8, gl::FLOAT_32_UNSIGNED_INT_24_8_REV].map(|ty| (gl::DEPTH_STENCIL, ty)).to_vec()
        }
    }
}

/// Random pixels, as they lie in memory: floats between 0 and 1, stencils that every type can hold.
fn pixels(seed: u32, format: u32, ty: u32) -> Vec<u8> {
    let mut bytes = noise(seed, TEXELS * texel_bytes(format, ty));
    let unit = |b: [u8; 4]| (u32::from_ne_bytes(b) as f32 / u32::MAX as f32).to_ne_bytes();
    match (format, ty) {
        (gl::STENCIL_INDEX, gl::FLOAT) => {
            bytes.as_chunks_mut::<4>().0.iter_mut().for_each(|b| *b = f32::from(b[0] & 0x7F).to_ne_bytes());
        }
        (gl::STENCIL_INDEX, _) => {
            bytes.chunks_exact_mut(texel_bytes(format, ty)).for_each(|b| {
                b[1..].fill(0);
                b[0] &= 0x7F;
            });
        }
        (_, gl::FLOAT) => bytes.as_chunks_mut::<4>().0.iter_mut().for_each(|b| *b = unit(*b)),
        (_, gl::FLOAT_32_UNSIGNED_INT_24_8_REV) => bytes.as_chunks_mut::<8>().0.iter_mut().for_each(|b| {
            let depth = unit([b[0], b[1], b[2], b[3]]);
            b[..4].copy_from_slice(&depth);
        }),
        _ => {}
    }
    bytes
}

/// What pixels in memory are.
fn texels(bytes: &[u8], format: u32, ty: u32) -> Vec<Texel> {
    let size = texel_bytes(format, ty);
    let one = |b: &[u8]| {
        let word = b[..size.min(4)].iter().rev().fold(0u64, |w, b| w << 8 | u64::from(*b));
        let bits = size.min(4) as u32 * 8;
        let signed = ((word << (64 - bits)) as i64 >> (64 - bits)) as f64;
        match (format, ty) {
            (gl::STENCIL_INDEX, gl::FLOAT) => (0.0, f32::from_bits(word as u32) as u32),
            (gl::STENCIL_INDEX, _) => (0.0, word as u32 & 0xFF),
            (_, gl::UNSIGNED_INT_24_8) => ((word >> 8) as f64 / f64::from(0xFF_FFFF), word as u32 & 0xFF),
            (_, gl::FLOAT_32_UNSIGNED_INT_24_8_REV) => (f64::from(f32::from_bits(word as u32)), u32::from(b[4])),
            (_, gl::FLOAT) => (f64::from(f32::from_bits(word as u32)), 0),
            (_, gl::BYTE | gl::SHORT | gl::INT) => ((signed / ((1u64 << (bits - 1)) - 1) as f64).max(0.0), 0),
            _ => (word as f64 / ((1u64 << bits) - 1) as f64, 0),
        }
    };
    bytes.chunks_exact(size).map(one).collect()
}

/// How far depths of a format may be off that went through a type: both are cut off natively where they get narrower, and
/// signed types keep the conversion of GL before 4.2, which is half a step off.
fn off(bits: u32, ty: u32) -> f64 {
    let step = |bits: u32| 1.01 / ((1u64 << bits) - 1) as f64;
    let kept = step(bits.min(23));
    match ty {
        gl::BYTE | gl::UNSIGNED_BYTE => kept + step(8),
        gl::SHORT | gl::UNSIGNED_SHORT => kept + step(16),
        _ => kept,
    }
}

/// What is compared: depths within `off`, stencils exactly.
fn compare(
    what: &str,
    wanted: &[Texel],
    got: &[Texel],
    (depth, stencil): (bool, bool),
    off: f64,
    bad: &mut Vec<String>,
) {
    for (i, (wanted, got)) in wanted.iter().zip(got).enumerate() {
        if depth && (wanted.0 - got.0).abs() > off || stencil && wanted.1 != got.1 {
            bad.push(format!("{what}, texel {i}: {got:?} for {wanted:?}"));
            return;
        }
    }
}

/// Level 0 of the bound texture.
unsafe fn read_back(gl: &Scene, format: u32, ty: u32) -> Vec<Texel> {
    // The native driver gives stencils as bytes, whatever it is asked for.
    let ty = if format == gl::STENCIL_INDEX { gl::UNSIGNED_BYTE } else { ty };
    let mut bytes = vec![0xA5; TEXELS * texel_bytes(format, ty)];
    gl.GetTexImage(gl::TEXTURE_2D, 0, format, ty, bytes.as_mut_ptr().cast());
    texels(&bytes, format, ty)
}

/// The program that shows a texture's depths, and the one that shows its stencils, each with its target.
struct Readers {
    programs: [u32; 2],
    framebuffers: [u32; 2],
    depth_writer: u32,
}

unsafe fn readers(gl: &Scene) -> Readers {
    let framebuffers = [gl::RGBA32F, gl::RGBA32UI].map(|internal| gl.target(internal, SIDE, SIDE).framebuffer);
    gl.vertex_array();
    let fetch = "texelFetch(s, ivec2(gl_FragCoord.xy), 0)";
    let shown =
        |sampler: &str, kind: &str| format!("uniform {sampler} s; out {kind} o; void main() {{ o = {fetch}; }}");
    let programs = [("sampler2D", "vec4"), ("usampler2D", "uvec4")].map(|(s, k)| gl.program(FULL_VS, &shown(s, k)));
    let writer = format!("uniform sampler2D s; void main() {{ gl_FragDepth = {fetch}.r; }}");
    Readers { programs, framebuffers, depth_writer: gl.program(FULL_VS, &writer) }
}

/// What a shader reads from the bound texture.
unsafe fn sampled(gl: &Scene, readers: &Readers, (depth, stencil): (bool, bool)) -> Vec<Texel> {
    let mut got = vec![(0.0, 0); TEXELS];
    let show = |n: usize, mode: u32, (format, ty): (u32, u32)| {
        gl.TexParameteri(gl::TEXTURE_2D, gl::DEPTH_STENCIL_TEXTURE_MODE, mode as i32);
        gl.BindFramebuffer(gl::FRAMEBUFFER, readers.framebuffers[n]);
        gl.UseProgram(readers.programs[n]);
        gl.draw_full();
        let mut words = [[0u32; 4]; TEXELS];
        gl.ReadPixels(0, 0, SIDE, SIDE, format, ty, words.as_mut_ptr().cast());
        words.map(|word| word[0])
    };
    if depth {
        let words = show(0, gl::DEPTH_COMPONENT, (gl::RGBA, gl::FLOAT));
        got.iter_mut().zip(words).for_each(|(texel, word)| texel.0 = f64::from(f32::from_bits(word)));
    }
    if stencil {
        let words = show(1, gl::STENCIL_INDEX, (gl::RGBA_INTEGER, gl::UNSIGNED_INT));
        got.iter_mut().zip(words).for_each(|(texel, word)| texel.1 = word);
    }
    got
}

/// Draws the depths of the bound texture into one of the same format, whose stencil is cleared, and reads that.
unsafe fn drawn(gl: &Scene, readers: &Readers, internal: u32, (format, ty): (u32, u32), stencil: bool) -> Vec<Texel> {
    let mut source = 0;
    gl.GetIntegerv(gl::TEXTURE_BINDING_2D, &mut source);
    gl.TexParameteri(gl::TEXTURE_2D, gl::DEPTH_STENCIL_TEXTURE_MODE, gl::DEPTH_COMPONENT as i32);
    let target = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, internal, (SIDE, SIDE), (format, ty), &[]);
    let framebuffer = gl.framebuffer();
    let point = if stencil { gl::DEPTH_STENCIL_ATTACHMENT } else { gl::DEPTH_ATTACHMENT };
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, point, gl::TEXTURE_2D, target, 0);
    gl.DrawBuffer(gl::NONE);
    gl.ReadBuffer(gl::NONE);
    gl.status("drawn into");
    gl.ClearBufferfi(gl::DEPTH_STENCIL, 0, 0.25, 0x5A);
    gl.GetError();
    gl.Enable(gl::DEPTH_TEST);
    gl.DepthFunc(gl::ALWAYS);
    gl.BindTexture(gl::TEXTURE_2D, source as u32);
    gl.UseProgram(readers.depth_writer);
    gl.draw_full();
    gl.Disable(gl::DEPTH_TEST);
    gl.BindTexture(gl::TEXTURE_2D, target);
    let got = read_back(gl, format, ty);
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    gl.DeleteFramebuffers(1, &framebuffer);
    gl.DeleteTextures(1, &target);
    gl.BindTexture(gl::TEXTURE_2D, source as u32);
    got
}

// red once: with the stencils of texels of 64 bits taken from their depths
rule!(18, every_depth_and_stencil_format_holds_what_it_is_given, masks = ["read_depth_stencil", "copy_image"], |gl| {
    gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
    gl.PixelStorei(gl::PACK_ALIGNMENT, 1);
    let readers = readers(gl);
    let (mut bad, mut compared) = (Vec::new(), 0u32);
    for &(internal, bits, stencil) in FORMATS {
        let aspects = (bits > 0, stencil);
        for (n, (format, ty)) in transfers(bits, stencil).into_iter().enumerate() {
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 0);
            let data = pixels(internal + n as u32, format, ty);
            gl.image_2d(gl::TEXTURE_2D, 0, internal, (SIDE, SIDE), (format, ty), &data);
            let what = format!("{internal:#06x} from {ty:#06x}");
            gl.error(&what);
            let given = texels(&data, format, ty);
            let near = off(bits, ty);
            compare(&format!("{what} sampled"), &given, &sampled(gl, &readers, aspects), aspects, near, &mut bad);
            compare(&format!("{what} read"), &given, &read_back(gl, format, ty), aspects, 2.0 * near, &mut bad);
            if bits > 0 {
                let wanted: Vec<Texel> = given.iter().map(|texel| (texel.0, 0x5A)).collect();
                let got = drawn(gl, &readers, internal, (format, ty), stencil);
                compare(&format!("{what} drawn"), &wanted, &got, aspects, 2.0 * near, &mut bad);
            }
            gl.DeleteTextures(1, &texture);
            compared += 1;
        }
    }
    assert!(bad.is_empty(), "{} of {compared}:\n{}", bad.len(), bad[..bad.len().min(40)].join("\n"));
    gl.u32s("compared", &[compared]);
    gl.error("the walk");
});
