//! Makes from the OpenGL registry: the enums, a stub for every entry point that `src/abi/gl` does not implement, a check of
//! every implemented signature, the table behind `eglGetProcAddress`, and the macro that exports everything from the shared
//! library. An entry point counts as implemented when a file of `src/abi/gl` has a line `fn glName(`.

use gl_generator::{Api, Cmd, Fallbacks, Profile, Registry};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write,
    fs,
    path::Path,
};

/// Extensions whose entry points and enums are present, beside GL 4.6 core.
const EXTENSIONS: &[&str] = &[
    "GL_ARB_ES3_2_compatibility",
    "GL_ARB_bindless_texture",
    "GL_ARB_draw_instanced",
    "GL_ARB_framebuffer_sRGB",
    "GL_ARB_geometry_shader4",
    "GL_ARB_instanced_arrays",
    "GL_ARB_parallel_shader_compile",
    "GL_ARB_robustness",
    "GL_ARB_sample_locations",
    "GL_ARB_sample_shading",
    "GL_ARB_shading_language_include",
    "GL_ARB_sparse_buffer",
    "GL_ARB_sparse_texture",
    "GL_ARB_texture_buffer_object",
    "GL_ARB_texture_filter_minmax",
    "GL_ARB_texture_gather",
    "GL_ARB_compute_variable_group_size",
    "GL_EXT_debug_label",
    "GL_EXT_debug_marker",
    "GL_EXT_draw_buffers2",
    "GL_EXT_draw_instanced",
    "GL_EXT_framebuffer_multisample_blit_scaled",
    "GL_EXT_polygon_offset_clamp",
    "GL_EXT_texture_compression_s3tc",
    "GL_EXT_texture_filter_anisotropic",
    "GL_EXT_texture_mirror_clamp",
    "GL_EXT_texture_sRGB",
    "GL_EXT_texture_sRGB_decode",
    "GL_KHR_blend_equation_advanced",
    "GL_KHR_debug",
    "GL_KHR_parallel_shader_compile",
    "GL_KHR_robustness",
    "GL_KHR_texture_compression_astc_ldr",
    "GL_NV_conditional_render",
    "GL_NV_copy_image",
    "GL_NV_primitive_restart",
    "GL_NV_texture_barrier",
];

/// EGL extensions whose entry points and enums are present, beside EGL 1.5.
const EGL_EXTENSIONS: &[&str] = &[
    "EGL_EXT_create_context_robustness",
    "EGL_EXT_device_base",
    "EGL_EXT_device_enumeration",
    "EGL_EXT_device_query",
    "EGL_EXT_platform_base",
    "EGL_EXT_platform_device",
    "EGL_KHR_create_context",
    "EGL_KHR_create_context_no_error",
    "EGL_KHR_no_config_context",
    "EGL_KHR_surfaceless_context",
    "EGL_MESA_platform_surfaceless",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/abi/gl");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let registry = Registry::new(Api::Gl, (4, 6), Profile::Core, Fallbacks::None, EXTENSIONS);
    let core33: BTreeSet<String> = names(&Registry::new(Api::Gl, (3, 3), Profile::Core, Fallbacks::None, []), "gl");
    let implemented = implemented(Path::new("src/abi/gl"), "gl");
    write(&out, "enums.rs", &enums(&registry, "GL"));
    let source = Source { prefix: "gl", module: "gl", core: &core33, registry: &registry, implemented: &implemented };
    let compatibility = Registry::new(Api::Gl, (4, 6), Profile::Compatibility, Fallbacks::None, EXTENSIONS);
    write(&out, "entry_points.rs", &entry_points(&source, &removed(&registry, &compatibility)));

    println!("cargo::rerun-if-changed=src/abi/egl");
    let registry = Registry::new(Api::Egl, (1, 5), Profile::Core, Fallbacks::None, EGL_EXTENSIONS);
    let implemented = self::implemented(Path::new("src/abi/egl"), "egl");
    write(&out, "egl_enums.rs", &enums(&registry, "EGL"));
    let all = names(&registry, "egl");
    let source = Source { prefix: "egl", module: "egl", core: &all, registry: &registry, implemented: &implemented };
    write(&out, "egl_entry_points.rs", &entry_points(&source, &[]));
}

