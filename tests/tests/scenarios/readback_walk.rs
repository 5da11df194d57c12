//! Every readable internal format as every legal pair of format and type, under pack parameters that are drawn anew for each
//! pair, into memory and into pack buffers; and every combination of pack parameters, for a format of each way to read. What has to come out is said by a model here, from one plain read of the image (as
//! floats or 32-bit integers) that is compared with the native driver's: so the native driver's own rounding is nobody's measure.

use mgpipe_tests::{bindings::gl, rule, scene::*};

const W: usize = 5;
const H: usize = 3;
const D: usize = 2;

/// What is to be read, as components of its pixels: x, then y, then layers.
struct Plain {
    /// Red, green, blue, alpha; or depth and stencil.
    pixels: Vec<[f64; 4]>,
}

/// A small generator, so that each pair has other parameters and each run the same.
struct Draw(u32);
impl Draw {
    fn of<T: Copy>(&mut self, from: &[T]) -> T {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        from[(self.0 >> 9) as usize % from.len()]
    }
}

/// Pack parameters (GL 4.6 core table 18.1).
#[derive(Clone, Copy, Debug, Default)]
struct Pack {
    alignment: usize,
    row_length: usize,
    skip_pixels: usize,
    skip_rows: usize,
    image_height: usize,
    skip_images: usize,
    swap: bool,
}

impl Pack {
    fn draw(draw: &mut Draw, layers: bool) -> Pack {
        Pack {
            alignment: draw.of(&[1, 2, 4, 8]),
            row_length: draw.of(&[0, W, W + 1, W + 3, W - 2]),
            skip_pixels: draw.of(&[0, 1, 3]),
            skip_rows: draw.of(&[0, 1, 2]),
            image_height: if layers { draw.of(&[0, H, H + 2]) } else { 0 },
            skip_images: if layers { draw.of(&[0, 1]) } else { 0 },
            swap: draw.of(&[false, false, true]),
        }
    }
    /// Every combination.
    fn all() -> impl Iterator<Item = Pack> {
        (0..4 * 5 * 32).map(|n: usize| {
            let bit = |bit: usize| ((n / 20) >> bit) & 1;
            Pack {
                alignment: [1, 2, 4, 8][n % 4],
                row_length: [0, W, W + 1, W + 3, W - 2][n / 4 % 5],
                skip_pixels: 3 * bit(0),
                skip_rows: 2 * bit(1),
                image_height: (H + 2) * bit(2),
                skip_images: bit(3),
                swap: bit(4) == 1,
            }
        })
    }
    unsafe fn set(&self, gl: &Scene) {
        for (pname, value) in [
            (gl::PACK_ALIGNMENT, self.alignment),
            (gl::PACK_ROW_LENGTH, self.row_length),
            (gl::PACK_SKIP_PIXELS, self.skip_pixels),
            (gl::PACK_SKIP_ROWS, self.skip_rows),
            (gl::PACK_IMAGE_HEIGHT, self.image_height),
            (gl::PACK_SKIP_IMAGES, self.skip_images),
            (gl::PACK_SWAP_BYTES, self.swap.into()),
        ] {
            gl.PixelStorei(pname, value as i32);
        }
    }
    /// Where pixel x, y of layer z goes (GL 4.6 core 8.4.4.1, 18.2.9). `element` is the size that alignment counts in.
    fn place(&self, [x, y, z]: [usize; 3], bytes: usize, element: usize) -> usize {
        let length = if self.row_length == 0 { W } else { self.row_length };
        let row = if element >= self.alignment {
            length * bytes
        } else {
            (length * bytes).div_ceil(self.alignment) * self.alignment
        };
        let height = if self.image_height == 0 { H } else { self.image_height };
        (z + self.skip_images) * height * row + (y + self.skip_rows) * row + (x + self.skip_pixels) * bytes
    }
}

/// An unsigned float of 5 bits of exponent and `bits` of mantissa.
fn small(word: u32, bits: u32) -> f64 {
    let (exponent, mantissa) = ((word >> bits & 31) as i32, f64::from(word & ((1 << bits) - 1)) / f64::from(1 << bits));
    match exponent {
        0 => mantissa * 2f64.powi(-14),
        31 => f64::INFINITY,
        _ => (1.0 + mantissa) * 2f64.powi(exponent - 15),
    }
}

