//! A session for tests: records are encoded, decoded and applied to the real driver (OpenGL ES, surfaceless) on the
//! test's thread. Blobs lie inline or in a staging vector; replies and events are kept.

// Each test binary uses a part of it.
#![allow(dead_code)]

pub(crate) mod scene;

use applier::{Applier, Fault, Host, HostGone, ReplyStatus, driver::Driver};
use khronos_egl as egl;
use pipe_types::{
    BlobSegment, Decoder, MGPBlobRef, Op, RawHandle,
    decode::DecodeError,
    encode::{record_size, write_record},
    event::Event,
    handle::{Handle, HandleKind, Kind},
    primitive::{MGPHandleOnly, MGPNothing, NoTail},
    record::Payload,
    records::{
        buffer::MGPBufferRange,
        context::{MGPContextDesc, MGPMakeCurrent},
        program::MGPProgramDesc,
        resource::{MGPResourceDesc, MGPSubData, MGPSubRegion, ResourceTarget},
    },
};
use std::collections::HashMap;

type Egl = egl::DynamicInstance<egl::EGL1_5>;

/// Bytes of the staging segment that the decoder is told of.
const STAGING: usize = 1 << 24;
/// Pieces of replies are small, so that answers come in several.
const PIECE: usize = 1000;

/// EGL contexts, staging, what came back.
pub(crate) struct TestHost {
    egl: &'static Egl,
    display: egl::Display,
    config: egl::Config,
    own: egl::Context,
    contexts: HashMap<RawHandle, egl::Context>,
    pub(crate) staging: Vec<u8>,
    pub(crate) replies: Vec<(u64, ReplyStatus, Vec<u8>)>,
    pub(crate) events: Vec<(u64, Event)>,
}

impl TestHost {
    fn new() -> TestHost {
        const SURFACELESS: egl::Enum = 0x31DD;
        // SAFETY: loads the system's libEGL, whose initialisers are those of any EGL program.
        let egl = unsafe { Egl::load_required() }.expect("libEGL with EGL 1.5");
        // A driver's threads do not like to be unloaded.
        let egl: &'static Egl = Box::leak(Box::new(egl));
        // SAFETY: the surfaceless platform takes the default native display, a null pointer.
        let display = unsafe { egl.get_platform_display(SURFACELESS, egl::DEFAULT_DISPLAY, &[egl::ATTRIB_NONE]) };
        let display = display.expect("surfaceless display");
        egl.initialize(display).expect("EGL initialises");
        egl.bind_api(egl::OPENGL_ES_API).expect("ES");
        let wanted = [egl::SURFACE_TYPE, egl::PBUFFER_BIT, egl::RENDERABLE_TYPE, egl::OPENGL_ES3_BIT, egl::NONE];
        let config = egl.choose_first_config(display, &wanted).expect("configs").expect("a config");
        let own = create_context(egl, display, config, None).expect("an ES 3.2 context");
        egl.make_current(display, None, None, Some(own)).expect("current");
        TestHost {
            egl,
            display,
            config,
            own,
            contexts: HashMap::new(),
            staging: vec![0; STAGING],
            replies: Vec::new(),
            events: Vec::new(),
        }
    }

    fn bytes<'a>(&'a self, blob: &MGPBlobRef, inline: &'a [u8]) -> &'a [u8] {
        let all = match blob.segment() {
            BlobSegment::None => return &[],
            BlobSegment::Staging => &self.staging,
            BlobSegment::Inline => inline,
        };
        &all[blob.offset as usize..(blob.offset + blob.size) as usize]
    }
}

fn create_context(
    egl: &Egl,
    display: egl::Display,
    config: egl::Config,
    share: Option<egl::Context>,
) -> Result<egl::Context, egl::Error> {
    let attributes = [egl::CONTEXT_MAJOR_VERSION, 3, egl::CONTEXT_MINOR_VERSION, 2, egl::NONE];
    egl.create_context(display, config, share, &attributes)
}

