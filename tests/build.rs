//! Makes the GL and EGL functions that the scenarios call: one address each, looked up by name, so that the same scenario can
//! run on any loader.

use gl_generator::{Api, Fallbacks, Profile, Registry, StructGenerator};
use std::{env, fmt::Write, fs, fs::File, path::Path};

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
    fs::write(Path::new(&out).join("versions.rs"), versions()).expect("a file in OUT_DIR");
    write("egl.rs", Registry::new(Api::Egl, (1, 5), Profile::Core, Fallbacks::None, EGL_EXTENSIONS));
}

/// The names that the registry lists as those of `glGet`.
fn state_names() -> Vec<&'static str> {
    let xml = std::str::from_utf8(khronos_api::GL_XML).expect("the registry is text");
    let group = xml.split_once("<group name=\"GetPName\">").and_then(|(_, rest)| rest.split_once("</group>"));
    let (group, _) = group.expect("the registry has the group");
    group.split("<enum name=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The entry points and the state that core versions have, from the registry.
fn versions() -> String {
    let mut text = String::from("&[\n");
    let state = state_names();
    for (major, minor) in [(3, 1), (3, 2), (3, 3), (4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (4, 5)] {
        let registry = Registry::new(Api::Gl, (major, minor), Profile::Core, Fallbacks::None, []);
        let commands: Vec<_> = registry.cmds.iter().map(|cmd| format!("gl{}", cmd.proto.ident)).collect();
        let number = |value: &str| match value.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => value.parse().ok(),
        };
        let enums = registry.enums.iter().filter_map(|e| Some((format!("GL_{}", e.ident), number(&e.value)?)));
        // The list is older than the newest limits.
        let limit = |name: &str| name.starts_with("GL_MAX_") || name.starts_with("GL_MIN_");
        let enums: Vec<_> = enums.filter(|(name, _)| state.contains(&name.as_str()) || limit(name)).collect();
        let number = major * 10 + minor;
        let _ = writeln!(text, "Version {{ number: {number}, commands: &{commands:?}, state: &{enums:?} }},");
    }
    text.push(']');
    text
}
