//! What the driver's memory comes from.

use libc::c_int;

/// Freed memory at the heap's end that stays with the process.
const KEPT: c_int = 16 << 20;
/// Blocks from this size on are mappings of their own, which go back when they are freed.
const LARGE: c_int = 4 << 20;

/// Makes the process keep the memory that its driver frees, within bounds.
///
/// A software rasteriser takes and frees tens of mebibytes in each frame of many draws. By its defaults the C library gives
/// them back to the system every time, and the next frame takes a page fault for every page of them, which costs more than the
/// drawing does. Who has set these limits by the environment (`mallopt(3)`) knows better.
pub fn keep_freed_memory() {
    #[cfg(target_env = "gnu")]
    for (name, option, value) in [
        ("MALLOC_TRIM_THRESHOLD_", libc::M_TRIM_THRESHOLD, KEPT),
        ("MALLOC_MMAP_THRESHOLD_", libc::M_MMAP_THRESHOLD, LARGE),
    ] {
        if std::env::var_os(name).is_none() {
            // SAFETY: no memory is touched; the options and the values are among those that the C library documents, and it
            // takes its own lock. What it refuses stays as it was.
            unsafe { libc::mallopt(option, value) };
        }
    }
}
