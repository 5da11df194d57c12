//! The driver's own binaries of programs, kept on disk. A binary is asked for by everything that its program is made of, modules, archive,
//! variant and driver; a driver that does not take one back (another version, damage) leads to the usual way.

use crate::{
    driver::{Driver, GlProgram},
    program_variant::Key as Variant,
};
use disk_cache::{Cache, Key, KeyBuilder};
use pipe_types::archive::{Archive, Stage};
use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

static BUILT: AtomicU64 = AtomicU64::new(0);
static LOADED: AtomicU64 = AtomicU64::new(0);

/// Programs that this process has made from text, and that it has had back from the cache.
pub fn program_counters() -> (u64, u64) {
    (BUILT.load(Ordering::Relaxed), LOADED.load(Ordering::Relaxed))
}

/// Counts a program made from text.
pub(crate) fn count_built() {
    BUILT.fetch_add(1, Ordering::Relaxed);
}

fn cache() -> Option<&'static Cache> {
    static CACHE: OnceLock<Option<Cache>> = OnceLock::new();
    CACHE.get_or_init(|| Cache::from_env("driver", essl_back::BUILD.as_bytes())).as_ref()
}

/// The name of a variant's binary; none when nothing is kept.
pub(crate) fn key(
    gl: &Driver,
    es_caps: &essl_back::EsCaps,
    stages: &[(Stage, Vec<u32>)],
    archive: &Archive,
    variant: &Variant,
) -> Option<Key> {
    use zerocopy::IntoBytes;
    cache()?;
    let caps = &gl.caps;
    let mut key = KeyBuilder::default();
    for text in [&caps.vendor, &caps.renderer, &caps.version] {
        key = key.bytes(text.as_bytes());
    }
    key = key.bytes(format!("{es_caps:?} {variant:?} {:?}", caps.features).as_bytes()).bytes(&archive.to_bytes());
    for (stage, words) in stages {
        key = key.number(*stage as u64).bytes(words.as_bytes());
    }
    Some(key.finish())
}

/// The program of a binary that was kept.
pub(crate) fn load(gl: &Driver, key: Key) -> Option<GlProgram> {
    let content = cache()?.get(key)?;
    let (format, binary) = content.split_first_chunk::<4>()?;
    let program = gl.create_program().ok()?;
    if gl.load_program_binary(program, u32::from_le_bytes(*format), binary) {
        LOADED.fetch_add(1, Ordering::Relaxed);
        return Some(program);
    }
    gl.delete_program(program);
    cache()?.remove(key);
    None
}

/// Keeps the binary of a program, where the driver has such.
pub(crate) fn store(gl: &Driver, key: Key, program: GlProgram) {
    if let (Some(cache), Some((format, binary))) = (cache(), gl.program_binary(program)) {
        cache.put(key, &[&format.to_le_bytes(), &binary[..]].concat());
    }
}
