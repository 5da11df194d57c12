//! `direct`: records are applied on the calling thread. The control arm: the same records, decoder and applier, no ring.
//! Several threads take turns, as the front end's lock has them: each has its own context current in the driver, too.

use applier::{Applier, Host, HostGone, ReplyStatus};
use client::link::{ConnectError, ConnectSettings, Connector, DirectAnswers, DirectServer, Link};
use pipe_types::{Decoder, MGPBlobRef, caps::Capabilities, event::Event, handle::RawHandle, primitive::BlobSegment};
use server::{
    contexts::Contexts,
    egl::Source,
    session::{Renderer, inline_range},
};
use std::{thread::ThreadId, time::Duration};

/// Opens the driver in the calling thread.
#[derive(Clone, Copy, Debug)]
pub struct Direct {
    /// Where the driver comes from.
    pub source: Source,
}

/// Bytes of staging.
const STAGING: usize = 32 << 20;

impl Connector for Direct {
    fn connect(&self, settings: &ConnectSettings) -> Result<(Link, Capabilities), ConnectError> {
        let mut renderer = Renderer::open(self.source, &settings.mask).map_err(ConnectError::Driver)?;
        let caps = renderer.capabilities();
        renderer.contexts.leave().map_err(ConnectError::Driver)?;
        let server = Server { renderer, decoder: Decoder::new(STAGING as u64), thread: std::thread::current().id() };
        Ok((Link::direct(Box::new(server), STAGING), caps))
    }
}

struct Server {
    renderer: Renderer,
    decoder: Decoder,
    /// The thread that applied last: the context that is current, if one is, is current there.
    thread: ThreadId,
}

impl DirectServer for Server {
    fn apply(&mut self, seq: u64, record: &[u8], staging: &[u8], answers: &mut DirectAnswers) -> Result<(), String> {
        let Renderer { applier, contexts } = &mut self.renderer;
        contexts.enter()?;
        let call = self.decoder.decode(record).map_err(|error| format!("record {seq}: {error}"))?;
        let mut host = DirectHost { staging, answers, contexts };
        let applier: &mut Applier = applier;
        applier.apply(seq, &call, &mut host).map_err(|fault| fault.to_string())?;
        contexts.leave()?;
        self.thread = std::thread::current().id();
        Ok(())
    }

    fn attend(&mut self, wait: bool, answers: &mut DirectAnswers) -> Result<(), String> {
        let Renderer { applier, contexts } = &mut self.renderer;
        if !applier.is_watching() || self.thread != std::thread::current().id() {
            return Ok(());
        }
        contexts.enter()?;
        let patience = if wait { WATCH_SLICE } else { Duration::ZERO };
        let mut host = DirectHost { staging: &[], answers, contexts };
        applier.attend(patience, &mut host).map_err(|fault| fault.to_string())?;
        contexts.leave()
    }

    fn work(&self) -> [u64; 4] {
        self.renderer.applier.work()
    }
}

/// What one look at what the client watches may take.
const WATCH_SLICE: Duration = Duration::from_millis(1);

struct DirectHost<'a> {
    staging: &'a [u8],
    answers: &'a mut DirectAnswers,
    contexts: &'a mut Contexts,
}

impl DirectHost<'_> {
    fn bytes<'b>(&'b self, blob: &MGPBlobRef, inline: &'b [u8]) -> &'b [u8] {
        match blob.segment() {
            BlobSegment::None => &[],
            BlobSegment::Inline => inline_range(blob, inline),
            BlobSegment::Staging => &self.staging[blob.offset as usize..(blob.offset + blob.size) as usize],
        }
    }
}

impl Host for DirectHost<'_> {
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
        if total > 0 {
            fill(0, &mut bytes);
        }
        self.answers.replies.push_back((seq, status == ReplyStatus::Ok, bytes));
        Ok(())
    }
    fn event(&mut self, seq: u64, event: Event) {
        self.answers.events.push((seq, event));
    }
    fn create_context(&mut self, context: RawHandle) -> Result<(), String> {
        self.contexts.create(context)
    }
    fn make_current(&mut self, context: Option<RawHandle>) -> Result<(), String> {
        self.contexts.make_current(context)
    }
    fn destroy_context(&mut self, context: RawHandle) {
        self.contexts.destroy(context);
    }
}