/// Whether an unsigned number of `bits` is what a colour becomes: one of the two that are closest (GL 4.6 core 2.3.5.2). The plain
/// read gave the colour as a 32-bit float: of larger numbers that is as much as it says.
fn unorm(got: u64, value: f64, bits: u32) -> bool {
    let most = ((1u64 << bits) - 1) as f64;
    let exact = value.clamp(0.0, 1.0) * most;
    let slack = if bits > 22 { most * 2f64.powi(-23) } else { 0.0 };
    (got as f64 - exact).abs() < 1.0 + slack
}
fn snorm(got: i64, value: f64, bits: u32) -> bool {
    let most = ((1u64 << (bits - 1)) - 1) as f64;
    let slack = if bits > 22 { most * 2f64.powi(-23) } else { 0.0 };
    let value = value.clamp(-1.0, 1.0);
    // Equation 2.4 of GL 4.6, or 2.3 of GL 3.3, which this context has.
    [value * most, (value * (2.0 * most + 1.0) - 1.0) / 2.0]
        .iter()
        .any(|exact| (got as f64 - exact).abs() < 1.0 + slack)
}

/// Whether `bytes` are what `pixel` becomes as a pair of format and type.
fn is_right(bytes: &[u8], pixel: &[f64; 4], format: u32, ty: u32) -> bool {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    let integer = INTEGER_FORMATS.contains(&format);
    let order = component_order(format);
    match ty {
        gl::UNSIGNED_INT_10F_11F_11F_REV => {
            let word = word(bytes) as u32;
            let parts = [small(word, 6), small(word >> 11, 6), small(word >> 22, 5)];
            // Rounding is up to the implementation (2.3.4.3): one of the two neighbours.
            return (0..3).all(|i| {
                let value = pixel[i].max(0.0);
                (parts[i] - value).abs() <= value.max(2f64.powi(-14)) * 2f64.powi(if i == 2 { -5 } else { -6 })
            });
        }
        gl::UNSIGNED_INT_5_9_9_9_REV => {
            let word = word(bytes) as u32;
            let scale = 2f64.powi((word >> 27) as i32 - 24);
            let most = pixel[..3].iter().fold(0.0f64, |most, value| most.max(*value)).max(0.0);
            // The shared exponent leaves the largest component 8 bits at least (8.25).
            return (scale <= most * 2f64.powi(-7) || word >> 27 == 0)
                && (0..3)
                    .all(|i| (f64::from(word >> (9 * i) & 511) * scale - pixel[i].max(0.0)).abs() <= scale * 0.5001);
        }
        gl::UNSIGNED_INT_24_8 => {
            let word = word(bytes);
            return unorm(word >> 8, pixel[0], 24) && word & 255 == pixel[1] as u64;
        }
        gl::FLOAT_32_UNSIGNED_INT_24_8_REV => {
            return f64::from(f32::from_bits(word(&bytes[..4]) as u32)) == pixel[0]
                && u64::from(bytes[4]) == pixel[1] as u64;
        }
        _ => {}
    }
    if let Some((widths, rev)) = packed_fields(ty) {
        let all = word(bytes);
        let total: u32 = widths.iter().sum();
        let mut at = 0;
        return widths.iter().zip(order).all(|(&width, &component)| {
            let shift = if rev { at } else { total - at - width };
            at += width;
            let (got, value) = (all >> shift & ((1 << width) - 1), pixel[component]);
            if integer { got as f64 == value.clamp(0.0, ((1 << width) - 1) as f64) } else { unorm(got, value, width) }
        });
    }
    bytes.chunks(bytes.len() / order.len()).zip(order).all(|(bytes, &component)| {
        let (value, word) = (pixel[component], word(bytes));
        let signed = (word << (64 - 8 * bytes.len())) as i64 >> (64 - 8 * bytes.len());
        let bits = 8 * bytes.len() as u32;
        match ty {
            gl::FLOAT => f64::from(f32::from_bits(word as u32)) == value,
            gl::HALF_FLOAT => {
                let got = half(word as u16);
                let beyond = value.abs() > 65504.0 && got.abs() >= 65504.0;
                beyond || (got - value).abs() <= value.abs().max(2f64.powi(-14)) * 2f64.powi(-11) * 1.0001
            }
            gl::BYTE | gl::SHORT | gl::INT if format == gl::STENCIL_INDEX => {
                signed as f64 == (value as u64 & ((1 << (bits - 1)) - 1)) as f64
            }
            gl::UNSIGNED_BYTE | gl::UNSIGNED_SHORT | gl::UNSIGNED_INT if format == gl::STENCIL_INDEX => {
                word as f64 == value
            }
            gl::BYTE | gl::SHORT | gl::INT if integer => {
                let most = (1u64 << (bits - 1)) as f64;
                signed as f64 == value.clamp(-most, most - 1.0)
            }
            _ if integer => word as f64 == value.clamp(0.0, ((1u64 << bits) - 1) as f64),
            gl::BYTE | gl::SHORT | gl::INT => snorm(signed, value, bits),
            _ => unorm(word, value, bits),
        }
    })
}

