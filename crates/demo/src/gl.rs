//! OpenGL as safe functions: the one module of this program that calls the driver.
//!
//! Two rules make the calls sound. A [`Gl`] exists only while its context is current in the only thread of the program.
//! Every call that hands the driver memory hands it a slice whose length the driver is told, or checks here that the
//! slice is as long as the transfer; offsets name buffer objects, which the driver bounds itself.

use anyhow::{Result, bail, ensure};
use glow::HasContext as _;
pub(crate) use glow::{
    NativeBuffer as Buffer, NativeFramebuffer as Framebuffer, NativeProgram as Program, NativeTexture as Texture,
    NativeUniformLocation as UniformLocation, NativeVertexArray as VertexArray,
};

/// The functions of the current context.
pub(crate) struct Gl {
    raw: glow::Context,
}

macro_rules! forward {
    ($( $name:ident($($arg:ident: $kind:ty),*) $(-> $ret:ty)?; )*) => {
        impl Gl {
            $(
                #[doc = concat!("`", stringify!($name), "` of GL.")]
                pub(crate) fn $name(&self, $($arg: $kind),*) $(-> $ret)? {
                    // SAFETY: see the module's two rules; the arguments are values, names and slices of known length.
                    unsafe { self.raw.$name($($arg),*) }
                }
            )*
        }
    };
}

forward! {
    active_texture(unit: u32);
    bind_buffer(target: u32, buffer: Option<Buffer>);
    bind_buffer_base(target: u32, index: u32, buffer: Option<Buffer>);
    bind_buffer_range(target: u32, index: u32, buffer: Option<Buffer>, offset: i32, size: i32);
    bind_framebuffer(target: u32, framebuffer: Option<Framebuffer>);
    bind_sampler(unit: u32, sampler: Option<glow::NativeSampler>);
    bind_texture(target: u32, texture: Option<Texture>);
    bind_vertex_array(array: Option<VertexArray>);
    blend_func(source: u32, destination: u32);
    blend_func_separate(source: u32, destination: u32, source_alpha: u32, destination_alpha: u32);
    buffer_data_u8_slice(target: u32, data: &[u8], usage: u32);
    buffer_sub_data_u8_slice(target: u32, offset: i32, data: &[u8]);
    clear(mask: u32);
    clear_buffer_f32_slice(target: u32, buffer: u32, values: &[f32; 4]);
    clear_buffer_u32_slice(target: u32, buffer: u32, values: &[u32; 4]);
    clear_color(red: f32, green: f32, blue: f32, alpha: f32);
    delete_program(program: Program);
    depth_func(func: u32);
    depth_mask(on: bool);
    disable(cap: u32);
    dispatch_compute(x: u32, y: u32, z: u32);
    draw_arrays(mode: u32, first: i32, count: i32);
    draw_buffers(buffers: &[u32]);
    draw_elements(mode: u32, count: i32, kind: u32, offset: i32);
    enable(cap: u32);
    enable_vertex_attrib_array(index: u32);
    finish();
    flush();
    framebuffer_texture_2d(target: u32, attachment: u32, kind: u32, texture: Option<Texture>, level: i32);
    generate_mipmap(target: u32);
    get_active_uniform(program: Program, index: u32) -> Option<glow::ActiveUniform>;
    get_active_uniforms(program: Program) -> u32;
    get_error() -> u32;
    get_parameter_string(name: u32) -> String;
    get_program_parameter_i32(program: Program, name: u32) -> i32;
    get_uniform_block_index(program: Program, name: &str) -> Option<u32>;
    get_uniform_location(program: Program, name: &str) -> Option<UniformLocation>;
    patch_parameter_i32(name: u32, value: i32);
    polygon_offset(factor: f32, units: f32);
    read_buffer(source: u32);
    sampler_parameter_i32(sampler: glow::NativeSampler, name: u32, value: i32);
    tex_parameter_i32(target: u32, name: u32, value: i32);
    uniform_1_i32(location: Option<&UniformLocation>, x: i32);
    uniform_2_f32(location: Option<&UniformLocation>, x: f32, y: f32);
    uniform_4_f32(location: Option<&UniformLocation>, x: f32, y: f32, z: f32, w: f32);
    uniform_block_binding(program: Program, index: u32, binding: u32);
    use_program(program: Option<Program>);
    vertex_attrib_pointer_f32(index: u32, size: i32, kind: u32, normalized: bool, stride: i32, offset: i32);
    viewport(x: i32, y: i32, width: i32, height: i32);
}

