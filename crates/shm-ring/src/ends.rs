//! The two ends, each the sum of its parts. The parts are public fields, so that they can go to different threads; an
//! end is gone for its peer when its last part is dropped. (A closure that names one field captures that field alone:
//! a thread that is to own the whole end has to name the end.)

use crate::{
    CommandConsumer, CommandProducer, Counters, EventConsumer, EventProducer, Grant, ReplyDone, ReplyReader,
    ReplyWriter, RingError, Side, StagingProducer, StagingReader, StopHandle, Watch,
    link::Link,
    sync::{Arc, Ordering},
};

/// How many numbers of its own a server tells.
pub const TOTALS: usize = 4;

/// What asks after the peer and stops the waits of an end.
#[derive(Clone)]
pub struct Liveness {
    link: Arc<Link>,
}

impl Liveness {
    /// Sets how this end learns of its peer's death. Once per end; gives the watch back if there is one already.
    ///
    /// Without a watch, only a peer that drops its end is noticed.
    ///
    /// # Errors
    /// The watch, when one is set already.
    pub fn watch(&self, watch: Watch) -> Result<(), Watch> {
        self.link.watch(watch)
    }

    /// Whether the peer is gone. Asks the operating system; waits ask by themselves.
    pub fn peer_gone(&self) -> bool {
        self.link.peer_gone()
    }

    /// Whether a wait would end at once: the peer is gone, as far as that is known, or this end is stopped or broken. Costs
    /// no system call; waits, and `peer_gone`, find out.
    pub fn is_over(&self) -> bool {
        self.link.is_over()
    }

    /// Lets the client see numbers of the server's own: those of a record, to whoever sees that it is applied.
    pub fn tell(&self, totals: [u64; TOTALS]) {
        debug_assert_eq!(self.link.side, Side::Server);
        for (word, total) in self.link.control().server_totals.iter().zip(totals) {
            word.store(total, Ordering::Relaxed);
        }
    }

    /// The numbers that the server told last. Nothing may rely on them.
    pub fn told(&self) -> [u64; TOTALS] {
        std::array::from_fn(|at| self.link.control().server_totals[at].load(Ordering::Relaxed))
    }

    /// Ends this end's waits from another thread. Unlike `Liveness`, the handle doesn't keep the end alive.
    pub fn stop_handle(&self) -> StopHandle {
        self.link.stop_handle()
    }
}

impl std::fmt::Debug for Liveness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Liveness").field("side", &self.link.side).finish_non_exhaustive()
    }
}

/// The client's end: writes commands and staging, reads replies and events.
#[derive(Debug)]
pub struct ClientEnd {
    /// Writes records.
    pub commands: CommandProducer,
    /// Grants staging room.
    pub staging: StagingProducer,
    /// Receives replies.
    pub replies: ReplyReader,
    /// Receives events.
    pub events: EventConsumer,
    /// The peer's state. A part, too: the end lives as long as this does.
    pub liveness: Liveness,
}

impl ClientEnd {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self {
            commands: CommandProducer::new(link.clone()),
            staging: StagingProducer::new(link.clone()),
            replies: ReplyReader::new(link.clone()),
            events: EventConsumer::new(link.clone()),
            liveness: Liveness { link },
        }
    }

    /// Publishes the commands, then waits for the reply to record `seq` and copies it to the front of `dst`.
    ///
    /// # Errors
    /// [`ReplyReader::wait_into`]'s.
    pub fn wait_reply(&mut self, seq: u64, dst: &mut [u8]) -> Result<ReplyDone, RingError> {
        self.commands.publish();
        self.replies.wait_into(seq, dst)
    }

    /// [`StagingProducer::alloc`] with this end's commands.
    ///
    /// # Errors
    /// [`StagingProducer::alloc`]'s.
    #[inline]
    pub fn alloc(&mut self, size: usize, align: usize) -> Result<Grant<'_>, RingError> {
        self.staging.alloc(size, align, &mut self.commands)
    }

    /// Totals of all parts.
    pub fn counters(&self) -> Counters {
        let mut sum = self.commands.counters();
        sum += self.staging.counters();
        sum += self.replies.counters();
        sum += self.events.counters();
        sum
    }
}

/// The server's end: reads commands and staging, writes replies and events.
#[derive(Debug)]
pub struct ServerEnd {
    /// Reads records.
    pub commands: CommandConsumer,
    /// Reads staged bytes.
    pub staging: StagingReader,
    /// Sends replies.
    pub replies: ReplyWriter,
    /// Sends events.
    pub events: EventProducer,
    /// The peer's state. A part, too: the end lives as long as this does.
    pub liveness: Liveness,
}

impl ServerEnd {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self {
            commands: CommandConsumer::new(link.clone()),
            staging: StagingReader::new(link.clone()),
            replies: ReplyWriter::new(link.clone()),
            events: EventProducer::new(link.clone()),
            liveness: Liveness { link },
        }
    }

    /// Totals of all parts.
    pub fn counters(&self) -> Counters {
        let mut sum = self.commands.counters();
        sum += self.staging.counters();
        sum += self.replies.counters();
        sum += self.events.counters();
        sum
    }
}
