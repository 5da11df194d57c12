//! What the image topics (textures, renderbuffers, framebuffers, readbacks) share over a session.

use crate::{
    Applier,
    driver::{Driver, GlSampler},
    error::{Refusal, Result},
    framebuffer::Source,
    texture::{
        object::ImageFault,
        upload::{Staging, UploadCounters},
    },
};
use std::collections::{HashMap, HashSet};
use texel::es::EsFormatCaps;

/// What the image topics did so far: for tests that pin it, and for statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Uploads.
    pub uploads: UploadCounters,
    /// Framebuffers whose attachments were compared with their record.
    pub framebuffer_walks: u64,
    /// Synchronisations that found nothing to do.
    pub framebuffer_hits: u64,
    /// Driver attachment calls.
    pub attachments: u64,
    /// Driver framebuffer bindings, draw and read, of the current context.
    pub framebuffer_binds: u64,
    /// Waits for a rasteriser in software that lagged behind.
    pub scene_waits: u64,
    /// Driver textures that were made anew to hold what they held in another way.
    pub recreated: u64,
    /// Readbacks that went straight into the answer.
    pub direct_reads: u64,
    /// Readbacks that were converted.
    pub converted_reads: u64,
    /// Copies, blits and reads that were done by drawing.
    pub drawn: u64,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Images {
    /// What the driver stores formats in.
    pub(crate) caps: EsFormatCaps,
    /// The last driver object's serial.
    serial: u64,
    /// Moves whenever a driver object that may be attached somewhere was re-created, re-specified or deleted.
    pub(crate) moved: u64,
    pub(crate) staging: Staging,
    pub(crate) counters: Counters,
    /// GL errors that were found here and not by asking the driver, until they are reported.
    pub(crate) errors: Vec<(u32, String)>,
    /// Whether the driver reads images of (driver format, pixel format, type).
    pub(crate) readable: HashMap<(u32, u32, u32), bool>,
    /// Widened images whose alpha is one everywhere: driver object with its serial and how often its images were specified.
    pub(crate) alpha_is_one: HashSet<(Source, u64, u64)>,
    /// Samplers that fetch: stored values, decoded ones.
    pub(crate) fetch_samplers: [Option<GlSampler>; 2],
}

impl Images {
    pub(crate) fn new(gl: &Driver) -> Self {
        let es32 = gl.caps.es_version >= 32;
        Self {
            caps: EsFormatCaps::from_extensions(es32, gl.caps.extensions.iter().map(String::as_str)),
            serial: 0,
            moved: 1,
            staging: Staging::default(),
            counters: Counters::default(),
            errors: Vec::new(),
            readable: HashMap::new(),
            alpha_is_one: HashSet::new(),
            fetch_samplers: [None; 2],
        }
    }

    /// A serial that no driver object had.
    pub(crate) fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }
}

impl Applier {
    /// What the bench shows of the server's work so far: driver calls, those that would have changed nothing and were not made,
    /// framebuffers whose attachments were compared with their record, and those that were known to be as they were.
    pub fn work(&self) -> [u64; 4] {
        let [calls, spared] = self.gl.calls();
        let Counters { framebuffer_walks, framebuffer_hits, .. } = self.images.counters;
        [calls, spared, framebuffer_walks, framebuffer_hits]
    }

    /// What the image topics did so far.
    pub fn image_counters(&self) -> Counters {
        Counters {
            framebuffer_binds: self.cx.shadow.framebuffer_binds(),
            scene_waits: self.gl.scene_waits(),
            ..self.images.counters
        }
    }

    /// Sorts an image fault: a breach of the contract ends the session, what the driver cannot do is a GL error in order, and
    /// work on an image that an earlier failure left without storage is dropped.
    pub(crate) fn settle(&mut self, result: std::result::Result<(), ImageFault>) -> Result {
        let Err(fault) = result else { return Ok(()) };
        match fault {
            ImageFault::OutOfMemory { .. } => self.images.errors.push((glow::OUT_OF_MEMORY, fault.to_string())),
            ImageFault::Unsupported { .. } => self.images.errors.push((glow::INVALID_OPERATION, fault.to_string())),
            ImageFault::NoLevel { .. } => tracing::warn!(%fault, "ignored"),
            ImageFault::Range { what, value, .. } => {
                return Err(Refusal::Value { field: what, value: value as u64, expected: "a number inside the image" });
            }
            ImageFault::Bytes { need, have, .. } => {
                return Err(Refusal::Range { field: "blob", offset: 0, size: need, limit: have });
            }
            ImageFault::Format { internal_format, .. } => {
                let value = u64::from(internal_format);
                return Err(Refusal::Value { field: "format", value, expected: "a format of GL" });
            }
            ImageFault::Target { what, target, .. } => {
                let value = target as u64;
                return Err(Refusal::Value { field: what, value, expected: "a target that allows this" });
            }
        }
        Ok(())
    }
}
