//! Buffer objects: content, mapping, copies, uniform buffers (GL 3.3 core 2.9).

use mgpipe_tests::{
    against_native,
    bindings::{egl, gl},
    scene::*,
};

against_native!(content_is_what_was_written_last, |gl| {
    let (ab, cr, cw) = (gl::ARRAY_BUFFER, gl::COPY_READ_BUFFER, gl::COPY_WRITE_BUFFER);
    gl.buffer(ab, &noise(1, 256));
    gl.BufferSubData(ab, 100, 20, noise(2, 20).as_ptr().cast());
    gl.read_buffer("sub-data", ab, 0, 256);
    let map = gl.MapBufferRange(ab, 32, 64, gl::MAP_WRITE_BIT | gl::MAP_INVALIDATE_RANGE_BIT);
    std::ptr::copy_nonoverlapping(noise(3, 64).as_ptr(), map.cast(), 64);
    gl.u32s("unmap", &[u32::from(gl.UnmapBuffer(ab))]);
    gl.read_buffer("mapped range", ab, 0, 256);
    let map = gl.MapBuffer(ab, gl::READ_WRITE).cast::<u8>();
    let mut seen = vec![0; 256];
    std::ptr::copy_nonoverlapping(map, seen.as_mut_ptr(), 256);
    gl.bytes("as mapped", &seen);
    *map.add(7) = 99;
    gl.UnmapBuffer(ab);
    gl.read_buffer("one byte through a mapping", ab, 0, 16);
    let map = gl.MapBufferRange(ab, 0, 256, gl::MAP_WRITE_BIT | gl::MAP_FLUSH_EXPLICIT_BIT);
    std::ptr::copy_nonoverlapping(noise(4, 16).as_ptr(), map.cast(), 16);
    std::ptr::copy_nonoverlapping(noise(5, 16).as_ptr(), map.cast::<u8>().add(200), 16);
    gl.FlushMappedBufferRange(ab, 0, 16);
    gl.FlushMappedBufferRange(ab, 200, 16);
    gl.UnmapBuffer(ab);
    gl.read_buffer("flushed ranges", ab, 0, 256);
    gl.buffer(cr, &noise(6, 128));
    gl.blank_buffer(cw, 128, 0xEE);
    gl.CopyBufferSubData(cr, cw, 10, 50, 40);
    gl.read_buffer("copied", cw, 0, 128);
    gl.CopyBufferSubData(cw, cw, 50, 0, 40);
    gl.read_buffer("copied within", cw, 0, 128);
    gl.BufferData(cw, 32, std::ptr::null(), gl::STREAM_READ);
    gl.BufferSubData(cw, 0, 32, noise(7, 32).as_ptr().cast());
    gl.read_buffer("respecified", cw, 0, 32);
    let big = noise(8, 3 << 20);
    gl.BufferData(ab, big.len() as isize, big.as_ptr().cast(), gl::STATIC_DRAW);
    gl.read_buffer("the end of a large one", ab, (3 << 20) - 1000, 1000);
    gl.error("all");
});

against_native!(buffer_queries_answer, |gl| {
    gl.buffer(gl::ARRAY_BUFFER, &[1u8; 77]);
    let query = |name: &str| {
        for pname in [
            gl::BUFFER_SIZE,
            gl::BUFFER_USAGE,
            gl::BUFFER_ACCESS,
            gl::BUFFER_ACCESS_FLAGS,
            gl::BUFFER_MAPPED,
            gl::BUFFER_MAP_OFFSET,
            gl::BUFFER_MAP_LENGTH,
        ] {
            let (mut value, mut wide) = (-77, -77);
            gl.GetBufferParameteriv(gl::ARRAY_BUFFER, pname, &mut value);
            gl.GetBufferParameteri64v(gl::ARRAY_BUFFER, pname, &mut wide);
            gl.i64s(&format!("{name} {pname:#06x}"), &[i64::from(value), wide]);
        }
        let mut pointer = std::ptr::null_mut();
        gl.GetBufferPointerv(gl::ARRAY_BUFFER, gl::BUFFER_MAP_POINTER, &raw mut pointer);
        gl.u32s(name, &[u32::from(pointer.is_null())]);
    };
    query("unmapped");
    gl.MapBufferRange(gl::ARRAY_BUFFER, 16, 32, gl::MAP_READ_BIT | gl::MAP_WRITE_BIT);
    query("mapped");
    gl.UnmapBuffer(gl::ARRAY_BUFFER);
    query("unmapped again");
    gl.error("all");
});