/// Where an image is read from.
#[derive(Clone, Copy, PartialEq)]
enum From {
    /// `glGetTexImage`: both layers.
    Texture,
    /// `glReadPixels`: the layer that is attached.
    Framebuffer,
}

struct Walk<'a> {
    gl: &'a Scene,
    draw: Draw,
}

impl Walk<'_> {
    /// Reads into memory, or through a pack buffer.
    unsafe fn read(&self, from: From, (format, ty): (u32, u32), room: &mut [u8], packed: bool) {
        let gl = self.gl;
        let mut buffer = 0;
        if packed {
            buffer = gl.buffer(gl::PIXEL_PACK_BUFFER, room);
        }
        let pointer = if packed { std::ptr::null_mut() } else { room.as_mut_ptr().cast() };
        match from {
            From::Texture => gl.GetTexImage(gl::TEXTURE_2D_ARRAY, 0, format, ty, pointer),
            From::Framebuffer => gl.ReadPixels(0, 0, W as i32, H as i32, format, ty, pointer),
        }
        if packed {
            gl.GetBufferSubData(gl::PIXEL_PACK_BUFFER, 0, room.len() as isize, room.as_mut_ptr().cast());
            gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
            gl.DeleteBuffers(1, &buffer);
        }
    }

    /// Reads as a pair under parameters that are drawn, and records what is not as it has to be.
    unsafe fn pair(&mut self, name: &str, plain: &Plain, from: From, pair: (u32, u32), packed: bool) {
        let pack = Pack::draw(&mut self.draw, from == From::Texture);
        let wrong = self.pair_with(name, plain, from, pair, packed, &pack);
        self.gl.i64s(name, &wrong);
    }

    /// Reads as a pair: how many pixels are not as they have to be, how many bytes outside of them were written to, and the error.
    unsafe fn pair_with(
        &self,
        name: &str,
        plain: &Plain,
        from: From,
        (format, ty): (u32, u32),
        packed: bool,
        pack: &Pack,
    ) -> [i64; 3] {
        let gl = self.gl;
        let layers = if from == From::Texture { D } else { 1 };
        let bytes = texel_bytes(format, ty);
        let element = match ty {
            gl::FLOAT_32_UNSIGNED_INT_24_8_REV => 4,
            _ if packed_fields(ty).is_some() => bytes,
            gl::UNSIGNED_INT_24_8 | gl::UNSIGNED_INT_10F_11F_11F_REV | gl::UNSIGNED_INT_5_9_9_9_REV => bytes,
            _ => bytes / component_order(format).len(),
        };
        let unit = if ty == gl::FLOAT_32_UNSIGNED_INT_24_8_REV { 4 } else { element };
        // A row that reaches into the next one is overwritten by it.
        let mut owner: Vec<Option<(usize, usize)>> = vec![None; pack.place([W, H, layers], bytes, element) + 64];
        for i in 0..W * H * layers {
            let place = pack.place([i % W, i / W % H, i / W / H], bytes, element);
            (0..bytes).for_each(|byte| owner[place + byte] = Some((i, byte)));
        }
        let mut room = vec![0xA5u8; owner.len()];
        pack.set(gl);
        self.read(from, (format, ty), &mut room, packed);
        Pack { alignment: 4, ..Pack::default() }.set(gl);
        let mut wrong = 0;
        for i in 0..W * H * layers {
            let place = pack.place([i % W, i / W % H, i / W / H], bytes, element);
            if (0..bytes).any(|byte| owner[place + byte] != Some((i, byte))) {
                continue;
            }
            let mut pixel = room[place..place + bytes].to_vec();
            if pack.swap {
                pixel.chunks_mut(unit).for_each(<[u8]>::reverse);
            }
            if !is_right(&pixel, &plain.pixels[i], format, ty) {
                if wrong == 0 && !gl.is_native() {
                    eprintln!("{name}: pixel {i} is {:?}: {pixel:02x?}; {pack:?}, buffer {packed}", plain.pixels[i]);
                }
                wrong += 1;
            }
        }
        let outside = owner.iter().zip(&room).filter(|(owner, byte)| owner.is_none() && **byte != 0xA5).count();
        let error = gl.GetError();
        // The native driver is not what is measured here.
        if gl.is_native() { [0, 0, 0] } else { [wrong, outside as i64, i64::from(error)] }
    }

    /// One plain read, recorded: what everything else is compared with.
    unsafe fn plain(&self, name: &str, from: From, format: u32, ty: u32) -> Plain {
        let (gl, layers) = (self.gl, if from == From::Texture { D } else { 1 });
        let bytes = texel_bytes(format, ty);
        let mut room = vec![0u8; W * H * layers * bytes];
        gl.PixelStorei(gl::PACK_ALIGNMENT, 1);
        self.read(from, (format, ty), &mut room, false);
        gl.PixelStorei(gl::PACK_ALIGNMENT, 4);
        gl.bytes(name, &room);
        gl.error(name);
        let number = |bytes: &[u8]| {
            let word = u32::from_ne_bytes(bytes.try_into().expect("32 bits"));
            match ty {
                gl::FLOAT => f64::from(f32::from_bits(word)),
                gl::INT => f64::from(word as i32),
                _ => f64::from(word),
            }
        };
        let pixel = |bytes: &[u8]| {
            let mut pixel = [0.0; 4];
            pixel.iter_mut().zip(bytes.chunks(4)).for_each(|(to, bytes)| *to = number(bytes));
            pixel
        };
        Plain { pixels: room.chunks(bytes).map(pixel).collect() }
    }

    /// A texture of two layers in every pair, and its second layer as an attachment where it can be one.
    unsafe fn format(
        &mut self,
        internal: u32,
        upload: (u32, u32),
        texels: &[u8],
        plain: (u32, u32),
        pairs: &[(u32, u32)],
    ) {
        let gl = self.gl;
        gl.texture(gl::TEXTURE_2D_ARRAY);
        let texture = {
            let mut name = 0;
            gl.GetIntegerv(gl::TEXTURE_BINDING_2D_ARRAY, &mut name);
            name as u32
        };
        let size = (W as i32, H as i32, D as i32);
        if upload.0 == gl::NONE {
            let (target, len, data) = (gl::TEXTURE_2D_ARRAY, texels.len() as i32, texels.as_ptr().cast());
            gl.CompressedTexImage3D(target, 0, internal, size.0, size.1, size.2, 0, len, data);
        } else {
            gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, internal, size, upload, texels);
        }
        gl.framebuffer();
        let point = match plain.0 {
            gl::DEPTH_COMPONENT if pairs.iter().any(|pair| pair.0 == gl::DEPTH_STENCIL) => gl::DEPTH_STENCIL_ATTACHMENT,
            gl::DEPTH_COMPONENT => gl::DEPTH_ATTACHMENT,
            _ => gl::COLOR_ATTACHMENT0,
        };
        gl.FramebufferTextureLayer(gl::FRAMEBUFFER, point, texture, 0, 1);
        let readable = upload.0 != gl::NONE && gl.CheckFramebufferStatus(gl::FRAMEBUFFER) == gl::FRAMEBUFFER_COMPLETE;
        let froms: &[From] = if readable { &[From::Texture, From::Framebuffer] } else { &[From::Texture] };
        for (i, &from) in froms.iter().enumerate() {
            let name = format!("{internal:#06x} {}", ["texture", "framebuffer"][i]);
            let mut image = self.plain(&name, from, plain.0, plain.1);
            if pairs.iter().any(|pair| pair.0 == gl::DEPTH_STENCIL) {
                // Stencil beside depth.
                let both =
                    self.plain(&format!("{name}, both"), from, gl::DEPTH_STENCIL, gl::FLOAT_32_UNSIGNED_INT_24_8_REV);
                for (pixel, both) in image.pixels.iter_mut().zip(both.pixels) {
                    pixel[1] = f64::from(both[1] as u32 & 0xff);
                }
            }
            for (n, &pair) in pairs.iter().enumerate() {
                if pair.0 == gl::STENCIL_INDEX && from == From::Texture {
                    continue;
                }
                let name = format!("{name} as {:#06x} {:#06x}", pair.0, pair.1);
                let picked = Plain {
                    pixels: image
                        .pixels
                        .iter()
                        .map(|p| if pair.0 == gl::STENCIL_INDEX { [p[1], 0.0, 0.0, 0.0] } else { *p })
                        .collect(),
                };
                self.pair(&name, &picked, from, pair, (n + i) % 2 == 0);
            }
        }
    }
}

