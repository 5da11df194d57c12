//! `inproc`: the server's session loop in a thread of this process.

use client::{
    link::{ConnectError, ConnectSettings, Connector, Keep, Link, RingLink},
    stats,
};
use pipe_types::caps::Capabilities;
use server::{egl::Source, session};
use shm_ring::{Segments, Settings, Sizes};
use std::{sync::mpsc, thread::JoinHandle};

/// Starts apply threads.
#[derive(Clone, Copy, Debug)]
pub struct Inproc {
    /// Where the driver comes from.
    pub source: Source,
}

/// Joins the apply thread; dropped after the client's end of the ring, which ends the thread.
struct ApplyThread {
    thread: Option<JoinHandle<()>>,
    tid: u32,
    /// A forked copy of this process has no such thread.
    owner: rustix::process::Pid,
}

impl Keep for ApplyThread {
    fn cpu_ns(&self) -> u64 {
        stats::thread_cpu_ns(self.tid)
    }
}

impl Drop for ApplyThread {
    fn drop(&mut self) {
        let thread = self.thread.take();
        if rustix::process::getpid() != self.owner {
            std::mem::forget(thread);
        } else if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

impl Connector for Inproc {
    fn connect(&self, settings: &ConnectSettings) -> Result<(Link, Capabilities), ConnectError> {
        let segments = Segments::create(&Sizes::default())?;
        let client_end = segments.client_end(&Settings::default())?;
        let server_end = segments.server_end(&Settings::default())?;
        let (send, receive) = mpsc::channel();
        let (source, mask) = (self.source, settings.mask.clone());
        let body = move || match session::Renderer::open(source, &mask) {
            Ok(mut renderer) => {
                let tid = rustix::thread::gettid().as_raw_nonzero().get() as u32;
                let _ = send.send(Ok((renderer.capabilities(), tid)));
                // The reason has been logged and sent to the client.
                let _ = session::run(&mut renderer, server_end);
            }
            Err(why) => drop(send.send(Err(why))),
        };
        let thread = std::thread::Builder::new()
            .name("mgpipe-apply".to_owned())
            .spawn(body)
            .map_err(|error| ConnectError::Driver(format!("the apply thread could not be started: {error}")))?;
        let mut thread = ApplyThread { thread: Some(thread), tid: 0, owner: rustix::process::getpid() };
        let (caps, tid) = receive
            .recv()
            .map_err(|_| ConnectError::Driver("the apply thread ended".to_owned()))?
            .map_err(ConnectError::Driver)?;
        thread.tid = tid;
        Ok((Link::ring(RingLink::new(client_end, Some(Box::new(thread)))), caps))
    }
}
