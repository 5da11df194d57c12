//! Internal draws: full-screen triangles (or points, or one triangle per layer) with ESSL of the applier's own, for what
//! the driver has no call for.
//!
//! State is set through the shadow and not restored: the next verb synchronises what moved. Active queries and transform
//! feedback do not see internal draws.

use crate::{
    Applier,
    driver::{GlProgram, GlSampler, GlTexture, GlVertexArray, UniformShape},
    error::{Refusal, Result},
};
use pipe_types::{
    caps::Features,
    records::raster::{MGPBlendTarget, MGPStencilFace},
};
use std::collections::HashMap;

/// One internal draw into the bound draw framebuffer.
#[derive(Debug)]
pub(crate) struct InternalDraw<'a> {
    /// ESSL of the vertex stage without `#version`; empty for a triangle that covers the viewport, with
    /// `layout(location = 0) out vec2 uv` from 0 to 1 and `gl_InstanceID` free for use.
    pub(crate) vertex: &'a str,
    /// ESSL of the geometry stage without `#version` (for layered targets), or empty.
    pub(crate) geometry: &'a str,
    /// ESSL of the fragment stage without `#version` and precision statements.
    pub(crate) fragment: &'a str,
    /// Textures by driver unit from 0: target, texture, sampler. Samplers of the shader are `layout(binding = unit)`.
    pub(crate) textures: &'a [(u32, GlTexture, Option<GlSampler>)],
    /// Uniforms by name: shape and words.
    pub(crate) uniforms: &'a [(&'a str, UniformShape, &'a [u32])],
    /// x, y, width, height.
    pub(crate) viewport: [i32; 4],
    /// Scissor, or none.
    pub(crate) scissor: Option<[i32; 4]>,
    /// Colour masks of the draw buffers, bit 0 red to bit 3 alpha.
    pub(crate) color_masks: [u8; 8],
    /// `gl_FragDepth` is written.
    pub(crate) depth_write: bool,
    /// The stencil bits of the mask are replaced by the reference: (reference, write mask).
    pub(crate) stencil: Option<(i32, u32)>,
    /// Bits of the sample mask; all for none.
    pub(crate) sample_mask: u32,
    /// sRGB images get their values encoded; drivers without write control always do that.
    pub(crate) srgb: bool,
    /// Instances.
    pub(crate) instances: u32,
}

impl Default for InternalDraw<'_> {
    fn default() -> Self {
        InternalDraw {
            vertex: "",
            geometry: "",
            fragment: "",
            textures: &[],
            uniforms: &[],
            viewport: [0; 4],
            scissor: None,
            color_masks: [15; 8],
            depth_write: false,
            stencil: None,
            sample_mask: !0,
            srgb: false,
            instances: 1,
        }
    }
}

/// Programs of internal draws, compiled once a session, by the hash of their sources.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    programs: HashMap<u128, GlProgram>,
}

const TRIANGLE: &str = "layout(location = 0) out highp vec2 uv;\n\
    void main() {\n\
        uv = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));\n\
        gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);\n\
    }\n";

impl Applier {
    /// Draws. The caller has bound the draw framebuffer through the shadow.
    pub(crate) fn internal_draw(&mut self, draw: &InternalDraw<'_>) -> Result {
        let program = self.scratch_program(draw)?;
        let array = self.scratch_vertex_array()?;
        self.suspend_counting();
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        for (unit, (target, texture, sampler)) in draw.textures.iter().enumerate() {
            shadow.bind_texture(gl, unit as u32, *target, Some(*texture));
            shadow.bind_sampler(gl, unit as u32, *sampler);
        }
        for (name, shape, words) in draw.uniforms {
            if let Some(location) = gl.uniform_location(program, name) {
                gl.program_uniform(program, location, *shape, words);
            }
        }
        shadow.use_program(gl, Some(program));
        shadow.bind_vertex_array(gl, Some(array));
        shadow.plain_viewport(gl, draw.viewport);
        shadow.plain_scissor(gl, draw.scissor);
        shadow.blend(gl, &[MGPBlendTarget::default(); 8], draw.color_masks);
        shadow.clip_control(gl, glow::LOWER_LEFT, glow::NEGATIVE_ONE_TO_ONE);
        shadow.polygon_mode(gl, glow::FILL);
        shadow.clip_distances(gl, 0);
        let depth_or_stencil = draw.depth_write;
        shadow.set_cap(gl, glow::DEPTH_TEST, depth_or_stencil);
        if draw.depth_write {
            shadow.depth_func(gl, glow::ALWAYS);
            shadow.depth_mask(gl, true);
        }
        shadow.set_cap(gl, glow::STENCIL_TEST, draw.stencil.is_some());
        if let Some((reference, mask)) = draw.stencil {
            let replace = glow::REPLACE as u16;
            let face =
                MGPStencilFace { func: glow::ALWAYS as u16, fail: replace, depth_fail: replace, depth_pass: replace };
            shadow.stencil(gl, &[face; 2], [reference; 2], [!0; 2]);
            shadow.stencil_masks(gl, [mask; 2]);
        }
        let masked = draw.sample_mask != !0;
        shadow.set_cap(gl, glow::SAMPLE_MASK, masked);
        if masked {
            shadow.sample_masks(gl, [draw.sample_mask, 0]);
        }
        for cap in [
            glow::CULL_FACE,
            glow::RASTERIZER_DISCARD,
            glow::SAMPLE_ALPHA_TO_COVERAGE,
            glow::SAMPLE_COVERAGE,
            glow::POLYGON_OFFSET_FILL,
            glow::DITHER,
        ] {
            shadow.set_cap(gl, cap, false);
        }
        if gl.has(Features::SAMPLE_SHADING) {
            shadow.set_cap(gl, glow::SAMPLE_SHADING, false);
        }
        if gl.has(Features::MULTISAMPLE_COMPATIBILITY) {
            // Without it there are no sample masks.
            shadow.set_cap(gl, glow::MULTISAMPLE, true);
            shadow.set_cap(gl, glow::SAMPLE_ALPHA_TO_ONE, false);
        }
        if gl.has(Features::SRGB_WRITE_CONTROL) {
            shadow.set_cap(gl, glow::FRAMEBUFFER_SRGB, draw.srgb);
        }
        if gl.has(Features::DEPTH_CLAMP) {
            shadow.set_cap(gl, crate::driver::DEPTH_CLAMP, false);
        }
        gl.draw_arrays_instanced(glow::TRIANGLES, 0, 3, draw.instances as i32);
        self.resume_counting();
        Ok(())
    }

