//! Writing records, and the hashes that keep them from being written twice.

use crate::{catalogue::Op, decode::round8, primitive::RecordHeader, record::Payload};
use zerocopy::IntoBytes;

/// Bytes of a record of payload `P` with a tail of `tail_len` elements `T` and `inline` inline bytes.
#[inline]
pub const fn record_size<P, T>(tail_len: usize, inline: usize) -> usize {
    (size_of::<RecordHeader>() as u64
        + round8(size_of::<P>() as u64)
        + round8((tail_len * size_of::<T>()) as u64)
        + round8(inline as u64)) as usize
}

/// Writes a record into `out`, which must have exactly [`record_size`] bytes. Padding is zeroed.
#[inline(always)]
pub fn write_record<P: Payload, T: Payload>(
    out: &mut [u8],
    op: Op,
    flags: u16,
    payload: &P,
    tail: &[T],
    inline: &[&[u8]],
) {
    let size = out.len() as u32;
    let (header, rest) = out.split_at_mut(size_of::<RecordHeader>());
    header.copy_from_slice(RecordHeader { op: op.wire(), flags, size }.as_bytes());
    let rest = put(rest, payload.as_bytes());
    let rest = put(rest, tail.as_bytes());
    if !inline.is_empty() {
        let mut at = 0;
        for part in inline {
            rest[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
        if at != rest.len() {
            rest[at..].fill(0);
        }
    }
}

/// Copies `bytes` to the start of `out`, zeroes up to the next multiple of 8, and returns what follows.
#[inline(always)]
fn put<'a>(out: &'a mut [u8], bytes: &[u8]) -> &'a mut [u8] {
    let padded = round8(bytes.len() as u64) as usize;
    let (here, rest) = out.split_at_mut(padded);
    if padded != bytes.len() {
        // The whole last word: one store, where a fill of the rest would be a call.
        here[padded - 8..].copy_from_slice(&[0; 8]);
    }
    here[..bytes.len()].copy_from_slice(bytes);
    rest
}

/// Hash of a record's content, never 0 (0 means "nothing sent yet").
#[inline]
pub fn content_hash(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes).max(1)
}