against_native!(uniform_buffers_are_read_from_their_ranges, |gl| {
    gl.target(gl::RGBA32F, 4, 4);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        "layout(std140) uniform A { vec4 x; mat2 m; float f[3]; }; layout(std140) uniform B { ivec3 i; uint u; } b[2];
        out vec4 o; void main() { o = x + vec4(m[1], f[2], float(b[0].i.y)) + vec4(float(b[1].u)); }",
    );
    let names = [c"A", c"B[0]", c"B[1]"];
    let indices = names.map(|name| gl.GetUniformBlockIndex(program, name.as_ptr()));
    for (i, &index) in indices.iter().enumerate() {
        gl.UniformBlockBinding(program, index, 5 + i as u32);
        for pname in [gl::UNIFORM_BLOCK_DATA_SIZE, gl::UNIFORM_BLOCK_ACTIVE_UNIFORMS, gl::UNIFORM_BLOCK_BINDING] {
            let mut value = -77;
            gl.GetActiveUniformBlockiv(program, index, pname, &mut value);
            gl.i32s(&format!("block {i} {pname:#06x}"), &[value]);
        }
    }
    let mut alignment = 0;
    gl.GetIntegerv(gl::UNIFORM_BUFFER_OFFSET_ALIGNMENT, &mut alignment);
    let step = (256 / alignment.max(1) * alignment) as usize;
    let mut words = vec![0u32; step];
    for (i, word) in words.iter_mut().enumerate().take(24) {
        *word = (i as f32 * 0.5).to_bits();
    }
    words[step / 4] = 1;
    words[step / 4 + 1] = 17;
    words[step / 4 + 3] = 3;
    words[step / 2 + 3] = 100;
    let buffer = gl.buffer(gl::UNIFORM_BUFFER, &words);
    for i in 0..3 {
        gl.BindBufferRange(gl::UNIFORM_BUFFER, 5 + i, buffer, (i as usize * step) as isize, 128);
    }
    gl.draw_full();
    gl.read("drawn", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    gl.BufferSubData(gl::UNIFORM_BUFFER, 0, 4, [9.5f32].as_ptr().cast());
    gl.draw_full();
    gl.read("after a change", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    gl.BindBufferRange(gl::UNIFORM_BUFFER, 6, buffer, 2 * step as isize, 128);
    gl.draw_full();
    gl.read("after a rebind", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    gl.UniformBlockBinding(program, indices[0], 20);
    gl.BindBufferBase(gl::UNIFORM_BUFFER, 20, buffer);
    gl.draw_full();
    gl.read("after another binding point", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    let (mut value, mut wide) = (0, 0);
    gl.GetIntegeri_v(gl::UNIFORM_BUFFER_BINDING, 6, &mut value);
    gl.GetInteger64i_v(gl::UNIFORM_BUFFER_START, 6, &mut wide);
    gl.i64s("binding 6", &[i64::from(value != 0), wide]);
    gl.error("all");
});

against_native!(bad_buffer_calls_have_their_errors, |gl| {
    let ab = gl::ARRAY_BUFFER;
    gl.BufferData(ab, 4, std::ptr::null(), gl::STATIC_DRAW);
    gl.error("no buffer bound");
    gl.BindBuffer(0x1234, 0);
    gl.error("target");
    gl.BindBuffer(ab, 0xDEAD);
    gl.error("a name that was not generated");
    gl.BindBuffer(ab, 0);
    let buffer = gl.buffer(ab, &[0u8; 16]);
    gl.BufferData(ab, -1, std::ptr::null(), gl::STATIC_DRAW);
    gl.error("negative size");
    gl.BufferData(ab, 16, std::ptr::null(), 0x1234);
    gl.error("usage");
    gl.BufferSubData(ab, 10, 7, [0u8; 7].as_ptr().cast());
    gl.error("past the end");
    gl.GetBufferSubData(ab, -1, 1, [0u8; 1].as_mut_ptr().cast());
    gl.error("before the start");
    gl.MapBufferRange(ab, 0, 17, gl::MAP_READ_BIT);
    gl.error("map past the end");
    gl.MapBufferRange(ab, 0, 0, gl::MAP_READ_BIT);
    gl.error("map of nothing");
    gl.MapBufferRange(ab, 0, 16, 0);
    gl.error("neither read nor write");
    gl.MapBufferRange(ab, 0, 16, gl::MAP_READ_BIT | gl::MAP_INVALIDATE_BUFFER_BIT);
    gl.error("read what is invalidated");
    gl.MapBufferRange(ab, 0, 16, gl::MAP_READ_BIT | gl::MAP_FLUSH_EXPLICIT_BIT);
    gl.error("flush without write");
    gl.MapBuffer(ab, 0x1234);
    gl.error("access");
    gl.UnmapBuffer(ab);
    gl.error("not mapped");
    gl.FlushMappedBufferRange(ab, 0, 1);
    gl.error("flush of what is not mapped");
    gl.MapBufferRange(ab, 0, 8, gl::MAP_WRITE_BIT | gl::MAP_FLUSH_EXPLICIT_BIT);
    gl.FlushMappedBufferRange(ab, 4, 8);
    gl.error("flush past the mapping");
    gl.MapBuffer(ab, gl::READ_ONLY);
    gl.error("mapped already");
    gl.BufferSubData(ab, 0, 1, [0u8].as_ptr().cast());
    gl.error("sub-data while mapped");
    gl.UnmapBuffer(ab);
    gl.BindBufferBase(gl::ARRAY_BUFFER, 0, buffer);
    gl.error("not an indexed target");
    gl.BindBufferBase(gl::UNIFORM_BUFFER, 100_000, buffer);
    gl.error("index");
    gl.BindBufferRange(gl::UNIFORM_BUFFER, 0, buffer, 3, 4);
    gl.error("unaligned");
    gl.BindBufferRange(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 0, 0);
    gl.error("empty range");
    gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
    gl.CopyBufferSubData(gl::COPY_READ_BUFFER, ab, 0, 4, 8);
    gl.error("overlapping copy");
    gl.CopyBufferSubData(gl::COPY_READ_BUFFER, ab, 0, 12, 8);
    gl.error("copy past the end");
    gl.u32s("names", &[u32::from(gl.IsBuffer(buffer)), u32::from(gl.IsBuffer(0xDEAD))]);
});

const STAYS: u32 = gl::MAP_PERSISTENT_BIT | gl::MAP_COHERENT_BIT;

/// A buffer with immutable storage, bound and mapped whole.
unsafe fn mapped(gl: &Scene, target: u32, size: isize, access: u32) -> (u32, *mut u8) {
    let mut name = 0;
    gl.GenBuffers(1, &mut name);
    gl.BindBuffer(target, name);
    gl.BufferStorage(target, size, std::ptr::null(), access & !gl::MAP_FLUSH_EXPLICIT_BIT);
    (name, gl.MapBufferRange(target, 0, size, access).cast())
}

// red once: without the changes going out before verbs, the squares were black
against_native!(draws_see_what_a_lasting_mapping_has, |gl| {
    gl.target(gl::RGBA32F, 4, 4);
    gl.vertex_array();
    let program = gl.program(
        "in vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }",
        "layout(std140) uniform A { vec4 x; }; out vec4 o; void main() { o = x; }",
    );
    gl.UniformBlockBinding(program, 0, 3);
    let (uniforms, x) = mapped(gl, gl::UNIFORM_BUFFER, 1 << 16, gl::MAP_WRITE_BIT | STAYS);
    let (_, points) = mapped(gl, gl::ARRAY_BUFFER, 1 << 16, gl::MAP_WRITE_BIT | gl::MAP_READ_BIT | STAYS);
    let (_, indices) = mapped(gl, gl::ELEMENT_ARRAY_BUFFER, 5000, gl::MAP_WRITE_BIT | STAYS);
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 2, gl::FLOAT, 0, 8, 4096 as _);
    for turn in 0..4u16 {
        let base = turn * 3;
        let side = 1.0 - f32::from(turn) * 0.25;
        let triangle = [[-1.0, -1.0], [side * 3.0, -1.0], [-1.0, side * 3.0f32]];
        points.add(4096 + usize::from(base) * 8).cast::<[[f32; 2]; 3]>().write_unaligned(triangle);
        indices.add(4000).cast::<[u16; 3]>().write_unaligned([base, base + 1, base + 2]);
        let offset = usize::from(turn) * 4096;
        x.add(offset).cast::<[f32; 4]>().write([f32::from(turn), 0.5, 0.25, 1.0]);
        gl.BindBufferRange(gl::UNIFORM_BUFFER, 3, uniforms, offset as isize, 16);
        gl.clear([0.0; 4]);
        gl.DrawElements(gl::TRIANGLES, 3, gl::UNSIGNED_SHORT, 4000 as _);
        gl.read(&format!("turn {turn}"), (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    }
    gl.read_buffer("indices", gl::ELEMENT_ARRAY_BUFFER, 3990, 32);
    points.add(10).write(77);
    gl.BindBuffer(gl::COPY_WRITE_BUFFER, uniforms);
    gl.CopyBufferSubData(gl::ARRAY_BUFFER, gl::COPY_WRITE_BUFFER, 0, 40_000, 32);
    gl.read_buffer("copied", gl::COPY_WRITE_BUFFER, 40_000, 32);
    gl.u32s("unmap", &[u32::from(gl.UnmapBuffer(gl::ARRAY_BUFFER))]);
    gl.read_buffer("unmapped", gl::ARRAY_BUFFER, 0, 32);
    gl.error("all");
});

// red once: without the pull at the fence
against_native!(a_lasting_mapping_has_results_behind_a_fence, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    let (_, memory) = mapped(gl, gl::PIXEL_PACK_BUFFER, 8192, gl::MAP_READ_BIT | gl::MAP_WRITE_BIT | STAYS);
    let show = |name: &str, at: usize, len: usize| {
        let fence = gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
        gl.ClientWaitSync(fence, gl::SYNC_FLUSH_COMMANDS_BIT, u64::MAX);
        gl.DeleteSync(fence);
        let mut seen = vec![0; len];
        std::ptr::copy_nonoverlapping(memory.add(at), seen.as_mut_ptr(), len);
        gl.bytes(name, &seen);
    };
    memory.add(64).write(9);
    gl.clear([1.0, 0.5, 0.25, 0.0]);
    gl.ReadPixels(0, 0, 4, 4, gl::RGBA, gl::UNSIGNED_BYTE, std::ptr::null_mut());
    show("packed", 0, 80);
    memory.add(3).write(200);
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    gl.ReadPixels(0, 0, 2, 2, gl::RGBA, gl::UNSIGNED_BYTE, 4000 as _);
    show("packed across pages", 3990, 140);
    gl.BufferSubData(gl::PIXEL_PACK_BUFFER, 100, 4, [1u8, 2, 3, 4].as_ptr().cast());
    gl.error("no dynamic storage");
    gl.ClearBufferSubData(
        gl::PIXEL_PACK_BUFFER,
        gl::R8UI,
        20,
        8,
        gl::RED_INTEGER,
        gl::UNSIGNED_BYTE,
        [7u8].as_ptr().cast(),
    );
    gl.Finish();
    show("cleared", 0, 80);
    // red once: with EGL's fences seen as signalled and nothing more, the old bytes were there
    let (egl, display) = (&gl.display.egl, gl.display.display);
    gl.clear([0.0, 0.0, 1.0, 1.0]);
    gl.ReadPixels(0, 0, 2, 2, gl::RGBA, gl::UNSIGNED_BYTE, 200 as _);
    let sync = egl.CreateSync(display, egl::SYNC_FENCE, std::ptr::null());
    gl.enums("waited", &[egl.ClientWaitSync(display, sync, egl::SYNC_FLUSH_COMMANDS_BIT as i32, egl::FOREVER) as u32]);
    egl.DestroySync(display, sync);
    let mut seen = [0; 16];
    std::ptr::copy_nonoverlapping(memory.add(200), seen.as_mut_ptr(), 16);
    gl.bytes("behind EGL's fence", &seen);
    gl.UnmapBuffer(gl::PIXEL_PACK_BUFFER);
    gl.read_buffer("unmapped", gl::PIXEL_PACK_BUFFER, 0, 80);
    gl.error("all");
});

// red once: with the captured buffer not marked, zeros were read
against_native!(what_the_gpu_wrote_is_read_right_after, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let vertex = "out vec4 v; void main() { v = vec4(gl_VertexID, 2.0, 3.0, 4.0); gl_Position = v; }";
    gl.program_with(&[(gl::VERTEX_SHADER, vertex), (gl::FRAGMENT_SHADER, COLOR_FS)], |program| {
        gl.TransformFeedbackVaryings(program, 1, [c"v".as_ptr()].as_ptr(), gl::INTERLEAVED_ATTRIBS);
    });
    let mut name = 0;
    gl.GenBuffers(1, &mut name);
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, name);
    gl.BufferData(gl::TRANSFORM_FEEDBACK_BUFFER, 256, std::ptr::null(), gl::STREAM_READ);
    for turn in 0..3 {
        gl.BeginTransformFeedback(gl::POINTS);
        gl.DrawArrays(gl::POINTS, turn, 8);
        gl.EndTransformFeedback();
        let map = gl.MapBufferRange(gl::TRANSFORM_FEEDBACK_BUFFER, 16, 64, gl::MAP_READ_BIT);
        let mut seen = vec![0u8; 64];
        std::ptr::copy_nonoverlapping(map.cast(), seen.as_mut_ptr(), 64);
        gl.UnmapBuffer(gl::TRANSFORM_FEEDBACK_BUFFER);
        gl.bytes(&format!("capture {turn}"), &seen);
    }
    gl.error("all");
});

// red once: with what is kept of a mapping not forgotten where the server writes
against_native!(every_way_to_map_keeps_what_it_should, |gl| {
    let (ab, cr) = (gl::ARRAY_BUFFER, gl::COPY_READ_BUFFER);
    gl.buffer(cr, &noise(9, 256));
    gl.buffer(ab, &noise(1, 256));
    let write = gl::MAP_WRITE_BIT;
    let ways = [
        write,
        write | gl::MAP_UNSYNCHRONIZED_BIT,
        write | gl::MAP_INVALIDATE_RANGE_BIT,
        write | gl::MAP_READ_BIT,
        write | gl::MAP_INVALIDATE_RANGE_BIT | gl::MAP_UNSYNCHRONIZED_BIT,
        write | gl::MAP_FLUSH_EXPLICIT_BIT,
    ];
    for (i, way) in ways.into_iter().enumerate() {
        for (j, length) in [32usize, 7].into_iter().enumerate() {
            let offset = 16 + j * 3;
            let map: *mut u8 = gl.MapBufferRange(ab, offset as isize, length as isize, way).cast();
            let fresh = noise((i * 2 + j) as u32 + 20, length);
            // All of it is written where it was given up, the first half elsewhere.
            let part = if way & gl::MAP_INVALIDATE_RANGE_BIT != 0 { length } else { length / 2 };
            std::ptr::copy_nonoverlapping(fresh.as_ptr(), map, part);
            if way & gl::MAP_FLUSH_EXPLICIT_BIT != 0 {
                gl.FlushMappedBufferRange(ab, 0, part as isize);
            }
            gl.u32s("unmap", &[u32::from(gl.UnmapBuffer(ab))]);
            gl.read_buffer(&format!("way {i}, {length} bytes"), ab, 0, 256);
        }
        gl.CopyBufferSubData(cr, ab, (i * 8) as isize, 20, 12);
    }
    let map: *mut u8 = gl.MapBufferRange(ab, 16, 32, write).cast();
    map.write(1);
    gl.UnmapBuffer(ab);
    gl.BufferSubData(ab, 18, 4, [5u8, 6, 7, 8].as_ptr().cast());
    let map: *mut u8 = gl.MapBufferRange(ab, 16, 32, write).cast();
    map.add(1).write(2);
    gl.UnmapBuffer(ab);
    gl.read_buffer("after sub-data", ab, 0, 64);
    gl.ClearBufferSubData(ab, gl::R8UI, 24, 4, gl::RED_INTEGER, gl::UNSIGNED_BYTE, [7u8].as_ptr().cast());
    let map: *mut u8 = gl.MapBufferRange(ab, 20, 8, write).cast();
    map.write(3);
    gl.UnmapBuffer(ab);
    gl.read_buffer("after a clear", ab, 0, 64);
    let map: *mut u8 = gl.MapBufferRange(ab, 0, 256, write | gl::MAP_INVALIDATE_BUFFER_BIT).cast();
    std::ptr::copy_nonoverlapping(noise(3, 256).as_ptr(), map, 256);
    gl.UnmapBuffer(ab);
    gl.read_buffer("given up whole", ab, 0, 256);
    gl.error("all");
});

against_native!(bad_storage_has_its_errors, |gl| {
    let ab = gl::ARRAY_BUFFER;
    let mut names = [0; 2];
    gl.GenBuffers(2, names.as_mut_ptr());
    gl.BindBuffer(ab, names[0]);
    for (what, size, flags) in [
        ("no size", 0, gl::MAP_WRITE_BIT),
        ("unknown flag", 16, 1 << 20),
        ("persistent without access", 16, gl::MAP_PERSISTENT_BIT),
        ("coherent without persistent", 16, gl::MAP_WRITE_BIT | gl::MAP_COHERENT_BIT),
    ] {
        gl.BufferStorage(ab, size, std::ptr::null(), flags);
        gl.error(what);
    }
    gl.BufferStorage(ab, 16, noise(1, 16).as_ptr().cast(), gl::MAP_WRITE_BIT | gl::MAP_PERSISTENT_BIT);
    gl.error("storage");
    gl.BufferStorage(ab, 16, std::ptr::null(), 0);
    gl.error("storage twice");
    gl.BufferData(ab, 16, std::ptr::null(), gl::STATIC_DRAW);
    gl.error("data of an immutable store");
    gl.BufferSubData(ab, 0, 4, [0u8; 4].as_ptr().cast());
    gl.error("sub-data without dynamic storage");
    for (what, access) in
        [("read", gl::MAP_READ_BIT), ("coherent", gl::MAP_WRITE_BIT | STAYS), ("unknown", gl::MAP_WRITE_BIT | 1 << 20)]
    {
        gl.MapBufferRange(ab, 0, 16, access);
        gl.error(what);
    }
    for pname in [gl::BUFFER_IMMUTABLE_STORAGE, gl::BUFFER_STORAGE_FLAGS] {
        let mut value = -77;
        gl.GetBufferParameteriv(ab, pname, &mut value);
        gl.i32s(&format!("{pname:#06x}"), &[value]);
    }
    gl.MapBufferRange(ab, 0, 16, gl::MAP_WRITE_BIT | gl::MAP_PERSISTENT_BIT);
    gl.error("mapped");
    gl.MapBufferRange(ab, 0, 16, gl::MAP_WRITE_BIT);
    gl.error("mapped twice");
    gl.BindBuffer(ab, names[1]);
    gl.BufferData(ab, 16, std::ptr::null(), gl::STATIC_DRAW);
    gl.MapBufferRange(ab, 0, 16, gl::MAP_WRITE_BIT | gl::MAP_PERSISTENT_BIT);
    gl.error("a mutable store");
});

against_native!(many_buffers_are_bound_at_once, |gl| {
    gl.target(gl::RGBA32F, 3, 1);
    gl.vertex_array();
    let mut buffers = [0; 3];
    gl.CreateBuffers(3, buffers.as_mut_ptr());
    for (at, &buffer) in buffers.iter().enumerate() {
        let values: Vec<f32> = (0..256).map(|i| (at * 1000 + i) as f32).collect();
        gl.NamedBufferData(buffer, 1024, values.as_ptr().cast(), gl::STATIC_DRAW);
    }
    let points = |name: &str| {
        for at in 0..4 {
            let (mut bound, mut range) = (0, [0i64; 2]);
            gl.GetIntegeri_v(gl::UNIFORM_BUFFER_BINDING, at, &mut bound);
            gl.GetInteger64i_v(gl::UNIFORM_BUFFER_START, at, &mut range[0]);
            gl.GetInteger64i_v(gl::UNIFORM_BUFFER_SIZE, at, &mut range[1]);
            let which = buffers.iter().position(|name| *name == bound as u32).map_or(-1, |which| which as i64);
            gl.i64s(&format!("{name}: point {at}"), &[which, range[0], range[1]]);
        }
        gl.error(name);
    };
    gl.BindBuffersBase(gl::UNIFORM_BUFFER, 1, 3, buffers.as_ptr());
    points("base");
    gl.integer::<1>("the generic point stays", gl::UNIFORM_BUFFER_BINDING);
    gl.BindBuffersRange(
        gl::UNIFORM_BUFFER,
        0,
        3,
        buffers.as_ptr(),
        [0isize, 256, 512].as_ptr(),
        [64isize, 128, 256].as_ptr(),
    );
    points("ranges");
    let program = gl.program(
        "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }",
        "layout(std140) uniform A { vec4 a; }; layout(std140) uniform B { vec4 b; }; layout(std140) uniform C { vec4 c; };
        out vec4 o; void main() { o = gl_FragCoord.x < 1.0 ? a : gl_FragCoord.x < 2.0 ? b : c; }",
    );
    for (at, name) in [c"A", c"B", c"C"].into_iter().enumerate() {
        gl.UniformBlockBinding(program, gl.GetUniformBlockIndex(program, name.as_ptr()), at as u32);
    }
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
    gl.read("shaders see the ranges", (0, 0, 3, 1), (gl::RGBA, gl::FLOAT));
    gl.BindBuffersBase(gl::UNIFORM_BUFFER, 0, 3, [buffers[2], 9999, 0].as_ptr());
    points("one does not exist");
    gl.BindBuffersRange(
        gl::UNIFORM_BUFFER,
        0,
        3,
        buffers.as_ptr(),
        [-1isize, 0, 3].as_ptr(),
        [64isize, 0, 64].as_ptr(),
    );
    points("bad ranges");
    gl.BindBuffersBase(gl::UNIFORM_BUFFER, 0, 4, std::ptr::null());
    points("none");
    gl.BindBuffersBase(gl::UNIFORM_BUFFER, 0, 4000, std::ptr::null());
    gl.error("too many");
    gl.BindBuffersBase(gl::ARRAY_BUFFER, 0, 1, buffers.as_ptr());
    gl.error("a target without points");
    gl.BindBuffersBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, 2, buffers.as_ptr());
    let mut bound = 0;
    gl.GetIntegeri_v(gl::TRANSFORM_FEEDBACK_BUFFER_BINDING, 1, &mut bound);
    gl.u32s("transform feedback", &[u32::from(bound as u32 == buffers[1])]);
    gl.error("transform feedback");
});