    fn scratch_program(&mut self, draw: &InternalDraw<'_>) -> Result<GlProgram> {
        let vertex = if draw.vertex.is_empty() { TRIANGLE } else { draw.vertex };
        let stages = [
            (glow::VERTEX_SHADER, vertex),
            (glow::GEOMETRY_SHADER, draw.geometry),
            (glow::FRAGMENT_SHADER, draw.fragment),
        ];
        self.scratch_stages(&stages)
    }

    /// The program of these stages without `#version` and precision statements; empty ones don't count.
    pub(crate) fn scratch_stages(&mut self, stages: &[(u32, &str)]) -> Result<GlProgram> {
        let mut hasher = xxhash_rust::xxh3::Xxh3Default::new();
        for (stage, text) in stages {
            hasher.update(&stage.to_ne_bytes());
            hasher.update(text.as_bytes());
        }
        let key = hasher.digest128();
        if let Some(program) = self.scratch.programs.get(&key) {
            return Ok(*program);
        }
        let version = if self.gl.caps.es_version >= 32 { "#version 320 es\n" } else { "#version 310 es\n" };
        let precision = "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n\
            precision highp sampler3D;\nprecision highp samplerCube;\nprecision highp sampler2DArray;\n\
            precision highp isampler2D;\nprecision highp isampler3D;\nprecision highp isampler2DArray;\n\
            precision highp usampler2D;\nprecision highp usampler3D;\nprecision highp usampler2DArray;\n\
            precision highp sampler2DMS;\nprecision highp isampler2DMS;\nprecision highp usampler2DMS;\n";
        let sources = stages
            .iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(stage, text)| (*stage, format!("{version}{}{precision}{text}", self.extensions_of(*stage, text))))
            .collect::<Vec<_>>();
        let program = build_program(&self.gl, sources.iter().map(|(stage, text)| (*stage, text.as_str())), &[], false)
            .map_err(Refusal::Driver)?;
        self.scratch.programs.insert(key, program);
        Ok(program)
    }

    /// The lines that ask for what ESSL 3.20 has and 3.10 has in extensions.
    fn extensions_of(&self, stage: u32, text: &str) -> String {
        if self.gl.caps.es_version >= 32 {
            return String::new();
        }
        let wanted = [
            (text.contains("samplerCubeArray"), ["GL_EXT_texture_cube_map_array", "GL_OES_texture_cube_map_array"]),
            (text.contains("sampler2DMSArray"), ["GL_OES_texture_storage_multisample_2d_array"; 2]),
            (stage == glow::GEOMETRY_SHADER, ["GL_EXT_geometry_shader", "GL_OES_geometry_shader"]),
        ];
        let there = |name: &&&str| self.gl.caps.extensions.iter().any(|extension| extension == **name);
        let used = wanted.iter().filter(|(used, _)| *used).filter_map(|(_, names)| names.iter().find(there));
        used.map(|name| format!("#extension {name} : require\n")).collect()
    }

    fn scratch_vertex_array(&mut self) -> Result<GlVertexArray> {
        match self.cx.scratch_array {
            Some(array) => Ok(array),
            None => {
                let array = self.gl.create_vertex_array().map_err(Refusal::Driver)?;
                self.cx.scratch_array = Some(array);
                Ok(array)
            }
        }
    }
}

/// Compiles and links; the error is the driver's log with the stage's name.
pub(crate) fn build_program<'a>(
    gl: &crate::driver::Driver,
    stages: impl Iterator<Item = (u32, &'a str)>,
    varyings: &[&str],
    separate: bool,
) -> std::result::Result<GlProgram, String> {
    let program = gl.create_program()?;
    let mut shaders = Vec::new();
    let mut failure = None;
    for (stage, source) in stages {
        let shader = gl.create_shader(stage)?;
        gl.shader_source(shader, source);
        gl.compile_shader(shader);
        if !gl.get_shader_compile_status(shader) {
            let log = gl.get_shader_info_log(shader);
            tracing::debug!(stage, source, log, "a shader does not compile");
            failure.get_or_insert(format!("shader of stage {stage:#x} does not compile: {log}"));
        }
        gl.attach_shader(program, shader);
        shaders.push(shader);
    }
    if failure.is_none() {
        if !varyings.is_empty() {
            let mode = if separate { glow::SEPARATE_ATTRIBS } else { glow::INTERLEAVED_ATTRIBS };
            gl.transform_feedback_varyings(program, varyings, mode);
        }
        gl.want_program_binary(program);
        gl.link_program(program);
        if !gl.get_program_link_status(program) {
            failure = Some(format!("program does not link: {}", gl.get_program_info_log(program)));
        }
    }
    for shader in shaders {
        gl.detach_shader(program, shader);
        gl.delete_shader(shader);
    }
    match failure {
        None => Ok(program),
        Some(log) => {
            gl.delete_program(program);
            Err(log)
        }
    }
}
