//! A colonnade at dusk, with deferred shading.
//!
//! A frame is: a shadow map; a geometry buffer of three attachments (colour, normals in 10 bits a channel, a packed unsigned
//! integer) and depth; lighting of the whole picture from it by a sun and sixteen lamps; glass, blended without an order
//! (weights, summed colour and what shows through in two passes); bloom down and up a chain of mip levels; tone mapping;
//! smoothed edges. Meshes and textures are computed. Everything moves by the frame's number alone.

mod mesh;
mod place;
mod shaders;
mod surface;
mod targets;

use super::Scenario;
use crate::{
    gl::{Buffer, Gl, Program, Texels, Texture, UniformLocation, VertexArray},
    image::Image,
    math::{Mat4, Vec3, add, bytes_of, normalize, scale},
};
use anyhow::{Context as _, Result};
use mesh::{Mesh, Meshes};
use place::{Item, Kind, LAMPS, Scene};
use targets::{BLOOM_LEVELS, SHADOW_SIDE, Targets};

/// Where the uniform blocks are bound.
const FRAME_BLOCK: u32 = 0;
const LAMP_BLOCK: u32 = 1;
const ITEM_BLOCK: u32 = 2;

/// From one item's uniforms to the next one's: the largest alignment that GL lets a driver ask for.
const ITEM_STRIDE: usize = 256;
const ITEM_BYTES: i32 = 112;

/// One program and the locations that change within a frame.
struct Pass {
    program: Program,
    texel: Option<UniformLocation>,
}

/// The scene, its programs and its targets.
pub(super) struct Deferred {
    size: (i32, i32),
    scene: Scene,
    meshes: Meshes,
    surfaces: [Texture; 3],
    surface_sampler: glow::NativeSampler,
    shadow_sampler: glow::NativeSampler,
    targets: Targets,
    empty: VertexArray,
    frame_buffer: Buffer,
    lamp_buffer: Buffer,
    item_buffer: Buffer,
    item_bytes: Vec<u8>,
    shadow: Pass,
    geometry: Pass,
    light: Pass,
    glass_sum: Pass,
    glass_through: Pass,
    glass_over: Pass,
    bloom_first: Pass,
    bloom_down: Pass,
    bloom_up: Pass,
    tone: Pass,
    smooth: Pass,
}

fn pass(gl: &Gl, name: &str, vertex: &str, fragment: &str) -> Result<Pass> {
    let program = gl.program(name, &shaders::source(vertex), &shaders::source(fragment))?;
    for (block, binding) in [("Frame", FRAME_BLOCK), ("Lamps", LAMP_BLOCK), ("Item", ITEM_BLOCK)] {
        if let Some(index) = gl.get_uniform_block_index(program, block) {
            gl.uniform_block_binding(program, index, binding);
        }
    }
    gl.use_program(Some(program));
    // Units are a property of the sampler's name, the same in every program.
    for (unit, sampler) in shaders::SAMPLERS.iter().enumerate() {
        if let Some(location) = gl.get_uniform_location(program, sampler) {
            gl.uniform_1_i32(Some(&location), unit as i32);
        }
    }
    Ok(Pass { program, texel: gl.get_uniform_location(program, "texel") })
}

