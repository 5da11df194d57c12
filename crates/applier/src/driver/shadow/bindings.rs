//! Bindings of objects, and pixel store state.

use super::{Groups, Shadow};
use crate::driver::{
    Driver, GlBuffer, GlFramebuffer, GlProgram, GlRenderbuffer, GlSampler, GlTexture, GlVertexArray, GlXfb,
};
use pipe_types::caps::Limits;

/// `None`: not known.
type Known<T> = Option<T>;

/// Texture targets that a unit has a binding of.
const TEXTURE_TARGETS: [u32; 8] = [
    glow::TEXTURE_2D,
    glow::TEXTURE_3D,
    glow::TEXTURE_2D_ARRAY,
    glow::TEXTURE_CUBE_MAP,
    glow::TEXTURE_CUBE_MAP_ARRAY,
    glow::TEXTURE_2D_MULTISAMPLE,
    glow::TEXTURE_2D_MULTISAMPLE_ARRAY,
    glow::TEXTURE_BUFFER,
];
/// Buffer targets without an index; the element array binding belongs to the vertex array.
const BUFFER_TARGETS: [u32; 12] = [
    glow::ARRAY_BUFFER,
    glow::COPY_READ_BUFFER,
    glow::COPY_WRITE_BUFFER,
    glow::PIXEL_PACK_BUFFER,
    glow::PIXEL_UNPACK_BUFFER,
    glow::UNIFORM_BUFFER,
    glow::SHADER_STORAGE_BUFFER,
    glow::ATOMIC_COUNTER_BUFFER,
    glow::TRANSFORM_FEEDBACK_BUFFER,
    glow::DRAW_INDIRECT_BUFFER,
    glow::DISPATCH_INDIRECT_BUFFER,
    glow::TEXTURE_BUFFER,
];

/// Indexed buffer targets that the shadow covers (those of transform feedback belong to its object).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexedTarget {
    /// `GL_UNIFORM_BUFFER`.
    Uniform = 0,
    /// `GL_SHADER_STORAGE_BUFFER`.
    Storage = 1,
    /// `GL_ATOMIC_COUNTER_BUFFER`.
    Atomic = 2,
}

impl IndexedTarget {
    /// The GL enum.
    pub const fn gl_enum(self) -> u32 {
        [glow::UNIFORM_BUFFER, glow::SHADER_STORAGE_BUFFER, glow::ATOMIC_COUNTER_BUFFER][self as usize]
    }
}

/// What an image unit has (`glBindImageTexture`), with GL enums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the parameters of the GL function
pub struct ImageBinding {
    pub texture: Option<GlTexture>,
    pub level: i32,
    pub layered: bool,
    pub layer: i32,
    pub access: u32,
    pub format: u32,
}

/// Pixel store state that ES has, for one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the GL parameters
pub struct PixelStore {
    pub alignment: i32,
    pub row_length: i32,
    /// Unpack only.
    pub image_height: i32,
    pub skip_pixels: i32,
    pub skip_rows: i32,
    /// Unpack only.
    pub skip_images: i32,
}

impl PixelStore {
    /// Rows without gaps.
    pub const TIGHT: PixelStore =
        PixelStore { alignment: 1, row_length: 0, image_height: 0, skip_pixels: 0, skip_rows: 0, skip_images: 0 };
}

/// `(buffer, offset, size)` of an indexed binding; size `None` is the whole buffer.
type Indexed = (Option<GlBuffer>, u64, Option<u64>);

#[derive(Debug, Clone, Default)]
struct Unit {
    textures: [Known<Option<GlTexture>>; TEXTURE_TARGETS.len()],
    sampler: Known<Option<GlSampler>>,
}

#[derive(Debug)]
pub(super) struct Bindings {
    active_unit: Known<u32>,
    units: Vec<Unit>,
    images: Vec<Known<ImageBinding>>,
    buffers: [Known<Option<GlBuffer>>; BUFFER_TARGETS.len()],
    indexed: [Vec<Known<Indexed>>; 3],
    draw_framebuffer: Known<Option<GlFramebuffer>>,
    read_framebuffer: Known<Option<GlFramebuffer>>,
    /// Driver calls that bound a framebuffer.
    framebuffer_binds: u64,
    renderbuffer: Known<Option<GlRenderbuffer>>,
    vertex_array: Known<Option<GlVertexArray>>,
    program: Known<Option<GlProgram>>,
    xfb: Known<Option<GlXfb>>,
    pack: Known<PixelStore>,
    unpack: Known<PixelStore>,
}

