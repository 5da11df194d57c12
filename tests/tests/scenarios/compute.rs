//! Compute: dispatches, shared memory, work group queries and errors.

use mgpipe_tests::{against_native, bindings::gl, scene::Scene};

/// A program of one compute shader, current.
pub(crate) unsafe fn compute(gl: &Scene, source: &str) -> u32 {
    gl.program_with(&[(gl::COMPUTE_SHADER, source)], |_| {})
}

/// Everything that shaders wrote is visible to whatever comes next.
pub(crate) unsafe fn barrier(gl: &Scene) {
    gl.MemoryBarrier(gl::ALL_BARRIER_BITS);
}

against_native! {
    /// red once: with the dispatch's record left out the buffer kept what it had
    dispatches_run_every_invocation, |gl| {
        let program = compute(gl, "#version 430\n\
            layout(local_size_x = 4, local_size_y = 2, local_size_z = 2) in;\n\
            layout(std430, binding = 0) buffer Out { uvec4 o[]; };\n\
            uniform uint scale;\n\
            void main() {\n\
              uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;\n\
              uint at = (gl_GlobalInvocationID.z * size.y + gl_GlobalInvocationID.y) * size.x + gl_GlobalInvocationID.x;\n\
              o[at] = uvec4(gl_WorkGroupID.x + 10u * gl_WorkGroupID.y + 100u * gl_WorkGroupID.z,\n\
                gl_LocalInvocationIndex, gl_LocalInvocationID.x + 10u * gl_LocalInvocationID.y, scale * at);\n\
            }");
        let count = 4 * 3 * 2 * 2 * 2 * 2;
        let buffer = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, count * 16, 0xEE);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 0, buffer);
        gl.Uniform1ui(gl.location(program, "scale"), 3);
        gl.DispatchCompute(3, 2, 2);
        barrier(gl);
        gl.read_buffer("direct", gl::SHADER_STORAGE_BUFFER, 0, count * 16);
        // Indirectly, with more groups in x, fewer elsewhere.
        gl.Uniform1ui(gl.location(program, "scale"), 5);
        gl.buffer(gl::DISPATCH_INDIRECT_BUFFER, &[7u32, 6, 1, 1, 9]);
        gl.DispatchComputeIndirect(4);
        barrier(gl);
        gl.read_buffer("indirect", gl::SHADER_STORAGE_BUFFER, 0, count * 16);
        // Nothing to do.
        gl.Uniform1ui(gl.location(program, "scale"), 9);
        gl.DispatchCompute(0, 1, 1);
        gl.DispatchCompute(1, 0, 1);
        barrier(gl);
        gl.read_buffer("no groups", gl::SHADER_STORAGE_BUFFER, 0, count * 16);
        let mut size = [0; 3];
        gl.GetProgramiv(program, gl::COMPUTE_WORK_GROUP_SIZE, size.as_mut_ptr());
        gl.i32s("work group size", &size);
    }
}

against_native! {
    /// red once: with the dispatch's record left out there were no sums
    shared_memory_and_barriers, |gl| {
        compute(gl, "#version 430\n\
            layout(local_size_x = 64) in;\n\
            shared uint parts[64]; shared uint most;\n\
            layout(std430, binding = 1) readonly buffer In { uint a[]; };\n\
            layout(std430, binding = 2) writeonly buffer Out { uint sums[8]; uint maxima[8]; };\n\
            void main() {\n\
              uint l = gl_LocalInvocationIndex;\n\
              if (l == 0u) most = 0u;\n\
              parts[l] = a[gl_GlobalInvocationID.x];\n\
              memoryBarrierShared(); barrier();\n\
              atomicMax(most, parts[l]);\n\
              for (uint n = 32u; n > 0u; n >>= 1) { if (l < n) parts[l] += parts[l + n]; memoryBarrierShared(); barrier(); }\n\
              if (l == 0u) { sums[gl_WorkGroupID.x] = parts[0]; maxima[gl_WorkGroupID.x] = most; }\n\
            }");
        let data: Vec<u32> = (0..512u32).map(|i| i.wrapping_mul(2654435761) >> 20).collect();
        let input = gl.buffer(gl::SHADER_STORAGE_BUFFER, &data);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 1, input);
        let output = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 64, 0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 2, output);
        gl.DispatchCompute(8, 1, 1);
        barrier(gl);
        gl.read_buffer("sums and maxima", gl::SHADER_STORAGE_BUFFER, 0, 64);
    }
}