impl Deferred {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let scene = Scene::new();
        let whole = shaders::WHOLE_PICTURE;
        let item_bytes = vec![0; scene.items.len() * ITEM_STRIDE];
        Ok(Self {
            size: (width, height),
            meshes: Meshes::new(gl)?,
            surfaces: surface::all(gl)?,
            surface_sampler: gl.sampler(&[
                (glow::TEXTURE_MIN_FILTER, glow::LINEAR_MIPMAP_LINEAR),
                (glow::TEXTURE_MAG_FILTER, glow::LINEAR),
                (glow::TEXTURE_WRAP_S, glow::REPEAT),
                (glow::TEXTURE_WRAP_T, glow::MIRRORED_REPEAT),
            ])?,
            shadow_sampler: gl.sampler(&[
                (glow::TEXTURE_MIN_FILTER, glow::LINEAR),
                (glow::TEXTURE_MAG_FILTER, glow::LINEAR),
                (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_COMPARE_MODE, glow::COMPARE_REF_TO_TEXTURE),
                (glow::TEXTURE_COMPARE_FUNC, glow::LEQUAL),
            ])?,
            targets: Targets::new(gl, width, height)?,
            empty: gl.vertex_array()?,
            frame_buffer: gl.buffer(glow::UNIFORM_BUFFER, &[0; 256], glow::DYNAMIC_DRAW)?,
            lamp_buffer: gl.buffer(glow::UNIFORM_BUFFER, &[0; LAMPS * 32], glow::DYNAMIC_DRAW)?,
            item_buffer: gl.buffer(glow::UNIFORM_BUFFER, &item_bytes, glow::DYNAMIC_DRAW)?,
            item_bytes,
            shadow: pass(gl, "shadow", shaders::SHADOW_VERTEX, shaders::SHADOW_FRAGMENT)?,
            geometry: pass(gl, "geometry", shaders::ITEM_VERTEX, shaders::GEOMETRY)?,
            light: pass(gl, "light", whole, shaders::LIGHT)?,
            glass_sum: pass(gl, "glass sum", shaders::ITEM_VERTEX, shaders::GLASS_SUM)?,
            glass_through: pass(gl, "glass through", shaders::ITEM_VERTEX, shaders::GLASS_THROUGH)?,
            glass_over: pass(gl, "glass over", whole, shaders::GLASS_OVER)?,
            bloom_first: pass(gl, "bloom first", whole, shaders::BLOOM_FIRST)?,
            bloom_down: pass(gl, "bloom down", whole, shaders::BLOOM_DOWN)?,
            bloom_up: pass(gl, "bloom up", whole, shaders::BLOOM_UP)?,
            tone: pass(gl, "tone", whole, shaders::TONE)?,
            smooth: pass(gl, "smooth", whole, shaders::SMOOTH)?,
            scene,
        })
    }

    /// Uploads the frame's uniforms: camera and sun, lamps, every item's place.
    fn upload(&mut self, gl: &Gl, frame: u32) {
        let time = frame as f32 / 60.0;
        let (width, height) = self.size;
        let turn = 0.60 + time * 0.12;
        let eye = [18.6 * turn.sin(), 11.2 + 0.4 * (time * 0.4).sin(), 18.6 * turn.cos()];
        let view = Mat4::look_at(eye, [0.0, 2.1, 0.0], [0.0, 1.0, 0.0]);
        let view_projection = Mat4::perspective(0.74, width as f32 / height as f32, 0.5, 240.0) * view;
        let sun: Vec3 = normalize([-0.62, 0.5, 0.52]);
        let from_sun = Mat4::orthographic(19.0, 19.0, 1.0, 70.0)
            * Mat4::look_at(add([0.0, 1.0, 0.0], scale(sun, 35.0)), [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
        let mut floats = Vec::with_capacity(64);
        floats.extend(view_projection.0);
        floats.extend(view_projection.inverse().0);
        floats.extend(from_sun.0);
        floats.extend([eye[0], eye[1], eye[2], time]);
        floats.extend([sun[0], sun[1], sun[2], 0.0]);
        floats.extend([3.3, 2.2, 1.35, 0.0]);
        floats.extend([width as f32, height as f32, 1.0 / width as f32, 1.0 / height as f32]);
        gl.bind_buffer(glow::UNIFORM_BUFFER, Some(self.frame_buffer));
        gl.buffer_sub_data_u8_slice(glow::UNIFORM_BUFFER, 0, &bytes_of(&floats));

        self.scene.animate(time);
        gl.bind_buffer(glow::UNIFORM_BUFFER, Some(self.lamp_buffer));
        gl.buffer_sub_data_u8_slice(glow::UNIFORM_BUFFER, 0, &bytes_of(&self.scene.lamps()));
        for (bytes, item) in self.item_bytes.chunks_exact_mut(ITEM_STRIDE).zip(&self.scene.items) {
            bytes[..ITEM_BYTES as usize].copy_from_slice(&bytes_of(&item.uniforms()));
        }
        gl.bind_buffer(glow::UNIFORM_BUFFER, Some(self.item_buffer));
        gl.buffer_sub_data_u8_slice(glow::UNIFORM_BUFFER, 0, &self.item_bytes);
        gl.bind_buffer_base(glow::UNIFORM_BUFFER, FRAME_BLOCK, Some(self.frame_buffer));
        gl.bind_buffer_base(glow::UNIFORM_BUFFER, LAMP_BLOCK, Some(self.lamp_buffer));
    }

    /// Draws the items that `which` picks, with the program in use.
    fn items(&self, gl: &Gl, which: impl Fn(&Item) -> bool, textured: bool) -> u32 {
        let mut draws = 0;
        let mut bound: Option<(Mesh, usize)> = None;
        for (index, item) in self.scene.items.iter().enumerate().filter(|(_, item)| which(item)) {
            let (mesh, surface) = (item.mesh, item.surface as usize);
            if bound.is_none_or(|(last, _)| last != mesh) {
                gl.bind_vertex_array(Some(self.meshes.get(mesh).array));
            }
            if textured && bound.is_none_or(|(_, last)| last != surface) {
                bind(gl, shaders::unit("surface"), self.surfaces[surface]);
            }
            bound = Some((mesh, surface));
            let offset = (index * ITEM_STRIDE) as i32;
            gl.bind_buffer_range(glow::UNIFORM_BUFFER, ITEM_BLOCK, Some(self.item_buffer), offset, ITEM_BYTES);
            gl.draw_elements(glow::TRIANGLES, self.meshes.get(mesh).indices, glow::UNSIGNED_SHORT, 0);
            draws += 1;
        }
        draws
    }

    fn shadow_map(&self, gl: &Gl) -> u32 {
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.targets.shadow));
        gl.viewport(0, 0, SHADOW_SIDE, SHADOW_SIDE);
        gl.clear(glow::DEPTH_BUFFER_BIT);
        gl.enable(glow::POLYGON_OFFSET_FILL);
        gl.polygon_offset(2.0, 4.0);
        gl.use_program(Some(self.shadow.program));
        let draws = self.items(gl, |item| item.kind == Kind::Solid, false);
        gl.disable(glow::POLYGON_OFFSET_FILL);
        draws
    }

    fn geometry_buffer(&self, gl: &Gl) -> u32 {
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.targets.geometry));
        gl.viewport(0, 0, self.size.0, self.size.1);
        gl.clear_buffer_f32_slice(glow::COLOR, 0, &[0.0; 4]);
        gl.clear_buffer_f32_slice(glow::COLOR, 1, &[0.5, 0.5, 0.5, 0.0]);
        gl.clear_buffer_u32_slice(glow::COLOR, 2, &[0; 4]);
        gl.clear(glow::DEPTH_BUFFER_BIT);
        gl.enable(glow::CULL_FACE);
        gl.use_program(Some(self.geometry.program));
        gl.bind_sampler(shaders::unit("surface"), Some(self.surface_sampler));
        let draws = self.items(gl, |item| item.kind != Kind::Glass, true);
        gl.disable(glow::CULL_FACE);
        draws
    }

    /// One triangle over the whole of a target.
    fn whole(&self, gl: &Gl, pass: &Pass, target: crate::gl::Framebuffer, size: (i32, i32)) -> u32 {
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(target));
        gl.viewport(0, 0, size.0, size.1);
        gl.use_program(Some(pass.program));
        gl.bind_vertex_array(Some(self.empty));
        gl.draw_arrays(glow::TRIANGLES, 0, 3);
        1
    }

    fn lighting(&self, gl: &Gl) -> u32 {
        for (name, texture) in [
            ("colours", self.targets.colours),
            ("normals", self.targets.normals),
            ("materials", self.targets.materials),
            ("depths", self.targets.depths),
            ("shadows", self.targets.shadows),
        ] {
            bind(gl, shaders::unit(name), texture);
        }
        gl.bind_sampler(shaders::unit("shadows"), Some(self.shadow_sampler));
        self.whole(gl, &self.light, self.targets.light, self.size)
    }

    fn glass(&self, gl: &Gl) -> u32 {
        gl.enable(glow::DEPTH_TEST);
        gl.depth_mask(false);
        gl.enable(glow::BLEND);
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.targets.glass_sum));
        gl.clear_buffer_f32_slice(glow::COLOR, 0, &[0.0; 4]);
        gl.blend_func(glow::ONE, glow::ONE);
        gl.use_program(Some(self.glass_sum.program));
        let mut draws = self.items(gl, |item| item.kind == Kind::Glass, false);
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.targets.glass_through));
        gl.clear_buffer_f32_slice(glow::COLOR, 0, &[1.0; 4]);
        gl.blend_func_separate(glow::ZERO, glow::ONE_MINUS_SRC_COLOR, glow::ZERO, glow::ONE_MINUS_SRC_ALPHA);
        gl.use_program(Some(self.glass_through.program));
        draws += self.items(gl, |item| item.kind == Kind::Glass, false);
        gl.depth_mask(true);
        gl.disable(glow::DEPTH_TEST);

        bind(gl, shaders::unit("glass_sums"), self.targets.glass_sums);
        bind(gl, shaders::unit("glass_throughs"), self.targets.glass_throughs);
        gl.blend_func(glow::SRC_ALPHA, glow::ONE_MINUS_SRC_ALPHA);
        draws += self.whole(gl, &self.glass_over, self.targets.light, self.size);
        gl.disable(glow::BLEND);
        draws
    }

    /// Down the chain of levels, then up again; a level is read while its neighbour in the same texture is drawn.
    fn bloom(&self, gl: &Gl) -> u32 {
        let bloom = &self.targets.bloom;
        let read_only = |level: usize| {
            gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_BASE_LEVEL, level as i32);
            gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAX_LEVEL, level as i32);
        };
        bind(gl, shaders::unit("lights"), self.targets.lights);
        let mut draws = self.whole(gl, &self.bloom_first, bloom[0].framebuffer, bloom[0].size);
        bind(gl, shaders::unit("blooms"), self.targets.blooms);
        let texel = |pass: &Pass, level: usize| {
            gl.use_program(Some(pass.program));
            let (width, height) = bloom[level].size;
            gl.uniform_2_f32(pass.texel.as_ref(), 1.0 / width as f32, 1.0 / height as f32);
        };
        for (above, level) in bloom[1..].iter().enumerate() {
            read_only(above);
            texel(&self.bloom_down, above);
            draws += self.whole(gl, &self.bloom_down, level.framebuffer, level.size);
        }
        gl.enable(glow::BLEND);
        gl.blend_func(glow::ONE, glow::ONE);
        for level in (0..BLOOM_LEVELS - 1).rev() {
            read_only(level + 1);
            texel(&self.bloom_up, level + 1);
            draws += self.whole(gl, &self.bloom_up, bloom[level].framebuffer, bloom[level].size);
        }
        gl.disable(glow::BLEND);
        read_only(0);
        draws
    }
}

