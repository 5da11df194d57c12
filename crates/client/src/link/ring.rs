//! The client's end of a ring, and what keeps its server alive.

use pipe_types::event::Event;
use shm_ring::ClientEnd;

/// A ring to a server in a thread or in another process.
pub struct RingLink {
    /// The segments' client end.
    pub end: ClientEnd,
    /// Dropped after the end: joins the server thread or reaps the server process.
    pub keep: Option<Box<dyn Keep>>,
}

/// A server that lives as long as this does.
pub trait Keep: Send {
    /// Processor time of the server so far, nanoseconds; 0 where the system does not say.
    fn cpu_ns(&self) -> u64;
}

impl RingLink {
    /// A ring whose server lives as long as `keep`.
    pub fn new(end: ClientEnd, keep: Option<Box<dyn Keep>>) -> Self {
        Self { end, keep }
    }

    pub(super) fn poll_events(&mut self, events: &mut Vec<(u64, Event)>) -> Result<(), String> {
        while self.end.events.has_events() {
            let Some(event) = self.end.events.poll().map_err(|e| e.to_string())? else { break };
            events.push((event.seq, Event::decode(event.kind, &event.payload).map_err(|e| e.to_string())?));
        }
        Ok(())
    }
}
