//! Contexts, surfaces, sharing, limits (EGL 1.5, GL 3.3 core 6.1).

use mgpipe_tests::{
    against_native,
    bindings::{egl, gl},
    scene::*,
};
use std::ffi::CStr;

against_native!(the_default_framebuffer_is_a_pbuffer, |gl| {
    let egl = &gl.display.egl;
    let display = gl.display.display;
    let wanted = [
        egl::SURFACE_TYPE,
        egl::PBUFFER_BIT,
        egl::RENDERABLE_TYPE,
        egl::OPENGL_BIT,
        egl::RED_SIZE,
        8,
        egl::ALPHA_SIZE,
        8,
        egl::DEPTH_SIZE,
        24,
        egl::STENCIL_SIZE,
        8,
        egl::NONE,
    ]
    .map(|v| v as i32);
    let (mut config, mut count) = (std::ptr::null(), 0);
    egl.ChooseConfig(display, wanted.as_ptr(), &mut config, 1, &mut count);
    gl.i32s("configs", &[count]);
    let size = [egl::WIDTH as i32, 16, egl::HEIGHT as i32, 8, egl::NONE as i32];
    let surface = egl.CreatePbufferSurface(display, config, size.as_ptr());
    gl.u32s("current", &[egl.MakeCurrent(display, surface, surface, gl.context)]);
    gl.integer::<4>("viewport of the first surface is that of none", gl::VIEWPORT);
    gl.status("default framebuffer");
    gl.Viewport(0, 0, 16, 8);
    gl.ClearDepth(0.25);
    gl.ClearStencil(7);
    gl.ClearColor(0.25, 0.5, 0.75, 1.0);
    gl.Clear(gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT);
    gl.vertex_array();
    let program = gl
        .program("void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) - 0.75, 0, 1); }", COLOR_FS);
    gl.vec4(program, "color", [1.0, 0.0, 0.0, 1.0]);
    gl.draw_full();
    gl.read_rgba8("colour", 16, 8);
    gl.read("depth", (0, 0, 16, 8), (gl::DEPTH_COMPONENT, gl::FLOAT));
    gl.read("stencil", (0, 0, 16, 8), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    let target = gl.target(gl::RGBA8, 16, 8);
    gl.clear([0.0; 4]);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, 0);
    gl.BlitFramebuffer(0, 0, 16, 8, 0, 8, 16, 0, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.BindFramebuffer(gl::FRAMEBUFFER, target.framebuffer);
    gl.read_rgba8("blitted from it, upside down", 16, 8);
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, 0);
    gl.BlitFramebuffer(0, 0, 8, 8, 8, 0, 16, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    gl.read_rgba8("blitted to it", 16, 8);
    // Whether a pbuffer's only colour buffer is the front or the back one is not compared: EGL says back (EGL 1.5 2.2.2), the
    // driver says front.
    gl.integer::<1>("samples", gl::SAMPLES);
    for point in [gl::BACK_LEFT, gl::DEPTH, gl::STENCIL] {
        let mut values = [-77; 2];
        gl.GetFramebufferAttachmentParameteriv(
            gl::FRAMEBUFFER,
            point,
            gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
            &mut values[0],
        );
        gl.GetFramebufferAttachmentParameteriv(
            gl::FRAMEBUFFER,
            point,
            gl::FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE,
            &mut values[1],
        );
        gl.i32s(&format!("{point:#06x}"), &values);
    }
    gl.u32s("swapped", &[egl.SwapBuffers(display, surface)]);
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    gl.read_rgba8("the next frame", 16, 8);
    gl.error("all");
    egl.MakeCurrent(display, std::ptr::null(), std::ptr::null(), gl.context);
    gl.status("without a surface again");
    egl.DestroySurface(display, surface);
});

against_native!(contexts_share_objects_but_not_state, |gl| {
    let display = &gl.display;
    let shared = display.context(gl.context).expect("a context that shares");
    let alone = display.context(std::ptr::null()).expect("a context of its own");
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(1, 64));
    let buffer = gl.buffer(gl::ARRAY_BUFFER, &noise(2, 64));
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [0.5, 0.25, 1.0, 1.0]);
    gl.Enable(gl::BLEND);
    gl.ClearColor(1.0, 0.0, 0.0, 0.0);
    gl.Flush();
    display.make_current(shared).expect("current");
    gl.u32s(
        "what the sharing context has",
        &[
            u32::from(gl.IsTexture(texture)),
            u32::from(gl.IsBuffer(buffer)),
            u32::from(gl.IsProgram(program)),
            u32::from(gl.IsEnabled(gl::BLEND)),
        ],
    );
    gl.float::<4>("clear colour", gl::COLOR_CLEAR_VALUE);
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.read_texture("the shared texture", gl::TEXTURE_2D, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.TexSubImage2D(gl::TEXTURE_2D, 0, 1, 1, 2, 2, gl::RGBA, gl::UNSIGNED_BYTE, noise(3, 16).as_ptr().cast());
    gl.BindBuffer(gl::ARRAY_BUFFER, buffer);
    gl.BufferSubData(gl::ARRAY_BUFFER, 8, 8, noise(4, 8).as_ptr().cast());
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    gl.UseProgram(program);
    gl.draw_full();
    gl.read_rgba8("the shared program", 4, 4);
    gl.Finish();
    display.make_current(alone).expect("current");
    gl.u32s("what the other context has", &[u32::from(gl.IsTexture(texture)), u32::from(gl.IsProgram(program))]);
    gl.target(gl::RGBA8, 2, 2);
    gl.clear([0.0, 0.0, 1.0, 1.0]);
    gl.read_rgba8("the other context draws", 2, 2);
    display.make_current(gl.context).expect("current");
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.read_texture("changed by the other", gl::TEXTURE_2D, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.BindBuffer(gl::ARRAY_BUFFER, buffer);
    gl.read_buffer("changed by the other", gl::ARRAY_BUFFER, 0, 64);
    gl.u32s("state is kept", &[u32::from(gl.IsEnabled(gl::BLEND))]);
    gl.u32s(
        "destroyed",
        &[display.egl.DestroyContext(display.display, shared), display.egl.DestroyContext(display.display, alone)],
    );
    gl.read_buffer("objects outlive the context", gl::ARRAY_BUFFER, 0, 64);
    gl.error("all");
});

against_native!(what_a_program_may_rely_on, |gl| {
    let text = |name: u32| CStr::from_ptr(gl.GetString(name).cast()).to_string_lossy().into_owned();
    let version = text(gl::VERSION);
    let major_minor: Vec<u32> = version.split(['.', ' ']).take(2).filter_map(|n| n.parse().ok()).collect();
    gl.u32s("at least 3.3", &[u32::from(major_minor >= vec![3, 3])]);
    let glsl = text(gl::SHADING_LANGUAGE_VERSION);
    gl.u32s("shading language", &[u32::from(glsl.trim_start().starts_with(|c: char| c.is_ascii_digit()))]);
    gl.u32s(
        "vendor and renderer",
        &[u32::from(!text(gl::VENDOR).is_empty()), u32::from(!text(gl::RENDERER).is_empty())],
    );
    let mut count = 0;
    gl.GetIntegerv(gl::NUM_EXTENSIONS, &mut count);
    let all = (0..count as u32)
        .all(|i| CStr::from_ptr(gl.GetStringi(gl::EXTENSIONS, i).cast()).to_bytes().starts_with(b"GL_"));
    gl.u32s("extensions", &[u32::from(all && count > 0)]);
    gl.GetStringi(gl::EXTENSIONS, count as u32);
    gl.error("one extension more");
    gl.GetString(gl::EXTENSIONS);
    gl.error("all extensions at once are gone from core");
    // What GL 3.3 core asks for at least (tables 6.40 to 6.49).
    for (pname, least) in [
        (gl::MAX_TEXTURE_SIZE, 1024),
        (gl::MAX_3D_TEXTURE_SIZE, 256),
        (gl::MAX_ARRAY_TEXTURE_LAYERS, 256),
        (gl::MAX_CUBE_MAP_TEXTURE_SIZE, 1024),
        (gl::MAX_RECTANGLE_TEXTURE_SIZE, 1024),
        (gl::MAX_TEXTURE_BUFFER_SIZE, 65536),
        (gl::MAX_RENDERBUFFER_SIZE, 1024),
        (gl::MAX_VERTEX_ATTRIBS, 16),
        (gl::MAX_VERTEX_UNIFORM_COMPONENTS, 1024),
        (gl::MAX_FRAGMENT_UNIFORM_COMPONENTS, 1024),
        (gl::MAX_TEXTURE_IMAGE_UNITS, 16),
        (gl::MAX_VERTEX_TEXTURE_IMAGE_UNITS, 16),
        (gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS, 48),
        (gl::MAX_UNIFORM_BUFFER_BINDINGS, 36),
        (gl::MAX_UNIFORM_BLOCK_SIZE, 16384),
        (gl::MAX_VERTEX_UNIFORM_BLOCKS, 12),
        (gl::MAX_VARYING_COMPONENTS, 60),
        (gl::MAX_DRAW_BUFFERS, 8),
        (gl::MAX_COLOR_ATTACHMENTS, 8),
        (gl::MAX_SAMPLES, 4),
        (gl::MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, 4),
        (gl::MAX_GEOMETRY_OUTPUT_VERTICES, 256),
        (gl::MAX_CLIP_DISTANCES, 6),
        (gl::MAX_SERVER_WAIT_TIMEOUT, 0),
    ] {
        let mut value = i64::MIN;
        gl.GetInteger64v(pname, &mut value);
        gl.i64s(&format!("{pname:#06x} is enough"), &[i64::from(value >= least)]);
    }
    for pname in [gl::CONTEXT_PROFILE_MASK, gl::CONTEXT_FLAGS, gl::MAX_DUAL_SOURCE_DRAW_BUFFERS, gl::SUBPIXEL_BITS] {
        gl.integer::<1>(&format!("{pname:#06x}"), pname);
    }
});

against_native!(initial_state_is_the_specifications, |gl| {
    for pname in [
        gl::ACTIVE_TEXTURE,
        gl::ARRAY_BUFFER_BINDING,
        gl::BLEND,
        gl::BLEND_DST_RGB,
        gl::BLEND_SRC_ALPHA,
        gl::CULL_FACE,
        gl::CULL_FACE_MODE,
        gl::CURRENT_PROGRAM,
        gl::DEPTH_FUNC,
        gl::DEPTH_TEST,
        gl::DEPTH_WRITEMASK,
        gl::DITHER,
        gl::DRAW_FRAMEBUFFER_BINDING,
        gl::FRONT_FACE,
        gl::LINE_SMOOTH,
        gl::LOGIC_OP_MODE,
        gl::MULTISAMPLE,
        gl::PACK_ALIGNMENT,
        gl::PACK_SWAP_BYTES,
        gl::POLYGON_MODE,
        gl::PRIMITIVE_RESTART_INDEX,
        gl::PROVOKING_VERTEX,
        gl::SAMPLE_COVERAGE_INVERT,
        gl::STENCIL_FUNC,
        gl::STENCIL_VALUE_MASK,
        gl::TEXTURE_BINDING_CUBE_MAP,
        gl::TEXTURE_CUBE_MAP_SEAMLESS,
        gl::UNPACK_ROW_LENGTH,
        gl::VERTEX_ARRAY_BINDING,
        gl::FRAGMENT_SHADER_DERIVATIVE_HINT,
        gl::CLAMP_READ_COLOR,
        gl::POINT_SPRITE_COORD_ORIGIN,
    ] {
        gl.integer::<2>(&format!("{pname:#06x}"), pname);
        gl.error(&format!("{pname:#06x}"));
    }
    for pname in [
        gl::DEPTH_CLEAR_VALUE,
        gl::LINE_WIDTH,
        gl::POINT_SIZE,
        gl::POLYGON_OFFSET_FACTOR,
        gl::SAMPLE_COVERAGE_VALUE,
        gl::POINT_FADE_THRESHOLD_SIZE,
    ] {
        gl.float::<1>(&format!("{pname:#06x}"), pname);
    }
    gl.float::<2>("depth range", gl::DEPTH_RANGE);
    gl.float::<4>("blend colour", gl::BLEND_COLOR);
    gl.integer::<4>("viewport", gl::VIEWPORT);
    gl.integer::<4>("scissor", gl::SCISSOR_BOX);
    let mut flags = [9u8; 4];
    gl.GetBooleanv(gl::COLOR_WRITEMASK, flags.as_mut_ptr());
    gl.bytes("colour mask", &flags);
    let mut double = [0.0f64; 2];
    gl.GetDoublev(gl::DEPTH_RANGE, double.as_mut_ptr());
    gl.f32s("depth range as doubles", &double.map(|d| d as f32));
    gl.ClearColor(0.5, 0.25, -1.0, 1.0);
    gl.integer::<4>("colours as integers", gl::COLOR_CLEAR_VALUE);
});
