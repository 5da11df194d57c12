//! The five sealed memory files and their mappings.

use crate::{
    ClientEnd, SegmentError, ServerEnd, Settings, Side, Sizes, control::Control, link::Link, region::Region, sync::Arc,
};
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of segments, and of descriptors to pass.
pub const SEGMENT_COUNT: usize = 5;

/// Names of the segments, in the order of their descriptors.
pub const SEGMENT_NAMES: [&str; SEGMENT_COUNT] = ["control", "commands", "staging", "replies", "events"];

/// The mapped memory of a link, shared by all parts of an end (of both ends when they live in one process).
pub(crate) struct Shared {
    #[cfg(not(loom))]
    control: Region,
    #[cfg(loom)]
    control: Control,
    pub(crate) commands: Region,
    pub(crate) staging: Region,
    pub(crate) replies: Region,
    pub(crate) events: Region,
    pub(crate) sizes: Sizes,
}

impl Shared {
    #[cfg(not(loom))]
    #[inline(always)]
    pub(crate) fn control(&self) -> &Control {
        // SAFETY: the region is a mapping of CONTROL_SIZE bytes, page-aligned, alive as long as `self`; `Control` fits
        // in it (asserted at compile time), has no padding that is read, and consists of atomics alone, so that the
        // other side may write it at any time and every bit pattern is valid.
        unsafe { &*self.control.base().cast::<Control>() }
    }

    #[cfg(loom)]
    pub(crate) fn control(&self) -> &Control {
        &self.control
    }
}

/// The segments of one link: created by the client's process, opened by the server's.
///
/// An end is taken once each; both may be taken from one `Segments` when they are to live in one process.
pub struct Segments {
    shared: Arc<Shared>,
    #[cfg(not(loom))]
    fds: [std::os::fd::OwnedFd; SEGMENT_COUNT],
    creator: bool,
    taken: [AtomicBool; 2],
}

impl std::fmt::Debug for Segments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Segments")
            .field("sizes", &self.shared.sizes)
            .field("creator", &self.creator)
            .finish_non_exhaustive()
    }
}

impl Segments {
    /// Takes the client's end.
    ///
    /// # Errors
    /// [`SegmentError::NotCreator`] for opened segments, [`SegmentError::EndTaken`] the second time.
    pub fn client_end(&self, settings: &Settings) -> Result<ClientEnd, SegmentError> {
        if !self.creator {
            return Err(SegmentError::NotCreator);
        }
        if self.taken[0].swap(true, Ordering::Relaxed) {
            return Err(SegmentError::EndTaken { end: "client" });
        }
        Ok(ClientEnd::new(Link::new(self.shared.clone(), Side::Client, *settings)))
    }

    /// Takes the server's end.
    ///
    /// # Errors
    /// [`SegmentError::EndTaken`] the second time.
    pub fn server_end(&self, settings: &Settings) -> Result<ServerEnd, SegmentError> {
        if self.taken[1].swap(true, Ordering::Relaxed) {
            return Err(SegmentError::EndTaken { end: "server" });
        }
        Ok(ServerEnd::new(Link::new(self.shared.clone(), Side::Server, *settings)))
    }

    /// The sizes that the segments were made with.
    pub fn sizes(&self) -> Sizes {
        self.shared.sizes
    }

    /// Memory of the model checker's kind: no descriptors.
    #[cfg(loom)]
    pub fn create(sizes: &Sizes) -> Result<Self, SegmentError> {
        sizes.validate()?;
        let shared = Shared {
            control: Control::new(),
            commands: Region::heap(sizes.commands as usize),
            staging: Region::heap(sizes.staging as usize),
            replies: Region::heap(sizes.replies()),
            events: Region::heap(sizes.events as usize),
            sizes: *sizes,
        };
        Ok(Self { shared: Arc::new(shared), creator: true, taken: Default::default() })
    }
}

#[cfg(not(loom))]
mod files {
    use super::*;
    use crate::layout;
    use memmap2::{MmapOptions, MmapRaw};
    use rustix::fs::{MemfdFlags, SealFlags};
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

    /// What keeps a mapping from being pulled away under its user: without these, a peer could shrink the file and
    /// make every access a bus error.
    const NEEDED: SealFlags = SealFlags::SHRINK.union(SealFlags::GROW).union(SealFlags::SEAL);

    /// The command ring's place among the segments.
    const COMMANDS: usize = 1;

    fn file_sizes(sizes: &Sizes) -> [usize; SEGMENT_COUNT] {
        [layout::CONTROL_SIZE, sizes.commands as usize, sizes.staging as usize, sizes.replies(), sizes.events as usize]
    }

    /// Only the creator writes these: nobody can map them writable once its own mapping exists.
    fn written_by_creator_alone(index: usize) -> bool {
        matches!(index, 1 | 2)
    }

    fn os<E: Into<std::io::Error>>(index: usize, what: &'static str) -> impl FnOnce(E) -> SegmentError {
        move |source| SegmentError::Os { segment: SEGMENT_NAMES[index], what, source: source.into() }
    }

