//! Query objects and conditional rendering (GL 3.3 core 2.14, 2.17).

use mgpipe_tests::{against_native, bindings::gl, scene::*};

unsafe fn query(gl: &Scene) -> u32 {
    let mut name = 0;
    gl.GenQueries(1, &mut name);
    name
}

unsafe fn result(gl: &Scene, query: u32) -> u32 {
    let mut value = u32::MAX;
    gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut value);
    value
}

against_native!(samples_and_primitives_are_counted, |gl| {
    gl.target(gl::RGBA8, 16, 16);
    let depth = gl.renderbuffer(gl::DEPTH_COMPONENT24, 16, 16, 0);
    gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, depth);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [1.0; 4]);
    let names = [query(gl), query(gl), query(gl)];
    gl.BeginQuery(gl::SAMPLES_PASSED, names[0]);
    gl.draw_full();
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(0, 0, 5, 3);
    gl.draw_full();
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.BeginQuery(gl::ANY_SAMPLES_PASSED, names[1]);
    gl.Scissor(0, 0, 0, 0);
    gl.draw_full();
    gl.EndQuery(gl::ANY_SAMPLES_PASSED);
    gl.BeginQuery(gl::PRIMITIVES_GENERATED, names[2]);
    gl.DrawArrays(gl::TRIANGLE_STRIP, 0, 9);
    gl.DrawArraysInstanced(gl::POINTS, 0, 4, 3);
    gl.EndQuery(gl::PRIMITIVES_GENERATED);
    gl.u32s("samples, any, primitives", &names.map(|name| result(gl, name)));
    // The same name again, and an empty one.
    gl.Disable(gl::SCISSOR_TEST);
    gl.BeginQuery(gl::ANY_SAMPLES_PASSED, names[1]);
    gl.draw_full();
    gl.EndQuery(gl::ANY_SAMPLES_PASSED);
    gl.BeginQuery(gl::SAMPLES_PASSED, names[0]);
    gl.EndQuery(gl::SAMPLES_PASSED);
    let mut available = 7;
    let last = result(gl, names[0]);
    gl.GetQueryObjectuiv(names[0], gl::QUERY_RESULT_AVAILABLE, &mut available);
    gl.u32s("again", &[result(gl, names[1]), last, available]);
    let mut wide = [0u64; 1];
    gl.GetQueryObjectui64v(names[1], gl::QUERY_RESULT, wide.as_mut_ptr());
    gl.i64s("64 bits", &[wide[0] as i64]);
    for pname in [gl::CURRENT_QUERY, gl::QUERY_COUNTER_BITS] {
        let mut value = -77;
        gl.GetQueryiv(gl::ANY_SAMPLES_PASSED, pname, &mut value);
        gl.i32s(&format!("{pname:#06x}"), &[value]);
    }
    gl.error("all");
});

against_native!(time_goes_forward, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    let (stamp, span) = (query(gl), query(gl));
    let mut before = 0;
    gl.GetInteger64v(gl::TIMESTAMP, &mut before);
    gl.BeginQuery(gl::TIME_ELAPSED, span);
    gl.clear([1.0; 4]);
    gl.EndQuery(gl::TIME_ELAPSED);
    gl.QueryCounter(stamp, gl::TIMESTAMP);
    let (mut at, mut elapsed) = (0u64, u64::MAX);
    gl.GetQueryObjectui64v(stamp, gl::QUERY_RESULT, &mut at);
    gl.GetQueryObjectui64v(span, gl::QUERY_RESULT, &mut elapsed);
    let mut after = 0;
    gl.GetInteger64v(gl::TIMESTAMP, &mut after);
    gl.u32s(
        "order",
        &[
            u32::from(before > 0),
            u32::from(at as i64 >= before),
            u32::from(after >= at as i64),
            u32::from(elapsed < u64::MAX),
        ],
    );
    gl.error("all");
});

