//! Transform feedback that ES can't say: `gl_NextBuffer`, `gl_SkipComponents` and several vertex streams (GL 4.6 core 11.1.2.1,
//! 13.3). Each stream is captured tightly into a buffer of the applier's own; when the capture ends, a compute shader puts the
//! words where the application wants them. Streams other than 0 are captured by draws of their own, which rasterise nothing and
//! whose variant of the program emits that stream alone; they also count the queries of the stream.

use crate::{
    Applier, Host,
    draw::Form,
    driver::{GlBuffer, GlProgram, GlXfb, Groups, IndexedTarget, UniformShape},
    error::{Refusal, Result},
    program_variant::Key,
    query::{PRIMITIVES_GENERATED, PRIMITIVES_WRITTEN},
};
use pipe_types::{
    archive::{VERTEX_STREAMS, Xfb},
    decode::Record,
    handle::RawHandle,
    primitive::MGPWord,
    records::{draw::MGPDrawInfo, program::MGPBufferBinding},
};

/// Most bytes of one stream that are captured at once.
const CAPTURE_MAX: u64 = 256 << 20;
/// Work groups of the scatter shader in x; more are in y.
const ROW: u64 = 32768;
const GROUP: u64 = 64;

/// `from`: stride and first word of the capture; `to`: stride and first word of the application's buffer; `count`: vertices, and
/// words of each.
const SHADER: &str = "layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer From { highp uint from_words[]; };
layout(std430, binding = 1) buffer To { highp uint to_words[]; };
uniform highp uvec2 from; uniform highp uvec2 to; uniform highp uvec2 count;
void main() {
  highp uint vertex = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * 2097152u;
  if (vertex >= count.x) return;
  for (highp uint i = 0u; i < count.y; i++)
    to_words[to.y + vertex * to.x + i] = from_words[from.y + vertex * from.x + i];
}";

/// One stream of a capture.
#[derive(Debug)]
struct Stream {
    number: u32,
    /// Stream 0 has the object's own.
    name: Option<GlXfb>,
    buffer: GlBuffer,
    /// Words of a vertex.
    stride: u32,
    begun: bool,
    /// What has counted its primitives.
    segments: Vec<usize>,
}

/// A capture that is put in its places when it ends.
#[derive(Debug, Default)]
pub(crate) struct Scatter {
    xfb: Xfb,
    streams: Vec<Stream>,
}

impl Scatter {
    /// Whether stream 0 captures anything.
    pub(crate) fn has_first(&self) -> bool {
        self.streams.iter().any(|stream| stream.number == 0)
    }
}

/// Vertices that fit into all buffers of a stream.
fn capacity(xfb: &Xfb, stream: u32, sizes: &[u64; 4]) -> u64 {
    let room = |buffer: u32| match xfb.strides.get(buffer as usize) {
        Some(&stride) if stride > 0 => sizes.get(buffer as usize).copied().unwrap_or(0) / u64::from(stride),
        _ => 0,
    };
    xfb.of_stream(stream).map(|v| room(v.buffer)).min().unwrap_or(0)
}

