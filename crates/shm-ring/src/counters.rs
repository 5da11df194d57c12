//! What an end has done so far.

/// Totals of one end, or of one part of it. Plain numbers, kept by the part's own thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Records committed (client) or taken (server). Pads don't count.
    pub records: u64,
    /// Bytes of those records.
    pub record_bytes: u64,
    /// Pad records written or skipped.
    pub pads: u64,
    /// Times a cursor was published.
    pub publishes: u64,
    /// Waits that did not find their condition met at once.
    pub waits: u64,
    /// Times such a wait went to sleep.
    pub parks: u64,
    /// Times the peer was rung.
    pub rings: u64,
    /// Replies received or sent: on the client this is the number of round trips.
    pub replies: u64,
    /// Bytes of those replies.
    pub reply_bytes: u64,
    /// Bytes granted in the staging arena (client) or copied out of it (server).
    pub staging_bytes: u64,
    /// Events received or sent.
    pub events: u64,
    /// Events that found no room and were dropped.
    pub events_dropped: u64,
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.records += other.records;
        self.record_bytes += other.record_bytes;
        self.pads += other.pads;
        self.publishes += other.publishes;
        self.waits += other.waits;
        self.parks += other.parks;
        self.rings += other.rings;
        self.replies += other.replies;
        self.reply_bytes += other.reply_bytes;
        self.staging_bytes += other.staging_bytes;
        self.events += other.events;
        self.events_dropped += other.events_dropped;
    }
}
