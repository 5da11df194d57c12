//! The programs of `tests/shaders` compile, link and draw the same pixels natively and through MGPipe, a test per folder.
// red once: with literals not rounded to single precision before they are folded, `shadow` and `light` differed
#![allow(unsafe_op_in_unsafe_fn)]

use mgpipe_tests::{against_native, corpus};

against_native!(geometry, |gl| {
    corpus::programs("geometry").iter().for_each(|program| corpus::draw(gl, program));
});

against_native!(shadow, |gl| {
    corpus::programs("shadow").iter().for_each(|program| corpus::draw(gl, program));
});

against_native!(light, |gl| {
    corpus::programs("light").iter().for_each(|program| corpus::draw(gl, program));
});

against_native!(sky, |gl| {
    corpus::programs("sky").iter().for_each(|program| corpus::draw(gl, program));
});

against_native!(transparency, |gl| {
    corpus::programs("transparency").iter().for_each(|program| corpus::draw(gl, program));
});

against_native!(temporal, |gl| {
    corpus::programs("temporal").iter().for_each(|program| corpus::draw(gl, program));
});

against_native!(post, |gl| {
    corpus::programs("post").iter().for_each(|program| corpus::draw(gl, program));
});

against_native!(compute, |gl| {
    corpus::programs("compute").iter().for_each(|program| corpus::draw(gl, program));
});

// red once: with the bindings of a block array's elements counted up from 0 where the source gives none
against_native!(what_programs_say_about_themselves, |gl| {
    for folder in ["geometry", "shadow", "light", "sky", "transparency", "temporal", "post", "compute"] {
        corpus::programs(folder).iter().for_each(|program| corpus::queries(gl, program));
    }
});

/// The folders that the tests above draw hold the whole corpus.
#[test]
fn every_program_has_a_test() {
    let folders = ["geometry", "shadow", "light", "sky", "transparency", "temporal", "post", "compute"];
    let drawn: usize = folders.iter().map(|folder| corpus::programs(folder).len()).sum();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");
    let all = std::fs::read_dir(root).expect("the corpus").map(|folder| folder.expect("an entry").path());
    let there: usize = all.map(|folder| std::fs::read_dir(folder).expect("a folder").count()).sum();
    assert_eq!(drawn, there);
    assert!(there >= 60, "{there} programs");
}
