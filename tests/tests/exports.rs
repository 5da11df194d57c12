//! What a program exports that links the client.

/// A program that links the client must not stand in front of the driver's functions.
// red once: with an `eglInitialize` exported by this file and `-rdynamic`
#[test]
fn a_program_that_links_the_client_exports_no_gl() {
    // What the dynamic linker would find here before it looks into a library that is loaded later.
    let program = libloading::os::unix::Library::this();
    for name in ["eglInitialize", "eglGetProcAddress", "glClear", "glDrawElements", "__egl_Main"] {
        // SAFETY: the symbol is looked up and not used.
        let found = unsafe { program.get::<*const ()>(name.as_bytes()) }.is_ok();
        assert!(
            !found,
            "{name} is exported by a program with version {} of the client",
            client::front_end::MAX_VERSION
        );
    }
}
