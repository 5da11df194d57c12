//! Copies by drawing, and the temporary images that copies and readbacks go through.

pub(crate) mod shader;

use crate::{
    Applier,
    driver::{GlSampler, GlTexture, UniformShape},
    error::{Refusal, Result},
    framebuffer::{Binding, Source, attach, texture_image},
    scratch::InternalDraw,
    texture::{Texture, object::Level},
};
use pipe_types::{caps::Features, records::resource::ResourceTarget};
use shader::{CopyProgram, Dimension, Output, Pick, TexelClass, Transfer};
use texel::{
    FormatInfo,
    es::{Clamp, EsStorage},
    format::Component,
};

const TEXTURE_SRGB_DECODE: u32 = 0x8A48;
const SKIP_DECODE: i32 = 0x8A4A;

/// One draw that copies texels into the bound draw framebuffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyDraw {
    pub(crate) program: CopyProgram,
    /// Driver target and texture; the level to read is its base level.
    pub(crate) source: (u32, GlTexture),
    /// Sample of a multisampled source; with [`Pick::Average`] how many there are.
    pub(crate) sample: i32,
    pub(crate) layer: i32,
    /// Size of the source level.
    pub(crate) size: [i32; 3],
    /// x, y, width, height in the draw framebuffer.
    pub(crate) dst: [i32; 4],
    /// Source position of a fragment: (fragment - corner of `dst`) * first two + last two, in texels.
    pub(crate) map: [f32; 4],
    pub(crate) scissor: Option<[i32; 4]>,
    pub(crate) color_masks: [u8; 8],
    /// Reference and write mask; with [`Output::Stencil`] only where the texel has all bits of the reference.
    pub(crate) stencil: Option<(i32, u32)>,
    /// Bits of the sample mask.
    pub(crate) sample_mask: u32,
    pub(crate) encoding: Encoding,
    /// The range that the target's values are to keep.
    pub(crate) clamp: Option<Clamp>,
}

/// What a copy has to do with sRGB.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Encoding {
    /// The source's driver format is sRGB.
    pub(crate) source: bool,
    /// So is the target's.
    pub(crate) target: bool,
    /// Colours are linear on the way, as in blits while `GL_FRAMEBUFFER_SRGB` is on; stored values are copied otherwise.
    pub(crate) linear: bool,
}

impl Encoding {
    /// Stored values are copied between images of these driver formats.
    pub(crate) fn stored(source: u32, target: u32) -> Self {
        Self { source: is_srgb(source), target: is_srgb(target), linear: false }
    }
}

/// Whether a driver format has sRGB encoding.
pub(crate) fn is_srgb(es_internal_format: u32) -> bool {
    texel::info(es_internal_format).is_some_and(|info| info.color_encoding() == glow::SRGB)
}

impl CopyDraw {
    /// A copy of a whole image into one of the same size.
    pub(crate) fn whole(program: CopyProgram, source: (u32, GlTexture), size: [i32; 3], encoding: Encoding) -> Self {
        Self {
            program,
            source,
            sample: 0,
            layer: 0,
            size,
            dst: [0, 0, size[0], size[1]],
            map: [1.0, 1.0, 0.0, 0.0],
            scissor: None,
            color_masks: [15; 8],
            stencil: None,
            sample_mask: !0,
            encoding,
            clamp: None,
        }
    }
}

/// A temporary image of the driver, gone with [`Applier::drop_temporary`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temporary {
    pub(crate) name: GlTexture,
    pub(crate) target: u32,
    pub(crate) size: [i32; 2],
}

impl Temporary {
    pub(crate) fn source(&self) -> Source {
        Source::Plane { name: self.name, image: self.target, level: 0 }
    }
}

pub(crate) fn dimension(target: ResourceTarget) -> Dimension {
    match target {
        ResourceTarget::Tex1DArray | ResourceTarget::Tex2DArray => Dimension::D2Array,
        ResourceTarget::Tex3D => Dimension::D3,
        ResourceTarget::TexCube => Dimension::Cube,
        ResourceTarget::TexCubeArray => Dimension::CubeArray,
        ResourceTarget::Tex2DMS => Dimension::D2Ms,
        ResourceTarget::Tex2DMSArray => Dimension::D2MsArray,
        _ => Dimension::D2,
    }
}

/// What a shader reads texels of a format as.
pub(crate) fn class_of(info: &FormatInfo) -> TexelClass {
    match info.component {
        Component::Int => TexelClass::Int,
        Component::Uint => TexelClass::Uint,
        _ => TexelClass::Float,
    }
}

