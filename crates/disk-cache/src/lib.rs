//! What is expensive to make and the same every time, kept in files: results of the shader front end at the client, the driver's
//! program binaries at the server.
//!
//! An entry is a file of its own, written under another name and renamed, so that a reader sees all of it or nothing. Its head names
//! the build that wrote it, its key and a checksum; an entry where any of them differs is removed and never used. What comes out is
//! still only bytes: who reads them checks them as if they came from elsewhere. A folder is kept below [`LIMIT`] bytes by removing
//! what was written longest ago.
#![forbid(unsafe_code)]

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::SystemTime,
};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// Names the folder, or turns the cache off (`off`).
pub const VARIABLE: &str = "MGPIPE_CACHE";
/// Most bytes that a folder holds.
pub const LIMIT: u64 = 256 << 20;
/// Most bytes of an entry.
pub const MAX_ENTRY: usize = 32 << 20;

const MAGIC: &[u8; 8] = b"MGPCACH1";
/// Magic, build, key, checksum, length.
const HEAD: usize = 8 + 8 + 16 + 16 + 8;
/// Writes between two looks at the folder's size.
const TRIM_EVERY: u64 = 512;

/// The name of what is kept: everything that it depends on goes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u128);

/// Makes a [`Key`].
#[derive(Default)]
pub struct KeyBuilder(Xxh3);

impl KeyBuilder {
    /// Adds bytes; their length is a part, so that `ab`, `c` and `a`, `bc` differ.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }
    /// Adds a number.
    pub fn number(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }
    /// The key of what was added.
    pub fn finish(self) -> Key {
        Key(self.0.digest128())
    }
}

/// A folder of entries.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    build: u64,
    limit: u64,
    writes: AtomicU64,
}

impl Cache {
    /// The folder for `kind` of entries under the one that the environment names, else `mgpipe` in the user's cache folder; none when
    /// it is off or there is no such folder. `build` stands for the code that makes the entries: those of another build are not used.
    pub fn from_env(kind: &str, build: &[u8]) -> Option<Cache> {
        let named = env::var_os(VARIABLE).filter(|value| !value.is_empty());
        if named.as_ref().is_some_and(|value| value == "off") {
            return None;
        }
        let path = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let root = named.map(PathBuf::from).or_else(|| {
            let cache = path("XDG_CACHE_HOME").or_else(|| path("HOME").map(|home| home.join(".cache")));
            cache.map(|cache| cache.join("mgpipe"))
        })?;
        Some(Cache::new(root.join(kind), build, LIMIT))
    }

    /// A cache of at most `limit` bytes in `folder`, which is made when something is kept.
    pub fn new(folder: PathBuf, build: &[u8], limit: u64) -> Cache {
        let build = xxhash_rust::xxh3::xxh3_64(build);
        Cache { folder, build, limit, writes: AtomicU64::new(0) }
    }

    fn path(&self, key: Key) -> PathBuf {
        let name = format!("{:032x}", key.0);
        self.folder.join(&name[..2]).join(&name[2..])
    }

    fn head(&self, key: Key, content: &[u8]) -> Vec<u8> {
        let mut head = Vec::with_capacity(HEAD + content.len());
        head.extend(MAGIC);
        head.extend(self.build.to_le_bytes());
        head.extend(key.0.to_le_bytes());
        head.extend(xxh3_128(content).to_le_bytes());
        head.extend((content.len() as u64).to_le_bytes());
        head
    }

    /// What was kept under the key; none also when it is damaged or of another build, and then it goes.
    pub fn get(&self, key: Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let length = fs::metadata(&path).ok()?.len();
        if length <= (HEAD + MAX_ENTRY) as u64 {
            let mut bytes = fs::read(&path).ok()?;
            if bytes.len() >= HEAD {
                let content = bytes.split_off(HEAD);
                if bytes == self.head(key, &content) {
                    return Some(content);
                }
            }
        }
        self.remove(key);
        None
    }