/// Every pair that GL 4.6 core table 8.2 and 8.5 allow for colours.
fn color_pairs() -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for format in COLOR_FORMATS {
        pairs.extend(BASIC_TYPES.map(|ty| (format, ty)));
    }
    pairs.extend(PACKED_THREE.map(|ty| (gl::RGB, ty)));
    pairs.extend(PACKED_FOUR.map(|ty| (gl::RGBA, ty)));
    pairs.extend(PACKED_FOUR.map(|ty| (gl::BGRA, ty)));
    pairs.extend([gl::UNSIGNED_INT_10F_11F_11F_REV, gl::UNSIGNED_INT_5_9_9_9_REV].map(|ty| (gl::RGB, ty)));
    pairs
}

/// Colours from a little below 0 to a little above 1, none of them halfway between two numbers of few bits.
fn colors() -> Vec<u8> {
    let value = |i: usize| ((i * 37 % 121) as f32 / 100.3) - 0.0931;
    (0..W * H * D * 4).flat_map(|i| value(i).to_ne_bytes()).collect()
}

// red once: with `image_height` left out of the addresses; with swapped bytes in pack buffers left unswapped; with floats of
// RGB5_A1 taken from eight bits
rule!(31, normalized_colors_are_read_in_every_pair, masks = ["bgra", "norm16", "copy_image"], |gl| {
    let mut walk = Walk { gl, draw: Draw(1) };
    for internal in [
        gl::R8,
        gl::RG8,
        gl::RGB8,
        gl::RGBA8,
        gl::R16,
        gl::RG16,
        gl::RGB16,
        gl::RGBA16,
        gl::R8_SNORM,
        gl::RG8_SNORM,
        gl::RGB8_SNORM,
        gl::RGBA8_SNORM,
        gl::R16_SNORM,
        gl::RG16_SNORM,
        gl::RGB16_SNORM,
        gl::RGBA16_SNORM,
        gl::SRGB8,
        gl::SRGB8_ALPHA8,
        gl::RGB10_A2,
        gl::RGB565,
        gl::RGBA4,
        gl::RGB5_A1,
        gl::R3_G3_B2,
        gl::RGB4,
        gl::RGB5,
        gl::RGB10,
        gl::RGB12,
        gl::RGBA2,
        gl::RGBA12,
    ] {
        walk.format(internal, (gl::RGBA, gl::FLOAT), &colors(), (gl::RGBA, gl::FLOAT), &color_pairs());
    }
    // Blocks as they are: 2 by 1 of them in each layer.
    for (internal, bytes) in [
        (gl::COMPRESSED_RED_RGTC1, 8),
        (gl::COMPRESSED_SIGNED_RED_RGTC1, 8),
        (gl::COMPRESSED_RG_RGTC2, 16),
        (gl::COMPRESSED_SIGNED_RG_RGTC2, 16),
        (gl::COMPRESSED_RGB_S3TC_DXT1_EXT, 8),
        (gl::COMPRESSED_RGBA_S3TC_DXT1_EXT, 8),
        (gl::COMPRESSED_RGBA_S3TC_DXT3_EXT, 16),
        (gl::COMPRESSED_RGBA_S3TC_DXT5_EXT, 16),
        (gl::COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 16),
        (gl::COMPRESSED_RGBA_BPTC_UNORM, 16),
        (gl::COMPRESSED_SRGB_ALPHA_BPTC_UNORM, 16),
        (gl::COMPRESSED_RGB_BPTC_SIGNED_FLOAT, 16),
        (gl::COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, 16),
        (gl::COMPRESSED_RGB8_ETC2, 8),
        (gl::COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, 8),
        (gl::COMPRESSED_RGBA8_ETC2_EAC, 16),
        (gl::COMPRESSED_R11_EAC, 8),
        (gl::COMPRESSED_SIGNED_RG11_EAC, 16),
    ] {
        let blocks = noise(internal, 2 * D * bytes);
        walk.format(internal, (gl::NONE, gl::NONE), &blocks, (gl::RGBA, gl::FLOAT), &color_pairs());
    }
});