/// How a texture level's texels stand in memory: GL's sized internal format, and the format and type of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Texels {
    internal: u32,
    format: u32,
    kind: u32,
    bytes: usize,
}

macro_rules! texels {
    ($( $name:ident = $internal:ident, $format:ident, $kind:ident, $bytes:literal; )*) => {
        impl Texels { $(
            #[doc = concat!("`", stringify!($internal), "`, ", stringify!($bytes), " bytes a texel.")]
            pub(crate) const $name: Self =
                Self { internal: glow::$internal, format: glow::$format, kind: glow::$kind, bytes: $bytes };
        )* }
    };
}

texels! {
    RGBA8 = RGBA8, RGBA, UNSIGNED_BYTE, 4;
    SRGB8_ALPHA8 = SRGB8_ALPHA8, RGBA, UNSIGNED_BYTE, 4;
    RGB10_A2 = RGB10_A2, RGBA, UNSIGNED_INT_2_10_10_10_REV, 4;
    R32UI = R32UI, RED_INTEGER, UNSIGNED_INT, 4;
    R16F = R16F, RED, HALF_FLOAT, 2;
    RGBA16F = RGBA16F, RGBA, HALF_FLOAT, 8;
    R11F_G11F_B10F = R11F_G11F_B10F, RGB, UNSIGNED_INT_10F_11F_11F_REV, 4;
    DEPTH32F = DEPTH_COMPONENT32F, DEPTH_COMPONENT, FLOAT, 4;
    DEPTH24 = DEPTH_COMPONENT24, DEPTH_COMPONENT, UNSIGNED_INT, 4;
}

impl Gl {
    /// Resolves every entry point.
    pub(crate) fn new(display: &crate::egl::Display) -> Self {
        // SAFETY: the display's context is current in this thread, and its addresses are those of the functions named.
        Self { raw: unsafe { glow::Context::from_loader_function(|name| display.address(name)) } }
    }

    /// A new buffer that holds `data`.
    pub(crate) fn buffer(&self, target: u32, data: &[u8], usage: u32) -> Result<Buffer> {
        // SAFETY: see the module's rules.
        let buffer = unsafe { self.raw.create_buffer() }.map_err(anyhow::Error::msg)?;
        self.bind_buffer(target, Some(buffer));
        self.buffer_data_u8_slice(target, data, usage);
        Ok(buffer)
    }

    /// A new buffer of zeros that stays mapped for writing, coherently.
    pub(crate) fn mapped(&self, target: u32, bytes: usize) -> Result<Mapped> {
        // SAFETY: see the module's rules.
        let buffer = unsafe { self.raw.create_buffer() }.map_err(anyhow::Error::msg)?;
        self.bind_buffer(target, Some(buffer));
        let access = glow::MAP_WRITE_BIT | glow::MAP_PERSISTENT_BIT | glow::MAP_COHERENT_BIT;
        // SAFETY: a size without data, and the whole of it mapped.
        let memory = unsafe {
            self.raw.buffer_storage(target, i32::try_from(bytes)?, None, access);
            self.raw.map_buffer_range(target, 0, i32::try_from(bytes)?, access)
        };
        ensure!(!memory.is_null(), "the buffer can't be mapped to stay: {:#06x}", self.get_error());
        Ok(Mapped { buffer, memory, bytes })
    }

