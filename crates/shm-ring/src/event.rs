//! The event ring: small messages from the server, each ordered with the record it belongs to.

use crate::{
    Counters, RingError,
    control::reason,
    layout::{EVENT_HEADER, PAD_KIND},
    link::Link,
    sync::{Arc, Ordering},
};
use std::{collections::VecDeque, time::Instant};

/// Bytes of events that waits may take out of the ring before the client polls. A correct server stays far below: it
/// can only speak of records that the client has sent, and the client is in a wait.
const MAX_BACKLOG: usize = 64 << 20;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is; never 0.
    pub kind: u32,
    /// The record it belongs to, 0 for none.
    pub seq: u64,
    /// Its payload, unchecked.
    pub payload: Vec<u8>,
}

/// The client's events on their way from the ring to whoever polls.
///
/// All parts of the client's end share it, because each of their waits has to empty the ring: the server may be stuck
/// on a full event ring in front of what the wait is for.
pub(crate) struct Inbox {
    /// Stream position up to which the ring was copied out.
    position: u64,
    /// With the stream position after each event.
    queue: VecDeque<(u64, Event)>,
    backlog: usize,
}

impl Inbox {
    pub(crate) fn new() -> Self {
        Self { position: 0, queue: VecDeque::new(), backlog: 0 }
    }

    /// Empties the ring into the queue if it isn't empty. Takes the lock only then.
    pub(crate) fn drain_if_any(link: &Link) -> Result<(), RingError> {
        // Relaxed: the drain below acquires what it reads.
        if link.control().event_head.load(Ordering::Relaxed) == link.events_taken.load(Ordering::Relaxed) {
            return Ok(());
        }
        lock(link).drain(link)
    }

    fn drain(&mut self, link: &Link) -> Result<(), RingError> {
        let region = &link.shared.events;
        let capacity = region.len() as u64;
        // Acquire: pairs with the server's publication of the events.
        let head = link.control().event_head.load(Ordering::Acquire);
        let head = link.cursor("event head", head, self.position, self.position + capacity)?;
        if head == self.position {
            return Ok(());
        }
        if !head.is_multiple_of(EVENT_HEADER as u64) {
            return Err(link.breach("event head modulo 16", head % EVENT_HEADER as u64, 0, 0, head));
        }
        while self.position != head {
            let offset = (self.position & (capacity - 1)) as usize;
            // The header is read once, then judged. Positions are multiples of 16, so that it never straddles the end.
            let word = region.read_u64(offset);
            let seq = region.read_u64(offset + 8);
            let (kind, size) = (word as u32, word >> 32);
            let to_end = capacity - offset as u64;
            let high = to_end.min(head - self.position) - EVENT_HEADER as u64;
            if kind == PAD_KIND {
                let pad = to_end - EVENT_HEADER as u64;
                if size != pad || size > high {
                    return Err(link.breach("pad event size", size, pad, pad.min(high), self.position));
                }
                self.position += to_end;
                continue;
            }
            if size > high.min(max_payload(capacity)) {
                return Err(link.breach("event size", size, 0, high.min(max_payload(capacity)), self.position));
            }
            self.backlog += size as usize + size_of::<Event>();
            if self.backlog > MAX_BACKLOG {
                return Err(link.breach("event backlog", self.backlog as u64, 0, MAX_BACKLOG as u64, self.position));
            }
            let mut payload = vec![0; size as usize];
            // SAFETY: the vector has `size` bytes and is private memory.
            unsafe { region.copy_out(offset + EVENT_HEADER, payload.as_mut_ptr(), size as usize) };
            self.position += padded(size as usize);
            self.queue.push_back((self.position, Event { kind, seq, payload }));
        }
        link.events_taken.store(self.position, Ordering::Relaxed);
        // Release: the events were copied out, their room can be overwritten.
        link.control().event_tail.store(self.position, Ordering::Release);
        let _ = link.control().bell(link.side.other()).publish(reason::EVENT_ROOM);
        Ok(())
    }
}

fn lock(link: &Link) -> impl std::ops::DerefMut<Target = Inbox> + '_ {
    // A panic while the lock is held leaves whole events in the queue and a position that says so.
    link.inbox.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Bytes of an event in the ring.
fn padded(payload: usize) -> u64 {
    (EVENT_HEADER + payload.next_multiple_of(EVENT_HEADER)) as u64
}

fn max_payload(capacity: u64) -> u64 {
    capacity / 4 - EVENT_HEADER as u64
}

/// Receives events. There is one per link.
pub struct EventConsumer {
    /// Stream position after the last event handed out.
    handed: u64,
    counters: Counters,
    link: Arc<Link>,
}