// red once: with `image_height` left out of the addresses, and with swapped bytes in pack buffers left unswapped
rule!(31, float_colors_are_read_in_every_pair, masks = ["bgra"], |gl| {
    let mut walk = Walk { gl, draw: Draw(2) };
    for internal in [
        gl::R16F,
        gl::RG16F,
        gl::RGB16F,
        gl::RGBA16F,
        gl::R32F,
        gl::RG32F,
        gl::RGB32F,
        gl::RGBA32F,
        gl::R11F_G11F_B10F,
        gl::RGB9_E5,
    ] {
        walk.format(internal, (gl::RGBA, gl::FLOAT), &colors(), (gl::RGBA, gl::FLOAT), &color_pairs());
    }
});

// red once: with what leaves a type wrapped and not clamped
rule!(31, integers_are_read_in_every_pair, |gl| {
    let mut walk = Walk { gl, draw: Draw(3) };
    let mut pairs = Vec::new();
    for format in INTEGER_FORMATS {
        pairs.extend(BASIC_TYPES[..6].iter().map(|&ty| (format, ty)));
    }
    pairs.extend(PACKED_THREE.map(|ty| (gl::RGB_INTEGER, ty)));
    pairs.extend(PACKED_FOUR.map(|ty| (gl::RGBA_INTEGER, ty)));
    pairs.extend(PACKED_FOUR.map(|ty| (gl::BGRA_INTEGER, ty)));
    for (internal, signed) in [
        (gl::R8UI, false),
        (gl::RG8UI, false),
        (gl::RGB8UI, false),
        (gl::RGBA8UI, false),
        (gl::R16UI, false),
        (gl::RG16UI, false),
        (gl::RGB16UI, false),
        (gl::RGBA16UI, false),
        (gl::R32UI, false),
        (gl::RG32UI, false),
        (gl::RGB32UI, false),
        (gl::RGBA32UI, false),
        (gl::RGB10_A2UI, false),
        (gl::R8I, true),
        (gl::RG8I, true),
        (gl::RGB8I, true),
        (gl::RGBA8I, true),
        (gl::R16I, true),
        (gl::RG16I, true),
        (gl::RGB16I, true),
        (gl::RGBA16I, true),
        (gl::R32I, true),
        (gl::RG32I, true),
        (gl::RGB32I, true),
        (gl::RGBA32I, true),
    ] {
        // Small ones, and some that only 32 bits hold.
        let value = |i: usize| if i % 7 == 3 { (i as u32).wrapping_mul(0x9E37_79B9) } else { (i * 5 % 300) as u32 };
        let texels: Vec<u8> = (0..W * H * D * 4).flat_map(|i| value(i).to_ne_bytes()).collect();
        let ty = if signed { gl::INT } else { gl::UNSIGNED_INT };
        walk.format(internal, (gl::RGBA_INTEGER, ty), &texels, (gl::RGBA_INTEGER, ty), &pairs);
    }
});