    /// A new, empty vertex array, bound.
    pub(crate) fn vertex_array(&self) -> Result<VertexArray> {
        // SAFETY: see the module's rules.
        let array = unsafe { self.raw.create_vertex_array() }.map_err(anyhow::Error::msg)?;
        self.bind_vertex_array(Some(array));
        Ok(array)
    }

    /// A new sampler with integer parameters.
    pub(crate) fn sampler(&self, parameters: &[(u32, u32)]) -> Result<glow::NativeSampler> {
        // SAFETY: see the module's rules.
        let sampler = unsafe { self.raw.create_sampler() }.map_err(anyhow::Error::msg)?;
        for &(name, value) in parameters {
            self.sampler_parameter_i32(sampler, name, value as i32);
        }
        Ok(sampler)
    }

    /// A new 2D texture of `levels` levels without content, bound to unit 0, nearest and clamped.
    pub(crate) fn texture(&self, texels: Texels, width: i32, height: i32, levels: i32) -> Result<Texture> {
        // SAFETY: see the module's rules.
        let texture = unsafe { self.raw.create_texture() }.map_err(anyhow::Error::msg)?;
        self.active_texture(glow::TEXTURE0);
        self.bind_texture(glow::TEXTURE_2D, Some(texture));
        for level in 0..levels {
            self.tex_image(level, texels, (width >> level).max(1), (height >> level).max(1), None)?;
        }
        for (name, value) in [
            (glow::TEXTURE_MIN_FILTER, if levels > 1 { glow::NEAREST_MIPMAP_NEAREST } else { glow::NEAREST }),
            (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
            (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_MAX_LEVEL, levels as u32 - 1),
        ] {
            self.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
        }
        Ok(texture)
    }

    /// `glTexImage2D` on the bound 2D texture.
    pub(crate) fn tex_image(
        &self,
        level: i32,
        texels: Texels,
        width: i32,
        height: i32,
        data: Option<&[u8]>,
    ) -> Result<()> {
        if let Some(data) = data {
            check_transfer(texels, width, height, data.len())?;
        }
        // SAFETY: the slice is as long as the transfer: rows of 4-byte aligned texels, no unpack state is ever set.
        unsafe {
            self.raw.tex_image_2d(
                glow::TEXTURE_2D,
                level,
                texels.internal as i32,
                width,
                height,
                0,
                texels.format,
                texels.kind,
                glow::PixelUnpackData::Slice(data),
            );
        }
        Ok(())
    }

    /// `glTexSubImage2D` of level 0 of the bound 2D texture.
    pub(crate) fn tex_sub_image(
        &self,
        texels: Texels,
        x: i32,
        y: i32,
        width: i32,
        height: i32,
        data: &[u8],
    ) -> Result<()> {
        check_transfer(texels, width, height, data.len())?;
        let data = glow::PixelUnpackData::Slice(Some(data));
        // SAFETY: as in `tex_image`.
        unsafe {
            self.raw.tex_sub_image_2d(glow::TEXTURE_2D, 0, x, y, width, height, texels.format, texels.kind, data);
        }
        Ok(())
    }

    /// `glReadPixels` into memory.
    pub(crate) fn read_pixels(
        &self,
        texels: Texels,
        x: i32,
        y: i32,
        width: i32,
        height: i32,
        into: &mut [u8],
    ) -> Result<()> {
        check_transfer(texels, width, height, into.len())?;
        let into = glow::PixelPackData::Slice(Some(into));
        // SAFETY: the slice is as long as the transfer, and no pack state is ever set.
        unsafe { self.raw.read_pixels(x, y, width, height, texels.format, texels.kind, into) };
        Ok(())
    }

    /// A new framebuffer with colour textures (level 0) at 0, 1, ... and a depth texture, bound and checked.
    pub(crate) fn framebuffer(&self, colour: &[Texture], depth: Option<Texture>) -> Result<Framebuffer> {
        // SAFETY: see the module's rules.
        let framebuffer = unsafe { self.raw.create_framebuffer() }.map_err(anyhow::Error::msg)?;
        self.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        let mut buffers = Vec::new();
        for (index, &texture) in colour.iter().enumerate() {
            let point = glow::COLOR_ATTACHMENT0 + index as u32;
            self.framebuffer_texture_2d(glow::FRAMEBUFFER, point, glow::TEXTURE_2D, Some(texture), 0);
            buffers.push(point);
        }
        if depth.is_some() {
            self.framebuffer_texture_2d(glow::FRAMEBUFFER, glow::DEPTH_ATTACHMENT, glow::TEXTURE_2D, depth, 0);
        }
        if buffers.is_empty() {
            buffers.push(glow::NONE);
            self.read_buffer(glow::NONE);
        }
        self.draw_buffers(&buffers);
        // SAFETY: see the module's rules.
        let status = unsafe { self.raw.check_framebuffer_status(glow::FRAMEBUFFER) };
        ensure!(status == glow::FRAMEBUFFER_COMPLETE, "the framebuffer is not complete: {status:#06x}");
        Ok(framebuffer)
    }

    /// Compiles and links a vertex and a fragment shader; attribute locations come from the shader.
    pub(crate) fn program(&self, name: &str, vertex: &str, fragment: &str) -> Result<Program> {
        self.program_of(name, &[(glow::VERTEX_SHADER, vertex), (glow::FRAGMENT_SHADER, fragment)])
    }

    /// Compiles and links shaders of the types given.
    pub(crate) fn program_of(&self, name: &str, shaders: &[(u32, impl AsRef<str>)]) -> Result<Program> {
        // SAFETY: see the module's rules; the sources are strings with their lengths.
        unsafe {
            let program = self.raw.create_program().map_err(anyhow::Error::msg)?;
            for (kind, source) in shaders {
                let shader = self.raw.create_shader(*kind).map_err(anyhow::Error::msg)?;
                self.raw.shader_source(shader, source.as_ref());
                self.raw.compile_shader(shader);
                if !self.raw.get_shader_compile_status(shader) {
                    bail!("shader {kind:#06x} of {name} does not compile: {}", self.raw.get_shader_info_log(shader));
                }
                self.raw.attach_shader(program, shader);
                self.raw.delete_shader(shader);
            }
            self.raw.link_program(program);
            if !self.raw.get_program_link_status(program) {
                bail!("{name} does not link: {}", self.raw.get_program_info_log(program));
            }
            Ok(program)
        }
    }

    /// An error if GL has recorded one.
    pub(crate) fn check(&self, when: &str) -> Result<()> {
        match self.get_error() {
            glow::NO_ERROR => Ok(()),
            error => bail!("GL error {error:#06x} {when}"),
        }
    }
}

/// A buffer that is mapped as long as the context lives.
pub(crate) struct Mapped {
    /// The buffer.
    pub(crate) buffer: Buffer,
    memory: *mut u8,
    bytes: usize,
}

impl Mapped {
    /// Writes `data` from byte `at` on.
    pub(crate) fn write(&mut self, at: usize, data: &[u8]) -> Result<()> {
        ensure!(at <= self.bytes && data.len() <= self.bytes - at, "{} bytes at {at} leave the buffer", data.len());
        // SAFETY: the range lies in the mapping (checked), which lasts as long as the context: the program ends with it.
        unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), self.memory.add(at), data.len()) };
        Ok(())
    }
}

fn check_transfer(texels: Texels, width: i32, height: i32, bytes: usize) -> Result<()> {
    let row = usize::try_from(width)? * texels.bytes;
    // GL's default alignment of 4 pads the rows of two-byte texels.
    let needed = row.next_multiple_of(4) * usize::try_from(height)?;
    ensure!(bytes == needed, "a transfer of {width} by {height} texels takes {needed} bytes, not {bytes}");
    Ok(())
}
