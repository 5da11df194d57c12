//! How payloads are declared: `record!` writes the struct, asserts its size and the offset of every field at compile time,
//! and derives the check of its fields and its description for the layout digest from the same lines.

use crate::handle::{HandleKind, RawHandle};
use thiserror::Error;

/// A field that holds something that it must not.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("field `{field}` is {value:#x}: {expected}")]
pub struct FieldError {
    /// The field, with its struct: `MGPSurface.kind`.
    pub field: &'static str,
    /// What it held (the low 64 bits).
    pub value: u64,
    /// What it may hold.
    pub expected: &'static str,
}

/// What the check of a field may need to know besides the field.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext {
    /// Bytes in the staging segment.
    pub staging_size: u64,
}

/// One field of a payload, as the layout digest and the documents see it.
#[derive(Clone, Copy, Debug)]
pub struct FieldLayout {
    /// The field's name.
    pub name: &'static str,
    /// Its type's name.
    pub ty: &'static str,
    /// Bytes from the start of the payload.
    pub offset: usize,
    /// What it may hold.
    pub rule: &'static str,
}

/// A plain-old-data payload that knows its own layout and can check its own fields.
pub trait Payload:
    zerocopy::FromBytes + zerocopy::IntoBytes + zerocopy::Immutable + zerocopy::KnownLayout + 'static
{
    /// The struct's name.
    const NAME: &'static str;
    /// Its fields in order.
    const FIELDS: &'static [FieldLayout];
    /// Checks every field by its declared rule.
    fn check(&self, cx: &CheckContext) -> Result<(), FieldError>;
    /// Bytes that a record of this payload carries behind its tail because a blob says that it lies there.
    fn inline_size(&self) -> Option<u64> {
        Some(0)
    }
}