against_native! {
    /// A buffer that a dispatch writes is drawn with, sampled and read in the order of the calls.
    ///
    /// red once: with the dispatch's record left out nothing was drawn
    dispatches_and_draws_take_turns, |gl| {
        gl.target(gl::RGBA8, 16, 16);
        gl.clear([0.0, 0.0, 0.0, 1.0]);
        gl.vertex_array();
        let vertices = gl.blank_buffer(gl::ARRAY_BUFFER, 3 * 16, 0);
        gl.VertexAttribPointer(0, 4, gl::FLOAT, 0, 16, std::ptr::null());
        gl.EnableVertexAttribArray(0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 3, vertices);
        let commands = gl.blank_buffer(gl::DRAW_INDIRECT_BUFFER, 16, 0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 4, commands);
        let make = compute(gl, "#version 430\nlayout(local_size_x = 1) in;\n\
            layout(std430, binding = 3) buffer V { vec4 v[]; }; layout(binding = 4) buffer C { uint c[4]; };\n\
            uniform float at;\n\
            void main() { v[0] = vec4(at, -1, 0, 1); v[1] = vec4(at + 1.0, -1, 0, 1); v[2] = vec4(at, 1, 0, 1);\n\
              c[0] = 3u; c[1] = 1u; c[2] = 0u; c[3] = 0u; }");
        let draw = gl.program(
            "layout(location = 0) in vec4 p; void main() { gl_Position = p; }",
            "uniform vec4 color; out vec4 o; void main() { o = color; }",
        );
        for (at, color) in [(-1.0f32, [1.0, 0.0, 0.0, 1.0]), (0.0, [0.0, 1.0, 0.0, 1.0]), (-0.5, [0.0, 0.0, 1.0, 1.0])] {
            gl.UseProgram(make);
            gl.Uniform1f(gl.location(make, "at"), at);
            gl.DispatchCompute(1, 1, 1);
            gl.MemoryBarrier(gl::VERTEX_ATTRIB_ARRAY_BARRIER_BIT | gl::COMMAND_BARRIER_BIT);
            gl.UseProgram(draw);
            gl.vec4(draw, "color", color);
            gl.DrawArraysIndirect(gl::TRIANGLES, std::ptr::null());
        }
        gl.read_rgba8("three triangles", 16, 16);
    }
}

