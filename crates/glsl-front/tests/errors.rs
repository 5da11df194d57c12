//! What is refused, and in which words.

use glsl_front::{CompileOptions, LinkOptions, Stage, compile, link};

fn log(stage: Stage, source: &str) -> String {
    compile(stage, source, &CompileOptions::default()).expect_err("an error").log
}

fn link_log(stages: &[(Stage, &str)], options: &LinkOptions) -> String {
    let compile_options = CompileOptions { max_version: 460, ..CompileOptions::default() };
    let shaders: Vec<_> = stages
        .iter()
        .map(|(s, t)| compile(*s, t, &compile_options).unwrap_or_else(|e| panic!("{s:?}: {}", e.log)))
        .collect();
    link(&shaders, options).expect_err("an error").log
}

const VS: &str = "#version 330\nin vec4 p; out vec2 v; void main(){ v=p.xy; gl_Position=p; }\n";
const FS: &str = "#version 330\nin vec2 v; out vec4 o; void main(){ o=vec4(v,0,1); }\n";

#[test]
fn errors_carry_the_applications_lines() {
    let log = log(
        Stage::Fragment,
        "#version 150\nin vec2 v;\nout vec4 o;\nvoid main()\n{\n  o = vec4(v, 0.0, undefinedVar);\n}\n",
    );
    assert!(log.contains("0:6:") && log.contains("undefinedVar"), "{log}");
}

#[test]
fn errors_of_old_sources_carry_their_lines_and_names() {
    // red once: with the rename prefix left in the log
    let log = log(
        Stage::Fragment,
        "#extension GL_ARB_draw_buffers : enable\nuniform sampler2D texture;\nvoid main() {\n gl_FragColor = texture2D(texture, missing) + texture;\n}\n",
    );
    assert!(log.contains("0:4:") && log.contains("'missing'") && !log.contains("mgRen"), "{log}");
    let log = self::log(
        Stage::Fragment,
        "#extension GL_ARB_draw_buffers : enable\nuniform sampler2D texture;\nvoid main() { texture = 1.0; }",
    );
    assert!(log.contains("0:3:") && log.contains("l-value required \"texture\""), "{log}");
}

#[test]
fn line_directives_count_as_their_version_says() {
    // red once: before 3.30 `#line 100` is the number of the line itself, so the next one is 101
    let text = |version: &str| {
        format!("#version {version}\n#extension GL_ARB_texture_gather : enable\nvoid main() {{\n#line 100\n bad;\n}}\n")
    };
    let old = log(Stage::Fragment, &text("150"));
    assert!(old.contains("0:101:"), "{old}");
    let new = log(Stage::Fragment, &text("330"));
    assert!(new.contains("0:100:"), "{new}");
}

#[test]
fn multi_line_macros_and_comments_keep_the_lines() {
    let log = log(
        Stage::Fragment,
        "#version 150\n#define A(x) \\\n  ((x) + \\\n  1.0)\n/* a\n b */ out vec4 o;\nvoid main() {\n o = vec4(A(2.0));\n o = bad;\n}\n",
    );
    assert!(log.contains("0:9:") && !log.contains("0:8:"), "{log}");
}

#[test]
fn versions_beyond_the_context_are_refused() {
    let log = log(Stage::Fragment, "#version 450\nvoid main(){}");
    assert!(
        log.contains("GLSL 4.50 is not supported. Supported versions are: 1.10, 1.20, 1.30, 1.40, 1.50, 3.30"),
        "{log}"
    );
    let options = CompileOptions { max_version: 450, ..CompileOptions::default() };
    assert!(compile(Stage::Fragment, "#version 450\nvoid main(){}", &options).is_ok());
}

#[test]
fn profiles_other_than_core_are_refused() {
    assert!(log(Stage::Fragment, "#version 150 compatibility\nvoid main(){}").contains("compatibility"));
    assert!(log(Stage::Fragment, "#version 310 es\nvoid main(){}").contains("es profile"));
    assert!(log(Stage::Fragment, "#version 130 core\nvoid main(){}").contains("no profiles"));
    assert!(log(Stage::Fragment, "#version 331\nvoid main(){}").contains("3.31"));
}