/// Declares an enumeration that crosses the wire as a number.
macro_rules! wire_enum {
    ($(#[$meta:meta])* pub enum $name:ident : $repr:ty { $($(#[$vmeta:meta])* $variant:ident = $value:expr),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr($repr)]
        pub enum $name { $($(#[$vmeta])* $variant = $value),* }
        impl $name {
            /// Every value.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The value that `wire` stands for, if any.
            #[inline]
            pub fn from_wire(wire: u64) -> Option<Self> {
                $(if wire == ($value) as u64 { return Some(Self::$variant); })*
                None
            }
            /// The number that crosses the wire.
            #[inline]
            pub const fn wire(self) -> $repr {
                self as $repr
            }
        }
    };
}

/// Declares a payload. Each line is `offset name: type = rule`.
///
/// Rules: `any`; `zero` (padding); `flag` (0 or 1); `one_of(Enum)`; `at_most(n)`; `bits(mask)`; `handle(Kind)` (not null);
/// `handle_or_null(Kind)`; `raw_handle` (kind decided by another field, may be null); `nested` (a payload, or an array of
/// them); `blob`.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident [$size:literal] {
            $( $(#[$fmeta:meta])* $offset:literal $field:ident : $ty:ty = $rule:ident $(($($arg:tt)*))? ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, zerocopy::FromBytes, zerocopy::IntoBytes, zerocopy::Immutable, zerocopy::KnownLayout)]
        #[repr(C)]
        #[allow(missing_docs)] // a field without words is what its name says
        pub struct $name { $( $(#[$fmeta])* pub $field: $ty ),* }
        static_assertions::const_assert_eq!(size_of::<$name>(), $size);
        $( static_assertions::const_assert_eq!(core::mem::offset_of!($name, $field), $offset); )*
        impl Default for $name {
            fn default() -> Self {
                zerocopy::FromZeros::new_zeroed()
            }
        }
        impl $crate::record::Payload for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [$crate::record::FieldLayout] = &[
                $( $crate::record::FieldLayout {
                    name: stringify!($field), ty: stringify!($ty), offset: $offset,
                    rule: stringify!($rule $(($($arg)*))?),
                } ),*
            ];
            #[allow(unused_variables)]
            fn check(&self, cx: &$crate::record::CheckContext) -> Result<(), $crate::record::FieldError> {
                $( record!(@check cx, concat!(stringify!($name), ".", stringify!($field)), &self.$field, $rule $(($($arg)*))?); )*
                Ok(())
            }
            fn inline_size(&self) -> Option<u64> {
                #[allow(unused_mut)]
                let mut size = 0u64;
                $( record!(@inline size, &self.$field, $rule); )*
                Some(size)
            }
        }
    };
    (@check $cx:ident, $path:expr, $value:expr, any) => {};
    (@check $cx:ident, $path:expr, $value:expr, raw_handle) => {
        $crate::record::check_raw_handle($path, *$value)?;
    };
    (@check $cx:ident, $path:expr, $value:expr, zero) => {
        $crate::record::check_zero($path, zerocopy::IntoBytes::as_bytes($value))?;
    };
    (@check $cx:ident, $path:expr, $value:expr, flag) => {
        $crate::record::check_at_most($path, u64::from(*$value), 1, "0 or 1")?;
    };
    (@check $cx:ident, $path:expr, $value:expr, at_most($max:expr)) => {
        $crate::record::check_at_most($path, u64::from(*$value), ($max) as u64, concat!("at most ", stringify!($max)))?;
    };
    (@check $cx:ident, $path:expr, $value:expr, bits($mask:expr)) => {
        $crate::record::check_bits($path, u64::from(*$value), ($mask) as u64, concat!("only bits of ", stringify!($mask)))?;
    };
    (@check $cx:ident, $path:expr, $value:expr, one_of($enum:ty)) => {
        if <$enum>::from_wire(u64::from(*$value)).is_none() {
            return Err($crate::record::FieldError { field: $path, value: u64::from(*$value), expected: concat!("one of ", stringify!($enum)) });
        }
    };
    (@check $cx:ident, $path:expr, $value:expr, handle($kind:ident)) => {
        $crate::record::check_handle::<$crate::handle::kind::$kind>($path, *$value)?;
    };
    (@check $cx:ident, $path:expr, $value:expr, handle_or_null($kind:ident)) => {
        if !$value.is_null() { $crate::record::check_handle::<$crate::handle::kind::$kind>($path, *$value)?; }
    };
    (@check $cx:ident, $path:expr, $value:expr, nested) => {
        $crate::record::Nested::check_nested($value, $cx)?;
    };
    (@check $cx:ident, $path:expr, $value:expr, blob) => {
        $crate::record::BlobField::check_blob($value, $path, $cx)?;
    };
    (@inline $size:ident, $value:expr, blob) => {
        $size = $size.max($crate::record::BlobField::inline_end($value)?);
    };
    (@inline $size:ident, $value:expr, $other:ident) => {};
}

/// A payload inside another one, or an array of them.
pub trait Nested {
    /// Checks each.
    fn check_nested(&self, cx: &CheckContext) -> Result<(), FieldError>;
}
impl<P: Payload> Nested for P {
    fn check_nested(&self, cx: &CheckContext) -> Result<(), FieldError> {
        self.check(cx)
    }
}
/// Checks each element of a slice of payloads.
pub fn check_all<P: Payload>(items: &[P], cx: &CheckContext) -> Result<(), FieldError> {
    items.iter().try_for_each(|item| item.check(cx))
}
macro_rules! nested_arrays {
    ($($n:literal)*) => { $(
        impl<P: Payload> Nested for [P; $n] {
            fn check_nested(&self, cx: &CheckContext) -> Result<(), FieldError> {
                check_all(self, cx)
            }
        }
    )* };
}
nested_arrays!(2 6 8 15 16);

/// A blob reference, or an array of them.
pub trait BlobField {
    /// Checks segment and range.
    fn check_blob(&self, field: &'static str, cx: &CheckContext) -> Result<(), FieldError>;
    /// Where the part of the blob that lies in the record itself ends, in bytes from the start of the record's inline bytes;
    /// `None` when that is no number.
    fn inline_end(&self) -> Option<u64>;
}

/// Padding must be zero, so that a record has one encoding and its bytes can be hashed.
pub fn check_zero(field: &'static str, bytes: &[u8]) -> Result<(), FieldError> {
    match bytes.iter().find(|&&byte| byte != 0) {
        None => Ok(()),
        Some(&byte) => Err(FieldError { field, value: u64::from(byte), expected: "zero (padding)" }),
    }
}
/// At most `max`.
pub fn check_at_most(field: &'static str, value: u64, max: u64, expected: &'static str) -> Result<(), FieldError> {
    if value <= max { Ok(()) } else { Err(FieldError { field, value, expected }) }
}
/// No bit outside `mask`.
pub fn check_bits(field: &'static str, value: u64, mask: u64, expected: &'static str) -> Result<(), FieldError> {
    if value & !mask == 0 { Ok(()) } else { Err(FieldError { field, value, expected }) }
}
/// Slots index arrays on the server, so they are bounded here for every kind.
pub const MAX_SLOTS: u32 = 1 << 22;
/// Null, or a slot within bounds with a generation.
pub fn check_raw_handle(field: &'static str, handle: RawHandle) -> Result<(), FieldError> {
    let value = u64::from(handle.generation) << 32 | u64::from(handle.slot);
    if handle.is_null() || (handle.generation != 0 && handle.slot < MAX_SLOTS) {
        Ok(())
    } else {
        Err(FieldError { field, value, expected: "a handle {slot, generation}, or null" })
    }
}
/// A handle that names an object: not null, slot within bounds; slot 0 only for the default framebuffer.
pub fn check_handle<K: HandleKind>(field: &'static str, handle: RawHandle) -> Result<(), FieldError> {
    check_raw_handle(field, handle)?;
    let default_framebuffer = K::KIND == crate::handle::Kind::Framebuffer && handle == RawHandle::DEFAULT_FRAMEBUFFER;
    if handle.slot != 0 || default_framebuffer {
        return Ok(());
    }
    let value = u64::from(handle.generation) << 32 | u64::from(handle.slot);
    Err(FieldError { field, value, expected: "a handle that names an object" })
}
