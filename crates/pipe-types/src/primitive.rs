//! The types that payloads are made of.

use crate::record::{BlobField, CheckContext, FieldError};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// What starts every record. A record's sequence number is its ordinal, so none is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub struct RecordHeader {
    /// Position of the call in the catalogue, from 1; 0 is the pad record of the ring.
    pub op: u16,
    /// [`RecordHeader::ACK`] or nothing.
    pub flags: u16,
    /// Bytes of the whole record with this header, a multiple of 8.
    pub size: u32,
}
static_assertions::const_assert_eq!(size_of::<RecordHeader>(), 8);

impl RecordHeader {
    /// The client waits until this record is applied (rows with `NeedsAck` only).
    pub const ACK: u16 = 1;
}

wire_enum! {
    /// Where the bytes of a blob lie.
    pub enum BlobSegment: u32 {
        /// There are none; offset and size are 0.
        None = 0,
        /// In the staging segment, `offset` from its start.
        Staging = 1,
        /// In the record itself, `offset` from the end of its payload and tail.
        Inline = 2,
    }
}

/// A range of bulk bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub struct MGPBlobRef {
    /// Bytes from the start of the segment.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// A [`BlobSegment`].
    pub seg: u32,
    /// Zero.
    pub pad: u32,
}
static_assertions::const_assert_eq!(size_of::<MGPBlobRef>(), 24);

impl MGPBlobRef {
    /// No bytes.
    pub const NONE: MGPBlobRef = MGPBlobRef { offset: 0, size: 0, seg: 0, pad: 0 };

    /// `size` bytes that stand in the record, `offset` behind its tail.
    pub const fn inline(offset: u64, size: u64) -> Self {
        Self { offset, size, seg: BlobSegment::Inline as u32, pad: 0 }
    }
    /// `size` bytes in the staging segment.
    pub const fn staging(offset: u64, size: u64) -> Self {
        Self { offset, size, seg: BlobSegment::Staging as u32, pad: 0 }
    }
    /// Where the bytes lie. Only for records that passed the decoder.
    pub fn segment(&self) -> BlobSegment {
        BlobSegment::from_wire(u64::from(self.seg)).unwrap_or(BlobSegment::None)
    }
}

impl BlobField for MGPBlobRef {
    fn check_blob(&self, field: &'static str, cx: &CheckContext) -> Result<(), FieldError> {
        let error = |value: u64, expected| Err(FieldError { field, value, expected });
        if self.pad != 0 {
            return error(u64::from(self.pad), "zero (padding of a blob)");
        }
        match BlobSegment::from_wire(u64::from(self.seg)) {
            None => error(u64::from(self.seg), "a blob segment: none, staging or inline"),
            Some(BlobSegment::None) if self.offset != 0 || self.size != 0 => {
                error(self.size, "offset and size 0 for a blob without segment")
            }
            Some(BlobSegment::Staging)
                if self.offset.checked_add(self.size).is_none_or(|end| end > cx.staging_size) =>
            {
                error(self.offset, "a range inside the staging segment")
            }
            // The range of inline bytes is part of the size rule of the record, see `decode`.
            Some(_) => Ok(()),
        }
    }
    fn inline_end(&self) -> Option<u64> {
        if self.seg == BlobSegment::Inline as u32 { self.offset.checked_add(self.size) } else { Some(0) }
    }
}
impl<const N: usize> BlobField for [MGPBlobRef; N] {
    fn check_blob(&self, field: &'static str, cx: &CheckContext) -> Result<(), FieldError> {
        self.iter().try_for_each(|blob| blob.check_blob(field, cx))
    }
    fn inline_end(&self) -> Option<u64> {
        self.iter().try_fold(0, |end, blob| Some(blob.inline_end()?.max(end)))
    }
}

record! {
    /// A region of texels or bytes. In a buffer `x` is the offset and `w` the size.
    pub struct MGPBox [24] {
        /// Left.
        0 x: i32 = any,
        /// Bottom, or first layer of a 1D array.
        4 y: i32 = any,
        /// First slice, layer or face.
        8 z: i32 = any,
        /// Width.
        12 w: u32 = any,
        /// Height.
        16 h: u32 = any,
        /// Depth, layers or faces.
        20 d: u32 = any,
    }
}

impl MGPBox {
    /// A box from its corner and extents.
    pub const fn new(x: i32, y: i32, z: i32, w: u32, h: u32, d: u32) -> Self {
        Self { x, y, z, w, h, d }
    }
    /// Number of texels; `None` when it does not fit 64 bits.
    pub fn volume(&self) -> Option<u64> {
        u64::from(self.w).checked_mul(u64::from(self.h))?.checked_mul(u64::from(self.d))
    }
}

record! {
    /// A record that says nothing but which object.
    pub struct MGPHandleOnly [16] {
        /// The object; null unbinds where the call binds.
        0 handle: crate::handle::RawHandle = raw_handle,
        /// Its [`Kind`](crate::handle::Kind).
        8 kind: u32 = one_of(crate::handle::Kind),
        12 pad: u32 = zero,
    }
}

impl MGPHandleOnly {
    /// The handle, if it is of kind `K` (or null).
    pub fn typed<K: crate::handle::HandleKind>(&self) -> Option<crate::handle::Handle<K>> {
        (self.kind == K::KIND.wire()).then(|| crate::handle::Handle::new(self.handle))
    }
    /// Names `handle`.
    pub fn of<K: crate::handle::HandleKind>(handle: crate::handle::Handle<K>) -> Self {
        Self { handle: handle.raw(), kind: K::KIND.wire(), pad: 0 }
    }
}

record! {
    /// One 32-bit word of a tail without a shape of its own.
    pub struct MGPWord [4] {
        0 value: u32 = any,
    }
}

record! {
    /// The tail of records that have none.
    pub struct NoTail [1] {
        0 unused: u8 = zero,
    }
}

record! {
    /// The payload of records that say nothing but their name.
    pub struct MGPNothing [8] {
        0 pad: u64 = zero,
    }
}
