//! The real driver for tests: an OpenGL ES 3.2 and a desktop OpenGL core context on one thread, surfaceless.
//!
//! All unsafe calls of the tests are here, behind safe functions. Every function makes its context current first.

// Each test binary uses a part of it.
#![allow(dead_code)]

use glow::HasContext;
use khronos_egl as egl;
use pipe_types::archive::{Archive, Scalar, Stage, UniformKind, value_shape};
use std::collections::BTreeMap;

type Egl = egl::DynamicInstance<egl::EGL1_5>;

/// Which of the two contexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Api {
    /// OpenGL ES 3.2.
    Es,
    /// OpenGL core.
    Gl,
}

/// Both contexts.
pub(crate) struct Driver {
    egl: Egl,
    display: egl::Display,
    es: (egl::Context, glow::Context),
    gl: (egl::Context, glow::Context),
}

/// What introspection says about one resource: type and size.
pub(crate) type Listed = BTreeMap<String, (u32, i32)>;

impl Driver {
    /// Opens the surfaceless platform.
    pub(crate) fn new() -> Driver {
        const SURFACELESS: egl::Enum = 0x31DD;
        // SAFETY: loads the system's libEGL, whose initialisers are those of any EGL program.
        let egl = unsafe { Egl::load_required() }.expect("libEGL with EGL 1.5");
        // SAFETY: the surfaceless platform takes the default native display, a null pointer.
        let display = unsafe { egl.get_platform_display(SURFACELESS, egl::DEFAULT_DISPLAY, &[egl::ATTRIB_NONE]) };
        let display = display.expect("surfaceless display");
        egl.initialize(display).expect("EGL initialises");
        let make = |api, bit, version: [i32; 2]| {
            egl.bind_api(api).expect("API");
            let wanted = [egl::SURFACE_TYPE, egl::PBUFFER_BIT, egl::RENDERABLE_TYPE, bit, egl::NONE];
            let config = egl.choose_first_config(display, &wanted).expect("config").expect("a config");
            let mut attributes = vec![egl::CONTEXT_MAJOR_VERSION, version[0], egl::CONTEXT_MINOR_VERSION, version[1]];
            if api == egl::OPENGL_API {
                attributes.extend([egl::CONTEXT_OPENGL_PROFILE_MASK, egl::CONTEXT_OPENGL_CORE_PROFILE_BIT]);
            }
            attributes.push(egl::NONE);
            let context = egl.create_context(display, config, None, &attributes).expect("context");
            egl.make_current(display, None, None, Some(context)).expect("current");
            // SAFETY: the context is current, and the loader answers that context's entry points.
            let gl = unsafe {
                glow::Context::from_loader_function(|s| {
                    egl.get_proc_address(s).map_or(std::ptr::null(), |p| p as *const _)
                })
            };
            (context, gl)
        };
        let es = make(egl::OPENGL_ES_API, egl::OPENGL_ES3_BIT, [3, 2]);
        let gl = make(egl::OPENGL_API, egl::OPENGL_BIT, [3, 3]);
        Driver { egl, display, es, gl }
    }

    /// Makes the context current and answers its functions.
    pub(crate) fn api(&self, api: Api) -> &glow::Context {
        let (context, gl) = match api {
            Api::Es => (self.es.0, &self.es.1),
            Api::Gl => (self.gl.0, &self.gl.1),
        };
        let bind = if api == Api::Es { egl::OPENGL_ES_API } else { egl::OPENGL_API };
        self.egl.bind_api(bind).expect("API");
        self.egl.make_current(self.display, None, None, Some(context)).expect("current");
        gl
    }

    /// Compiles and links; `before_link` may set bindings.
    pub(crate) fn link(
        &self,
        api: Api,
        stages: &[(Stage, String)],
        xfb: (&[String], bool),
        before_link: impl FnOnce(&glow::Context, glow::Program),
    ) -> Result<glow::Program, String> {
        let gl = self.api(api);
        // SAFETY: the context is current and every object was made in it.
        unsafe {
            let program = gl.create_program()?;
            for (stage, text) in stages {
                let shader = gl.create_shader(stage.gl_enum())?;
                gl.shader_source(shader, text);
                gl.compile_shader(shader);
                if !gl.get_shader_compile_status(shader) {
                    return Err(format!("{stage:?}: {}", gl.get_shader_info_log(shader)));
                }
                gl.attach_shader(program, shader);
                gl.delete_shader(shader);
            }
            if !xfb.0.is_empty() {
                let names: Vec<&str> = xfb.0.iter().map(String::as_str).collect();
                let mode = if xfb.1 { glow::SEPARATE_ATTRIBS } else { glow::INTERLEAVED_ATTRIBS };
                gl.transform_feedback_varyings(program, &names, mode);
            }
            before_link(gl, program);
            gl.link_program(program);
            if !gl.get_program_link_status(program) {
                return Err(format!("link: {}", gl.get_program_info_log(program)));
            }
            Ok(program)
        }
    }