impl EventConsumer {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self { handed: 0, counters: Counters::default(), link }
    }

    /// Whether [`poll`](Self::poll) has something to return. One relaxed load.
    #[inline(always)]
    pub fn has_events(&self) -> bool {
        self.link.control().event_head.load(Ordering::Relaxed) != self.handed
    }

    /// The next event, if there is one.
    ///
    /// # Errors
    /// [`RingError::PeerCorrupt`] for a cursor or a header that no correct server writes.
    pub fn poll(&mut self) -> Result<Option<Event>, RingError> {
        if !self.has_events() {
            return Ok(None);
        }
        let mut inbox = lock(&self.link);
        inbox.drain(&self.link)?;
        let Some((end, event)) = inbox.queue.pop_front() else {
            return Ok(None);
        };
        inbox.backlog -= event.payload.len() + size_of::<Event>();
        self.handed = end;
        self.counters.events += 1;
        Ok(Some(event))
    }

    /// Waits until there is an event to [`poll`](Self::poll), but not beyond `deadline`. False when there is none.
    ///
    /// # Errors
    /// The wait's errors.
    pub fn wait_until(&mut self, deadline: Option<Instant>) -> Result<bool, RingError> {
        let longest = self.link.settings.death_check;
        let left = || deadline.map_or(longest, |at| at.saturating_duration_since(Instant::now()).min(longest));
        let link = self.link.clone();
        let mut counters = Counters::default();
        let waited = link.wait_in_slices(reason::EVENTS, &mut counters, left, || {
            let over = || deadline.is_some_and(|at| Instant::now() >= at);
            Ok(if self.has_events() { Some(true) } else { over().then_some(false) })
        });
        self.counters += counters;
        waited
    }

    /// Waits for an event.
    ///
    /// # Errors
    /// The wait's errors, and as [`poll`](Self::poll).
    pub fn wait(&mut self) -> Result<Event, RingError> {
        if let Some(event) = self.poll()? {
            return Ok(event);
        }
        let link = self.link.clone();
        let mut counters = Counters::default();
        let event = link.wait(reason::EVENTS, &mut counters, || self.poll());
        self.counters += counters;
        event
    }

    /// Events received and waits made so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

impl std::fmt::Debug for EventConsumer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EventConsumer").field("handed", &self.handed).finish_non_exhaustive()
    }
}

/// Sends events. There is one per link.
pub struct EventProducer {
    /// Stream position of the next event.
    head: u64,
    /// Last checked cursor of the client.
    tail: u64,
    counters: Counters,
    link: Arc<Link>,
}

impl EventProducer {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self { head: 0, tail: 0, counters: Counters::default(), link }
    }

    /// The largest payload.
    pub fn max_payload(&self) -> usize {
        max_payload(self.capacity()) as usize
    }

    /// Sends an event that may be lost: returns `false`, and counts it, when there is no room.
    ///
    /// # Errors
    /// [`RingError::Event`], [`RingError::PeerCorrupt`].
    pub fn try_push(&mut self, kind: u32, seq: u64, payload: &[u8]) -> Result<bool, RingError> {
        let need = self.need(kind, payload)?;
        if !self.has_room(need)? {
            self.counters.events_dropped += 1;
            return Ok(false);
        }
        self.write(kind, seq, payload);
        Ok(true)
    }

    /// Sends an event, and waits for room if need be. A client that is in a wait of its own makes room.
    ///
    /// # Errors
    /// [`RingError::Event`] and the wait's errors.
    pub fn push(&mut self, kind: u32, seq: u64, payload: &[u8]) -> Result<(), RingError> {
        let need = self.need(kind, payload)?;
        if !self.has_room(need)? {
            let link = self.link.clone();
            // The events in the ring are published; a client that sleeps for something else has to empty it now.
            link.notify(reason::EVENTS_FULL, &mut self.counters);
            let mut counters = Counters::default();
            let waited = link.wait(reason::EVENT_ROOM, &mut counters, || Ok(self.has_room(need)?.then_some(())));
            self.counters += counters;
            waited?;
        }
        self.write(kind, seq, payload);
        Ok(())
    }

    /// Events sent and waits made so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    fn capacity(&self) -> u64 {
        self.link.shared.events.len() as u64
    }

    fn to_end(&self) -> u64 {
        self.capacity() - (self.head & (self.capacity() - 1))
    }

    /// Bytes of the ring that the event takes, a pad in front of it included.
    fn need(&self, kind: u32, payload: &[u8]) -> Result<u64, RingError> {
        if kind == PAD_KIND || payload.len() > self.max_payload() {
            let max = self.max_payload() as u64;
            return Err(RingError::Event { kind, size: payload.len() as u64, max });
        }
        let size = padded(payload.len());
        Ok(if size > self.to_end() { self.to_end() + size } else { size })
    }

    fn has_room(&mut self, need: u64) -> Result<bool, RingError> {
        if self.capacity() - (self.head - self.tail) < need {
            // Acquire: the client has copied out what lies before its tail.
            let tail = self.link.control().event_tail.load(Ordering::Acquire);
            self.tail = self.link.cursor("event tail", tail, self.tail, self.head)?;
        }
        Ok(self.capacity() - (self.head - self.tail) >= need)
    }

    fn write(&mut self, kind: u32, seq: u64, payload: &[u8]) {
        let region = &self.link.shared.events;
        let size = padded(payload.len());
        let (mut head, to_end) = (self.head, self.to_end());
        if size > to_end {
            let offset = (self.capacity() - to_end) as usize;
            region.write_u64(offset, u64::from(PAD_KIND) | (to_end - EVENT_HEADER as u64) << 32);
            region.write_u64(offset + 8, 0);
            head += to_end;
        }
        let offset = (head & (self.capacity() - 1)) as usize;
        region.write_u64(offset, u64::from(kind) | (payload.len() as u64) << 32);
        region.write_u64(offset + 8, seq);
        region.copy_in(offset + EVENT_HEADER, payload);
        self.head = head + size;
        self.counters.events += 1;
        // Release: the event's bytes are visible to whoever acquires this head.
        self.link.control().event_head.store(self.head, Ordering::Release);
        let link = self.link.clone();
        link.notify(reason::EVENTS, &mut self.counters);
    }
}

impl std::fmt::Debug for EventProducer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EventProducer").field("head", &self.head).field("tail", &self.tail).finish_non_exhaustive()
    }
}
