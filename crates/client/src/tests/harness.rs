//! A context over a link whose server only writes down what it was told, for tests of this crate.

use crate::{
    Cx, Shared,
    context::{ContextState, SurfaceInfo},
    gl::{self, enums::*},
    link::{DirectAnswers, DirectServer, Link},
    session::Session,
};
use pipe_types::{
    Call, Decoder, Op,
    caps::{Capabilities, Features, Limits},
    event::Event,
    record::Payload,
};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
};

/// Bytes of staging of a test's link.
pub(crate) const STAGING: usize = 1 << 20;

/// A record as the server saw it.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// The call.
    pub op: Op,
    /// The record without its header: payload, tail and inline bytes, each padded to 8.
    body: Vec<u8>,
    /// The staging segment's bytes, if the record's blob lies there; else the inline bytes.
    pub blob: Vec<u8>,
}

impl Recorded {
    /// The payload.
    pub(crate) fn payload<P: Payload>(&self) -> P {
        assert_eq!(self.op.row().payload.0, P::NAME);
        P::read_from_prefix(&self.body).expect("the decoder took it").0
    }
    /// The first `count` elements of the tail.
    pub(crate) fn tail<T: Payload>(&self, count: usize) -> Vec<T> {
        assert_eq!(self.op.row().tail.0, T::NAME);
        let start = self.op.row().payload.1.next_multiple_of(8);
        let element =
            |at: usize| T::read_from_prefix(&self.body[start + at * size_of::<T>()..]).expect("inside the tail").0;
        (0..count).map(element).collect()
    }
}

/// What a server says to a record that asks: the bytes, or none to decline.
pub(crate) type Answer = fn(&Call<'_>) -> Option<Vec<u8>>;

/// What the server was told and is to say.
pub(crate) struct Log {
    /// Records since the last [`Test::take`].
    pub records: Vec<Recorded>,
    /// Answers to the next records that ask for one.
    pub replies: VecDeque<Vec<u8>>,
    /// What answers when `replies` is empty.
    pub answer: Answer,
    /// Events to send with the next record.
    pub events: Vec<Event>,
    /// Fail at the next record, as a server that dies.
    pub die: bool,
}

impl Default for Log {
    fn default() -> Self {
        let answer: Answer = |call| Some(vec![0; answer_size(call)]);
        Self { records: Vec::new(), replies: VecDeque::new(), answer, events: Vec::new(), die: false }
    }
}

struct Recorder(Arc<Mutex<Log>>);

impl DirectServer for Recorder {
    fn work(&self) -> [u64; 4] {
        [0; 4]
    }
    fn attend(&mut self, _wait: bool, _answers: &mut DirectAnswers) -> Result<(), String> {
        Ok(())
    }

    fn apply(&mut self, seq: u64, record: &[u8], staging: &[u8], answers: &mut DirectAnswers) -> Result<(), String> {
        let mut log = self.0.lock().expect("no test panicked with it");
        if log.die {
            return Err("the test ends the server".into());
        }
        let call = Decoder::new(staging.len() as u64).decode(record).map_err(|e| e.to_string())?;
        let op = call.op();
        if op.row().wait == pipe_types::WaitClass::Reply {
            let answer = log.replies.pop_front().or_else(|| (log.answer)(&call));
            answers.replies.push_back((seq, answer.is_some(), answer.unwrap_or_default()));
        }
        for event in log.events.drain(..) {
            answers.events.push((seq, event));
        }
        let blob = blob(&call).map_or_else(Vec::new, |(blob, inline)| {
            let bytes = if blob.segment() == pipe_types::BlobSegment::Staging { staging } else { inline };
            bytes[blob.offset as usize..][..blob.size as usize].to_vec()
        });
        log.records.push(Recorded { op, body: record[8..].to_vec(), blob });
        Ok(())
    }
}

/// Bytes of the answer that a call asks for.
fn answer_size(call: &Call<'_>) -> usize {
    use Call::*;
    match call {
        ResourceReadback(r) => r.payload.size as usize,
        ReadPixels(r) | GetTextureImage(r) => r.payload.dst_size as usize,
        _ => size_of::<pipe_types::records::query::QueryAnswer>(),
    }
}

/// The blob of a call that tests look at, and the inline bytes it may point into.
fn blob<'a>(call: &Call<'a>) -> Option<(pipe_types::MGPBlobRef, &'a [u8])> {
    use Call::*;
    match call {
        ResourceSubData(r) => Some((r.payload.blob, r.inline)),
        SetGlobalConstants(r) => Some((r.payload.blob, r.inline)),
        SetDynamicState(r) => Some((r.payload.blob, r.inline)),
        CreateRenderState(r) => Some((r.payload.blob, r.inline)),
        CreateSampler(r) => Some((r.payload.blob, r.inline)),
        _ => None,
    }
}