impl Applier {
    /// Prepares a capture of `xfb` into buffers of the applier's own. The object `name` is bound; it gets stream 0's.
    pub(crate) fn begin_scatter(&mut self, xfb: &Xfb, buffers: &[MGPBufferBinding; 4], name: GlXfb) -> Result<Scatter> {
        let sizes = buffers.map(|binding| self.written_range(&binding).map_or(0, |(_, _, size)| size));
        let mut scatter = Scatter { xfb: xfb.clone(), streams: Vec::new() };
        for number in 0..VERTEX_STREAMS {
            let stride: u32 = xfb.of_stream(number).map(|v| v.words()).sum();
            if stride == 0 {
                continue;
            }
            let vertices = capacity(xfb, number, &sizes);
            // Something has to be bound even where nothing fits.
            let bytes = (vertices * u64::from(stride) * 4).clamp(4, CAPTURE_MAX);
            let buffer = self.gl.create_buffer().map_err(Refusal::Driver)?;
            self.cx.shadow.bind_buffer(&self.gl, glow::SHADER_STORAGE_BUFFER, Some(buffer));
            self.gl.buffer_data_size(glow::SHADER_STORAGE_BUFFER, bytes, glow::DYNAMIC_COPY);
            let own =
                if number == 0 { None } else { Some(self.gl.create_transform_feedback().map_err(Refusal::Driver)?) };
            self.cx.shadow.bind_xfb(&self.gl, Some(own.unwrap_or(name)));
            self.gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, 0, Some(buffer));
            self.cx.shadow.forget_xfb_buffer();
            scatter.streams.push(Stream { number, name: own, buffer, stride, begun: false, segments: Vec::new() });
        }
        self.cx.shadow.bind_xfb(&self.gl, Some(name));
        Ok(scatter)
    }

    /// The driver's buffer of a binding, and offset and size in bytes of what may be written there.
    fn written_range(&self, binding: &MGPBufferBinding) -> Option<(GlBuffer, u64, u64)> {
        let buffer = self.bound_buffer(binding.buffer)?;
        let room = buffer.size.checked_sub(binding.offset)?;
        Some((buffer.name, binding.offset, room.min(binding.size) & !3))
    }

    /// Draws what the streams other than 0 capture or count.
    pub(crate) fn draw_streams(
        &mut self,
        seq: u64,
        r: &Record<'_, MGPDrawInfo, MGPWord>,
        form: &Form,
        key: &Key,
        host: &mut dyn Host,
    ) -> Result {
        let program = self.cx.program.draw;
        let emitted = self.programs.get(program).ok().and_then(|p| p.archive().geometry).map_or(1, |g| g.streams);
        for number in (1..VERTEX_STREAMS).filter(|n| emitted >> n & 1 != 0) {
            let capturing = self.cx.xfb.capturing();
            let taken = self.xfbs.get_mut(capturing).ok().map(|twin| std::mem::take(&mut twin.scatter));
            let mut scatter = taken.unwrap_or_default();
            let stream = scatter.streams.iter_mut().find(|stream| stream.number == number);
            let listeners = self.cx.query.of_stream(number);
            let done = if stream.is_some() || listeners.iter().any(|h| !h.is_null()) {
                let variant = essl_back::Variant { stream: number, ..key.variant.clone() };
                self.suspend_counting();
                let done = self.draw_stream(seq, r, form, Key { variant, ..key.clone() }, stream, host);
                self.cx.shadow.moved |= Groups::FIXED;
                self.rebind_capturing();
                self.resume_counting();
                done
            } else {
                Ok(())
            };
            if let Ok(twin) = self.xfbs.get_mut(capturing) {
                twin.scatter = scatter;
            }
            done?;
        }
        Ok(())
    }

    /// With counting suspended and everything else synchronised.
    fn draw_stream(
        &mut self,
        seq: u64,
        r: &Record<'_, MGPDrawInfo, MGPWord>,
        form: &Form,
        key: Key,
        stream: Option<&mut Stream>,
        host: &mut dyn Host,
    ) -> Result {
        let (program, number) = (self.cx.program.draw, key.variant.stream);
        self.build_variant(seq, program, key, host)?;
        if !self.sync_program(program)? {
            return Ok(());
        }
        self.cx.shadow.set_cap(&self.gl, glow::RASTERIZER_DISCARD, true);
        if let Some(stream) = &stream {
            self.cx.shadow.bind_xfb(&self.gl, stream.name);
            match stream.begun {
                // Several streams are always points.
                false => self.gl.begin_transform_feedback(glow::POINTS),
                true => self.gl.resume_transform_feedback(),
            }
        }
        let written = self.start_stream_query(number, PRIMITIVES_WRITTEN, stream.is_some())?;
        self.start_stream_query(number, PRIMITIVES_GENERATED, false)?;
        let done = self.submit(seq, r, form, host);
        self.stop_stream_query(PRIMITIVES_WRITTEN);
        self.stop_stream_query(PRIMITIVES_GENERATED);
        if let Some(stream) = stream {
            self.gl.pause_transform_feedback();
            stream.begun = true;
            stream.segments.extend(written);
        }
        done
    }

    /// The capture is over: the words go to their places. `first` has the primitives of stream 0. Answers the vertices of each stream.
    pub(crate) fn end_scatter(
        &mut self,
        scatter: Scatter,
        buffers: &[MGPBufferBinding; 4],
        mode: u32,
        first: u64,
    ) -> Result<[u64; VERTEX_STREAMS as usize]> {
        let mut vertices = [0; VERTEX_STREAMS as usize];
        for stream in scatter.streams {
            if let (Some(name), true) = (stream.name, stream.begun) {
                self.cx.shadow.bind_xfb(&self.gl, Some(name));
                self.gl.end_transform_feedback();
            }
            let primitives = if stream.number == 0 { first } else { self.xfb_count(&stream.segments) };
            let each = if stream.number == 0 { crate::xfb::vertices_of(mode) } else { 1 };
            let count = primitives * each;
            vertices[stream.number as usize] = count;
            if count > 0 {
                self.put_in_places(&scatter.xfb, stream.number, stream.stride, stream.buffer, count, buffers)?;
            }
            if let Some(name) = stream.name {
                self.cx.shadow.forget_xfb(name);
                self.gl.delete_transform_feedback(name);
            }
            self.contexts_mut().for_each(|cx| cx.shadow.forget_buffer(stream.buffer));
            self.gl.delete_buffer(stream.buffer);
        }
        Ok(vertices)
    }

    fn put_in_places(
        &mut self,
        xfb: &Xfb,
        stream: u32,
        stride: u32,
        from: GlBuffer,
        vertices: u64,
        buffers: &[MGPBufferBinding; 4],
    ) -> Result {
        let program = self.scatter_program()?;
        self.cx.shadow.use_program(&self.gl, Some(program));
        self.cx.shadow.bind_indexed(&self.gl, IndexedTarget::Storage, 0, Some(from), 0, None);
        let mut at = 0;
        for varying in xfb.of_stream(stream) {
            let words = varying.words();
            let binding = &buffers[varying.buffer as usize];
            let to_stride = xfb.strides[varying.buffer as usize] / 4;
            if let Some((to, offset, size)) = self.written_range(binding) {
                let fits = vertices.min(size / 4 / u64::from(to_stride.max(1)));
                self.cx.shadow.bind_indexed(&self.gl, IndexedTarget::Storage, 1, Some(to), 0, None);
                let first = (offset / 4) as u32 + varying.offset / 4;
                for (name, value) in
                    [("from", [stride, at]), ("to", [to_stride, first]), ("count", [fits as u32, words])]
                {
                    if let Some(location) = self.gl.uniform_location(program, name) {
                        self.gl.program_uniform(program, location, UniformShape::Uint(2), &value);
                    }
                }
                let groups = fits.div_ceil(GROUP);
                if groups > 0 {
                    self.gl.dispatch_compute(groups.min(ROW) as u32, groups.div_ceil(ROW) as u32, 1);
                }
            }
            at += words;
        }
        self.gl.memory_barrier(u32::MAX);
        Ok(())
    }

    fn scatter_program(&mut self) -> Result<GlProgram> {
        self.scratch_stages(&[(glow::COMPUTE_SHADER, SHADER)])
    }

    /// Binds what captures now again.
    pub(crate) fn rebind_capturing(&mut self) {
        let capturing: RawHandle = self.cx.xfb.capturing();
        let name = self.xfbs.get(capturing).ok().map(|twin| twin.name());
        self.cx.shadow.bind_xfb(&self.gl, name);
    }
}