impl Host for TestHost {
    fn blob(&mut self, blob: &MGPBlobRef, inline: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(self.bytes(blob, inline));
    }
    fn with_blob(&mut self, blob: &MGPBlobRef, inline: &[u8], f: &mut dyn FnMut(&[u8])) {
        f(self.bytes(blob, inline));
    }
    fn reply_in_units(
        &mut self,
        seq: u64,
        status: ReplyStatus,
        total: usize,
        _unit: usize,
        fill: &mut dyn FnMut(usize, &mut [u8]),
    ) -> Result<(), HostGone> {
        let mut bytes = vec![0; total];
        for (i, piece) in bytes.chunks_mut(PIECE).enumerate() {
            fill(i * PIECE, piece);
        }
        self.replies.push((seq, status, bytes));
        Ok(())
    }
    fn event(&mut self, seq: u64, event: Event) {
        self.events.push((seq, event));
    }
    fn create_context(&mut self, context: RawHandle) -> Result<(), String> {
        let made = create_context(self.egl, self.display, self.config, Some(self.own)).map_err(|e| e.to_string())?;
        self.contexts.insert(context, made);
        Ok(())
    }
    fn make_current(&mut self, context: Option<RawHandle>) -> Result<(), String> {
        let context = context.map_or(self.own, |handle| self.contexts[&handle]);
        self.egl.make_current(self.display, None, None, Some(context)).map_err(|e| e.to_string())
    }
    fn destroy_context(&mut self, context: RawHandle) {
        let context = self.contexts.remove(&context).expect("created before");
        self.egl.destroy_context(self.display, context).expect("destroys");
    }
}

/// What a record led to.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The decoder refused it.
    Decode(DecodeError),
    /// The applier refused it.
    Fault(Fault),
}

/// A session: an applier on the real driver.
pub(crate) struct Session {
    pub(crate) applier: Applier,
    pub(crate) host: TestHost,
    decoder: Decoder,
    pub(crate) seq: u64,
    slots: HashMap<Kind, u32>,
}

impl Session {
    /// A session with a context current, as a client's first records make it.
    pub(crate) fn new(mask: &str) -> Session {
        let mut session = Session::bare(mask);
        let context = session.mint(Kind::Context);
        session.ok(Op::CreateContext, &MGPContextDesc { context, version: 33, ..Default::default() }, &[]);
        session.ok(Op::MakeCurrent, &MGPMakeCurrent { context, ..Default::default() }, &[]);
        session
    }

    /// A session of which no record was applied yet.
    pub(crate) fn bare(mask: &str) -> Session {
        let host = TestHost::new();
        let egl = host.egl;
        let mut loader = |name: &str| egl.get_proc_address(name).map_or(std::ptr::null(), |p| p as *const _);
        // SAFETY: the host's context is current on this thread, where the session stays, and EGL answers entry points.
        let driver = unsafe { Driver::new(&mut loader, mask) }.expect("an ES 3.1 driver");
        let mut applier = Applier::new(driver);
        applier.check_every_record(true);
        Session { applier, host, decoder: Decoder::new(STAGING as u64), seq: 0, slots: HashMap::new() }
    }

    /// A fresh handle of a kind.
    pub(crate) fn mint(&mut self, kind: Kind) -> RawHandle {
        let slot = self.slots.entry(kind).or_insert(0);
        *slot += 1;
        RawHandle { slot: *slot, generation: 1 }
    }

    /// Applies a record with inline bytes.
    pub(crate) fn send<P: Payload, T: Payload>(
        &mut self,
        op: Op,
        payload: &P,
        tail: &[T],
        inline: &[u8],
    ) -> Result<(), Failed> {
        let size = record_size::<P, T>(tail.len(), inline.len());
        let mut words = vec![0u64; size / 8];
        let bytes = zerocopy::IntoBytes::as_mut_bytes(words.as_mut_slice());
        let inline: &[&[u8]] = if inline.is_empty() { &[] } else { &[inline] };
        write_record(bytes, op, 0, payload, tail, inline);
        let call = self.decoder.decode(bytes).map_err(Failed::Decode)?;
        self.seq += 1;
        self.applier.apply(self.seq, &call, &mut self.host).map_err(Failed::Fault)
    }

    /// Applies a record that must go well: no fault, and no GL error of the driver.
    #[track_caller]
    pub(crate) fn ok<P: Payload>(&mut self, op: Op, payload: &P, inline: &[u8]) {
        self.ok_tail::<P, NoTail>(op, payload, &[], inline);
    }

    /// The same with a tail.
    #[track_caller]
    pub(crate) fn ok_tail<P: Payload, T: Payload>(&mut self, op: Op, payload: &P, tail: &[T], inline: &[u8]) {
        let before = self.host.events.len();
        self.send(op, payload, tail, inline).unwrap_or_else(|failed| panic!("{op:?}: {failed:?}"));
        let errors: Vec<_> =
            self.host.events[before..].iter().filter(|(_, e)| matches!(e, Event::GlError(..))).collect();
        assert!(errors.is_empty(), "{op:?}: {errors:?}");
    }

    /// Applies a record that must end the session; what the fault says.
    #[track_caller]
    pub(crate) fn fault<P: Payload, T: Payload>(&mut self, op: Op, payload: &P, tail: &[T], inline: &[u8]) -> String {
        match self.send(op, payload, tail, inline) {
            Err(Failed::Fault(fault)) => fault.to_string(),
            other => panic!("{op:?} was expected to end the session: {other:?}"),
        }
    }