fn bind(gl: &Gl, unit: u32, texture: Texture) {
    gl.active_texture(glow::TEXTURE0 + unit);
    gl.bind_texture(glow::TEXTURE_2D, Some(texture));
}

impl Scenario for Deferred {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        self.upload(gl, frame);
        gl.enable(glow::DEPTH_TEST);
        gl.depth_func(glow::LEQUAL);
        let mut draws = self.shadow_map(gl) + self.geometry_buffer(gl);
        gl.disable(glow::DEPTH_TEST);
        draws += self.lighting(gl) + self.glass(gl) + self.bloom(gl);
        draws += self.whole(gl, &self.tone, self.targets.tone, self.size);
        bind(gl, shaders::unit("tones"), self.targets.tones);
        draws += self.whole(gl, &self.smooth, self.targets.last, self.size);
        // The shadow map is drawn into again: unbind what compares.
        gl.bind_sampler(shaders::unit("shadows"), None);
        Ok(draws)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.targets.last));
        let (width, height) = self.size;
        let mut bytes = vec![0; (width * height * 4) as usize];
        gl.read_pixels(Texels::RGBA8, 0, 0, width, height, &mut bytes).context("reading the picture")?;
        Ok(Image::from_gl(width as u32, height as u32, &bytes))
    }
}
