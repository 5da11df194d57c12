//! What the tests share: small segments, and a peer that writes what it likes.
#![allow(dead_code)]

use memmap2::{MmapOptions, MmapRaw};
use rustix::fs::{MemfdFlags, SealFlags};
use shm_ring::{SEGMENT_COUNT, Segments, Settings, Sizes, layout};
use std::{
    os::fd::{AsFd, OwnedFd},
    sync::atomic::{AtomicU32, AtomicU64, Ordering},
};

/// Rings that wrap soon.
pub(crate) const SMALL: Sizes =
    Sizes { commands: 4096, staging: 8192, reply_slots: 2, reply_slot_size: 4096, events: 4096 };

pub(crate) const CONTROL: usize = 0;
pub(crate) const COMMANDS: usize = 1;
pub(crate) const STAGING: usize = 2;
pub(crate) const REPLIES: usize = 3;
pub(crate) const EVENTS: usize = 4;

pub(crate) fn sizes_of(sizes: &Sizes) -> [usize; SEGMENT_COUNT] {
    [layout::CONTROL_SIZE, sizes.commands as usize, sizes.staging as usize, sizes.replies(), sizes.events as usize]
}

/// A mapping of its own of one segment, for a peer that doesn't go through the crate.
pub(crate) struct Raw(MmapRaw);

impl Raw {
    pub(crate) fn of(fd: impl AsFd) -> Self {
        let fd = fd.as_fd().try_clone_to_owned().unwrap();
        Self(MmapOptions::new().map_raw(&std::fs::File::from(fd)).unwrap())
    }

    pub(crate) fn set64(&self, offset: usize, value: u64) {
        assert!(offset.is_multiple_of(8) && offset + 8 <= self.0.len());
        // SAFETY: in the mapping and aligned; both sides reach the word as an atomic or by volatile access.
        unsafe { &*self.0.as_mut_ptr().add(offset).cast::<AtomicU64>() }.store(value, Ordering::SeqCst);
    }

    pub(crate) fn get64(&self, offset: usize) -> u64 {
        assert!(offset.is_multiple_of(8) && offset + 8 <= self.0.len());
        // SAFETY: as in `set64`.
        unsafe { &*self.0.as_mut_ptr().add(offset).cast::<AtomicU64>() }.load(Ordering::SeqCst)
    }

    pub(crate) fn set32(&self, offset: usize, value: u32) {
        assert!(offset.is_multiple_of(4) && offset + 4 <= self.0.len());
        // SAFETY: as in `set64`.
        unsafe { &*self.0.as_mut_ptr().add(offset).cast::<AtomicU32>() }.store(value, Ordering::SeqCst);
    }
}

/// Memory files with the seals asked for, as a client of its own making would pass them.
pub(crate) fn forge(bytes: [usize; SEGMENT_COUNT], seals: SealFlags) -> [OwnedFd; SEGMENT_COUNT] {
    bytes.map(|size| {
        let fd = rustix::fs::memfd_create("forged", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
        rustix::fs::ftruncate(&fd, size as u64).unwrap();
        if !seals.is_empty() {
            rustix::fs::fcntl_add_seals(&fd, seals).unwrap();
        }
        fd
    })
}

pub(crate) const SOUND_SEALS: SealFlags = SealFlags::SHRINK.union(SealFlags::GROW).union(SealFlags::SEAL);

/// A server's end whose client is the test: its segments are mapped for writing in `Raw`.
pub(crate) fn forged_client(sizes: &Sizes) -> (shm_ring::ServerEnd, [Raw; SEGMENT_COUNT]) {
    let fds = forge(sizes_of(sizes), SOUND_SEALS);
    let raw = fds.each_ref().map(Raw::of);
    let segments = Segments::open(fds, sizes).unwrap();
    (segments.server_end(&Settings::default()).unwrap(), raw)
}

/// A client's end whose server is the test: control, replies and events can be written through `Raw`.
pub(crate) fn forged_server(sizes: &Sizes) -> (shm_ring::ClientEnd, Raw, Raw, Raw) {
    let segments = Segments::create(sizes).unwrap();
    let client = segments.client_end(&Settings::default()).unwrap();
    let fds = segments.fds();
    (client, Raw::of(fds[CONTROL]), Raw::of(fds[REPLIES]), Raw::of(fds[EVENTS]))
}

/// Bytes that say where they belong.
pub(crate) fn pattern(seed: u64, len: usize) -> Vec<u8> {
    (0..len as u64).map(|i| (seed.wrapping_mul(0x9e37_79b9).wrapping_add(i.wrapping_mul(31)) >> 3) as u8).collect()
}
