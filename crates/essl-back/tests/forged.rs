//! Modules no client of ours makes: each translates or gives a typed error.

use essl_back::{CheckError, EsCaps, TranslateError, Variant, translate};
use glsl_front::{CompileOptions, LinkOptions, Program, compile, link};
use pipe_types::archive::Stage;

fn program() -> Program {
    let options = CompileOptions::default();
    let vertex = "#version 330\nuniform mat4 m[2]; in vec4 p; out vec2 v; struct S { vec3 a; float b; }; uniform S s;
layout(std140) uniform B { mat3 q; vec4 r[3]; }; float f(vec4 x) { return x.x + s.b; }
void main(){ v=p.xy*f(p); for (int i=0;i<4;i++) { if (v.x > 0.5) v += r[i&1].xy; } gl_Position=m[1]*p+vec4(q*s.a,1); }";
    let fragment = "#version 330\nuniform sampler2D t; uniform sampler1D t1; uniform sampler2DRect tr; in vec2 v; out vec4 o; uniform int n;
void main(){ o=texture(t,v)+textureGrad(t1,v.x,0.1,0.2)+texture(tr,v); switch(n){ case 1: o.x=1.0; break; case 2: discard; default: o.y=2.0; } }";
    let vertex = compile(Stage::Vertex, vertex, &options).expect("vertex");
    let fragment = compile(Stage::Fragment, fragment, &options).expect("fragment");
    link(&[vertex, fragment], &LinkOptions::default()).expect("links")
}

fn check(program: &Program, words: &[u32], stage: Stage) -> Result<String, TranslateError> {
    let variant = Variant { lod_bias: true, ..Variant::default() };
    let _ = translate(words, stage, &program.archive, &variant, &EsCaps::default());
    translate(words, stage, &program.archive, &Variant::default(), &EsCaps::default())
}

/// A small generator with a fixed seed (SplitMix64), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

#[test]
fn corrupted_words_translate_or_are_refused() {
    // red once: before decorations of members, operand types and the nesting of branches were checked, the translator
    // ended the process (`std::terminate`, a read outside of a constant, endless recursion)
    let program = program();
    let rounds = std::env::var("FORGED_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let (mut translated, mut refused) = (0u32, 0u32);
    for (stage, words) in &program.stages {
        for seed in 0..rounds {
            let mut random = Random(seed);
            let mut forged = words.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(forged.len());
                forged[at] = match random.below(5) {
                    0 => random.next() as u32,
                    1 => forged[at] ^ (1 << random.below(32)),
                    2 => random.below(words[3] as usize) as u32,
                    3 => forged[random.below(forged.len())],
                    _ => forged[at].wrapping_add(random.below(5) as u32).wrapping_sub(2),
                };
            }
            match check(&program, &forged, *stage) {
                Ok(_) => translated += 1,
                Err(e) => {
                    assert!(!e.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    // Both must happen, or the corruption does nothing or everything.
    assert!(translated > 0 && refused > 0, "{translated} translated, {refused} refused");
}

#[test]
fn truncated_modules_are_refused() {
    let program = program();
    let (stage, words) = &program.stages[0];
    for n in (0..words.len()).step_by(3) {
        assert!(check(&program, &words[..n], *stage).is_err(), "{n} words");
    }
}

#[test]
fn the_wrong_stage_is_refused() {
    let program = program();
    let error = check(&program, &program.stages[0].1, Stage::Fragment).unwrap_err();
    assert!(matches!(error, TranslateError::Check(CheckError::Malformed(_))), "{error}");
}

#[test]
fn a_large_bound_is_refused() {
    // red once: without the limit the translator allocates an entry per id
    let program = program();
    let (stage, words) = &program.stages[0];
    let mut forged = words.clone();
    forged[3] = u32::MAX;
    let error = check(&program, &forged, *stage).unwrap_err();
    assert!(error.to_string().contains("id bound 4294967295"), "{error}");
}

#[test]
fn a_capability_of_another_api_is_refused() {
    let program = program();
    let (stage, words) = &program.stages[0];
    let mut forged = words.clone();
    // The first instruction is `OpCapability Shader`; 5 is `Addresses`... of kernels: 6 is `Kernel`.
    assert_eq!(forged[5], (2 << 16) | 17);
    forged[6] = 6;
    let error = check(&program, &forged, *stage).unwrap_err();
    assert!(matches!(error, TranslateError::Check(CheckError::NotAllowed(_))), "{error}");
}
