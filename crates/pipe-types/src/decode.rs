//! The one decoder: untrusted bytes become a typed [`Call`], or an error that names the record and the field.
//!
//! The bytes given here must be private to the caller (copied out of shared memory), or what is checked is not what is used.

use crate::{
    catalogue::{Call, Op},
    primitive::RecordHeader,
    record::{CheckContext, FieldError, Payload, check_all},
};
use thiserror::Error;
use zerocopy::FromBytes;

/// A record after the check: payload, typed tail, and the bytes behind the tail that its blobs may point into.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a, P, T> {
    /// The fixed part.
    pub payload: &'a P,
    /// The counted part.
    pub tail: &'a [T],
    /// Bulk bytes that travel in the record itself.
    pub inline: &'a [u8],
}

impl<P, T> std::ops::Deref for Record<'_, P, T> {
    type Target = P;
    fn deref(&self) -> &P {
        self.payload
    }
}

/// Why bytes are no record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{record}: {kind}")]
pub struct DecodeError {
    /// The record's name, or `record` when not even that is known.
    pub record: &'static str,
    /// What is wrong.
    pub kind: DecodeErrorKind,
}

/// What is wrong with bytes that are no record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DecodeErrorKind {
    /// Fewer bytes than a header.
    #[error("{len} bytes are fewer than a header")]
    TooShort {
        /// Bytes given.
        len: usize,
    },
    /// The start of the bytes is not aligned to 8.
    #[error("the bytes are not aligned to 8")]
    Misaligned,
    /// No such call.
    #[error("op {op} is not in the catalogue")]
    UnknownOp {
        /// The op of the header.
        op: u16,
    },
    /// A header flag that the row does not allow.
    #[error("header flags {flags:#x} are not allowed here")]
    BadFlags {
        /// The flags of the header.
        flags: u16,
    },
    /// Header, payload, tail and inline bytes do not add up.
    #[error("{actual} bytes where header, payload, tail and inline bytes make {expected}")]
    Size {
        /// Bytes by the size rule.
        expected: u64,
        /// Bytes given.
        actual: u64,
    },
    /// A field of the payload.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A field of the tail.
    #[error("tail element: {0}")]
    Tail(FieldError),
}

/// Rounds up to the alignment of records and their parts.
#[inline]
pub const fn round8(size: u64) -> u64 {
    (size + 7) & !7
}

/// Decodes records of one session.
#[derive(Clone, Copy, Debug)]
pub struct Decoder {
    cx: CheckContext,
}

impl Decoder {
    /// A decoder for a session with `staging_size` bytes of staging.
    pub fn new(staging_size: u64) -> Self {
        Self { cx: CheckContext { staging_size } }
    }

    /// Decodes one record; `bytes` is the whole record with its header, aligned to 8.
    pub fn decode<'a>(&self, bytes: &'a [u8]) -> Result<Call<'a>, DecodeError> {
        let fail = |record, kind| Err(DecodeError { record, kind });
        let Ok((header, _)) = RecordHeader::read_from_prefix(bytes) else {
            return fail("record", DecodeErrorKind::TooShort { len: bytes.len() });
        };
        let Some(op) = Op::from_wire(header.op) else {
            return fail("record", DecodeErrorKind::UnknownOp { op: header.op });
        };
        if u64::from(header.size) != bytes.len() as u64 {
            let kind = DecodeErrorKind::Size { expected: u64::from(header.size), actual: bytes.len() as u64 };
            return fail(op.name(), kind);
        }
        let allowed = if op.needs_ack() { RecordHeader::ACK } else { 0 };
        if header.flags & !allowed != 0 {
            return fail(op.name(), DecodeErrorKind::BadFlags { flags: header.flags });
        }
        crate::catalogue::decode_call(op, bytes, &self.cx).map_err(|kind| DecodeError { record: op.name(), kind })
    }
}

/// Splits and checks one record by its payload, its tail's count and its blobs.
pub(crate) fn record<'a, P: Payload, T: Payload>(
    bytes: &'a [u8],
    cx: &CheckContext,
    tail_count: impl Fn(&P) -> u64,
) -> Result<Record<'a, P, T>, DecodeErrorKind> {
    const HEADER: usize = size_of::<RecordHeader>();
    let actual = bytes.len() as u64;
    let short = DecodeErrorKind::Size { expected: HEADER as u64 + round8(size_of::<P>() as u64), actual };
    let body = bytes.get(HEADER..).ok_or(short.clone())?;
    let padded = round8(size_of::<P>() as u64) as usize;
    let (head, rest) = body.split_at_checked(padded).ok_or(short)?;
    let (payload, padding) = P::ref_from_prefix(head).map_err(|_| DecodeErrorKind::Misaligned)?;
    check_padding(padding)?;
    payload.check(cx)?;
    // All sizes below are bounded: counts by their field's rule, inline ends by the comparison with the actual size.
    let tail_size = tail_count(payload).saturating_mul(size_of::<T>() as u64);
    let inline_size = payload.inline_size().unwrap_or(u64::MAX);
    let expected = if tail_size > actual || inline_size > actual {
        u64::MAX
    } else {
        (HEADER + padded) as u64 + round8(tail_size) + round8(inline_size)
    };
    if expected != actual {
        return Err(DecodeErrorKind::Size { expected, actual });
    }
    let (tail, rest_after_tail) = rest.split_at(round8(tail_size) as usize);
    let (tail, padding) = tail.split_at(tail_size as usize);
    check_padding(padding)?;
    let tail = <[T]>::ref_from_bytes(tail).map_err(|_| DecodeErrorKind::Misaligned)?;
    check_all(tail, cx).map_err(DecodeErrorKind::Tail)?;
    let (inline, padding) = rest_after_tail.split_at(inline_size as usize);
    check_padding(padding)?;
    Ok(Record { payload, tail, inline })
}

fn check_padding(padding: &[u8]) -> Result<(), DecodeErrorKind> {
    Ok(crate::record::check_zero("padding", padding)?)
}
