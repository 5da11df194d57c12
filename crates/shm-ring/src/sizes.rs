//! Sizes of the segments and the settings of an end.

use crate::SegmentError;
use std::time::Duration;

/// Sizes of the five segments' rings, in bytes. Both peers have to agree on them before the segments are mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Command ring: a power of two, 4 KiB to 1 GiB. A record is at most half of it.
    pub commands: u32,
    /// Staging arena: a power of two, 4 KiB to 2 GiB. A grant is at most a quarter of it.
    pub staging: u32,
    /// Number of reply slots, 1 to 64.
    pub reply_slots: u32,
    /// Bytes of one reply slot, its 16 byte header included: a multiple of 4096, 4 KiB to 64 MiB.
    pub reply_slot_size: u32,
    /// Event ring: a power of two, 4 KiB to 16 MiB. An event is at most a quarter of it.
    pub events: u32,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { commands: 8 << 20, staging: 32 << 20, reply_slots: 8, reply_slot_size: 2 << 20, events: 256 << 10 }
    }
}

/// The smallest ring. The model checker needs rings that wrap after a few records.
const MIN_RING: u32 = if cfg!(loom) { 32 } else { 4096 };

impl Sizes {
    /// Checks every size against its bounds.
    ///
    /// # Errors
    /// [`SegmentError::Bounds`], [`SegmentError::NotPowerOfTwo`] or [`SegmentError::NotPages`], naming the field.
    pub fn validate(&self) -> Result<(), SegmentError> {
        let bounds = |name, value: u32, min: u32, max: u32| {
            if value < min || value > max {
                return Err(SegmentError::Bounds { name, value: value.into(), min: min.into(), max: max.into() });
            }
            Ok(())
        };
        let ring = |name, value: u32, max: u32| {
            bounds(name, value, MIN_RING, max)?;
            if !value.is_power_of_two() {
                return Err(SegmentError::NotPowerOfTwo { name, value: value.into() });
            }
            Ok(())
        };
        ring("commands", self.commands, 1 << 30)?;
        ring("staging", self.staging, 1 << 31)?;
        bounds("reply_slots", self.reply_slots, 1, 64)?;
        bounds("reply_slot_size", self.reply_slot_size, MIN_RING, 64 << 20)?;
        if !cfg!(loom) && !self.reply_slot_size.is_multiple_of(4096) {
            return Err(SegmentError::NotPages { name: "reply_slot_size", value: self.reply_slot_size.into() });
        }
        ring("events", self.events, 16 << 20)
    }

    /// Bytes of the reply segment.
    pub fn replies(&self) -> usize {
        self.reply_slots as usize * self.reply_slot_size as usize
    }
}

/// How an end waits and publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long a waiter looks at its condition before it parks. Waits stop spinning for a while when it didn't help.
    pub spin: Duration,
    /// Bytes of committed records after which the producer publishes by itself. Never more than a quarter of the ring.
    pub publish_bytes: u32,
    /// The longest sleep between two looks at whether the peer still lives.
    pub death_check: Duration,
}

impl Default for Settings {
    /// A wake-up takes tens of microseconds where the processor sleeps, too: as long as most turns of a program that reads back
    /// what it has just drawn. Spinning for about as long spares it, but not where the peer needs this very processor.
    fn default() -> Self {
        let alone = std::thread::available_parallelism().map_or(1, usize::from) == 1;
        let spin = if cfg!(loom) || alone { 0 } else { 100 };
        Self { spin: Duration::from_micros(spin), publish_bytes: 64 << 10, death_check: Duration::from_millis(100) }
    }
}