impl Bindings {
    pub(super) fn new(limits: &Limits) -> Self {
        let some = |n: u32| n.min(1024) as usize;
        Bindings {
            active_unit: None,
            units: vec![Unit::default(); some(limits.max_combined_texture_image_units)],
            images: vec![None; some(limits.max_image_units)],
            buffers: Default::default(),
            indexed: [
                vec![None; some(limits.max_uniform_buffer_bindings)],
                vec![None; some(limits.max_shader_storage_buffer_bindings)],
                vec![None; some(limits.max_atomic_counter_buffer_bindings)],
            ],
            draw_framebuffer: None,
            read_framebuffer: None,
            framebuffer_binds: 0,
            renderbuffer: None,
            vertex_array: None,
            program: None,
            xfb: None,
            pack: None,
            unpack: None,
        }
    }
    pub(super) fn forget_everything(&mut self) {
        self.units.fill(Unit::default());
        self.images.fill(None);
        self.indexed.iter_mut().for_each(|list| list.fill(None));
        *self = Bindings {
            active_unit: None,
            units: std::mem::take(&mut self.units),
            images: std::mem::take(&mut self.images),
            buffers: Default::default(),
            indexed: std::mem::take(&mut self.indexed),
            draw_framebuffer: None,
            read_framebuffer: None,
            framebuffer_binds: self.framebuffer_binds,
            renderbuffer: None,
            vertex_array: None,
            program: None,
            xfb: None,
            pack: None,
            unpack: None,
        };
    }
}

fn texture_index(target: u32) -> Option<usize> {
    TEXTURE_TARGETS.iter().position(|t| *t == target)
}

impl Shadow {
    /// Driver texture units.
    pub fn texture_units(&self) -> u32 {
        self.bindings.units.len() as u32
    }

    /// `glActiveTexture(GL_TEXTURE0 + unit)`.
    pub fn active_unit(&mut self, gl: &Driver, unit: u32) {
        if self.bindings.active_unit == Some(unit) {
            gl.spared();
        } else {
            self.bindings.active_unit = Some(unit);
            gl.active_texture(glow::TEXTURE0 + unit);
        }
    }

    /// Binds a texture to `target` of a unit; which unit is active after it is not defined.
    pub fn bind_texture(&mut self, gl: &Driver, unit: u32, target: u32, texture: Option<GlTexture>) {
        let index = texture_index(target);
        debug_assert!(index.is_some(), "texture target {target:#x}");
        let slot = index.and_then(|i| self.bindings.units.get_mut(unit as usize).map(|u| &mut u.textures[i]));
        if let Some(slot) = slot {
            if *slot == Some(texture) {
                return gl.spared();
            }
            *slot = Some(texture);
        }
        self.moved |= Groups::UNITS;
        self.active_unit(gl, unit);
        gl.bind_texture(target, texture);
    }

    /// Binds a texture for an operation on itself (upload, parameters) and makes its unit active: the last unit, so that
    /// what draws use is rarely disturbed.
    pub fn edit_texture(&mut self, gl: &Driver, target: u32, texture: GlTexture) {
        let unit = self.bindings.units.len().saturating_sub(1) as u32;
        self.bind_texture(gl, unit, target, Some(texture));
        self.active_unit(gl, unit);
    }

    /// Binds a sampler object to a unit.
    pub fn bind_sampler(&mut self, gl: &Driver, unit: u32, sampler: Option<GlSampler>) {
        if let Some(slot) = self.bindings.units.get_mut(unit as usize).map(|u| &mut u.sampler) {
            if *slot == Some(sampler) {
                return gl.spared();
            }
            *slot = Some(sampler);
        }
        self.moved |= Groups::UNITS;
        gl.bind_sampler(unit, sampler);
    }

    /// `glBindImageTexture`.
    pub fn bind_image(&mut self, gl: &Driver, unit: u32, image: ImageBinding) {
        if let Some(slot) = self.bindings.images.get_mut(unit as usize) {
            if *slot == Some(image) {
                return gl.spared();
            }
            *slot = Some(image);
        }
        self.moved |= Groups::IMAGES;
        let ImageBinding { texture, level, layered, layer, access, format } = image;
        gl.bind_image_texture(unit, texture, level, layered, layer, access, format);
    }

    /// Binds a buffer to a target without an index (not `GL_ELEMENT_ARRAY_BUFFER`).
    pub fn bind_buffer(&mut self, gl: &Driver, target: u32, buffer: Option<GlBuffer>) {
        let index = BUFFER_TARGETS.iter().position(|t| *t == target);
        debug_assert!(index.is_some(), "buffer target {target:#x}");
        if let Some(slot) = index.map(|i| &mut self.bindings.buffers[i]) {
            if *slot == Some(buffer) {
                return gl.spared();
            }
            *slot = Some(buffer);
        }
        gl.bind_buffer(target, buffer);
    }

