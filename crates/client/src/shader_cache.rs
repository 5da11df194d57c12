//! Results of the shader front end, kept on disk: a shader by its source and what its compilation depends on, a program by its shaders
//! and the state that its link reads.

use disk_cache::{Cache, Key, KeyBuilder};
use essl_back::EsCaps;
use glsl_front::{CompileError, CompileOptions, LinkError, LinkOptions, Part, Program, Shader, Stage, store};
use pipe_types::caps::Capabilities;
use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

static COMPILED: AtomicU64 = AtomicU64::new(0);
static LINKED: AtomicU64 = AtomicU64::new(0);
static LOADED: AtomicU64 = AtomicU64::new(0);

/// Shaders compiled, programs linked, and either had back from the cache, by this process.
pub fn counters() -> [u64; 3] {
    [&COMPILED, &LINKED, &LOADED].map(|counter| counter.load(Ordering::Relaxed))
}

/// What made the programs that are kept: the front end, and the translator that was asked whether they can be had.
pub fn build() -> String {
    format!("{}{}", store::BUILD, essl_back::BUILD)
}

fn cache() -> Option<&'static Cache> {
    static CACHE: OnceLock<Option<Cache>> = OnceLock::new();
    CACHE.get_or_init(|| Cache::from_env("front", build().as_bytes())).as_ref()
}

/// What is kept under the key, or what `make` makes, which is kept.
fn kept<T, E>(
    cache: &Cache,
    key: Key,
    read: impl FnOnce(&[u8]) -> Option<T>,
    make: impl FnOnce() -> Result<T, E>,
    write: impl FnOnce(&T) -> Vec<u8>,
) -> Result<T, E> {
    if let Some(content) = cache.get(key) {
        if let Some(made) = read(&content) {
            LOADED.fetch_add(1, Ordering::Relaxed);
            return Ok(made);
        }
        cache.remove(key);
    }
    let made = make()?;
    cache.put(key, &write(&made));
    Ok(made)
}

fn named(kind: u64, what: &[u8]) -> Key {
    KeyBuilder::default().number(kind).bytes(what).finish()
}

/// [`glsl_front::compile`].
pub fn compile(stage: Stage, source: &str, options: &CompileOptions) -> Result<Shader, CompileError> {
    let make = || {
        COMPILED.fetch_add(1, Ordering::Relaxed);
        glsl_front::compile(stage, source, options)
    };
    // What is too long is an error that is found at once.
    let Some(cache) = cache().filter(|_| source.len() <= glsl_front::MAX_SOURCE) else { return make() };
    let key = named(0, &store::compile_key(stage, source, options));
    kept(cache, key, |bytes| Shader::from_bytes(bytes).filter(|s| s.stage == stage), make, Shader::to_bytes)
}

fn link_with(
    key: impl FnOnce() -> Key,
    make: impl FnOnce() -> Result<Program, LinkError>,
) -> Result<Program, LinkError> {
    let make = || {
        LINKED.fetch_add(1, Ordering::Relaxed);
        make()
    };
    let Some(cache) = cache() else { return make() };
    let write = |made: &Program| store::program_to_bytes(&made.stages, &made.archive);
    kept(cache, key(), store::program_from_bytes, make, write)
}

/// [`glsl_front::link`], for a driver that has the language for it: what the server could not translate is an error here, where the
/// application looks for it.
pub fn link(shaders: &[Shader], options: &LinkOptions, driver: &Capabilities) -> Result<Program, LinkError> {
    let caps = EsCaps::of(driver);
    let key = || {
        let key = KeyBuilder::default().number(1).bytes(&store::link_key(shaders, options));
        key.bytes(format!("{caps:?}").as_bytes()).finish()
    };
    link_with(key, || {
        let linked = glsl_front::link(shaders, options)?;
        match essl_back::check_program(&linked.stages, &linked.archive, &caps) {
            Ok(()) => Ok(linked),
            Err(error) => Err(LinkError { log: format!("error: OpenGL ES can't have this program: {error}\n") }),
        }
    })
}

/// [`glsl_front::combine`].
pub fn combine(parts: &[Part<'_>]) -> Result<Program, LinkError> {
    let key = || {
        let all = parts.iter().map(|part| store::program_to_bytes(part.stages, part.archive));
        all.fold(KeyBuilder::default().number(2), |key, part| key.bytes(&part)).finish()
    };
    link_with(key, || glsl_front::combine(parts))
}
