//! The default framebuffer: surfaces, their sizes, its queries (GL 4.5 core 9, EGL 1.5 3.5; rule 7).

use mgpipe_tests::{
    against_native,
    bindings::{egl, gl},
    rule,
    scene::*,
};

/// A pbuffer with depth and stencil.
pub(crate) unsafe fn pbuffer(gl: &Scene, w: i32, h: i32) -> egl::types::EGLSurface {
    pbuffer_with(gl, w, h, &[])
}

/// The same, with more attributes of the surface.
unsafe fn pbuffer_with(gl: &Scene, w: i32, h: i32, more: &[i32]) -> egl::types::EGLSurface {
    let (egl, display) = (&gl.display.egl, gl.display.display);
    let wanted = [
        (egl::SURFACE_TYPE, egl::PBUFFER_BIT),
        (egl::RENDERABLE_TYPE, egl::OPENGL_BIT),
        (egl::RED_SIZE, 8),
        (egl::ALPHA_SIZE, 8),
        (egl::DEPTH_SIZE, 24),
        (egl::STENCIL_SIZE, 8),
    ];
    let mut list: Vec<i32> = wanted.iter().flat_map(|&(name, value)| [name as i32, value as i32]).collect();
    list.push(egl::NONE as i32);
    let (mut config, mut count) = (std::ptr::null(), 0);
    egl.ChooseConfig(display, list.as_ptr(), &mut config, 1, &mut count);
    let size = [egl::WIDTH as i32, w, egl::HEIGHT as i32, h];
    let attributes: Vec<i32> = size.iter().chain(more).copied().chain([egl::NONE as i32]).collect();
    egl.CreatePbufferSurface(display, config, attributes.as_ptr())
}

pub(crate) unsafe fn current(gl: &Scene, draw: egl::types::EGLSurface, read: egl::types::EGLSurface) {
    let done = gl.display.egl.MakeCurrent(gl.display.display, draw, read, gl.context);
    assert!(done != 0, "eglMakeCurrent");
}