/// Capabilities of a driver that can everything.
pub(crate) fn capabilities() -> Capabilities {
    Capabilities {
        vendor: "test".into(),
        renderer: "test".into(),
        version: "OpenGL ES 3.2 test".into(),
        es_version: 32,
        features: Features::all().bits(),
        limits: Limits {
            max_texture_size: 4096,
            max_3d_texture_size: 2048,
            max_cube_map_texture_size: 16384,
            max_array_texture_layers: 2048,
            max_texture_buffer_size: 1 << 27,
            texture_buffer_offset_alignment: 16,
            max_renderbuffer_size: 16384,
            max_viewport_dims: [16384; 2],
            max_draw_buffers: 8,
            max_color_attachments: 8,
            max_dual_source_draw_buffers: 1,
            max_samples: 4,
            max_color_texture_samples: 4,
            max_depth_texture_samples: 4,
            max_integer_samples: 4,
            max_framebuffer_width: 16384,
            max_framebuffer_height: 16384,
            max_framebuffer_layers: 2048,
            max_framebuffer_samples: 4,
            max_vertex_attribs: 16,
            max_vertex_attrib_bindings: 16,
            max_vertex_attrib_stride: 2048,
            max_vertex_attrib_relative_offset: 2047,
            max_uniform_components: [4096; 6],
            max_uniform_blocks: [14; 6],
            max_texture_image_units: [32; 6],
            max_image_uniforms: [8; 6],
            max_storage_blocks: [8; 6],
            max_combined_texture_image_units: 192,
            max_combined_uniform_blocks: 84,
            max_image_units: 8,
            max_uniform_block_size: 65536,
            max_uniform_buffer_bindings: 84,
            uniform_buffer_offset_alignment: 64,
            max_shader_storage_buffer_bindings: 8,
            shader_storage_buffer_offset_alignment: 64,
            max_transform_feedback_interleaved_components: 64,
            max_transform_feedback_separate_attribs: 4,
            max_transform_feedback_separate_components: 4,
            max_transform_feedback_buffers: 4,
            max_clip_distances: 8,
            max_sample_mask_words: 1,
            max_patch_vertices: 32,
            max_viewports: 16,
            subpixel_bits: 8,
            max_server_wait_timeout: u64::MAX,
            max_buffer_size: u32::MAX.into(),
            query_counter_bits_time_elapsed: 64,
            query_counter_bits_timestamp: 64,
            ..Limits::default()
        },
        sample_counts: vec![(GL_RGBA8, vec![4]), (GL_DEPTH24_STENCIL8, vec![4])],
        compressed_formats: vec![GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_COMPRESSED_RED_RGTC1],
        ..Capabilities::default()
    }
}

/// A context, what it shares, and its server's diary.
pub(crate) struct Test {
    /// The context.
    pub state: Box<ContextState>,
    /// Its share group.
    pub shared: Shared,
    /// Its session.
    pub session: Session,
    log: Arc<Mutex<Log>>,
}

impl Test {
    /// A 3.3 core context on a driver that can everything, and without a surface.
    pub(crate) fn new() -> Self {
        Self::with(capabilities())
    }

    /// A 3.3 core context on a driver with these capabilities.
    pub(crate) fn with(caps: Capabilities) -> Self {
        let log = Arc::new(Mutex::new(Log::default()));
        let mut session = Session::new(Link::direct(Box::new(Recorder(log.clone())), STAGING), caps);
        let mut shared = Shared::default();
        let state = ContextState::new(&mut shared, &mut session, 33, gl::get::ContextFlags::default());
        Self { state, shared, session, log }
    }