// red once: with the last error kept
against_native!(a_buffer_without_memory_is_an_error_in_its_place, |gl| {
    let ab = gl::ARRAY_BUFFER;
    gl.buffer(ab, &noise(1, 64));
    gl.BufferData(ab, 1 << 33, std::ptr::null(), gl::STATIC_DRAW);
    gl.Enable(0x1234);
    gl.Finish();
    gl.error("the first of two");
    gl.error("is the only one");
    // What is done to it has no effect, and nothing else breaks.
    gl.BufferData(ab, 64, noise(2, 64).as_ptr().cast(), gl::STATIC_DRAW);
    gl.read_buffer("again", ab, 0, 64);
    gl.error("again");
});

// red once: with the last mapping's memory taken for the content, the shader's words were not there
against_native!(a_mapping_has_what_a_shader_wrote_since_the_last, |gl| {
    let buffer = gl.blank_buffer(gl::ARRAY_BUFFER, 64, 0x11);
    let read = |name: &str| {
        let map = gl.MapBufferRange(gl::ARRAY_BUFFER, 0, 64, gl::MAP_READ_BIT | gl::MAP_WRITE_BIT);
        let mut seen = [0u8; 64];
        std::ptr::copy_nonoverlapping(map.cast(), seen.as_mut_ptr(), 64);
        gl.UnmapBuffer(gl::ARRAY_BUFFER);
        gl.bytes(name, &seen);
    };
    read("before anybody else could write");
    gl.program_with(
        &[(
            gl::COMPUTE_SHADER,
            "#version 430\nlayout(local_size_x = 16) in; layout(std430, binding = 0) buffer Out { uint o[]; };\n\
             void main() { o[gl_LocalInvocationIndex] = 7u + gl_LocalInvocationIndex; }",
        )],
        |_| {},
    );
    gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 0, buffer);
    gl.DispatchCompute(1, 1, 1);
    gl.MemoryBarrier(gl::ALL_BARRIER_BITS);
    read("after a shader");
    gl.read_buffer("unmapping put nothing old back", gl::ARRAY_BUFFER, 0, 64);
});