    /// The answer of the last record that asked for one.
    #[track_caller]
    pub(crate) fn answer(&mut self) -> Vec<u8> {
        let (seq, status, bytes) = self.host.replies.pop().expect("a reply");
        assert_eq!(seq, self.seq, "the reply belongs to the last record");
        assert_eq!(status, ReplyStatus::Ok);
        bytes
    }

    /// A record that names an object.
    #[track_caller]
    pub(crate) fn name<K: HandleKind>(&mut self, op: Op, handle: RawHandle) {
        self.ok(op, &MGPHandleOnly::of(Handle::<K>::new(handle)), &[]);
    }

    /// A record without anything to say.
    #[track_caller]
    pub(crate) fn plain(&mut self, op: Op) {
        self.ok(op, &MGPNothing::default(), &[]);
    }

    /// A buffer with bytes in it.
    #[track_caller]
    pub(crate) fn buffer(&mut self, bytes: &[u8]) -> RawHandle {
        let buffer = self.mint(Kind::Buffer);
        self.ok(Op::ResourceCreate, &buffer_desc(buffer, bytes.len() as u64), &[]);
        self.fill(buffer, 0, bytes);
        buffer
    }

    /// Bytes into a buffer.
    #[track_caller]
    pub(crate) fn fill(&mut self, buffer: RawHandle, offset: u64, bytes: &[u8]) {
        let record = sub_data(buffer, offset, bytes.len());
        self.ok_tail::<_, MGPSubRegion>(Op::ResourceSubData, &record, &[], bytes);
    }

    /// Bytes of a buffer.
    #[track_caller]
    pub(crate) fn read(&mut self, buffer: RawHandle, offset: u64, size: u64) -> Vec<u8> {
        self.ok(Op::ResourceReadback, &MGPBufferRange { buffer, offset, size }, &[]);
        self.answer()
    }

    /// A linked program from GLSL.
    #[track_caller]
    pub(crate) fn program(
        &mut self,
        sources: &[(glsl_front::Stage, &str)],
        options: &glsl_front::LinkOptions,
    ) -> (RawHandle, pipe_types::archive::Archive) {
        let program = link(sources, options);
        let handle = self.mint(Kind::Program);
        let (desc, inline) = program_desc(handle, &program);
        self.ok(Op::CreateProgram, &desc, &inline);
        let logs: Vec<_> = self.host.events.iter().filter(|(_, e)| matches!(e, Event::Log(1, _))).collect();
        assert!(logs.is_empty(), "{logs:?}");
        (handle, program.archive)
    }
}

/// Compiles and links.
#[track_caller]
pub(crate) fn link(sources: &[(glsl_front::Stage, &str)], options: &glsl_front::LinkOptions) -> glsl_front::Program {
    let newest = glsl_front::CompileOptions { max_version: 450, ..Default::default() };
    let shaders: Vec<_> =
        sources.iter().map(|(stage, text)| glsl_front::compile(*stage, text, &newest).expect("compiles")).collect();
    glsl_front::link(&shaders, options).expect("links")
}

/// The record of a program and its inline bytes.
pub(crate) fn program_desc(handle: RawHandle, program: &glsl_front::Program) -> (MGPProgramDesc, Vec<u8>) {
    let mut inline = program.archive.to_bytes();
    let mut desc = MGPProgramDesc {
        program: handle,
        stage_mask: program.archive.stages.into(),
        archive: MGPBlobRef::inline(0, inline.len() as u64),
        ..Default::default()
    };
    for (stage, words) in &program.stages {
        inline.resize(inline.len().next_multiple_of(8), 0);
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_ne_bytes()).collect();
        desc.spirv[*stage as usize] = MGPBlobRef::inline(inline.len() as u64, bytes.len() as u64);
        inline.extend(bytes);
    }
    (desc, inline)
}

/// A mutable buffer of so many bytes.
pub(crate) fn buffer_desc(buffer: RawHandle, size: u64) -> MGPResourceDesc {
    let mut desc = MGPResourceDesc {
        resource: buffer,
        target: ResourceTarget::Buffer as u8,
        usage: glow::STATIC_DRAW,
        ..Default::default()
    };
    desc.set_buffer_size(size);
    desc
}

/// An upload of inline bytes into a buffer.
pub(crate) fn sub_data(buffer: RawHandle, offset: u64, size: usize) -> MGPSubData {
    let mut record = MGPSubData { resource: buffer, blob: MGPBlobRef::inline(0, size as u64), ..Default::default() };
    record.union_box.x = offset as u32 as i32;
    record.union_box.y = (offset >> 32) as u32 as i32;
    record.union_box.w = size as u32;
    record
}