    /// Removes an entry whose content its reader could not use.
    pub fn remove(&self, key: Key) {
        let path = self.path(key);
        tracing::debug!(path = %path.display(), "a cache entry is not usable");
        let _ = fs::remove_file(path);
    }

    /// Keeps content. That it can't be kept is no error: it is made again.
    pub fn put(&self, key: Key, content: &[u8]) {
        if content.len() > MAX_ENTRY {
            return;
        }
        if let Err(error) = self.write(key, content) {
            tracing::debug!(folder = %self.folder.display(), %error, "a cache entry can't be written");
        }
        if self.writes.fetch_add(1, Ordering::Relaxed).is_multiple_of(TRIM_EVERY) {
            self.trim();
        }
    }

    fn write(&self, key: Key, content: &[u8]) -> io::Result<()> {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let partial = folder.join(format!(".{}.{serial}.partial", std::process::id()));
        let mut bytes = self.head(key, content);
        bytes.extend_from_slice(content);
        fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, &path)).inspect_err(|_| {
            let _ = fs::remove_file(&partial);
        })
    }

    /// Removes the oldest entries when there are too many bytes, down to three quarters of the limit.
    pub fn trim(&self) {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for folder in list(&self.folder) {
            for file in list(&folder) {
                let Ok(about) = fs::metadata(&file) else { continue };
                files.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len(), file));
            }
        }
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        if total <= self.limit {
            return;
        }
        files.sort();
        for (_, length, file) in files {
            if total <= self.limit / 4 * 3 {
                break;
            }
            if fs::remove_file(&file).is_ok() {
                total -= length;
            }
        }
    }
}

fn list(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        KeyBuilder::default().bytes(text.as_bytes()).finish()
    }

    #[test]
    fn an_entry_is_of_its_build_and_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().into(), b"one", LIMIT);
        cache.put(key("a"), b"content");
        assert_eq!(cache.get(key("a")).as_deref(), Some(&b"content"[..]));
        assert_eq!(cache.get(key("b")), None);
        // An entry under the name of another one.
        fs::create_dir_all(cache.path(key("b")).parent().unwrap()).unwrap();
        fs::copy(cache.path(key("a")), cache.path(key("b"))).unwrap();
        assert_eq!(cache.get(key("b")), None);
        // red once: with the build left out of the head, the other build's entry was used
        let other = Cache::new(folder.path().into(), b"two", LIMIT);
        assert_eq!(other.get(key("a")), None);
        assert!(!cache.path(key("a")).exists());
        let apart = KeyBuilder::default().bytes(b"ab").bytes(b"c").finish();
        assert_ne!(apart, KeyBuilder::default().bytes(b"a").bytes(b"bc").finish());
    }

    // red once: with the checksum not compared, flips in the content came through
    #[test]
    fn a_damaged_entry_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().into(), b"", LIMIT);
        cache.put(key("a"), b"content");
        let good = fs::read(cache.path(key("a"))).unwrap();
        for n in 0..good.len() {
            let mut bad = good.clone();
            bad[n] ^= 1;
            fs::write(cache.path(key("a")), &bad).unwrap();
            assert_eq!(cache.get(key("a")), None, "byte {n}");
            assert!(!cache.path(key("a")).exists());
            fs::write(cache.path(key("a")), &good[..n]).unwrap();
            assert_eq!(cache.get(key("a")), None, "{n} bytes");
        }
        fs::write(cache.path(key("a")), &good).unwrap();
        assert!(cache.get(key("a")).is_some());
    }

    // red once: without the trim
    #[test]
    fn a_folder_has_a_size() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().into(), b"", 10_000);
        for n in 0..100 {
            cache.put(key(&n.to_string()), &[7; 1000]);
        }
        cache.trim();
        let kept = (0..100).filter(|n| cache.get(key(&n.to_string())).is_some()).count();
        assert!((1..=9).contains(&kept), "{kept} entries");
    }

    #[test]
    fn what_can_not_be_kept_is_no_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let cache = Cache::new(file.path().into(), b"", LIMIT);
        cache.put(key("a"), b"content");
        assert_eq!(cache.get(key("a")), None);
    }
}