#[test]
fn what_is_not_supported_is_said_with_its_line() {
    let options = CompileOptions { max_version: 460, ..CompileOptions::default() };
    let text = "#version 400\n\nsubroutine vec4 F();\nvoid main(){}";
    let log = compile(Stage::Fragment, text, &options).expect_err("an error").log;
    assert!(log.contains("0:3:") && log.contains("subroutines are not supported"), "{log}");
}

#[test]
fn capturing_by_layout_is_refused_in_the_stage_that_is_captured() {
    // red once: without the look at the layouts the program links and captures nothing
    let vertex = "#version 440\nlayout(xfb_buffer = 0, xfb_offset = 0, xfb_stride = 16) out vec4 w; void main(){ w = vec4(1); gl_Position = w; }\n";
    let log = link_log(&[(Stage::Vertex, vertex)], &LinkOptions::default());
    assert!(log.starts_with("error: ") && log.contains("xfb_offset"), "{log}");
    // red once: with the pipeline not asking its parts, it captured nothing
    let options = LinkOptions { separable: true, ..LinkOptions::default() };
    let compiled = compile(Stage::Vertex, vertex, &CompileOptions { max_version: 450, ..Default::default() });
    let part = glsl_front::link(&[compiled.expect("it compiles")], &options).expect("a part of a pipeline");
    let part = glsl_front::Part { stages: &part.stages, archive: &part.archive };
    let log = glsl_front::combine(&[part]).expect_err("the last stage before fragments").log;
    assert!(log.contains("xfb_offset"), "{log}");
}

#[test]
fn large_and_deep_sources_are_refused_without_harm() {
    // red once: without the bound of the operators in a row, the compiler's stack ends before the source does
    let big = format!("#version 330\n//{}\nvoid main(){{}}", "x".repeat(glsl_front::MAX_SOURCE));
    assert!(log(Stage::Fragment, &big).contains("larger than"));
    let deep = format!("#version 330\nout float o; void main(){{ o = {}1.0{}; }}", "(".repeat(5000), ")".repeat(5000));
    assert!(log(Stage::Fragment, &deep).contains("nesting deeper"));
    let long = format!("#version 330\nout float o; void main(){{ o = 1.0{}; }}", "+o".repeat(100_000));
    assert!(log(Stage::Fragment, &long).contains("operators in one statement"));
    let ifs = format!("#version 330\nout float o; void main(){{ {} o = 1.0; }}", "if (o > 0.0) ".repeat(30_000));
    assert!(log(Stage::Fragment, &ifs).contains("control statements"));
    // red once: without the bound of the statements
    let flat = format!("#version 330\nout float o; void main(){{ {} }}", "o += 1.0;".repeat(70_000));
    assert!(
        compile(Stage::Fragment, &flat, &CompileOptions::default()).is_err_and(|e| e.log.contains("statements are"))
    );
    let macros = format!(
        "#version 330\n#define A0 o\n{}out float o; void main(){{ o = A15; }}",
        (1..16).map(|n| format!("#define A{n} A{}+A{}\n", n - 1, n - 1)).collect::<String>()
    );
    assert!(log(Stage::Fragment, &macros).contains("operators in one statement"));
}

#[test]
fn what_the_bounds_allow_compiles() {
    let chain = format!("#version 330\nuniform float u; out float o; void main(){{ o = 1.0{}; }}", "+u".repeat(8000));
    let shader = compile(Stage::Fragment, &chain, &CompileOptions::default()).expect("compiles");
    let vertex = compile(Stage::Vertex, VS, &CompileOptions::default()).expect("compiles");
    assert!(link(&[vertex, shader], &LinkOptions::default()).is_ok());
    let nested = format!("#version 330\nout float o; void main(){{ o = {}1.0{}; }}", "(".repeat(500), ")".repeat(500));
    assert!(compile(Stage::Fragment, &nested, &CompileOptions::default()).is_ok());
}