/// The attachment point for an image of a format.
pub(crate) fn point_of(info: &FormatInfo) -> u32 {
    match (info.base.has_depth(), info.base.has_stencil()) {
        (true, true) => glow::DEPTH_STENCIL_ATTACHMENT,
        (true, false) => glow::DEPTH_ATTACHMENT,
        (false, true) => glow::STENCIL_ATTACHMENT,
        (false, false) => glow::COLOR_ATTACHMENT0,
    }
}

/// The buffers that an image of a format is, for blits.
pub(crate) fn mask_of(info: &FormatInfo) -> u32 {
    let depth = if info.base.has_depth() { glow::DEPTH_BUFFER_BIT } else { 0 };
    let stencil = if info.base.has_stencil() { glow::STENCIL_BUFFER_BIT } else { 0 };
    if depth | stencil == 0 { glow::COLOR_BUFFER_BIT } else { depth | stencil }
}

impl Applier {
    /// Draws a copy. The draw framebuffer is bound, the source's base level set.
    pub(crate) fn copy_draw(&mut self, copy: &CopyDraw) -> Result {
        let multisample = matches!(copy.program.dimension, Dimension::D2Ms | Dimension::D2MsArray);
        let Encoding { source, target, linear } = copy.encoding;
        // Texels of multisampled textures are always decoded, and some drivers always encode.
        let decoded = source && (linear || multisample || !self.gl.has(Features::SRGB_DECODE));
        let encodes = target && (linear || !self.gl.has(Features::SRGB_WRITE_CONTROL));
        // Filters mix what is stored; a single decoded texel may as well be encoded by the driver.
        let (encodes, transfer) = match copy.program.pick {
            _ if linear => (encodes, Transfer::default()),
            Pick::Nearest if decoded && target => (true, Transfer::default()),
            _ => (encodes, Transfer { encode: decoded, decode: encodes }),
        };
        let sampler = self.fetch_sampler(decoded)?;
        let fragment = CopyProgram { transfer, clamp: copy.clamp, ..copy.program }.fragment();
        let words = |x: [f32; 4]| x.map(f32::to_bits);
        let map = words(copy.map);
        let at = [copy.sample, copy.layer, copy.size[0], copy.size[1]].map(|x| x as u32);
        let corner = [copy.dst[0] as f32, copy.dst[1] as f32].map(f32::to_bits);
        let depth = [(copy.size[2].max(1) as f32).to_bits()];
        let bit = [copy.stencil.map_or(0, |(reference, _)| reference as u32)];
        let (target, name) = copy.source;
        self.images.counters.drawn += 1;
        self.internal_draw(&InternalDraw {
            fragment: &fragment,
            textures: &[(target, name, (!multisample).then_some(sampler))],
            uniforms: &[
                ("map", UniformShape::Float(4), &map),
                ("at", UniformShape::Int(4), &at),
                ("corner", UniformShape::Float(2), &corner),
                ("depth", UniformShape::Float(1), &depth),
                ("bit", UniformShape::Int(1), &bit),
            ],
            viewport: copy.dst,
            scissor: copy.scissor,
            color_masks: copy.color_masks,
            depth_write: copy.program.output == Output::Depth,
            stencil: copy.stencil,
            sample_mask: copy.sample_mask,
            srgb: encodes,
            ..InternalDraw::default()
        })
    }

