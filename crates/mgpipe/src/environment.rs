//! What the program's environment says, and what it said before.
//!
//! The shim's server draws with the system's own driver, so it has to be started without the variables that put the shim
//! in front. `MGPIPE_SAVED_ENV` names those variables, separated by colons; `MGPIPE_SAVED_<NAME>` holds the earlier value
//! of each that had one.

use std::{
    env,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// The list of vendor files that GLVND's `libEGL.so.1` loads, instead of the system's directories.
const VENDORS: &str = "__EGL_VENDOR_LIBRARY_FILENAMES";
const SAVED_NAMES: &str = "MGPIPE_SAVED_ENV";

/// Sets the variables that make the EGL loader load the shim, and keeps the values that they had.
pub(crate) fn point_at(vendor: &Path, command: &mut Command) {
    command.env(VENDORS, vendor);
    // Inside another `mgpipe run` the first one has saved what the system had.
    if env::var_os(SAVED_NAMES).is_none() {
        command.env(SAVED_NAMES, VENDORS);
        if let Some(value) = env::var_os(VENDORS) {
            command.env(format!("MGPIPE_SAVED_{VENDORS}"), value);
        }
    }
}

/// A vendor file that names the shim: beside the shim, or where the user's caches are when that place is read-only.
pub(crate) fn vendor_file(shim: &Path) -> Result<PathBuf, (PathBuf, io::Error)> {
    let content = format!(
        "{{\n    \"file_format_version\": \"1.0.0\",\n    \"ICD\": {{ \"library_path\": {} }}\n}}\n",
        quoted(shim.as_os_str())
    );
    let beside = shim.with_file_name("mgpipe_vendor.json");
    if write_once(&beside, &content).is_ok() {
        return Ok(beside);
    }
    let caches = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .unwrap_or_else(env::temp_dir);
    // One file for each shim, so that two builds do not write over each other's.
    let path = caches.join("mgpipe").join(format!("vendor-{:016x}.json", fnv(shim.as_os_str().as_encoded_bytes())));
    match write_once(&path, &content) {
        Ok(()) => Ok(path),
        Err(error) => Err((path, error)),
    }
}

/// Writes a file whole or not at all, and only when it does not say the same already: others may be reading it.
fn write_once(path: &Path, content: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|bytes| bytes == content.as_bytes()) {
        return Ok(());
    }
    let directory = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(directory)?;
    let partial = path.with_extension(format!("json.{}", std::process::id()));
    fs::write(&partial, content)
        .and_then(|()| fs::rename(&partial, path))
        .inspect_err(|_| drop(fs::remove_file(&partial)))
}

/// A JSON string. GLVND passes its bytes on as they are.
fn quoted(text: &OsStr) -> String {
    let mut out = String::from('"');
    for character in text.to_string_lossy().chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// The 64-bit FNV-1a hash: only to tell file names apart.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