/// What a core context does not have. Programs that look for it get a function that answers `GL_INVALID_OPERATION`, as from
/// desktop drivers.
fn removed<'a>(core: &Registry, compatibility: &'a Registry) -> Vec<&'a Cmd> {
    let core = names(core, "gl");
    compatibility.cmds.iter().filter(|cmd| !core.contains(&format!("gl{}", cmd.proto.ident))).collect()
}

/// Where the entry points of an API come from.
struct Source<'a> {
    prefix: &'a str,
    module: &'a str,
    /// Entry points whose absence is a defect.
    core: &'a BTreeSet<String>,
    registry: &'a Registry,
    implemented: &'a BTreeMap<String, String>,
}

fn write(out: &str, name: &str, text: &str) {
    fs::write(Path::new(out).join(name), text).unwrap_or_else(|e| panic!("{name}: {e}"));
}

fn names(registry: &Registry, prefix: &str) -> BTreeSet<String> {
    registry.cmds.iter().map(|cmd| format!("{prefix}{}", cmd.proto.ident)).collect()
}

/// Entry points that a file below `dir` defines, and the file's module.
fn implemented(dir: &Path, prefix: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut files: Vec<_> = fs::read_dir(dir).expect("src/abi/gl").map(|entry| entry.expect("entry").path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
        let module = file.file_stem().expect("a name").to_string_lossy().into_owned();
        for line in fs::read_to_string(file).expect("source").lines() {
            let Some(rest) = line
                .trim_start()
                .trim_start_matches("pub unsafe extern \"system\" ")
                .strip_prefix("fn ")
                .and_then(|rest| rest.strip_prefix(prefix))
            else {
                continue;
            };
            let Some((name, _)) = rest.split_once('(') else { continue };
            if let Some(other) = found.insert(format!("{prefix}{name}"), module.clone()) {
                panic!("{prefix}{name} is in {other}.rs and in {module}.rs");
            }
        }
    }
    found
}

fn enums(registry: &Registry, prefix: &str) -> String {
    let mut text = String::new();
    let mut by_value: BTreeMap<u64, &str> = BTreeMap::new();
    for item in &registry.enums {
        let ty = if item.ident == "TRUE" || item.ident == "FALSE" {
            "GLboolean"
        } else if item.value.starts_with('-') {
            "i32"
        } else if item.value.len() > 10 {
            "u64"
        } else {
            "GLenum"
        };
        let value = item.value.trim_end_matches(['u', 'l', 'U', 'L']);
        let _ = writeln!(text, "#[allow(missing_docs)] pub const {prefix}_{}: {ty} = {value};", item.ident);
        let number = value.strip_prefix("0x").map_or(value.parse().ok(), |hex| u64::from_str_radix(hex, 16).ok());
        // Small numbers are counts and bits of many names; enums proper start at 0x0100.
        if let Some(number) = number.filter(|&n| (0x0100..=0xFFFF).contains(&n)) {
            let best = by_value.entry(number).or_insert(&item.ident);
            if item.ident.len() < best.len() {
                *best = &item.ident;
            }
        }
    }
    text.push_str("/// Names of the enums by value, for messages.\npub static ENUM_NAMES: &[(u32, &str)] = &[\n");
    for (value, name) in by_value {
        let _ = writeln!(text, "({value:#06x}, \"{prefix}_{name}\"),");
    }
    text.push_str("];\n");
    text
}

fn signature(cmd: &Cmd) -> (String, String, String) {
    let params: Vec<_> = cmd.params.iter().map(|p| format!("{}: {}", p.ident, p.ty)).collect();
    let args: Vec<_> = cmd.params.iter().map(|p| p.ident.clone()).collect();
    let ret = if cmd.proto.ty == "()" { String::new() } else { format!(" -> {}", cmd.proto.ty) };
    (params.join(", "), args.join(", "), ret)
}