// red once: with the sampled stencil shifted by one, where the driver does not read it
rule!(31, depth_and_stencil_are_read_in_every_pair, masks = ["read_depth_stencil", "stencil_texturing"], |gl| {
    let mut walk = Walk { gl, draw: Draw(4) };
    let depths = BASIC_TYPES.map(|ty| (gl::DEPTH_COMPONENT, ty));
    let stencils = BASIC_TYPES.map(|ty| (gl::STENCIL_INDEX, ty));
    let both = [gl::UNSIGNED_INT_24_8, gl::FLOAT_32_UNSIGNED_INT_24_8_REV].map(|ty| (gl::DEPTH_STENCIL, ty));
    let depth = |i: usize| (i * 37 % 101) as f32 / 100.3;
    for internal in [gl::DEPTH_COMPONENT16, gl::DEPTH_COMPONENT24, gl::DEPTH_COMPONENT32, gl::DEPTH_COMPONENT32F] {
        let texels: Vec<u8> = (0..W * H * D).flat_map(|i| depth(i).to_ne_bytes()).collect();
        let plain = (gl::DEPTH_COMPONENT, gl::FLOAT);
        walk.format(internal, plain, &texels, plain, &depths);
    }
    for internal in [gl::DEPTH24_STENCIL8, gl::DEPTH32F_STENCIL8] {
        let texel = |i: usize| [depth(i).to_bits(), (i * 83 % 256) as u32];
        let texels: Vec<u8> = (0..W * H * D).flat_map(texel).flat_map(u32::to_ne_bytes).collect();
        let pairs = [&depths[..], &stencils, &both].concat();
        let upload = (gl::DEPTH_STENCIL, gl::FLOAT_32_UNSIGNED_INT_24_8_REV);
        walk.format(internal, upload, &texels, (gl::DEPTH_COMPONENT, gl::FLOAT), &pairs);
    }
});

