//! For the tests of this crate: a context whose records are decoded, kept, and answered by a server that draws nothing.

use crate::{
    Cx, Shared,
    context::{ContextState, SurfaceInfo},
    gl::enums::*,
    link::{DirectAnswers, DirectServer, Link},
    session::Session,
};
use pipe_types::{
    Call, Decoder, MGPBlobRef, Op,
    caps::{Capabilities, Features, Limits},
    catalogue::WaitClass,
    primitive::{BlobSegment, RecordHeader},
    record::Payload,
};
use std::sync::{Arc, Mutex};

/// Bytes of staging of the test link.
pub(crate) const STAGING: usize = 1 << 20;

/// One record as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// Which call.
    pub op: Op,
    record: Vec<u8>,
    /// The bytes of its blob, if it had one.
    pub blob: Vec<u8>,
}

impl Recorded {
    /// The payload.
    pub(crate) fn payload<P: Payload>(&self) -> P {
        assert_eq!(self.op.row().payload.0, P::NAME);
        P::read_from_prefix(&self.record[size_of::<RecordHeader>()..]).expect("decoded before").0
    }
    /// The first `count` elements of the tail.
    pub(crate) fn tail<T: Payload>(&self, count: usize) -> Vec<T> {
        assert_eq!(self.op.row().tail.0, T::NAME);
        let start = size_of::<RecordHeader>() + self.op.row().payload.1.next_multiple_of(8);
        let element = |i: usize| T::read_from_prefix(&self.record[start + i * size_of::<T>()..]).expect("decoded").0;
        (0..count).map(element).collect()
    }
}

/// What a test server answers to a record that asks: the bytes, or none to decline.
pub(crate) type Answer = fn(&Call<'_>) -> Option<Vec<u8>>;

struct Recorder {
    records: Arc<Mutex<Vec<Recorded>>>,
    answer: Answer,
}

impl DirectServer for Recorder {
    fn attend(&mut self, _wait: bool, _answers: &mut DirectAnswers) -> Result<(), String> {
        Ok(())
    }
    fn apply(&mut self, seq: u64, record: &[u8], staging: &[u8], answers: &mut DirectAnswers) -> Result<(), String> {
        // Records are aligned to 8 in the link's own buffer, as `Decoder` wants them.
        let call = Decoder::new(staging.len() as u64).decode(record).map_err(|error| error.to_string())?;
        let blob = |blob: &MGPBlobRef, inline: &[u8]| match blob.segment() {
            BlobSegment::None => Vec::new(),
            BlobSegment::Staging => staging[blob.offset as usize..][..blob.size as usize].to_vec(),
            BlobSegment::Inline => inline[blob.offset as usize..][..blob.size as usize].to_vec(),
        };
        let blob = match &call {
            Call::ResourceSubData(r) => blob(&r.blob, r.inline),
            Call::CreateSampler(r) => blob(&r.blob, r.inline),
            _ => Vec::new(),
        };
        let op = call.op();
        if op.row().wait == WaitClass::Reply {
            let bytes = (self.answer)(&call);
            answers.replies.push_back((seq, bytes.is_some(), bytes.unwrap_or_default()));
        }
        self.records.lock().unwrap().push(Recorded { op, record: record.to_vec(), blob });
        Ok(())
    }
}

/// A context over a recording link.
pub(crate) struct Harness {
    pub(crate) state: Box<ContextState>,
    pub(crate) shared: Shared,
    pub(crate) session: Session,
    records: Arc<Mutex<Vec<Recorded>>>,
}

/// Capabilities of a usual driver.
pub(crate) fn capabilities() -> Capabilities {
    Capabilities {
        es_version: 32,
        features: Features::all().bits(),
        limits: Limits {
            max_texture_size: 4096,
            max_3d_texture_size: 512,
            max_cube_map_texture_size: 4096,
            max_array_texture_layers: 512,
            max_texture_buffer_size: 65536,
            texture_buffer_offset_alignment: 16,
            max_renderbuffer_size: 4096,
            max_viewport_dims: [4096, 4096],
            max_draw_buffers: 8,
            max_color_attachments: 8,
            max_samples: 4,
            max_color_texture_samples: 4,
            max_depth_texture_samples: 4,
            max_integer_samples: 4,
            max_framebuffer_width: 4096,
            max_framebuffer_height: 4096,
            max_framebuffer_layers: 512,
            max_framebuffer_samples: 4,
            max_vertex_attribs: 16,
            max_vertex_attrib_bindings: 16,
            max_vertex_attrib_stride: 2048,
            max_combined_texture_image_units: 96,
            max_image_units: 8,
            max_texture_max_anisotropy: 16.0,
            max_uniform_buffer_bindings: 36,
            uniform_buffer_offset_alignment: 16,
            ..Limits::default()
        },
        sample_counts: vec![(GL_RGBA8, vec![4, 2]), (GL_DEPTH24_STENCIL8, vec![4, 2]), (GL_R32I, vec![4])],
        compressed_formats: vec![GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_COMPRESSED_RED_RGTC1],
        ..Capabilities::default()
    }
}

impl Harness {
    /// A context with a 64 x 64 surface; readbacks are answered with bytes that count up.
    pub(crate) fn new() -> Self {
        Self::answering(|call| {
            let size = match call {
                Call::ReadPixels(r) | Call::GetTextureImage(r) => r.dst_size,
                _ => 16,
            };
            Some((0..size).map(|i| i as u8).collect())
        })
    }

    /// The same with other answers.
    pub(crate) fn answering(answer: Answer) -> Self {
        let records = Arc::new(Mutex::new(Vec::new()));
        let link = Link::direct(Box::new(Recorder { records: records.clone(), answer }), STAGING);
        let mut session = Session::new(link, capabilities());
        let mut shared = Shared::default();
        let mut state = ContextState::new(&mut shared, &mut session, 33, Default::default());
        let surface = SurfaceInfo {
            handle: session.mint(),
            width: 64,
            height: 64,
            color_bits: [8; 4],
            depth_bits: 24,
            stencil_bits: 8,
            samples: 0,
            srgb: false,
            color_format: GL_RGBA8,
            depth_stencil_format: GL_DEPTH24_STENCIL8,
        };
        state.set_surfaces(Some(surface.clone()), Some(surface));
        Self { state, shared, session, records }
    }

    /// The context, as GL functions take it.
    pub(crate) fn cx(&mut self) -> Cx<'_> {
        Cx { state: &mut self.state, shared: &mut self.shared, session: &mut self.session }
    }

    /// The records since the last call.
    pub(crate) fn take(&mut self) -> Vec<Recorded> {
        assert!(!self.session.is_lost(), "{:?}", self.session.link.lost_reason());
        std::mem::take(&mut self.records.lock().unwrap())
    }

    /// The records of one call since the last time.
    pub(crate) fn take_of(&mut self, op: Op) -> Vec<Recorded> {
        self.take().into_iter().filter(|record| record.op == op).collect()
    }
}