#[test]
fn zero_bytes_are_refused() {
    assert!(log(Stage::Fragment, "#version 330\nvoid main(){}\0").contains("zero byte"));
}

#[test]
fn includes_find_nothing() {
    let text =
        "#version 330\n#extension GL_GOOGLE_include_directive : enable\n#include \"/etc/hostname\"\nvoid main(){}";
    assert!(log(Stage::Fragment, text).contains("0:3:"));
}

#[test]
fn link_errors_name_the_variable() {
    let none = LinkOptions::default();
    let fs = |text| [(Stage::Vertex, VS), (Stage::Fragment, text)];
    for (stages, words) in [
        (fs("#version 330\nin vec3 v; out vec4 o; void main(){ o=vec4(v,1); }").to_vec(), ["vec3 v", "ypes"]),
        (
            vec![
                (Stage::Vertex, "#version 330\nuniform vec4 u; void main(){ gl_Position=u; }"),
                (Stage::Fragment, "#version 330\nuniform vec3 u; out vec4 o; void main(){ o=vec4(u,1); }"),
            ],
            ["vec3 u", "Types must match"],
        ),
    ] {
        let log = link_log(&stages, &none);
        for w in words {
            assert!(log.contains(w), "{w}: {log}");
        }
    }
}

#[test]
fn attributes_that_do_not_fit_are_refused() {
    let mut options = LinkOptions::default();
    options.attrib_bindings.insert("p".into(), 16);
    assert!(link_log(&[(Stage::Vertex, VS), (Stage::Fragment, FS)], &options).contains("`p' at location 16"));
    let many = "#version 330\nin mat4 a, b, c, d; in float e; void main(){ gl_Position=(a*b*c*d)[0]*e; }";
    let log = link_log(&[(Stage::Vertex, many)], &LinkOptions::default());
    assert!(log.contains("insufficient contiguous locations"), "{log}");
}

#[test]
fn captured_varyings_must_exist_once() {
    let with = |names: &[&str]| {
        let o = LinkOptions { xfb_varyings: names.iter().map(|n| (*n).to_owned()).collect(), ..LinkOptions::default() };
        link_log(&[(Stage::Vertex, VS), (Stage::Fragment, FS)], &o)
    };
    assert!(with(&["nothing"]).contains("nothing undeclared"));
    assert!(with(&["v", "v"]).contains("v specified more than once"));
    assert!(with(&["v[0]"]).contains("v[0] undeclared"));
}

#[test]
fn languages_of_es_are_not_mixed_with_others() {
    // red once: it linked
    let es = "#version 100\nvoid main(){ gl_FragColor=vec4(1.0); }";
    for vertex in
        ["#version 120\nvoid main(){ gl_Position=vec4(0); }", "#version 300 es\nvoid main(){ gl_Position=vec4(0); }"]
    {
        let log = link_log(&[(Stage::Vertex, vertex), (Stage::Fragment, es)], &LinkOptions::default());
        assert!(log.contains("same shading language version"), "{log}");
    }
    assert!(log(Stage::Vertex, "#version 100\nvoid main(){ gl_Position=gl_Vertex; }").contains("gl_Vertex"));
    assert!(log(Stage::Fragment, "#version 100\nuniform float f; void main(){}").contains("precision"));
}

// red once: with the check left out all of the bad ones compiled
#[test]
fn whole_numbers_in_input_blocks_of_fragments_are_flat() {
    let fragment = |declarations: &str| {
        let source = format!("#version 330\n{declarations}\nout vec4 o;\nvoid main() {{ o = vec4(1); }}\n");
        compile(Stage::Fragment, &source, &CompileOptions::default())
    };
    for bad in [
        "struct S { uint u[4]; }; in IB { S s; };",
        "struct S { ivec2 u; }; struct T { S s; }; in IB { vec4 a; smooth T t; } ib;",
    ] {
        let log = fragment(bad).expect_err(bad).log;
        assert!(log.contains("flat"), "{log}");
    }
    for good in [
        "struct S { uint u[4]; }; in IB { flat S s; };",
        "struct S { vec4 u[4]; }; in IB { S s; vec3 in_between; };",
        "struct S { int i; }; uniform S s; flat in int n;",
    ] {
        assert!(fragment(good).is_ok(), "{good}");
    }
}