against_native!(draws_happen_on_condition, |gl| {
    gl.target(gl::RGBA8, 8, 8);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    let (seen, hidden) = (query(gl), query(gl));
    gl.clear([0.0; 4]);
    gl.BeginQuery(gl::SAMPLES_PASSED, seen);
    gl.draw_full();
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.BeginQuery(gl::ANY_SAMPLES_PASSED, hidden);
    gl.EndQuery(gl::ANY_SAMPLES_PASSED);
    for (name, query, mode) in [
        ("seen", seen, gl::QUERY_WAIT),
        ("hidden", hidden, gl::QUERY_WAIT),
        ("hidden, by region", hidden, gl::QUERY_BY_REGION_WAIT),
        // Both are known by now.
        ("seen, not waited for", seen, gl::QUERY_NO_WAIT),
        ("hidden, not waited for", hidden, gl::QUERY_NO_WAIT),
        ("hidden, by region, not waited for", hidden, gl::QUERY_BY_REGION_NO_WAIT),
    ] {
        gl.clear([0.25; 4]);
        gl.vec4(program, "color", [0.0, 1.0, 0.0, 1.0]);
        gl.BeginConditionalRender(query, mode);
        gl.draw_full();
        gl.EndConditionalRender();
        gl.read_rgba8(name, 8, 8);
        gl.BeginConditionalRender(query, mode);
        gl.clear([0.75; 4]);
        gl.ClearBufferfv(gl::COLOR, 0, [0.5f32, 0.25, 0.0, 1.0].as_ptr());
        gl.EndConditionalRender();
        gl.read_rgba8(&format!("{name}: clears"), 8, 8);
    }
    gl.error("all");
});

// red once: the death of a query that never began ended the session
against_native!(results_go_into_buffers, |gl| {
    gl.target(gl::RGBA8, 8, 8);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [1.0; 4]);
    let mut names = [0; 3];
    gl.CreateQueries(gl::SAMPLES_PASSED, 2, names.as_mut_ptr());
    gl.CreateQueries(gl::PRIMITIVES_GENERATED, 1, &mut names[2]);
    gl.u32s("queries at once", &names.map(|name| u32::from(gl.IsQuery(name))));
    gl.BeginQuery(gl::SAMPLES_PASSED, names[0]);
    gl.BeginQuery(gl::PRIMITIVES_GENERATED, names[2]);
    gl.draw_full();
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.EndQuery(gl::PRIMITIVES_GENERATED);
    let buffer = gl.blank_buffer(gl::QUERY_BUFFER, 64, 0x77);
    gl.GetQueryObjectuiv(names[0], gl::QUERY_RESULT, 4 as _);
    gl.GetQueryObjectui64v(names[2], gl::QUERY_RESULT, 8 as _);
    gl.GetQueryObjectiv(names[0], gl::QUERY_RESULT_AVAILABLE, 20 as _);
    gl.GetQueryObjecti64v(names[0], gl::QUERY_TARGET, 24 as _);
    gl.error("results");
    gl.BindBuffer(gl::QUERY_BUFFER, 0);
    gl.GetQueryBufferObjectuiv(names[0], buffer, gl::QUERY_RESULT, 40);
    gl.GetQueryBufferObjecti64v(names[0], buffer, gl::QUERY_RESULT_NO_WAIT, 48);
    gl.error("named results");
    gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
    gl.read_buffer("buffer", gl::COPY_READ_BUFFER, 0, 64);
    gl.GetQueryBufferObjectuiv(names[0], buffer, gl::QUERY_RESULT, 62);
    gl.error("past the end");
    gl.GetQueryBufferObjectuiv(names[0], buffer, gl::QUERY_RESULT, -4);
    gl.error("negative offset");
    gl.GetQueryBufferObjectuiv(names[0], 9999, gl::QUERY_RESULT, 0);
    gl.error("no such buffer");
    gl.DeleteQueries(3, names.as_ptr());
    gl.error("deleted");
    gl.draw_full();
    gl.read_rgba8("goes on", 8, 8);
});