/// The text of a function that nothing stands behind.
fn stub(name: &str, cmd: &Cmd, prefix: &str, is_defect: bool) -> String {
    let (params, _, ret) = signature(cmd);
    format!(
        "/// `{name}` is not implemented: it answers `GL_INVALID_OPERATION` and logs one line.\n\
         #[allow(non_snake_case, unused_variables, clippy::too_many_arguments, clippy::missing_safety_doc)]\n\
         pub unsafe extern \"system\" fn {name}({params}){ret} {{ super::enter::missing_{prefix}(\"{name}\", {is_defect}) }}\n"
    )
}

/// `removed`: entry points that are found by name alone, and do nothing.
fn entry_points(source: &Source<'_>, removed: &[&Cmd]) -> String {
    let &Source { prefix, module: root, core, registry, implemented } = source;
    let mut text = String::new();
    let mut exports = String::new();
    let mut table = BTreeMap::new();
    let known = names(registry, prefix);
    for cmd in &registry.cmds {
        let name = format!("{prefix}{}", cmd.proto.ident);
        let (params, args, ret) = signature(cmd);
        if let Some(module) = implemented.get(&name) {
            let types: Vec<_> = cmd.params.iter().map(|p| p.ty.to_string()).collect();
            let _ = writeln!(
                text,
                "const _: unsafe extern \"system\" fn({}){ret} = super::{root}::{module}::{name};",
                types.join(", ")
            );
            table.insert(name.clone(), format!("super::{root}::{module}::{name}"));
        } else {
            text.push_str(&stub(&name, cmd, prefix, core.contains(&name)));
            table.insert(name.clone(), name.clone());
        }
        let path = table[&name].trim_start_matches("super::").to_owned();
        let entry_points = if prefix == "gl" { "entry_points" } else { "egl_entry_points" };
        let path = if path == name { format!("{entry_points}::{name}") } else { path };
        let params = params
            .replace("types::", "$crate::abi::types::")
            .replace("__gl_imports::", "$crate::abi::types::__gl_imports::");
        let ret = ret
            .replace("types::", "$crate::abi::types::")
            .replace("__gl_imports::", "$crate::abi::types::__gl_imports::");
        let _ = writeln!(
            exports,
            "#[unsafe(no_mangle)] pub unsafe extern \"system\" fn {name}({params}){ret} {{ \
             // SAFETY: the caller keeps GL's own contract for this call, which is the callee's.\n\
             unsafe {{ $crate::abi::{path}({args}) }} }}"
        );
    }
    for (name, module) in implemented.iter().filter(|(name, _)| !known.contains(*name)) {
        table.insert(name.clone(), format!("super::{root}::{module}::{name}"));
    }
    for cmd in removed {
        let name = format!("{prefix}{}", cmd.proto.ident);
        if !table.contains_key(&name) {
            text.push_str(&stub(&name, cmd, prefix, false));
            table.insert(name.clone(), name);
        }
    }
    text.push_str("pub(super) static TABLE: &[super::Proc] = &[\n");
    for (name, path) in &table {
        let _ = writeln!(text, "super::Proc {{ name: \"{name}\", address: {path} as *const () }},");
    }
    text.push_str("];\n");
    let missing: Vec<_> = table.iter().filter(|(name, path)| name == path).map(|(name, _)| name).collect();
    let _ = writeln!(
        text,
        "/// Entry points that are not implemented, in order.\npub static NOT_IMPLEMENTED: &[&str] = &{missing:?};"
    );
    let _ = writeln!(
        text,
        "/// Exports every entry point from the crate that calls it (the shared library, and nothing else).\n\
         #[macro_export] macro_rules! export_{prefix} {{ () => {{ {exports} }} }}"
    );
    text
}
