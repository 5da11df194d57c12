//! What can go wrong, with the numbers.

/// A failure on a link that is up.
///
/// [`PeerCorrupt`](RingError::PeerCorrupt) is sticky: once one part of an end has met it, every later wait of that end
/// returns it again. [`PeerGone`](RingError::PeerGone) is sticky as well, but what the peer published before it went
/// can still be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RingError {
    /// The other end was dropped, its process died or its socket hung up.
    #[error("the peer is gone")]
    PeerGone,
    /// This end was told to stop through its [`StopHandle`](crate::StopHandle).
    #[error("this end was told to stop")]
    Stopped,
    /// The peer wrote something that no correct peer writes.
    #[error("the peer wrote {what} = {value}, expected {low}..={high} (at {at})")]
    PeerCorrupt {
        /// Which word it was.
        what: &'static str,
        /// What it held.
        value: u64,
        /// The smallest value that could have been right.
        low: u64,
        /// The largest value that could have been right.
        high: u64,
        /// Where: a byte position in the ring's stream, or the sequence number of the record or reply concerned.
        at: u64,
    },
    /// A record that can't be written: a size that is no multiple of 8, below 8, or above half the ring.
    #[error("a record of {size} bytes can't be written: sizes are multiples of 8 from 8 to {max}")]
    RecordSize {
        /// The size asked for, header included.
        size: u64,
        /// The largest record of this ring.
        max: u64,
    },
    /// A grant larger than [`StagingProducer::max_chunk`](crate::StagingProducer::max_chunk).
    #[error("{size} bytes of staging asked for at once, at most {max}: cut the content into several records")]
    StagingSize {
        /// The size asked for.
        size: u64,
        /// The largest grant.
        max: u64,
    },
    /// An alignment that is no power of two or larger than 4096.
    #[error("staging alignment {align} is no power of two up to 4096")]
    StagingAlign {
        /// The alignment asked for.
        align: u64,
    },
    /// The staging arena is full and nothing in it was fenced by a record, so waiting would never end.
    #[error("staging is full ({held} bytes granted) and no record fences the grants")]
    StagingUnfenced {
        /// Bytes granted and not tied to a record.
        held: u64,
    },
    /// A range outside the staging segment.
    #[error("staging range {offset}+{size} leaves the segment of {capacity} bytes")]
    StagingRange {
        /// Offset of the range.
        offset: u64,
        /// Size of the range.
        size: u64,
        /// Size of the segment.
        capacity: u64,
    },
    /// A wait for a record that was never committed.
    #[error("record {seq} was never committed, the last one is {last}")]
    NotCommitted {
        /// The sequence number waited for.
        seq: u64,
        /// The last one committed.
        last: u64,
    },
    /// More bytes submitted than the reply slot holds, or none in a piece that announces another one.
    #[error("a reply piece of {size} bytes, slots hold 1..={max} (a last piece may be empty)")]
    ReplyPiece {
        /// The size submitted.
        size: u64,
        /// What a slot holds.
        max: u64,
    },
    /// An event payload above a quarter of the event ring, or the reserved kind 0.
    #[error("event of kind {kind} with {size} bytes: kinds start at 1, payloads end at {max} bytes")]
    Event {
        /// The kind asked for.
        kind: u32,
        /// The payload's size.
        size: u64,
        /// The largest payload.
        max: u64,
    },
}

/// A failure to create, open or divide the segments.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// A size outside its bounds.
    #[error("{name} is {value}, allowed are {min}..={max}")]
    Bounds {
        /// The field of [`Sizes`](crate::Sizes).
        name: &'static str,
        /// What it held.
        value: u64,
        /// The smallest allowed value.
        min: u64,
        /// The largest allowed value.
        max: u64,
    },
    /// A size that has to be a power of two and isn't.
    #[error("{name} is {value}, which is no power of two")]
    NotPowerOfTwo {
        /// The field of [`Sizes`](crate::Sizes).
        name: &'static str,
        /// What it held.
        value: u64,
    },
    /// A size that has to be a multiple of the page size and isn't.
    #[error("{name} is {value}, which is no multiple of 4096")]
    NotPages {
        /// The field of [`Sizes`](crate::Sizes).
        name: &'static str,
        /// What it held.
        value: u64,
    },
    /// The operating system refused.
    #[error("{what} of the {segment} segment failed: {source}")]
    Os {
        /// The segment.
        segment: &'static str,
        /// The call.
        what: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// A descriptor that isn't sealed against shrinking, growing and unsealing: its owner could take the memory away.
    #[error("the {segment} segment carries the seals {found:#x}, {expected:#x} are needed")]
    Seals {
        /// The segment.
        segment: &'static str,
        /// `F_GET_SEALS`.
        found: u32,
        /// The seals that have to be set.
        expected: u32,
    },
    /// A descriptor of another size than agreed.
    #[error("the {segment} segment has {found} bytes, {expected} were agreed")]
    Size {
        /// The segment.
        segment: &'static str,
        /// Its size.
        found: u64,
        /// The size agreed.
        expected: u64,
    },
    /// An end that was handed out before: each end exists once.
    #[error("the {end} end was already taken")]
    EndTaken {
        /// `client` or `server`.
        end: &'static str,
    },
    /// The client end of segments that were opened and not created: only the creator may write commands.
    #[error("the client end belongs to the process that created the segments")]
    NotCreator,
}