against_native! {
    /// red once: with the check of the groups' number taken out, those errors were missing
    dispatches_are_refused_as_the_specification_says, |gl| {
        gl.DispatchCompute(1, 1, 1);
        gl.error("no program");
        gl.program("void main() { gl_Position = vec4(0); }", "out vec4 o; void main() { o = vec4(0); }");
        gl.DispatchCompute(1, 1, 1);
        gl.error("no compute stage");
        let program = compute(gl, "#version 430\nlayout(local_size_x = 1) in; void main() {}");
        let mut counts = [0; 3];
        for (at, count) in counts.iter_mut().enumerate() {
            gl.GetIntegeri_v(gl::MAX_COMPUTE_WORK_GROUP_COUNT, at as u32, count);
        }
        gl.i32s("most groups", &counts);
        gl.DispatchCompute(counts[0] as u32 + 1, 1, 1);
        gl.error("too many in x");
        gl.DispatchCompute(1, counts[1] as u32 + 1, 1);
        gl.error("too many in y");
        gl.DispatchCompute(1, 1, !0);
        gl.error("far too many in z");
        gl.DispatchComputeIndirect(0);
        gl.error("no indirect buffer");
        gl.blank_buffer(gl::DISPATCH_INDIRECT_BUFFER, 24, 0);
        gl.DispatchComputeIndirect(2);
        gl.error("odd offset");
        gl.DispatchComputeIndirect(-4);
        gl.error("negative offset");
        gl.DispatchComputeIndirect(16);
        gl.error("past the end");
        gl.DispatchComputeIndirect(12);
        gl.error("just inside");
        gl.MapBuffer(gl::DISPATCH_INDIRECT_BUFFER, gl::WRITE_ONLY);
        gl.DispatchComputeIndirect(0);
        gl.error("mapped");
        gl.UnmapBuffer(gl::DISPATCH_INDIRECT_BUFFER);
        gl.vertex_array();
        gl.target(gl::RGBA8, 4, 4);
        let mut value = 7;
        gl.GetProgramiv(program, gl::GEOMETRY_VERTICES_OUT, &mut value);
        gl.error("geometry of a compute program");
        gl.program("void main() { gl_Position = vec4(0); }", "out vec4 o; void main() { o = vec4(0); }");
        let mut current = 0;
        gl.GetIntegerv(gl::CURRENT_PROGRAM, &mut current);
        gl.GetProgramiv(current as u32, gl::COMPUTE_WORK_GROUP_SIZE, &mut value);
        gl.error("work group size without a compute stage");
        for at in 0..3 {
            let mut size = 0;
            gl.GetIntegeri_v(gl::MAX_COMPUTE_WORK_GROUP_SIZE, at, &mut size);
            gl.i32s("largest group", &[size]);
        }
        gl.GetIntegeri_v(gl::MAX_COMPUTE_WORK_GROUP_SIZE, 3, &mut value);
        gl.error("a fourth dimension");
        gl.integer::<1>("invocations", gl::MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
        gl.integer::<1>("shared memory", gl::MAX_COMPUTE_SHARED_MEMORY_SIZE);
    }
}

against_native! {
    /// red once: without the checks of the size, the first two of these linked
    work_groups_have_a_size_and_it_is_bounded, |gl| {
        for (name, source) in [
            ("none", "#version 430\nvoid main() {}"),
            ("too large", "#version 430\nlayout(local_size_x = 1024, local_size_y = 1024) in; void main() {}"),
            ("zero", "#version 430\nlayout(local_size_x = 0) in; void main() {}"),
            ("twice", "#version 430\nlayout(local_size_x = 4) in; layout(local_size_x = 8) in; void main() {}"),
            ("good", "#version 430\nlayout(local_size_x = 4) in; const uint n = gl_WorkGroupSize.x; shared float f[n]; void main() { f[0] = 1.0; }"),
        ] {
            let program = gl.CreateProgram();
            let source = std::ffi::CString::new(source).unwrap();
            let shader = gl.CreateShader(gl::COMPUTE_SHADER);
            gl.ShaderSource(shader, 1, &source.as_ptr(), std::ptr::null());
            gl.CompileShader(shader);
            gl.AttachShader(program, shader);
            gl.LinkProgram(program);
            let mut linked = 0;
            gl.GetProgramiv(program, gl::LINK_STATUS, &mut linked);
            gl.i32s(name, &[linked]);
        }
    }
}

against_native! {
    /// red once: without `show_clears` the dispatch saw what was there before the clear
    dispatches_see_clears, |gl| {
        let store = compute(gl, "#version 430\n\
            layout(local_size_x = 1) in; layout(rgba8, binding = 0) uniform image2D i; uniform sampler2D s;\n\
            void main() {\n\
              ivec2 p = ivec2(gl_GlobalInvocationID.xy);\n\
              if (p.x == 1) imageStore(i, p, imageLoad(i, p) + vec4(0.2, 0.2, 0.4, 0.0));\n\
              if (p.x == 2) imageStore(i, p, texelFetch(s, p, 0));\n\
            }");
        gl.Uniform1i(gl.location(store, "s"), 0);
        let (image, other) = (gl.target(gl::RGBA8, 4, 4), gl.target(gl::RGBA8, 4, 4));
        for turn in 0..4 {
            let grey = turn as f32 * 0.2;
            gl.Enable(gl::SCISSOR_TEST);
            for (n, target) in [&image, &other].into_iter().enumerate() {
                gl.BindFramebuffer(gl::FRAMEBUFFER, target.framebuffer);
                gl.Scissor(0, 0, 3, 4);
                gl.clear([grey, 0.4, n as f32, 1.0]);
            }
            gl.Disable(gl::SCISSOR_TEST);
            gl.BindTexture(gl::TEXTURE_2D, 0);
            gl.BindTexture(gl::TEXTURE_2D, other.texture);
            gl.BindImageTexture(0, 0, 0, 0, 0, gl::READ_WRITE, gl::RGBA8);
            gl.BindImageTexture(0, image.texture, 0, 0, 0, gl::READ_WRITE, gl::RGBA8);
            gl.DispatchCompute(4, 4, 1);
            barrier(gl);
            gl.BindTexture(gl::TEXTURE_2D, image.texture);
            gl.read_texture(&format!("turn {turn}"), gl::TEXTURE_2D, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
        }
    }
}
