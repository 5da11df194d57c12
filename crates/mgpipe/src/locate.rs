//! Where the shim and the server are.

use std::{
    env,
    fs::File,
    io::{self, Read as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

const SHIM: &str = "libEGL_mgpipe.so";
const SERVER: &str = "mgpipe-server";

/// A part that is not where it should be.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Missing {
    /// There is no such file.
    #[error("no {what} at {} ({setting} names another place): {error}", path.display())]
    NoFile {
        /// "shim" or "server".
        what: &'static str,
        /// Where it was looked for.
        path: PathBuf,
        /// What can be set instead.
        setting: &'static str,
        /// What the system said.
        error: io::Error,
    },
    /// The shim is no library.
    #[error("the shim {} is not a shared library", .0.display())]
    NotALibrary(PathBuf),
    /// The server is no program.
    #[error("the server {} is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// The system does not say where this program is.
    #[error("this executable's own place is unknown: {0}")]
    Unknown(io::Error),
}

/// The shim, absolute: `MGPIPE_SHIM`, or beside this executable.
pub(crate) fn shim() -> Result<PathBuf, Missing> {
    let path = find("shim", "MGPIPE_SHIM", SHIM, env::var_os("MGPIPE_SHIM").map(PathBuf::from))?;
    let mut magic = [0; 4];
    match File::open(&path).and_then(|mut file| file.read_exact(&mut magic)) {
        Ok(()) if magic == *b"\x7fELF" => Ok(path),
        _ => Err(Missing::NotALibrary(path)),
    }
}

/// The server, absolute: what the command line says, `MGPIPE_SERVER`, or beside this executable.
pub(crate) fn server(said: Option<&Path>) -> Result<PathBuf, Missing> {
    let said = said.map(Path::to_owned).or_else(|| env::var_os("MGPIPE_SERVER").map(PathBuf::from));
    let path = find("server", "--server or MGPIPE_SERVER", SERVER, said)?;
    let executable = path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0);
    if executable { Ok(path) } else { Err(Missing::NotExecutable(path)) }
}

fn find(what: &'static str, setting: &'static str, name: &str, said: Option<PathBuf>) -> Result<PathBuf, Missing> {
    let path = match said {
        Some(path) => path,
        None => env::current_exe().map_err(Missing::Unknown)?.with_file_name(name),
    };
    path.canonicalize().map_err(|error| Missing::NoFile { what, path, setting, error })
}
