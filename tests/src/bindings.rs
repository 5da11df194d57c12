//! The functions and enums of GL 4.6 core and EGL 1.5, by their own names.

/// OpenGL: `Gl` has the functions, the module the enums.
#[allow(clippy::all, clippy::undocumented_unsafe_blocks, missing_docs, unsafe_op_in_unsafe_fn, unreachable_pub)]
pub mod gl {
    include!(concat!(env!("OUT_DIR"), "/gl.rs"));
}

/// EGL: `Egl` has the functions, the module the enums.
#[allow(
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    missing_docs,
    unsafe_op_in_unsafe_fn,
    unreachable_pub,
    non_camel_case_types
)]
pub mod egl {
    /// Native types of a build without window systems.
    pub mod native {
        use std::ffi::c_void;
        pub type khronos_utime_nanoseconds_t = u64;
        pub type khronos_uint64_t = u64;
        pub type khronos_ssize_t = isize;
        pub type EGLNativeDisplayType = *const c_void;
        pub type EGLNativePixmapType = *const c_void;
        pub type EGLNativeWindowType = *const c_void;
        pub type EGLint = i32;
        pub type NativeDisplayType = *const c_void;
        pub type NativePixmapType = *const c_void;
        pub type NativeWindowType = *const c_void;
    }
    use native::*;
    include!(concat!(env!("OUT_DIR"), "/egl.rs"));
}

/// What the registry says of a core version.
#[derive(Clone, Copy, Debug)]
pub struct Version {
    /// Major * 10 + minor.
    pub number: u32,
    /// Names of its entry points.
    pub commands: &'static [&'static str],
    /// What `glGet` can be asked for, by name.
    pub state: &'static [(&'static str, u32)],
}

/// The core versions from 3.1 to 4.5.
pub static VERSIONS: &[Version] = include!(concat!(env!("OUT_DIR"), "/versions.rs"));