    /// Compiles one shader.
    pub(crate) fn compile(&self, api: Api, stage: Stage, text: &str) -> Result<(), String> {
        let gl = self.api(api);
        // SAFETY: the context is current, the shader was made in it.
        unsafe {
            let shader = gl.create_shader(stage.gl_enum())?;
            gl.shader_source(shader, text);
            gl.compile_shader(shader);
            let ok = gl.get_shader_compile_status(shader);
            let log = gl.get_shader_info_log(shader);
            gl.delete_shader(shader);
            if ok { Ok(()) } else { Err(log) }
        }
    }

    /// Active uniforms outside of blocks, and those in blocks, with type and size.
    pub(crate) fn uniforms(&self, api: Api, program: glow::Program) -> Listed {
        let gl = self.api(api);
        // SAFETY: the context is current, the program was made in it, indices are below the count.
        unsafe {
            let n = gl.get_program_parameter_i32(program, glow::ACTIVE_UNIFORMS) as u32;
            (0..n)
                .map(|i| gl.get_active_uniform(program, i).expect("active"))
                .map(|u| (u.name, (u.utype, u.size)))
                .collect()
        }
    }

    /// `(name, [offset, array stride, matrix stride, row major])` of uniforms in blocks.
    pub(crate) fn block_layouts(&self, api: Api, program: glow::Program) -> BTreeMap<String, [i32; 4]> {
        let gl = self.api(api);
        // SAFETY: as above.
        unsafe {
            let n = gl.get_program_parameter_i32(program, glow::ACTIVE_UNIFORMS) as u32;
            let all: Vec<u32> = (0..n).collect();
            let get = |what| gl.get_active_uniforms_parameter(program, &all, what);
            let block = get(glow::UNIFORM_BLOCK_INDEX);
            let parts = [
                glow::UNIFORM_OFFSET,
                glow::UNIFORM_ARRAY_STRIDE,
                glow::UNIFORM_MATRIX_STRIDE,
                glow::UNIFORM_IS_ROW_MAJOR,
            ]
            .map(get);
            (0..n as usize)
                .filter(|i| block[*i] >= 0)
                .map(|i| {
                    let name = gl.get_active_uniform(program, i as u32).expect("active").name;
                    (name, std::array::from_fn(|p| parts[p][i]))
                })
                .collect()
        }
    }

    /// Uniform blocks with data size and number of active uniforms.
    pub(crate) fn blocks(&self, api: Api, program: glow::Program) -> Listed {
        let gl = self.api(api);
        // SAFETY: as above.
        unsafe {
            let n = gl.get_program_parameter_i32(program, glow::ACTIVE_UNIFORM_BLOCKS) as u32;
            (0..n)
                .map(|i| {
                    let get = |what| gl.get_active_uniform_block_parameter_i32(program, i, what);
                    let name = gl.get_active_uniform_block_name(program, i);
                    (name, (get(glow::UNIFORM_BLOCK_ACTIVE_UNIFORMS) as u32, get(glow::UNIFORM_BLOCK_DATA_SIZE)))
                })
                .collect()
        }
    }

    /// Active attributes with type and size.
    pub(crate) fn attributes(&self, api: Api, program: glow::Program) -> Listed {
        let gl = self.api(api);
        // SAFETY: as above.
        unsafe {
            (0..gl.get_active_attributes(program))
                .map(|i| gl.get_active_attribute(program, i).expect("active"))
                .map(|a| (a.name, (a.atype, a.size)))
                .collect()
        }
    }

    /// Captured varyings with type and size.
    pub(crate) fn varyings(&self, api: Api, program: glow::Program, count: u32) -> Vec<(String, u32, i32)> {
        let gl = self.api(api);
        // SAFETY: as above.
        unsafe {
            (0..count)
                .map(|i| gl.get_transform_feedback_varying(program, i).expect("varying"))
                .map(|v| (v.name, v.tftype, v.size))
                .collect()
        }
    }

