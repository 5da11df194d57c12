//! What the shim writes about itself when a program ends (`MGPIPE_STATS`).

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use std::{io::ErrorKind, path::Path};

/// Totals of one run.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub(crate) struct Stats {
    /// Records sent.
    pub(crate) records: u64,
    /// Bytes of records in the ring.
    pub(crate) bytes: u64,
    /// Bytes beside the ring: uploads.
    pub(crate) staging_bytes: u64,
    /// Times the program waited for an answer.
    pub(crate) round_trips: u64,
    /// Times the program slept for want of room or credit.
    pub(crate) parks: u64,
    /// Processor time of what draws, in nanoseconds.
    pub(crate) server_cpu_ns: u64,
    /// Calls of the driver.
    pub(crate) driver_calls: u64,
    /// Calls that would have changed nothing and were not made.
    pub(crate) driver_calls_spared: u64,
    /// Framebuffers whose attachments were compared with their record.
    pub(crate) framebuffer_walks: u64,
    /// Framebuffers that were known to be as they were.
    pub(crate) framebuffer_hits: u64,
}

impl Stats {
    /// Removes what an earlier run has written.
    pub(crate) fn forget(path: &Path) -> Result<()> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error).context(path.display().to_string()),
            _ => Ok(()),
        }
    }

    /// Reads the file that the shim has written: the proof, too, that a program was drawn through it.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("the shim has not written {} at its end", path.display()))?;
        let stats: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} is not what the shim's statistics are", path.display()))?;
        ensure!(stats.records > 0, "{}: the program has sent no records", path.display());
        Ok(stats)
    }

    /// What a frame costs, from two runs that differ in nothing but the number of frames.
    pub(crate) fn per_frame(short: Self, long: Self, frames: u32) -> PerFrame {
        let of = |long: u64, short: u64| (long as f64 - short as f64) / f64::from(frames);
        PerFrame {
            records: of(long.records, short.records),
            bytes: of(long.bytes, short.bytes),
            staging_bytes: of(long.staging_bytes, short.staging_bytes),
            round_trips: of(long.round_trips, short.round_trips),
            parks: of(long.parks, short.parks),
            server_cpu_ms: of(long.server_cpu_ns, short.server_cpu_ns) * 1e-6,
            driver_calls: of(long.driver_calls, short.driver_calls),
            driver_calls_spared: of(long.driver_calls_spared, short.driver_calls_spared),
            framebuffer_walks: of(long.framebuffer_walks, short.framebuffer_walks),
            framebuffer_hits: of(long.framebuffer_hits, short.framebuffer_hits),
        }
    }
}

/// [`Stats`] for one frame of a steady run.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct PerFrame {
    /// Records sent.
    pub(crate) records: f64,
    /// Bytes of records in the ring.
    pub(crate) bytes: f64,
    /// Bytes beside the ring.
    pub(crate) staging_bytes: f64,
    /// Waits for an answer.
    pub(crate) round_trips: f64,
    /// Sleeps for room or credit.
    pub(crate) parks: f64,
    /// Milliseconds of processor time of what draws.
    pub(crate) server_cpu_ms: f64,
    /// Calls of the driver.
    pub(crate) driver_calls: f64,
    /// Calls that would have changed nothing and were not made.
    pub(crate) driver_calls_spared: f64,
    /// Framebuffers whose attachments were compared with their record.
    pub(crate) framebuffer_walks: f64,
    /// Framebuffers that were known to be as they were.
    pub(crate) framebuffer_hits: f64,
}
