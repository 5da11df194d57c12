//! Makes the GL and EGL functions that the scenarios call: one address each, looked up by name, so that the same scenario can
//! run on any loader.

use gl_generator::{Api, Fallbacks, Profile, Registry, StructGenerator};
use std::{env, fs::File, path::Path};

const GL_EXTENSIONS: &[&str] = &[
    "GL_ARB_robustness",
    "GL_EXT_texture_compression_s3tc",
    "GL_EXT_texture_filter_anisotropic",
    "GL_EXT_texture_integer",
    "GL_EXT_texture_sRGB",
    "GL_KHR_debug",
];

const EGL_EXTENSIONS: &[&str] = &[
    "EGL_EXT_create_context_robustness",
    "EGL_EXT_device_base",
    "EGL_EXT_platform_device",
    "EGL_KHR_create_context",
    "EGL_KHR_no_config_context",
    "EGL_MESA_platform_surfaceless",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let write = |name: &str, registry: Registry| {
        let mut file = File::create(Path::new(&out).join(name)).expect("a file in OUT_DIR");
        registry.write_bindings(StructGenerator, &mut file).expect("bindings");
    };
    write("gl.rs", Registry::new(Api::Gl, (4, 6), Profile::Core, Fallbacks::None, GL_EXTENSIONS));
    write("egl.rs", Registry::new(Api::Egl, (1, 5), Profile::Core, Fallbacks::None, EGL_EXTENSIONS));
}