    /// Draws three vertices of a triangle that covers a 4x4 RGBA8 target (or several) and reads one pixel of each.
    ///
    /// `attribute` is the location of a `vec4` position.
    pub(crate) fn draw(
        &self,
        api: Api,
        program: glow::Program,
        attribute: u32,
        targets: u32,
        format: u32,
        setup: impl FnOnce(&glow::Context),
    ) -> Vec<[f32; 4]> {
        let gl = self.api(api);
        // SAFETY: the context is current, every object was made in it, the pointers are to live slices.
        unsafe {
            let framebuffer = gl.create_framebuffer().expect("framebuffer");
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            for i in 0..targets {
                let texture = gl.create_texture().expect("texture");
                gl.bind_texture(glow::TEXTURE_2D, Some(texture));
                gl.tex_storage_2d(glow::TEXTURE_2D, 1, format, 4, 4);
                gl.framebuffer_texture_2d(
                    glow::FRAMEBUFFER,
                    glow::COLOR_ATTACHMENT0 + i,
                    glow::TEXTURE_2D,
                    Some(texture),
                    0,
                );
            }
            let buffers: Vec<u32> = (0..targets).map(|i| glow::COLOR_ATTACHMENT0 + i).collect();
            gl.draw_buffers(&buffers);
            gl.viewport(0, 0, 4, 4);
            gl.clear_color(0.0, 0.0, 0.0, 0.0);
            gl.clear(glow::COLOR_BUFFER_BIT);
            gl.use_program(Some(program));
            setup(gl);
            let array = gl.create_vertex_array().expect("vertex array");
            gl.bind_vertex_array(Some(array));
            let buffer = gl.create_buffer().expect("buffer");
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            let corners: [f32; 12] = [-1., -1., 0., 1., 3., -1., 0., 1., -1., 3., 0., 1.];
            let bytes: Vec<u8> = corners.iter().flat_map(|f| f.to_ne_bytes()).collect();
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &bytes, glow::STATIC_DRAW);
            gl.enable_vertex_attrib_array(attribute);
            gl.vertex_attrib_pointer_f32(attribute, 4, glow::FLOAT, false, 16, 0);
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
            let pixels = (0..targets)
                .map(|i| {
                    gl.read_buffer(glow::COLOR_ATTACHMENT0 + i);
                    let mut bytes = [0u8; 16];
                    let pixels = glow::PixelPackData::Slice(Some(&mut bytes));
                    gl.read_pixels(1, 2, 1, 1, glow::RGBA, glow::FLOAT, pixels);
                    std::array::from_fn(|c| f32::from_ne_bytes(std::array::from_fn(|b| bytes[4 * c + b])))
                })
                .collect();
            assert_eq!(gl.get_error(), glow::NO_ERROR, "{api:?}");
            gl.delete_framebuffer(framebuffer);
            pixels
        }
    }

    /// Extensions of the ES context.
    pub(crate) fn es_extensions(&self) -> Vec<String> {
        self.api(Api::Es).supported_extensions().iter().cloned().collect()
    }

    /// Puts a program's uniform storage where the archive says, and gives its samplers their slots as units: what the
    /// server does with a program. The program must be current.
    pub(crate) fn upload(&self, gl: &glow::Context, archive: &Archive, storage: &[u32]) {
        for u in &archive.uniforms {
            match u.kind {
                UniformKind::Value { location, storage_offset } => {
                    let shape = value_shape(u.gl_type).expect("value type");
                    let words = (shape.words() * u.array_size) as usize;
                    let at = storage_offset as usize / 4;
                    let words = &storage[at..at + words];
                    let floats: Vec<f32> = words.iter().map(|w| f32::from_bits(*w)).collect();
                    let ints: Vec<i32> = words.iter().map(|w| *w as i32).collect();
                    let l = Some(glow::NativeUniformLocation(location));
                    let l = l.as_ref();
                    // SAFETY: the caller made the program current; slices have whole elements.
                    unsafe {
                        match (shape.scalar, shape.columns, shape.rows) {
                            (Scalar::Float, 1, 1) => gl.uniform_1_f32_slice(l, &floats),
                            (Scalar::Float, 1, 2) => gl.uniform_2_f32_slice(l, &floats),
                            (Scalar::Float, 1, 3) => gl.uniform_3_f32_slice(l, &floats),
                            (Scalar::Float, 1, 4) => gl.uniform_4_f32_slice(l, &floats),
                            (Scalar::Float, 2, 2) => gl.uniform_matrix_2_f32_slice(l, false, &floats),
                            (Scalar::Float, 3, 3) => gl.uniform_matrix_3_f32_slice(l, false, &floats),
                            (Scalar::Float, 4, 4) => gl.uniform_matrix_4_f32_slice(l, false, &floats),
                            (Scalar::Float, 2, 3) => gl.uniform_matrix_2x3_f32_slice(l, false, &floats),
                            (Scalar::Float, 4, 2) => gl.uniform_matrix_4x2_f32_slice(l, false, &floats),
                            (Scalar::Uint, _, 1) => gl.uniform_1_u32_slice(l, words),
                            (Scalar::Uint, _, 2) => gl.uniform_2_u32_slice(l, words),
                            (Scalar::Uint, _, 3) => gl.uniform_3_u32_slice(l, words),
                            (Scalar::Uint, _, 4) => gl.uniform_4_u32_slice(l, words),
                            (_, _, 1) => gl.uniform_1_i32_slice(l, &ints),
                            (_, _, 2) => gl.uniform_2_i32_slice(l, &ints),
                            (_, _, 3) => gl.uniform_3_i32_slice(l, &ints),
                            (_, _, 4) => gl.uniform_4_i32_slice(l, &ints),
                            other => panic!("no upload for {other:?}"),
                        }
                    }
                }
                UniformKind::Sampler { location, slot, .. } => {
                    let units: Vec<i32> = (slot..slot + u.array_size).map(|s| s as i32).collect();
                    // SAFETY: as above.
                    unsafe { gl.uniform_1_i32_slice(Some(&glow::NativeUniformLocation(location)), &units) };
                }
                _ => {}
            }
        }
    }
}
