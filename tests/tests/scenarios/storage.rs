//! Shader storage blocks and atomic counters.

use crate::compute::{barrier, compute};
use mgpipe_tests::{against_native, bindings::gl};

against_native! {
    /// red once: with no buffer bound to storage blocks nothing was written
    blocks_lie_as_their_layout_says, |gl| {
        compute(gl, "#version 430\nlayout(local_size_x = 1) in;\n\
            struct S { float a; vec3 b; mat2x3 c; };\n\
            layout(std140, binding = 0) buffer A { float f; float g[2]; S s[2]; layout(row_major) mat3x2 m; bool t; } a;\n\
            layout(std430, binding = 1) buffer B { float f; float g[2]; S s[2]; layout(row_major) mat3x2 m; bool t; } b;\n\
            layout(std430, row_major, binding = 2) buffer C { mat2x3 m; uvec2 u; vec3 tail[]; } c;\n\
            void main() {\n\
              a.f = 1.0; a.g[1] = 2.0; a.s[1].a = 3.0; a.s[0].b = vec3(4, 5, 6); a.s[1].c = mat2x3(1, 2, 3, 4, 5, 6);\n\
              a.m = mat3x2(1, 2, 3, 4, 5, 6); a.t = true;\n\
              b.f = 1.0; b.g[1] = 2.0; b.s[1].a = 3.0; b.s[0].b = vec3(4, 5, 6); b.s[1].c = mat2x3(1, 2, 3, 4, 5, 6);\n\
              b.m = mat3x2(1, 2, 3, 4, 5, 6); b.t = a.t && a.f == 1.0;\n\
              c.m = mat2x3(1, 2, 3, 4, 5, 6); c.u = uvec2(c.tail.length(), 9u);\n\
              c.tail[c.tail.length() - 1] = vec3(7, 8, 9);\n\
            }");
        for at in 0..3 {
            let buffer = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 512, 0);
            gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, at, buffer);
        }
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        for at in 0..3 {
            let mut buffer = 0;
            gl.GetIntegeri_v(gl::SHADER_STORAGE_BUFFER_BINDING, at, &mut buffer);
            gl.BindBuffer(gl::SHADER_STORAGE_BUFFER, buffer as u32);
            gl.read_buffer("block", gl::SHADER_STORAGE_BUFFER, 0, 512);
        }
    }
}

against_native! {
    /// red once: with no buffer bound to storage blocks all lengths were 0
    unsized_arrays_know_the_bound_range, |gl| {
        compute(gl, "#version 430\nlayout(local_size_x = 1) in;\n\
            layout(std430, binding = 4) buffer In { uvec4 head; uint words[]; } source[3];\n\
            layout(std430, binding = 7) buffer Out { uint lengths[3]; uint firsts[3]; };\n\
            void main() {\n\
              lengths = uint[3](source[0].words.length(), source[1].words.length(), source[2].words.length());\n\
              firsts = uint[3](source[0].words[0], source[1].words[0], source[2].head.y);\n\
            }");
        let words: Vec<u32> = (0..1024).collect();
        let buffer = gl.buffer(gl::SHADER_STORAGE_BUFFER, &words);
        gl.BindBufferRange(gl::SHADER_STORAGE_BUFFER, 5, buffer, 256, 256);
        gl.BindBufferRange(gl::SHADER_STORAGE_BUFFER, 4, buffer, 512, 1024);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 6, buffer);
        let out = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 64, 0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 7, out);
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.read_buffer("lengths", gl::SHADER_STORAGE_BUFFER, 0, 24);
        // Another point of the only block of a program.
        let program = compute(gl, "#version 430\nlayout(local_size_x = 1) in; buffer One { uint length; uint words[]; };\n\
            void main() { length = words.length(); }");
        for at in 0..8 {
            gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, at, 0);
        }
        let buffer = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 48, 0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 6, buffer);
        gl.ShaderStorageBlockBinding(program, 0, 6);
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.read_buffer("length", gl::SHADER_STORAGE_BUFFER, 0, 8);
        gl.ShaderStorageBlockBinding(program, 99, 0);
        gl.error("no such block");
        gl.ShaderStorageBlockBinding(program, 0, !0);
        gl.error("no such binding point");
    }
}

against_native! {
    /// red once: with the dispatch's record left out the members kept what they had
    atomics_on_members, |gl| {
        compute(gl, "#version 430\nlayout(local_size_x = 64) in;\n\
            layout(std430, binding = 0) coherent buffer A { uint sum; int least; uint most; uint bits; uint all; uint flips; uint swaps; uint taken; uint old[]; };\n\
            void main() {\n\
              uint i = gl_GlobalInvocationID.x;\n\
              old[atomicAdd(sum, 1u)] = 1u; atomicMin(least, -int(i)); atomicMax(most, i * 3u); atomicOr(bits, 1u << (i & 31u));\n\
              atomicAnd(all, ~(1u << (i & 7u))); atomicXor(flips, i);\n\
              if (atomicCompSwap(swaps, i, i + 1u) == i) taken = i;\n\
              if (i == 5u) atomicExchange(old[300], 77u);\n\
            }");
        let start: [u32; 8] = [0, 0, 0, 0, !0, 0, 1000, 5];
        let mut words = vec![0u32; 310];
        words[..8].copy_from_slice(&start);
        let buffer = gl.buffer(gl::SHADER_STORAGE_BUFFER, &words);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 0, buffer);
        gl.DispatchCompute(4, 1, 1);
        barrier(gl);
        gl.read_buffer("results", gl::SHADER_STORAGE_BUFFER, 0, 310 * 4);
    }
}