    /// A sampler without filters and mipmaps that decodes sRGB values or leaves them as they are stored.
    pub(crate) fn fetch_sampler(&mut self, decode: bool) -> Result<GlSampler> {
        if let Some(sampler) = self.images.fetch_samplers[usize::from(decode)] {
            return Ok(sampler);
        }
        let gl = &self.gl;
        let sampler = gl.create_sampler().map_err(Refusal::Driver)?;
        for (parameter, value) in [
            (glow::TEXTURE_MIN_FILTER, glow::NEAREST),
            (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
            (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_WRAP_R, glow::CLAMP_TO_EDGE),
        ] {
            gl.sampler_parameter_i32(sampler, parameter, value as i32);
        }
        if !decode && gl.has(Features::SRGB_DECODE) {
            gl.sampler_parameter_i32(sampler, TEXTURE_SRGB_DECODE, SKIP_DECODE);
        }
        self.images.fetch_samplers[usize::from(decode)] = Some(sampler);
        Ok(sampler)
    }

    /// Binds the scratch framebuffer of a binding with nothing attached but `image` at `point`. Whether it is complete.
    pub(crate) fn bind_scratch(&mut self, binding: Binding, point: u32, image: Source) -> Result<bool> {
        let name = self.scratch_framebuffer(binding)?;
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        let target = match binding {
            Binding::Draw => glow::DRAW_FRAMEBUFFER,
            Binding::Read => glow::READ_FRAMEBUFFER,
        };
        match binding {
            Binding::Draw => shadow.bind_draw_framebuffer(gl, Some(name)),
            Binding::Read => shadow.bind_read_framebuffer(gl, Some(name)),
        }
        for other in [glow::COLOR_ATTACHMENT0, glow::DEPTH_STENCIL_ATTACHMENT] {
            if other != point {
                attach(gl, target, other, Source::Empty);
            }
        }
        attach(gl, target, point, image);
        let color = point == glow::COLOR_ATTACHMENT0;
        let buffer = if color { glow::COLOR_ATTACHMENT0 } else { glow::NONE };
        match binding {
            Binding::Draw => gl.draw_buffers(&[buffer]),
            Binding::Read => gl.read_buffer(buffer),
        }
        Ok(gl.check_framebuffer_status(target) == glow::FRAMEBUFFER_COMPLETE)
    }

    /// A 2D image of a driver format, without content.
    pub(crate) fn temporary(&mut self, es_internal_format: u32, size: [i32; 2]) -> Result<Temporary> {
        self.temporary_samples(es_internal_format, size, 0)
    }

    /// The same with this many samples.
    pub(crate) fn temporary_samples(&mut self, es: u32, size: [i32; 2], samples: u32) -> Result<Temporary> {
        let name = self.gl.create_texture().map_err(Refusal::Driver)?;
        self.contexts_mut().for_each(|cx| cx.shadow.forget_texture(name));
        let target = if samples > 1 { glow::TEXTURE_2D_MULTISAMPLE } else { glow::TEXTURE_2D };
        self.cx.shadow.edit_texture(&self.gl, target, name);
        let [w, h] = size.map(|x| x.max(1));
        if samples > 1 {
            self.gl.tex_storage_2d_multisample(target, samples as i32, es, w, h, true);
        } else {
            self.gl.tex_storage_2d(target, 1, es, w, h);
        }
        Ok(Temporary { name, target, size })
    }

    /// Gives a temporary image back.
    pub(crate) fn drop_temporary(&mut self, temporary: Temporary) {
        self.contexts_mut().for_each(|cx| cx.shadow.forget_texture(temporary.name));
        self.gl.delete_texture(temporary.name);
    }

    /// Copies one image of a texture into the same place of another one with different storage, by drawing. `layer` is the
    /// layer, slice or face.
    pub(crate) fn draw_image(
        &mut self,
        old: &Texture,
        from: &Level,
        new: &Texture,
        to: &Level,
        level: u16,
        layer: i32,
    ) {
        let result = self.try_draw_image(old, from, new, to, level, layer);
        if let Err(refusal) = result {
            tracing::error!(%refusal, "a texture's content is lost in its re-creation");
        }
    }

    fn try_draw_image(
        &mut self,
        old: &Texture,
        from: &Level,
        new: &Texture,
        to: &Level,
        level: u16,
        layer: i32,
    ) -> Result {
        let complete = self.bind_scratch(Binding::Draw, point_of(to.info), texture_image(new, level, layer))?;
        if !complete {
            return Err(Refusal::Unsupported(format!("rendering to {:#06x}", to.storage.internal_format)));
        }
        old.begin_raw(&self.gl, &mut self.cx.shadow, level, false);
        let depth = from.info.base.has_depth();
        let program = CopyProgram {
            dimension: dimension(old.target),
            class: class_of(from.info),
            output: if depth { Output::Depth } else { Output::Color },
            pick: Pick::Nearest,
            transfer: Transfer::default(),
            clamp: None,
        };
        let encoding = Encoding::stored(from.storage.internal_format, to.storage.internal_format);
        let dst = [0, 0, to.size[0], to.size[1]];
        let whole = CopyDraw::whole(program, (old.es_target, old.name), from.size, encoding);
        let result = self.copy_draw(&CopyDraw { layer, dst, ..whole });
        old.end_raw(&self.gl, &mut self.cx.shadow, level, false);
        result
    }
}

/// A driver format that can be rendered to and read back, and holds every value of a format that itself can't be: for
/// reading by drawing.
pub(crate) fn readable_twin(info: &FormatInfo, storage: &EsStorage) -> u32 {
    match (class_of(info), storage.component) {
        (TexelClass::Int, _) => glow::RGBA32I,
        (TexelClass::Uint, _) => glow::RGBA32UI,
        (_, Component::Unorm)
            if info.bits.red <= 8 && info.bits.green <= 8 || info.block.is_some() && !wide_block(info) =>
        {
            glow::RGBA8
        }
        _ => glow::RGBA32F,
    }
}

/// Compressed formats whose values 8 bits do not hold.
fn wide_block(info: &FormatInfo) -> bool {
    info.bits.red > 8
}