    /// A context with a 64 x 64 surface, on a server that answers reads with bytes that count up.
    pub(crate) fn with_surface() -> Self {
        let mut test = Self::new();
        let surface = SurfaceInfo {
            handle: test.session.mint(),
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
        test.state.set_surfaces(Some(surface.clone()), Some(surface));
        test.log().answer = |call| Some((0..answer_size(call)).map(|at| at as u8).collect());
        test
    }

    /// The context as GL functions want it.
    pub(crate) fn cx(&mut self) -> Cx<'_> {
        Cx { state: &mut self.state, shared: &mut self.shared, session: &mut self.session }
    }

    /// The diary and what the server is to say.
    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().expect("no test panicked with it")
    }

    /// Records since the last call; the server must have understood them all.
    pub(crate) fn take(&mut self) -> Vec<Recorded> {
        let mut log = self.log();
        assert!(log.die || !self.session.is_lost(), "{:?}", self.session.link.lost_reason());
        std::mem::take(&mut log.records)
    }

    /// Records of one call since the last time.
    pub(crate) fn take_of(&mut self, op: Op) -> Vec<Recorded> {
        self.take().into_iter().filter(|record| record.op == op).collect()
    }

    /// Names of the records since the last call.
    pub(crate) fn take_names(&mut self) -> Vec<&'static str> {
        self.take().iter().map(|record| record.op.name()).collect()
    }

    /// `glGetError`.
    pub(crate) fn error(&mut self) -> GLenum {
        gl::error::get_error(&mut self.cx())
    }

    /// A program of a vertex and a fragment shader, linked and current. Its name.
    pub(crate) fn program(&mut self, vertex: &str, fragment: &str) -> GLuint {
        let cx = &mut self.cx();
        let program = gl::program::create_program(cx);
        for (type_, source) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
            let shader = gl::program::create_shader(cx, type_);
            gl::program::shader_source(cx, shader, source.as_bytes().to_vec());
            gl::program_link::compile_shader(cx, shader);
            let log = gl::program_info::shader_log(cx, shader).expect("just made");
            assert_eq!(gl::program_info::shader_parameter(cx, shader, GL_COMPILE_STATUS), Some(1), "{log}");
            gl::program::attach_shader(cx, program, shader);
        }
        gl::program_link::link_program(cx, program);
        let log = gl::program_info::program_log(cx, program).expect("just made");
        assert_eq!(gl::program_info::program_parameter(cx, program, GL_LINK_STATUS), Some(vec![1]), "{log}");
        gl::program::use_program(cx, program);
        program
    }

    /// A buffer with these bytes, bound to a target. Its name.
    pub(crate) fn buffer(&mut self, target: GLenum, bytes: &[u8]) -> GLuint {
        let cx = &mut self.cx();
        let mut name = [0];
        gl::buffer::generate(cx, &mut name);
        gl::buffer::bind_buffer(cx, target, name[0]);
        let buffer = gl::buffer::bound(cx, target).expect("just bound");
        gl::buffer::data(cx, &buffer, bytes.len() as isize, bytes, GL_STATIC_DRAW);
        name[0]
    }

    /// A vertex array, bound. Its name.
    pub(crate) fn vertex_array(&mut self) -> GLuint {
        let cx = &mut self.cx();
        let mut name = [0];
        gl::vertex::generate(cx, &mut name);
        gl::vertex::bind(cx, name[0]);
        name[0]
    }

    /// A complete framebuffer with one colour renderbuffer, bound.
    pub(crate) fn framebuffer(&mut self) {
        let cx = &mut self.cx();
        let mut name = [0];
        gl::renderbuffer::generate(cx, &mut name);
        let renderbuffer = name[0];
        gl::renderbuffer::bind(cx, GL_RENDERBUFFER, renderbuffer).expect("bind");
        let object = gl::renderbuffer::bound(cx, GL_RENDERBUFFER).expect("bound");
        gl::renderbuffer::storage(cx, &object, 0, GL_RGBA8, 16, 16).expect("storage");
        gl::framebuffer::generate(cx, &mut name);
        gl::framebuffer::bind(cx, GL_FRAMEBUFFER, name[0]).expect("bind");
        let framebuffer = gl::framebuffer::bound(cx, GL_FRAMEBUFFER).expect("bound");
        gl::framebuffer_attach::renderbuffer(cx, framebuffer, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer)
            .expect("attach");
    }
}