against_native! {
    /// red once: with no buffer bound to storage blocks nothing was drawn
    blocks_in_draws, |gl| {
        gl.target(gl::RGBA8, 8, 8);
        gl.clear([0.0; 4]);
        gl.vertex_array();
        gl.program(
            "#version 430\nstruct V { vec4 p; vec4 c; }; layout(std430, binding = 1) readonly buffer Vs { V v[]; };\n\
             out vec4 c; void main() { gl_Position = v[gl_VertexID].p; c = v[gl_VertexID].c; }",
            "#version 430\nin vec4 c; out vec4 o; layout(std430, binding = 3) buffer Count { uint n; uint rows[8]; };\n\
             void main() { atomicAdd(n, 1u); atomicAdd(rows[uint(gl_FragCoord.y)], uint(gl_FragCoord.x)); o = c; }",
        );
        #[rustfmt::skip]
        let vertices = [
            -1.0f32, -1.0, 0.0, 1.0,  1.0, 0.0, 0.0, 1.0,
            1.0, -1.0, 0.0, 1.0,  0.0, 1.0, 0.0, 1.0,
            -1.0, 1.0, 0.0, 1.0,  0.0, 0.0, 1.0, 1.0,
        ];
        let buffer = gl.buffer(gl::SHADER_STORAGE_BUFFER, &vertices);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 1, buffer);
        let count = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 64, 0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 3, count);
        gl.draw_full();
        gl.read_rgba8("drawn", 8, 8);
        barrier(gl);
        gl.read_buffer("counted", gl::SHADER_STORAGE_BUFFER, 0, 36);
        // The store is made anew without content while it stays bound; a mapping then reads what shaders wrote.
        gl.BufferData(gl::SHADER_STORAGE_BUFFER, 64, std::ptr::null(), gl::DYNAMIC_COPY);
        gl.ClearBufferData(gl::SHADER_STORAGE_BUFFER, gl::R32UI, gl::RED_INTEGER, gl::UNSIGNED_INT, std::ptr::null());
        gl.draw_full();
        barrier(gl);
        let mapped = gl.MapBufferRange(gl::SHADER_STORAGE_BUFFER, 0, 36, gl::MAP_READ_BIT);
        gl.bytes("mapped", std::slice::from_raw_parts(mapped.cast(), 36));
        gl.UnmapBuffer(gl::SHADER_STORAGE_BUFFER);
    }
}

against_native! {
    /// red once: with counters left to ES, whose counters the translator can't read, nothing was drawn
    atomic_counters_count, |gl| {
        gl.target(gl::RGBA8, 8, 8);
        gl.vertex_array();
        let program = gl.program(
            "#version 420\nlayout(binding = 1, offset = 8) uniform atomic_uint vertices;\n\
             void main() { atomicCounterIncrement(vertices);\n\
               vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0); }",
            "#version 420\nlayout(binding = 0) uniform atomic_uint up; layout(binding = 0, offset = 8) uniform atomic_uint some[2];\n\
             layout(binding = 0, offset = 4) uniform atomic_uint down; out vec4 o;\n\
             void main() { uint n = atomicCounterIncrement(up); atomicCounterDecrement(down);\n\
               if (gl_FragCoord.x < 3.0) atomicCounterIncrement(some[1]);\n\
               o = vec4(float(n < 64u), float(atomicCounter(some[0])), 0.0, 1.0); }",
        );
        let first = gl.buffer(gl::ATOMIC_COUNTER_BUFFER, &[0u32, 100, 1, 7, 9]);
        gl.BindBufferBase(gl::ATOMIC_COUNTER_BUFFER, 0, first);
        let second = gl.buffer(gl::ATOMIC_COUNTER_BUFFER, &[5u32; 70]);
        gl.BindBufferRange(gl::ATOMIC_COUNTER_BUFFER, 1, second, 16, 32);
        gl.draw_full();
        barrier(gl);
        gl.read_rgba8("drawn", 8, 8);
        gl.read_buffer("ranges", gl::ATOMIC_COUNTER_BUFFER, 0, 64);
        gl.BindBuffer(gl::ATOMIC_COUNTER_BUFFER, first);
        gl.read_buffer("counters", gl::ATOMIC_COUNTER_BUFFER, 0, 20);
        let mut buffers = 0;
        gl.GetProgramiv(program, gl::ACTIVE_ATOMIC_COUNTER_BUFFERS, &mut buffers);
        gl.i32s("buffers", &[buffers]);
        for index in 0..buffers as u32 {
            for pname in [
                gl::ATOMIC_COUNTER_BUFFER_BINDING,
                gl::ATOMIC_COUNTER_BUFFER_DATA_SIZE,
                gl::ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS,
                gl::ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER,
                gl::ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER,
                gl::ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER,
            ] {
                let mut value = -1;
                gl.GetActiveAtomicCounterBufferiv(program, index, pname, &mut value);
                gl.i32s(&format!("buffer {index} {pname:#06x}"), &[value]);
            }
        }
        let mut value = -1;
        gl.GetActiveAtomicCounterBufferiv(program, 9, gl::ATOMIC_COUNTER_BUFFER_BINDING, &mut value);
        gl.error("no such buffer");
        gl.GetActiveAtomicCounterBufferiv(program, 0, gl::COLOR, &mut value);
        gl.error("no such parameter");
        gl.i32s("a counter has no location", &[gl.location(program, "up")]);
    }
}