// red once: with one driver framebuffer for all surfaces, the large one's pixels were the small one's
rule!(7, the_default_framebuffer_binds_like_any_other_and_follows_its_surface, |gl| {
    let (small, large) = (pbuffer(gl, 4, 4), pbuffer(gl, 16, 8));
    let object = gl.target(gl::RGBA8, 4, 4);
    gl.clear([0.0, 0.0, 1.0, 1.0]);
    current(gl, small, small);
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    gl.status("small");
    gl.clear([1.0, 0.0, 0.0, 1.0]);
    gl.read_rgba8("small", 4, 4);
    // There and back: the bindings are no more than bindings.
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, object.framebuffer);
    gl.BlitFramebuffer(0, 0, 2, 4, 0, 0, 2, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.BindFramebuffer(gl::FRAMEBUFFER, object.framebuffer);
    gl.read_rgba8("the object has half of it", 4, 4);
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    // Another surface: the same framebuffer has another size and other contents.
    current(gl, large, large);
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(12, 6, 4, 2);
    gl.clear([1.0, 1.0, 0.0, 1.0]);
    gl.Disable(gl::SCISSOR_TEST);
    gl.read_rgba8("large", 16, 8);
    gl.ClearDepth(0.25);
    gl.ClearStencil(9);
    gl.Clear(gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT);
    gl.read("depth", (8, 4, 8, 4), (gl::DEPTH_COMPONENT, gl::FLOAT));
    gl.read("stencil", (8, 4, 8, 4), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    // Two at once.
    current(gl, large, small);
    gl.read_rgba8("read from the small one", 4, 4);
    gl.BlitFramebuffer(0, 0, 4, 4, 4, 2, 12, 6, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    current(gl, large, large);
    gl.read_rgba8("blitted into the large one", 16, 8);
    current(gl, small, small);
    gl.read_rgba8("small again", 4, 4);
    gl.BindFramebuffer(gl::FRAMEBUFFER, object.framebuffer);
    gl.read_rgba8("the object", 4, 4);
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    gl.DrawBuffer(gl::NONE);
    gl.clear([1.0; 4]);
    gl.read_rgba8("nothing is drawn without a draw buffer", 4, 4);
    gl.error("all");
    gl.BindFramebuffer(gl::FRAMEBUFFER, object.framebuffer);
    gl.display.make_current(gl.context).expect("current without surfaces");
    gl.read_rgba8("the object without surfaces", 4, 4);
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    gl.status("no default framebuffer");
    gl.Clear(gl::COLOR_BUFFER_BIT);
    gl.error("a clear of it");
});

// red once: with 0 as the object name of every buffer
against_native!(queries_of_the_default_framebuffer, |gl| {
    let surface = pbuffer(gl, 8, 8);
    current(gl, surface, surface);
    for point in [
        gl::FRONT_LEFT,
        gl::FRONT_RIGHT,
        gl::BACK_RIGHT,
        gl::DEPTH,
        gl::STENCIL,
        gl::COLOR_ATTACHMENT0,
        gl::COLOR_ATTACHMENT0 + 9,
        gl::DEPTH_ATTACHMENT,
        gl::DEPTH_STENCIL_ATTACHMENT,
        gl::DEPTH_STENCIL,
        gl::TEXTURE_2D,
    ] {
        for pname in [
            gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
            gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
            gl::FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE,
            gl::FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
            gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL,
            gl::FRAMEBUFFER_ATTACHMENT_LAYERED,
            gl::TEXTURE_WIDTH,
        ] {
            // Mesa calls the front buffer of a pbuffer its only one; EGL says back (EGL 1.5 2.2.2).
            if point == gl::FRONT_LEFT && pname != gl::TEXTURE_WIDTH {
                continue;
            }
            let mut value = [-77, -77];
            gl.GetFramebufferAttachmentParameteriv(gl::FRAMEBUFFER, point, pname, &mut value[0]);
            let error = gl.GetError();
            gl.GetNamedFramebufferAttachmentParameteriv(0, point, pname, &mut value[1]);
            gl.i32s(&format!("{point:#06x} {pname:#06x}"), &[value[0], error as i32, value[1], gl.GetError() as i32]);
        }
    }
    for pname in [
        gl::DOUBLEBUFFER,
        gl::STEREO,
        gl::SAMPLES,
        gl::SAMPLE_BUFFERS,
        gl::FRAMEBUFFER_DEFAULT_WIDTH,
        gl::FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS,
        gl::TEXTURE_WIDTH,
    ] {
        if pname == gl::DOUBLEBUFFER {
            continue;
        }
        let mut value = -77;
        gl.GetFramebufferParameteriv(gl::DRAW_FRAMEBUFFER, pname, &mut value);
        let error = gl.GetError();
        gl.i32s(&format!("parameter {pname:#06x}"), &[value, error as i32]);
        let mut value = -77;
        gl.GetNamedFramebufferParameteriv(0, pname, &mut value);
        let error = gl.GetError();
        gl.i32s(&format!("named parameter {pname:#06x}"), &[value, error as i32]);
    }
    gl.enums("named status", &[gl.CheckNamedFramebufferStatus(0, gl::FRAMEBUFFER)]);
    for attachments in [
        &[gl::COLOR][..],
        &[gl::DEPTH, gl::STENCIL],
        &[gl::COLOR_ATTACHMENT0],
        &[gl::DEPTH_ATTACHMENT],
        &[gl::DEPTH_STENCIL_ATTACHMENT],
        &[gl::FRONT_LEFT, gl::BACK_LEFT],
        &[gl::TEXTURE_2D],
    ] {
        gl.InvalidateFramebuffer(gl::FRAMEBUFFER, attachments.len() as i32, attachments.as_ptr());
        let error = gl.GetError();
        gl.InvalidateNamedFramebufferData(0, attachments.len() as i32, attachments.as_ptr());
        gl.enums(&format!("invalidate {attachments:x?}"), &[error, gl.GetError()]);
    }
    for buffer in [gl::BACK, gl::BACK_LEFT, gl::NONE, gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT0 + 9, gl::TEXTURE_2D]
    {
        gl.DrawBuffer(buffer);
        let draw = gl.GetError();
        gl.DrawBuffers(1, &buffer);
        let draws = gl.GetError();
        gl.ReadBuffer(buffer);
        let read = gl.GetError();
        if buffer != gl::BACK {
            gl.enums(&format!("buffer {buffer:#06x}"), &[draw, draws, read]);
        }
    }
    gl.NamedFramebufferParameteri(0, gl::FRAMEBUFFER_DEFAULT_WIDTH, 1);
    gl.error("a parameter of the default framebuffer");
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, 0, 0);
    gl.error("attaching to the default framebuffer");
});

// red once: with names of the one buffer taken for names of two
against_native!(a_surface_shows_its_one_buffer_under_one_name_at_a_time, |gl| {
    let surface = pbuffer(gl, 8, 8);
    current(gl, surface, surface);
    for pair in [[gl::BACK_LEFT, gl::NONE], [gl::BACK_LEFT, gl::FRONT_LEFT], [gl::FRONT_LEFT, gl::BACK_LEFT]] {
        gl.DrawBuffers(2, pair.as_ptr());
        gl.error("two");
        gl.integer::<1>("first", gl::DRAW_BUFFER0);
        gl.integer::<1>("second", gl::DRAW_BUFFER1);
    }
    gl.clear([0.25, 0.5, 0.75, 1.0]);
    gl.read_rgba8("cleared", 8, 8);
});

// red once: with the first draw buffer taken for the only one
against_native!(an_output_reaches_a_surface_from_the_place_that_names_its_buffer, |gl| {
    let surface = pbuffer(gl, 4, 4);
    current(gl, surface, surface);
    gl.vertex_array();
    gl.program(
        FULL_VS,
        "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; layout(location = 2) out vec4 c;
         void main() { a = vec4(1, 0, 0, 1); b = vec4(0, 1, 0, 1); c = vec4(0, 0, 1, 1); }",
    );
    for place in [0usize, 1, 2, 0] {
        let mut buffers = [gl::NONE; 3];
        buffers[place] = gl::BACK_LEFT;
        gl.DrawBuffers(3, buffers.as_ptr());
        gl.clear([0.25, 0.5, 0.75, 0.5]);
        gl.draw_full();
        gl.read_rgba8(&format!("drawn from {place}"), 4, 4);
        for index in 0..3 {
            let value = [0.2 * (index + 1) as f32, 0.4, 0.6, 0.8];
            gl.ClearBufferfv(gl::COLOR, index, value.as_ptr());
            gl.read_rgba8(&format!("draw buffer {index} cleared, {place} drawn"), 4, 4);
        }
        gl.error("all of it");
    }
});

// red once: with two buffers taken for every default framebuffer
against_native!(there_are_no_two_buffers_without_a_surface, |gl| {
    let mut value = -77;
    gl.GetNamedFramebufferParameteriv(0, gl::DOUBLEBUFFER, &mut value);
    gl.i32s("named", &[value]);
    gl.error("named");
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    gl.status("there is none");
    gl.GetFramebufferParameteriv(gl::FRAMEBUFFER, gl::DOUBLEBUFFER, &mut value);
    gl.i32s("bound", &[value]);
    gl.integer::<1>("state", gl::DOUBLEBUFFER);
    gl.error("bound");
});

// red once: with every surface linear, the one that was to encode held what was drawn
against_native!(a_surface_encodes_what_its_colour_space_says, |gl| {
    for (name, space) in [("linear", egl::GL_COLORSPACE_LINEAR), ("sRGB", egl::GL_COLORSPACE_SRGB)] {
        let surface = pbuffer_with(gl, 4, 4, &[egl::GL_COLORSPACE as i32, space as i32]);
        current(gl, surface, surface);
        for encode in [false, true] {
            let set = if encode { gl::Gl::Enable } else { gl::Gl::Disable };
            set(gl, gl::FRAMEBUFFER_SRGB);
            gl.clear([0.25, 0.5, 0.75, 0.5]);
            gl.read_rgba8(&format!("{name}, {encode}: cleared"), 4, 4);
            gl.vertex_array();
            gl.program(FULL_VS, "out vec4 a; void main() { a = vec4(0.5, 0.25, 0.125, 0.75); }");
            gl.Viewport(0, 0, 2, 4);
            gl.draw_full();
            gl.read_rgba8(&format!("{name}, {encode}: drawn"), 4, 4);
        }
        let mut encoding = 0;
        gl.GetFramebufferAttachmentParameteriv(
            gl::FRAMEBUFFER,
            gl::BACK_LEFT,
            gl::FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
            &mut encoding,
        );
        gl.enums(&format!("{name}: encoding"), &[encoding as u32]);
        gl.error(name);
    }
});