// red once: with the mapping thrown away, the texture had the old bytes
against_native!(deleting_a_mapped_buffer_keeps_what_was_written_for_who_has_it, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let buffer = gl.blank_buffer(gl::TEXTURE_BUFFER, 16, 0x11);
    let mut texture = 0;
    gl.GenTextures(1, &mut texture);
    gl.BindTexture(gl::TEXTURE_BUFFER, texture);
    gl.TexBuffer(gl::TEXTURE_BUFFER, gl::RGBA8, buffer);
    let map = gl.MapBufferRange(gl::TEXTURE_BUFFER, 0, 16, gl::MAP_WRITE_BIT);
    std::ptr::copy_nonoverlapping(noise(3, 16).as_ptr(), map.cast(), 16);
    gl.DeleteBuffers(1, &buffer);
    gl.program(
        FULL_VS,
        "#version 330\nuniform samplerBuffer s; out vec4 c;\n\
         void main() { c = texelFetch(s, int(gl_FragCoord.x)); }",
    );
    gl.draw_full();
    gl.read_rgba8("texels", 4, 4);
    gl.error("all");
});

// red once: with every write to a mapped buffer refused
against_native!(the_rest_of_a_mapped_buffer_is_written, |gl| {
    let ab = gl::ARRAY_BUFFER;
    gl.blank_buffer(ab, 64, 0x11);
    let map = gl.MapBufferRange(ab, 16, 16, gl::MAP_WRITE_BIT);
    std::ptr::copy_nonoverlapping(noise(3, 16).as_ptr(), map.cast(), 16);
    for (offset, size) in [(0, 16), (32, 32), (8, 9), (31, 2), (16, 0)] {
        gl.BufferSubData(ab, offset, size, noise(4, 64).as_ptr().cast());
        gl.error(&format!("{size} bytes at {offset}"));
    }
    gl.UnmapBuffer(ab);
    gl.read_buffer("all", ab, 0, 64);
});