against_native! {
    /// red once: with the extension of the module not allowed, the session ended
    atomic_counter_operations, |gl| {
        compute(gl, "#version 430\n#extension GL_ARB_shader_atomic_counter_ops : require\nlayout(local_size_x = 8) in;\n\
            layout(binding = 2) uniform atomic_uint c[9];\n\
            void main() { uint i = gl_LocalInvocationIndex + 1u;\n\
              atomicCounterAddARB(c[0], i); atomicCounterSubtractARB(c[1], i); atomicCounterMinARB(c[2], 50u - i); atomicCounterMaxARB(c[3], 50u + i);\n\
              atomicCounterAndARB(c[4], ~i); atomicCounterOrARB(c[5], i); atomicCounterXorARB(c[6], i);\n\
              if (i == 3u) atomicCounterExchangeARB(c[7], 1234u); atomicCounterCompSwapARB(c[8], i, i + 1u); }");
        let buffer = gl.buffer(gl::ATOMIC_COUNTER_BUFFER, &[0u32, 100, 50, 50, !0, 0, 0, 0, 1]);
        gl.BindBufferBase(gl::ATOMIC_COUNTER_BUFFER, 2, buffer);
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.read_buffer("counters but the last", gl::ATOMIC_COUNTER_BUFFER, 0, 32);
    }
}

against_native! {
    /// red once: with the combined limits put together from the stages' they were others
    bindings_and_limits_of_storage, |gl| {
        let buffer = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 4096, 1);
        gl.BindBufferRange(gl::SHADER_STORAGE_BUFFER, 1, buffer, 512, 128);
        for pname in [gl::SHADER_STORAGE_BUFFER_START, gl::SHADER_STORAGE_BUFFER_SIZE] {
            let mut value = 0;
            gl.GetInteger64i_v(pname, 1, &mut value);
            gl.i64s("range", &[value]);
        }
        gl.BindBufferRange(gl::SHADER_STORAGE_BUFFER, 1, buffer, 1, 128);
        gl.error("unaligned");
        gl.BindBufferRange(gl::ATOMIC_COUNTER_BUFFER, 1, buffer, 2, 128);
        gl.error("unaligned counters");
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 4000, buffer);
        gl.error("no such point");
        gl.BindBufferBase(gl::ATOMIC_COUNTER_BUFFER, 4000, buffer);
        gl.error("no such counter point");
        for pname in [
            gl::MAX_SHADER_STORAGE_BUFFER_BINDINGS,
            gl::MAX_VERTEX_SHADER_STORAGE_BLOCKS,
            gl::MAX_TESS_CONTROL_SHADER_STORAGE_BLOCKS,
            gl::MAX_TESS_EVALUATION_SHADER_STORAGE_BLOCKS,
            gl::MAX_GEOMETRY_SHADER_STORAGE_BLOCKS,
            gl::MAX_FRAGMENT_SHADER_STORAGE_BLOCKS,
            gl::MAX_COMPUTE_SHADER_STORAGE_BLOCKS,
            gl::MAX_COMBINED_SHADER_STORAGE_BLOCKS,
            gl::SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT,
            gl::MAX_ATOMIC_COUNTER_BUFFER_BINDINGS,
            gl::MAX_FRAGMENT_ATOMIC_COUNTERS,
            gl::MAX_VERTEX_ATOMIC_COUNTERS,
            gl::MAX_COMPUTE_ATOMIC_COUNTERS,
            gl::MAX_COMBINED_ATOMIC_COUNTERS,
            gl::MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS,
            gl::MAX_COMBINED_ATOMIC_COUNTER_BUFFERS,
            gl::MAX_ATOMIC_COUNTER_BUFFER_SIZE,
            gl::MAX_COMBINED_SHADER_OUTPUT_RESOURCES,
        ] {
            gl.integer::<1>(&format!("{pname:#06x}"), pname);
        }
        gl.GetIntegerv(gl::SHADER_STORAGE_BUFFER_BINDING, &mut 0);
        gl.error("generic point");
    }
}