fn compiles(stage: Stage, source: &str) -> Result<(), String> {
    let options = CompileOptions { max_version: 450, ..CompileOptions::default() };
    compile(stage, source, &options).map(|_| ()).map_err(|e| e.log)
}

// red once: with the checks of our own left out each of the bad ones compiled
#[test]
fn errors_that_the_compiler_does_not_find_are_found_with_their_lines() {
    let geometry = "layout(triangle_strip, max_vertices = 3) out; void main() {}";
    for (stage, source, line, word) in [
        (Stage::Fragment, "#version 140\n\nint n = gl_MaxLights; void main() {}".to_owned(), 3, "gl_MaxLights"),
        (Stage::Fragment, "#version 150\nvoid f(layout(location=1) in float x) {} void main() {}".into(), 2, "layout"),
        (Stage::Geometry, format!("#version 150\nlayout(points, lines) in;\n{geometry}"), 2, "lines"),
        (Stage::Geometry, format!("#version 150\nlayout(points, points) in;\n{geometry}"), 2, "points"),
        (Stage::Vertex, "#version 150\nout B {\n varying vec4 a;\n} b; void main() {}".into(), 3, "varying"),
        (Stage::Vertex, "#version 150\nuniform B { float a;\n} b[]; void main() {}".into(), 3, "b"),
        (Stage::Geometry, format!("#version 150\nin vec4 a[2];\nin vec4 b[3];\n{geometry}"), 3, "b"),
        (
            Stage::Geometry,
            format!("#version 150\nin vec4 a[];\nvec4 f() {{ return a[2]; }}\nlayout(lines) in;\n{geometry}"),
            3,
            "a",
        ),
    ] {
        let log = compiles(stage, &source).expect_err(&source);
        assert!(log.contains(&format!("0:{line}: '{word}'")), "{source}: {log}");
    }
    for (stage, source) in [
        (Stage::Fragment, "#version 120\nint n = gl_MaxLights; void main() {}".to_owned()),
        (Stage::Geometry, format!("#version 420\nlayout(points, points) in;\n{geometry}")),
        (
            Stage::Geometry,
            format!("#version 150\nin vec4 a[]; layout(lines) in;\nvec4 f() {{ return a[1]; }}\n{geometry}"),
        ),
        (Stage::Vertex, "#version 150\nuniform B { float a;\n} b[2]; void main() {}".into()),
    ] {
        assert_eq!(compiles(stage, &source), Ok(()), "{source}");
    }
}

// red once: without folding and negations sizes weren't constant or positive
#[test]
fn constants_of_matrices_and_comparisons_have_values() {
    for (version, size) in [
        (150, "int(determinant(mat2(1.0, 2.0, 3.0, 4.0))) == -2 ? 1 : -1"),
        (150, "int(transpose(mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0))[1][0]) == 2 ? 1 : -1"),
        (140, "inverse(mat2(2.0))[1][1] == 0.5 ? 1 : -1"),
        (150, "(bvec2(false) == bvec2(true)) == false ? 1 : -1"),
        (330, "(mat2(1.0) != mat2(1.0)) == false ? 1 : -1"),
    ] {
        let source = format!("#version {version}\nvoid main() {{ float[{size}] a; a[0] = 1.0; }}");
        assert_eq!(compiles(Stage::Fragment, &source), Ok(()), "{source}");
        let wrong = source.replace("? 1 : -1", "? -1 : 1");
        assert!(compiles(Stage::Fragment, &wrong).is_err(), "{wrong}");
    }
}

