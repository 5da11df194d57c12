//! Linux's asynchronous write protection (userfaultfd with `UFFD_FEATURE_WP_ASYNC`, and the `PAGEMAP_SCAN` that reads and renews
//! it, Linux 6.7): the kernel notes the first write to a page by itself, whoever writes, a system call included, and no thread
//! of ours has to answer a fault. Other kernels have no such thing, and changes are found by comparing.

use std::{
    io,
    ops::Range,
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
    sync::OnceLock,
};

/// `struct uffdio_api`.
#[repr(C)]
struct UffdioApi {
    api: u64,
    features: u64,
    ioctls: u64,
}
/// `struct uffdio_register`.
#[repr(C)]
struct UffdioRegister {
    start: u64,
    len: u64,
    mode: u64,
    ioctls: u64,
}
/// `struct page_region`.
#[repr(C)]
#[derive(Clone, Copy)]
struct PageRegion {
    start: u64,
    end: u64,
    categories: u64,
}
/// `struct pm_scan_arg`.
#[repr(C)]
struct PmScanArg {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    vec: u64,
    vec_len: u64,
    max_pages: u64,
    category_inverted: u64,
    category_mask: u64,
    category_anyof_mask: u64,
    return_mask: u64,
}

const fn iowr(kind: u8, number: u8, size: usize) -> u64 {
    3 << 30 | (size as u64) << 16 | (kind as u64) << 8 | number as u64
}
const UFFDIO_API: u64 = iowr(0xAA, 0x3F, size_of::<UffdioApi>());
const UFFDIO_REGISTER: u64 = iowr(0xAA, 0x00, size_of::<UffdioRegister>());
const PAGEMAP_SCAN: u64 = iowr(b'f', 16, size_of::<PmScanArg>());
const UFFD_API: u64 = 0xAA;
const UFFD_USER_MODE_ONLY: i32 = 1;
const UFFD_FEATURE_WP_UNPOPULATED: u64 = 1 << 13;
const UFFD_FEATURE_WP_ASYNC: u64 = 1 << 15;
const UFFDIO_REGISTER_MODE_WP: u64 = 1 << 1;
const PM_SCAN_WP_MATCHING: u64 = 1;
const PM_SCAN_CHECK_WPASYNC: u64 = 2;
const PAGE_IS_WRITTEN: u64 = 1 << 1;

/// Regions of one look.
const REGIONS: usize = 128;

struct Tracking {
    faults: OwnedFd,
    pagemap: std::fs::File,
    /// Descriptors of the address space of this process: a forked child has another.
    owner: u32,
}

static TRACKING: OnceLock<Option<Tracking>> = OnceLock::new();

fn tracking() -> Option<&'static Tracking> {
    let tracking = TRACKING.get_or_init(|| match open() {
        Ok(tracking) => Some(tracking),
        Err(error) => {
            tracing::debug!(%error, "the system does not track writes; mappings that stay are compared");
            None
        }
    });
    tracking.as_ref().filter(|tracking| tracking.owner == std::process::id())
}