// red once: with the null pointer a pixel of the format given, alpha was one
against_native!(a_buffer_cleared_to_nothing_is_zero, |gl| {
    let cases = [
        (gl::RGBA8, gl::RED, gl::UNSIGNED_BYTE),
        (gl::RGBA32F, gl::RED, gl::FLOAT),
        (gl::RGBA16UI, gl::RED_INTEGER, gl::UNSIGNED_SHORT),
        (gl::RG32I, gl::RG_INTEGER, gl::INT),
    ];
    for (internal, format, type_) in cases {
        gl.blank_buffer(gl::ARRAY_BUFFER, 64, 0x11);
        gl.ClearBufferSubData(gl::ARRAY_BUFFER, internal, 16, 32, format, type_, std::ptr::null());
        gl.read_buffer(&format!("{internal:#06x}"), gl::ARRAY_BUFFER, 0, 64);
    }
    gl.error("all");
});

// red once: with the errors of an upload's formats and types
against_native!(a_buffer_cleared_with_wrong_formats_says_which, |gl| {
    let buffer = gl.blank_buffer(gl::ARRAY_BUFFER, 64, 0x11);
    let formats = [
        gl::RED,
        gl::RGBA,
        gl::RED_INTEGER,
        gl::RGBA_INTEGER,
        gl::DEPTH_COMPONENT,
        gl::STENCIL_INDEX,
        gl::DEPTH_STENCIL,
        gl::TEXTURE_2D,
    ];
    let types = [
        gl::UNSIGNED_BYTE,
        gl::FLOAT,
        gl::UNSIGNED_SHORT_5_6_5,
        gl::UNSIGNED_INT_2_10_10_10_REV,
        gl::UNSIGNED_INT_24_8,
        gl::DOUBLE,
        gl::TEXTURE_2D,
    ];
    for internal in [gl::RGBA8, gl::R32F, gl::RGBA32UI, gl::RGB8, gl::DEPTH_COMPONENT32F, gl::TEXTURE_2D] {
        for (format, type_) in formats.into_iter().flat_map(|format| types.map(|type_| (format, type_))) {
            let name = format!("{internal:#06x} {format:#06x} {type_:#06x}");
            let value = noise(format, 64);
            gl.ClearBufferData(gl::ARRAY_BUFFER, internal, format, type_, value.as_ptr().cast());
            gl.error(&name);
            gl.ClearNamedBufferSubData(buffer, internal, 3, 16, format, type_, value.as_ptr().cast());
            gl.error(&format!("{name}, at 3"));
            gl.ClearNamedBufferSubData(buffer, internal, 48, 32, format, type_, value.as_ptr().cast());
            gl.error(&format!("{name}, past the end"));
        }
    }
    gl.read_buffer("all", gl::ARRAY_BUFFER, 0, 64);
});
