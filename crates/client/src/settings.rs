//! What the environment says about the shim (`docs/SETTINGS.md`).

use crate::gl::buffer::MapTracking;
use std::{env, io::IsTerminal, path::PathBuf, sync::OnceLock};

/// The settings, read once.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `MGPIPE_TRANSPORT`: `spawn`, `inproc` or `direct`.
    pub transport: String,
    /// `MGPIPE_SERVER`: the server binary.
    pub server: Option<PathBuf>,
    /// `MGPIPE_GL_VERSION`: the highest version, see [`parse_version`].
    pub gl_version: Option<String>,
    /// `MGPIPE_MASK`: driver capabilities to hide, comma-separated.
    pub mask: String,
    /// `MGPIPE_MAP_TRACKING`: `pages` or `hash`.
    pub map_tracking: MapTracking,
    /// `MGPIPE_STATS`: where counters go at exit.
    pub stats: Option<PathBuf>,
}

impl Settings {
    /// The process's settings.
    pub fn get() -> &'static Settings {
        static SETTINGS: OnceLock<Settings> = OnceLock::new();
        SETTINGS.get_or_init(Self::from_env)
    }

    fn from_env() -> Settings {
        let path = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Settings {
            transport: env::var("MGPIPE_TRANSPORT").ok().filter(|t| !t.is_empty()).unwrap_or_else(|| "spawn".into()),
            server: path("MGPIPE_SERVER"),
            gl_version: env::var("MGPIPE_GL_VERSION").ok().filter(|version| !version.is_empty()),
            mask: env::var("MGPIPE_MASK").unwrap_or_default(),
            map_tracking: map_tracking(env::var("MGPIPE_MAP_TRACKING").ok().as_deref()),
            stats: path("MGPIPE_STATS"),
        }
    }
}

fn map_tracking(value: Option<&str>) -> MapTracking {
    match value {
        None | Some("" | "pages") => MapTracking::Pages,
        Some("hash") => MapTracking::Hash,
        Some(other) => {
            tracing::warn!(value = other, "MGPIPE_MAP_TRACKING must be `pages` or `hash`; `hash` is taken");
            MapTracking::Hash
        }
    }
}

/// A version of the core profile from "3.1" to "4.6" as major * 10 + minor.
pub fn parse_version(text: &str) -> Option<u32> {
    let (major, minor) = text.trim().split_once('.')?;
    match (major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?) {
        (major @ 3, minor @ 1..=3) | (major @ 4, minor @ 0..=6) => Some(major * 10 + minor),
        _ => None,
    }
}

/// Starts logging as `MGPIPE_LOG` says; warnings and errors without it.
pub fn start_logging() {
    use tracing_subscriber::EnvFilter;
    let filter = match env::var("MGPIPE_LOG").map(EnvFilter::try_new) {
        Ok(Ok(filter)) => filter,
        Ok(Err(error)) => {
            // The server, which gets the same filter, leaves it to us to say so.
            eprintln!("mgpipe: MGPIPE_LOG is no filter ({error}): only warnings and errors are logged");
            EnvFilter::new("warn")
        }
        Err(_) => EnvFilter::new("warn"),
    };
    // The application may have a subscriber of its own when it is a Rust program: then that one stays.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .try_init();
}