    /// Binds a range (size `None`: the whole buffer) to an indexed target.
    pub fn bind_indexed(
        &mut self,
        gl: &Driver,
        target: IndexedTarget,
        index: u32,
        buffer: Option<GlBuffer>,
        offset: u64,
        size: Option<u64>,
    ) {
        if let Some(slot) = self.bindings.indexed[target as usize].get_mut(index as usize) {
            if *slot == Some((buffer, offset, size)) {
                return gl.spared();
            }
            *slot = Some((buffer, offset, size));
        }
        self.moved |= Groups::BUFFERS;
        // The call moves the binding without index, too.
        if let Some(i) = BUFFER_TARGETS.iter().position(|t| *t == target.gl_enum()) {
            self.bindings.buffers[i] = Some(buffer);
        }
        match (buffer, size) {
            (Some(_), Some(size)) => {
                gl.bind_buffer_range(target.gl_enum(), index, buffer, offset, size);
            }
            _ => gl.bind_buffer_base(target.gl_enum(), index, buffer),
        }
    }

    /// Binds the draw framebuffer.
    pub fn bind_draw_framebuffer(&mut self, gl: &Driver, framebuffer: Option<GlFramebuffer>) {
        if self.bindings.draw_framebuffer == Some(framebuffer) {
            gl.spared();
        } else {
            self.bindings.draw_framebuffer = Some(framebuffer);
            self.moved |= Groups::DRAW_FRAMEBUFFER;
            self.bindings.framebuffer_binds += 1;
            gl.scene_ends();
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, framebuffer);
        }
    }

    /// Binds the read framebuffer.
    pub fn bind_read_framebuffer(&mut self, gl: &Driver, framebuffer: Option<GlFramebuffer>) {
        if self.bindings.read_framebuffer == Some(framebuffer) {
            gl.spared();
        } else {
            self.bindings.read_framebuffer = Some(framebuffer);
            self.moved |= Groups::READ_FRAMEBUFFER;
            self.bindings.framebuffer_binds += 1;
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, framebuffer);
        }
    }

    /// How often a framebuffer was bound on the driver.
    pub(crate) fn framebuffer_binds(&self) -> u64 {
        self.bindings.framebuffer_binds
    }

    /// The draw framebuffer, if known.
    pub fn draw_framebuffer(&self) -> Option<Option<GlFramebuffer>> {
        self.bindings.draw_framebuffer
    }

    /// The read framebuffer, if known.
    pub fn read_framebuffer(&self) -> Option<Option<GlFramebuffer>> {
        self.bindings.read_framebuffer
    }

    /// Binds a renderbuffer.
    pub fn bind_renderbuffer(&mut self, gl: &Driver, renderbuffer: Option<GlRenderbuffer>) {
        if self.bindings.renderbuffer == Some(renderbuffer) {
            gl.spared();
        } else {
            self.bindings.renderbuffer = Some(renderbuffer);
            gl.bind_renderbuffer(glow::RENDERBUFFER, renderbuffer);
        }
    }

    /// Binds a vertex array.
    pub fn bind_vertex_array(&mut self, gl: &Driver, array: Option<GlVertexArray>) {
        if self.bindings.vertex_array == Some(array) {
            gl.spared();
        } else {
            self.bindings.vertex_array = Some(array);
            self.moved |= Groups::VERTEX_ARRAY;
            gl.bind_vertex_array(array);
        }
    }

    /// Makes a program current.
    pub fn use_program(&mut self, gl: &Driver, program: Option<GlProgram>) {
        if self.bindings.program == Some(program) {
            gl.spared();
        } else {
            self.bindings.program = Some(program);
            self.moved |= Groups::PROGRAM;
            gl.use_program(program);
        }
    }

    /// The current program, if known.
    pub fn program(&self) -> Option<Option<GlProgram>> {
        self.bindings.program
    }

    /// Binds a transform feedback object.
    pub fn bind_xfb(&mut self, gl: &Driver, xfb: Option<GlXfb>) {
        if self.bindings.xfb == Some(xfb) {
            gl.spared();
        } else {
            self.bindings.xfb = Some(xfb);
            gl.bind_transform_feedback(glow::TRANSFORM_FEEDBACK, xfb);
        }
    }

    /// `glPixelStorei(GL_PACK_*)`.
    pub fn pack(&mut self, gl: &Driver, store: PixelStore) {
        const NAMES: [u32; 6] =
            [glow::PACK_ALIGNMENT, glow::PACK_ROW_LENGTH, 0, glow::PACK_SKIP_PIXELS, glow::PACK_SKIP_ROWS, 0];
        pixel_store(gl, &mut self.bindings.pack, store, NAMES);
    }

    /// `glPixelStorei(GL_UNPACK_*)`.
    pub fn unpack(&mut self, gl: &Driver, store: PixelStore) {
        const NAMES: [u32; 6] = [
            glow::UNPACK_ALIGNMENT,
            glow::UNPACK_ROW_LENGTH,
            glow::UNPACK_IMAGE_HEIGHT,
            glow::UNPACK_SKIP_PIXELS,
            glow::UNPACK_SKIP_ROWS,
            glow::UNPACK_SKIP_IMAGES,
        ];
        pixel_store(gl, &mut self.bindings.unpack, store, NAMES);
    }

    /// The texture is about to be deleted, or its name handed out again: no binding of it is known any more.
    pub fn forget_texture(&mut self, texture: GlTexture) {
        self.moved |= Groups::UNITS | Groups::IMAGES;
        for unit in &mut self.bindings.units {
            unit.textures.iter_mut().filter(|t| **t == Some(Some(texture))).for_each(|t| *t = None);
        }
        for image in &mut self.bindings.images {
            if image.is_some_and(|i| i.texture == Some(texture)) {
                *image = None;
            }
        }
    }

    /// The sampler is about to be deleted.
    pub fn forget_sampler(&mut self, sampler: GlSampler) {
        self.moved |= Groups::UNITS;
        for unit in self.bindings.units.iter_mut().filter(|u| u.sampler == Some(Some(sampler))) {
            unit.sampler = None;
        }
    }

    /// The buffer is about to be deleted.
    pub fn forget_buffer(&mut self, buffer: GlBuffer) {
        self.moved |= Groups::BUFFERS;
        self.bindings.buffers.iter_mut().filter(|b| **b == Some(Some(buffer))).for_each(|b| *b = None);
        for slot in self.bindings.indexed.iter_mut().flatten() {
            if matches!(slot, Some((Some(b), _, _)) if *b == buffer) {
                *slot = None;
            }
        }
    }

    /// The buffer has new storage: bindings of the whole of it are to be made again.
    pub fn buffer_moved(&mut self, buffer: GlBuffer) {
        self.forget_buffer(buffer);
    }

    /// The framebuffer is about to be deleted.
    pub fn forget_framebuffer(&mut self, framebuffer: GlFramebuffer) {
        let b = &mut self.bindings;
        if b.draw_framebuffer == Some(Some(framebuffer)) {
            b.draw_framebuffer = None;
            self.moved |= Groups::DRAW_FRAMEBUFFER;
        }
        if b.read_framebuffer == Some(Some(framebuffer)) {
            b.read_framebuffer = None;
            self.moved |= Groups::READ_FRAMEBUFFER;
        }
    }

    /// The renderbuffer is about to be deleted.
    pub fn forget_renderbuffer(&mut self, renderbuffer: GlRenderbuffer) {
        if self.bindings.renderbuffer == Some(Some(renderbuffer)) {
            self.bindings.renderbuffer = None;
        }
    }

    /// The vertex array is about to be deleted.
    pub fn forget_vertex_array(&mut self, array: GlVertexArray) {
        if self.bindings.vertex_array == Some(Some(array)) {
            self.bindings.vertex_array = None;
            self.moved |= Groups::VERTEX_ARRAY;
        }
    }

    /// The program is about to be deleted.
    pub fn forget_program(&mut self, program: GlProgram) {
        if self.bindings.program == Some(Some(program)) {
            self.bindings.program = None;
            self.moved |= Groups::PROGRAM;
        }
    }

    /// The transform feedback buffer binding without index was moved by an indexed call.
    pub fn forget_xfb_buffer(&mut self) {
        if let Some(i) = BUFFER_TARGETS.iter().position(|t| *t == glow::TRANSFORM_FEEDBACK_BUFFER) {
            self.bindings.buffers[i] = None;
        }
    }

    /// The transform feedback object is about to be deleted.
    pub fn forget_xfb(&mut self, xfb: GlXfb) {
        if self.bindings.xfb == Some(Some(xfb)) {
            self.bindings.xfb = None;
        }
    }
}

fn pixel_store(gl: &Driver, known: &mut Known<PixelStore>, store: PixelStore, names: [u32; 6]) {
    let words = |s: PixelStore| [s.alignment, s.row_length, s.image_height, s.skip_pixels, s.skip_rows, s.skip_images];
    let before = known.map(words);
    for (i, value) in words(store).into_iter().enumerate() {
        if names[i] != 0 && before.is_none_or(|b| b[i] != value) {
            gl.pixel_store_i32(names[i], value);
        }
    }
    *known = Some(store);
}