    fn create_one(index: usize, size: usize) -> Result<(OwnedFd, Region), SegmentError> {
        let name = format!("mgpipe-{}", SEGMENT_NAMES[index]);
        let fd = rustix::fs::memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)
            .map_err(os(index, "memfd_create"))?;
        rustix::fs::ftruncate(&fd, size as u64).map_err(os(index, "ftruncate"))?;
        let map = map(&fd, index, size, true, index == COMMANDS)?;
        if written_by_creator_alone(index) {
            // Kernels before 5.1 don't know this seal. Without it a hostile server can write where the client writes;
            // the client never reads those bytes back, so that it harms the server's own session alone.
            if let Err(error) = rustix::fs::fcntl_add_seals(&fd, SealFlags::FUTURE_WRITE) {
                tracing::debug!(%error, segment = SEGMENT_NAMES[index], "F_SEAL_FUTURE_WRITE refused");
            }
        }
        rustix::fs::fcntl_add_seals(&fd, NEEDED).map_err(os(index, "F_ADD_SEALS"))?;
        Ok((fd, Region::new(map)))
    }

    fn open_one(index: usize, fd: &OwnedFd, size: usize) -> Result<Region, SegmentError> {
        // The seals first: the size can't change any more once they are known to be there.
        let seals = rustix::fs::fcntl_get_seals(fd).map_err(os(index, "F_GET_SEALS"))?;
        if !seals.contains(NEEDED) {
            return Err(SegmentError::Seals {
                segment: SEGMENT_NAMES[index],
                found: seals.bits(),
                expected: NEEDED.bits(),
            });
        }
        let found = rustix::fs::fstat(fd).map_err(os(index, "fstat"))?.st_size as u64;
        if found != size as u64 {
            return Err(SegmentError::Size { segment: SEGMENT_NAMES[index], found, expected: size as u64 });
        }
        Ok(Region::new(map(fd, index, size, !written_by_creator_alone(index), false)?))
    }

    /// `now`: the pages are there from the start. Every page of the command ring is written soon in any case, and a
    /// page at a time costs more than all at once.
    fn map(fd: &OwnedFd, index: usize, size: usize, writable: bool, now: bool) -> Result<MmapRaw, SegmentError> {
        let mut options = MmapOptions::new();
        options.len(size);
        if now {
            options.populate();
        }
        if writable { options.map_raw(fd) } else { options.map_raw_read_only(fd) }.map_err(os(index, "mmap"))
    }

    impl Segments {
        /// Creates, maps and seals the segments.
        ///
        /// # Errors
        /// The sizes' own errors, and [`SegmentError::Os`].
        pub fn create(sizes: &Sizes) -> Result<Self, SegmentError> {
            sizes.validate()?;
            let bytes = file_sizes(sizes);
            let (fd0, control) = create_one(0, bytes[0])?;
            let (fd1, commands) = create_one(1, bytes[1])?;
            let (fd2, staging) = create_one(2, bytes[2])?;
            let (fd3, replies) = create_one(3, bytes[3])?;
            let (fd4, events) = create_one(4, bytes[4])?;
            let shared = Shared { control, commands, staging, replies, events, sizes: *sizes };
            Ok(Self::of(shared, [fd0, fd1, fd2, fd3, fd4], true))
        }

        /// Maps segments that another process created, in the order of [`SEGMENT_NAMES`]. Commands and staging are
        /// mapped for reading only.
        ///
        /// # Errors
        /// The sizes' own errors, [`SegmentError::Seals`], [`SegmentError::Size`] and [`SegmentError::Os`].
        pub fn open(fds: [OwnedFd; SEGMENT_COUNT], sizes: &Sizes) -> Result<Self, SegmentError> {
            sizes.validate()?;
            let bytes = file_sizes(sizes);
            let shared = Shared {
                control: open_one(0, &fds[0], bytes[0])?,
                commands: open_one(1, &fds[1], bytes[1])?,
                staging: open_one(2, &fds[2], bytes[2])?,
                replies: open_one(3, &fds[3], bytes[3])?,
                events: open_one(4, &fds[4], bytes[4])?,
                sizes: *sizes,
            };
            Ok(Self::of(shared, fds, false))
        }

        fn of(shared: Shared, fds: [OwnedFd; SEGMENT_COUNT], creator: bool) -> Self {
            Self { shared: Arc::new(shared), fds, creator, taken: Default::default() }
        }

        /// The descriptors to pass to the peer, in the order of [`SEGMENT_NAMES`].
        pub fn fds(&self) -> [BorrowedFd<'_>; SEGMENT_COUNT] {
            self.fds.each_ref().map(AsFd::as_fd)
        }

        /// Gives the descriptors away. The ends that were taken keep the mappings.
        pub fn into_fds(self) -> [OwnedFd; SEGMENT_COUNT] {
            self.fds
        }
    }
}
