//! `inproc`: the server's session loop in a thread of this process.

use client::link::{ConnectError, ConnectSettings, Connector, Link, RingLink};
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
struct ApplyThread(Option<JoinHandle<()>>);

impl Drop for ApplyThread {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
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
                let _ = send.send(Ok(renderer.capabilities()));
                // The reason has been logged and sent to the client.
                let _ = session::run(&mut renderer, server_end);
            }
            Err(why) => drop(send.send(Err(why))),
        };
        let thread = std::thread::Builder::new()
            .name("mgpipe-apply".to_owned())
            .spawn(body)
            .map_err(|error| ConnectError::Driver(format!("the apply thread could not be started: {error}")))?;
        let thread = ApplyThread(Some(thread));
        let caps = receive
            .recv()
            .map_err(|_| ConnectError::Driver("the apply thread ended".to_owned()))?
            .map_err(ConnectError::Driver)?;
        Ok((Link::ring(RingLink::new(client_end, Some(Box::new(thread)))), caps))
    }
}