against_native!(conditions_are_inverted, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    let (seen, hidden) = (query(gl), query(gl));
    gl.BeginQuery(gl::SAMPLES_PASSED, seen);
    gl.draw_full();
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.BeginQuery(gl::SAMPLES_PASSED, hidden);
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.vec4(program, "color", [0.0, 1.0, 0.0, 1.0]);
    for (name, query, mode) in [
        ("seen", seen, gl::QUERY_WAIT_INVERTED),
        ("hidden", hidden, gl::QUERY_WAIT_INVERTED),
        ("hidden, by region", hidden, gl::QUERY_BY_REGION_WAIT_INVERTED),
        ("seen, by region", seen, gl::QUERY_BY_REGION_WAIT_INVERTED),
        // Both are known by then.
        ("seen, not waited for", seen, gl::QUERY_NO_WAIT_INVERTED),
        ("hidden, not waited for", hidden, gl::QUERY_NO_WAIT_INVERTED),
        ("seen, by region, not waited for", seen, gl::QUERY_BY_REGION_NO_WAIT_INVERTED),
    ] {
        gl.clear([0.25; 4]);
        gl.BeginConditionalRender(query, mode);
        gl.draw_full();
        gl.EndConditionalRender();
        gl.read_rgba8(name, 4, 4);
    }
    gl.error("all");
});

against_native!(bad_queries_have_their_errors, |gl| {
    let name = query(gl);
    gl.u32s("a generated name is no query yet", &[u32::from(gl.IsQuery(name))]);
    gl.BeginQuery(0x1234, name);
    gl.error("target");
    gl.BeginQuery(gl::SAMPLES_PASSED, 0);
    gl.error("zero");
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.error("none is active");
    gl.BeginQuery(gl::SAMPLES_PASSED, name);
    gl.u32s("now it is one", &[u32::from(gl.IsQuery(name))]);
    gl.BeginQuery(gl::SAMPLES_PASSED, query(gl));
    gl.error("two of a target");
    gl.BeginQuery(gl::ANY_SAMPLES_PASSED, query(gl));
    gl.error("two occlusion queries");
    let mut value = 77;
    gl.GetQueryObjectuiv(name, gl::QUERY_RESULT, &mut value);
    gl.error("result of an active query");
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.BeginQuery(gl::PRIMITIVES_GENERATED, name);
    gl.error("another target");
    gl.GetQueryObjectuiv(name, 0x1234, &mut value);
    gl.error("parameter");
    gl.GetQueryObjectuiv(0xDEAD, gl::QUERY_RESULT, &mut value);
    gl.error("no such query");
    gl.QueryCounter(name, gl::TIMESTAMP);
    gl.error("a stamp into an occlusion query");
    gl.BeginConditionalRender(0xDEAD, gl::QUERY_WAIT);
    gl.error("condition on nothing");
    gl.BeginConditionalRender(name, 0x1234);
    gl.error("mode");
    gl.EndConditionalRender();
    gl.error("no condition");
    gl.GenQueries(-1, &mut value);
    gl.error("count");
    gl.u32s("the value", &[value]);
});

// red once: with the result taken only from the record that ended the query, the program polled for ever
against_native!(a_result_comes_though_a_flush_said_it_before_it_was_asked_for, |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    gl.program(FULL_VS, COLOR_FS);
    let mut query = 0;
    gl.GenQueries(1, &mut query);
    for turn in 0..20 {
        gl.BeginQuery(gl::SAMPLES_PASSED, query);
        gl.draw_full();
        gl.EndQuery(gl::SAMPLES_PASSED);
        gl.Flush();
        let mut there = 0;
        while there == 0 {
            gl.GetQueryObjectuiv(query, gl::QUERY_RESULT_AVAILABLE, &mut there);
        }
        let mut samples = 0;
        gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut samples);
        gl.u32s(&format!("turn {turn}"), &[there, samples]);
    }
});