// red once: with the skipped images left out of the addresses of pack buffers; with rows aligned to 4 at most
rule!(31, pack_parameters_are_heeded_in_every_combination, |gl| {
    let walk = Walk { gl, draw: Draw(5) };
    let colors = colors();
    let float = (gl::RGBA, gl::FLOAT);
    let depths: Vec<u8> = (0..W * H * D).flat_map(|i| ((i * 37 % 101) as f32 / 100.3).to_ne_bytes()).collect();
    let depth = (gl::DEPTH_COMPONENT, gl::FLOAT);
    // As the driver reads it, converted of several sizes, drawn, and sampled.
    for (internal, upload, texels, plain, pair) in [
        (gl::RGBA8, float, &colors, float, (gl::RGBA, gl::UNSIGNED_BYTE)),
        (gl::RGBA8, float, &colors, float, (gl::BGR, gl::UNSIGNED_BYTE)),
        (gl::RGBA8, float, &colors, float, (gl::RG, gl::UNSIGNED_SHORT)),
        (gl::RGBA16F, float, &colors, float, (gl::RGB, gl::FLOAT)),
        (gl::RGB565, float, &colors, float, (gl::RGB, gl::UNSIGNED_SHORT_5_6_5)),
        (gl::RGB9_E5, float, &colors, float, (gl::RED, gl::BYTE)),
        (gl::DEPTH_COMPONENT32F, depth, &depths, depth, (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT)),
    ] {
        gl.texture(gl::TEXTURE_2D_ARRAY);
        gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, internal, (W as i32, H as i32, D as i32), upload, texels);
        let name = format!("{internal:#06x} as {:#06x} {:#06x}", pair.0, pair.1);
        let image = walk.plain(&name, From::Texture, plain.0, plain.1);
        for packed in [false, true] {
            let mut sums = [0; 3];
            for pack in Pack::all() {
                let wrong = walk.pair_with(&name, &image, From::Texture, pair, packed, &pack);
                sums.iter_mut().zip(wrong).for_each(|(sum, more)| *sum += more);
            }
            gl.i64s(&format!("{name}, buffer {packed}"), &sums);
        }
    }
});