fn open() -> io::Result<Tracking> {
    let flags = libc::O_CLOEXEC | libc::O_NONBLOCK | UFFD_USER_MODE_ONLY;
    // SAFETY: the call takes one integer and makes a descriptor.
    let fd = unsafe { libc::syscall(libc::SYS_userfaultfd, flags) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a fresh descriptor that nobody else has.
    let faults = unsafe { OwnedFd::from_raw_fd(fd as i32) };
    let wanted = UFFD_FEATURE_WP_ASYNC | UFFD_FEATURE_WP_UNPOPULATED;
    let mut api = UffdioApi { api: UFFD_API, features: wanted, ioctls: 0 };
    // SAFETY: the structure is the one that the request's number names.
    unsafe { ioctl(&faults, UFFDIO_API, &mut api) }?;
    let pagemap = std::fs::File::open("/proc/self/pagemap")?;
    let tracking = Tracking { faults, pagemap, owner: std::process::id() };
    // A scan of nothing tells whether there are scans: this process's first page is never mapped.
    scan(&tracking, 0..page_size(), &mut |_| {})?;
    Ok(tracking)
}

/// # Safety
/// `argument` is what the request reads and writes.
unsafe fn ioctl<T>(fd: &impl AsRawFd, request: u64, argument: &mut T) -> io::Result<i32> {
    // SAFETY: as the caller promises.
    match unsafe { libc::ioctl(fd.as_raw_fd(), request as _, std::ptr::from_mut(argument)) } {
        -1 => Err(io::Error::last_os_error()),
        value => Ok(value),
    }
}

/// Bytes of a page.
pub(super) fn page_size() -> usize {
    // SAFETY: a question about a constant of the system.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// Whether the system notes which pages are written.
pub fn available() -> bool {
    tracking().is_some()
}

/// Notes writes to a mapping of this process from now on. False when the system will not.
pub(super) fn track(base: usize, len: usize) -> bool {
    let Some(tracking) = tracking() else { return false };
    // A huge page would be found written as a whole.
    // SAFETY: advice about a mapping of ours changes none of its contents.
    unsafe { libc::madvise(base as *mut libc::c_void, len, libc::MADV_NOHUGEPAGE) };
    let mut register = UffdioRegister { start: base as u64, len: len as u64, mode: UFFDIO_REGISTER_MODE_WP, ioctls: 0 };
    // SAFETY: the structure is the one that the request's number names; the range is a mapping of ours.
    let done = unsafe { ioctl(&tracking.faults, UFFDIO_REGISTER, &mut register) };
    if let Err(error) = &done {
        tracing::debug!(%error, len, "a mapping is not tracked");
    }
    done.is_ok()
}

/// The parts of `range` (offsets, whole granules) in a tracked mapping that were written since the last look, whole pages; they
/// are protected again in the same step, so that no write falls between. `None` when the system fails.
pub(super) fn written(base: usize, len: usize, range: Range<usize>) -> Option<Vec<Range<usize>>> {
    let tracking = tracking()?;
    let page = page_size();
    let pages = range.start / page * page..range.end.next_multiple_of(page).min(len);
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut add = |region: &PageRegion| {
        let (start, end) = (region.start as usize - base, region.end as usize - base);
        match found.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => found.push(start..end),
        }
    };
    match scan(tracking, base + pages.start..base + pages.end, &mut add) {
        Ok(()) => Some(found),
        Err(error) => {
            tracing::warn!(%error, "the system no longer says which pages were written");
            None
        }
    }
}

fn scan(tracking: &Tracking, addresses: Range<usize>, found: &mut dyn FnMut(&PageRegion)) -> io::Result<()> {
    let mut at = addresses.start as u64;
    let end = addresses.end as u64;
    while at < end {
        let mut regions = [PageRegion { start: 0, end: 0, categories: 0 }; REGIONS];
        let mut argument = PmScanArg {
            size: size_of::<PmScanArg>() as u64,
            flags: PM_SCAN_WP_MATCHING | PM_SCAN_CHECK_WPASYNC,
            start: at,
            end,
            walk_end: 0,
            vec: regions.as_mut_ptr() as u64,
            vec_len: REGIONS as u64,
            max_pages: 0,
            category_inverted: 0,
            category_mask: PAGE_IS_WRITTEN,
            category_anyof_mask: 0,
            return_mask: PAGE_IS_WRITTEN,
        };
        // SAFETY: the structure is the one that the request's number names, and `vec` has room for `vec_len` regions; what is
        // write-protected are pages of a mapping that was registered for it, whose faults the kernel resolves.
        let count = unsafe { ioctl(&tracking.pagemap, PAGEMAP_SCAN, &mut argument) }?;
        regions[..(count as usize).min(REGIONS)].iter().for_each(&mut *found);
        if argument.walk_end <= at {
            return Err(io::Error::other("a look that does not advance"));
        }
        at = argument.walk_end;
    }
    Ok(())
}