// red once: without the functions the first of the texts had errors
#[test]
fn functions_that_only_drivers_have_are_there() {
    assert_eq!(
        compiles(Stage::Fragment, "#version 150\nout vec2 o; void main() { o = noise2(vec3(1)) + noise1(1); }"),
        Ok(())
    );
    let own =
        "#version 150\nfloat noise1(vec2 p) { return p.x; }\nout vec4 o; void main() { o = vec4(noise1(vec2(1))); }";
    assert_eq!(compiles(Stage::Fragment, own), Ok(()));
    let geometry = "void main() { gl_Position = vec4(gl_DepthRange.near); EmitVertex(); }";
    assert_eq!(compiles(Stage::Geometry, geometry), Ok(()));
    let declared = "#version 150\nlayout(triangles) in; layout(points, max_vertices = 3) out;\n\
                    in gl_PerVertex { vec4 gl_Position; } gl_in[3]; void main() {}";
    assert_eq!(compiles(Stage::Geometry, declared), Ok(()));
}

// red once: without the bounds of macros it did not end; those of structures, functions and cases are looked at beside them
#[test]
fn sources_that_grow_without_end_are_refused_with_a_log() {
    let main = "out vec4 o; void main() { o = vec4(1); }";
    let levels =
        |first: &str, next: &dyn Fn(usize) -> String| (1..=60).fold(first.to_owned(), |text, n| text + &next(n));
    let macros = levels("#define A0 1.0+\n", &|n| format!("#define A{n} A{0} A{0}\n", n - 1));
    let structures = levels("struct S0 { float a; };", &|n| format!("struct S{n} {{ S{0} a; S{0} b; }};", n - 1));
    let functions = levels("float f0(float x) { return x; }\n", &|n| {
        format!("float f{n}(float x) {{ return f{0}(x) + f{0}(x); }}\n", n - 1)
    });
    let cases: String = (0..20_000).map(|n| format!("case {n}: o = vec4({n}); break;\n")).collect();
    for (source, word) in [
        (format!("{macros}out vec4 o; void main() {{ o = vec4(A60 1.0); }}"), "macro expansion"),
        (format!("#define D(x) x x\nint a = {}1{}; {main}", "D(".repeat(60), ")".repeat(60)), "macro expansion"),
        (format!("{structures} uniform S60 s; {main}"), "'S17' : more than"),
        (format!("{functions}out vec4 o; void main() {{ o = vec4(f60(1.0)); }}"), "'f16' : more than"),
        (format!("out vec4 o; void main() {{ switch (int(gl_FragCoord.x)) {{\n{cases}}} }}"), "cases"),
        (format!("{} {main}", "#if 1\n".repeat(200_000)), "larger than"),
    ] {
        let log = compiles(Stage::Fragment, &format!("#version 330\n{source}")).expect_err(word);
        assert!(log.starts_with("ERROR: 0:") && log.contains(word), "{word}: {log}");
    }
}

// red once: the size of a block overflowed
#[test]
fn absurd_sizes_end_in_a_log_or_a_program() {
    for source in [
        "uniform float a[2000000000]; out vec4 o; void main() { o = vec4(a[1]); }",
        "struct S { float a[4096]; }; struct T { S s[4096]; }; uniform T t[4096]; out vec4 o; void main() { o = vec4(t[3].s[2].a[1]); }",
        "layout(std140) uniform B { vec4 v[1000000000]; } b[1000]; out vec4 o; void main() { o = b[1].v[3]; }",
        "out vec4 o[100000000]; void main() { o[0] = vec4(1); }",
    ] {
        let options = CompileOptions { max_version: 450, ..CompileOptions::default() };
        let made = compile(Stage::Fragment, &format!("#version 430\n{source}"), &options).map_err(|e| e.log);
        let linked = made.and_then(|shader| link(&[shader], &LinkOptions::default()).map_err(|e| e.log));
        if let Err(log) = linked {
            assert!(!log.trim().is_empty(), "{source}");
        }
    }
}
