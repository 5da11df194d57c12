//! GL's image formats and pixel conversions, as pure functions: no GL calls, no I/O, no state.
//!
//! * [`mod@format`]: every internal format of GL 4.5 core, what queries say about it, and the canonical layout in which its
//!   texels cross the wire.
//! * [`layout`]: pairs of pixel format and type, and which are legal. [`store`]: `glPixelStore` state and addresses.
//! * [`convert`]: pixels of one layout to another. [`unpack`]: client memory to canonical texels. [`pack`]: readbacks
//!   to client memory.
//! * [`es`]: what an OpenGL ES 3.2 driver stores a format in. [`clear`]: texels of a clear colour. [`compress`]: texels into
//!   blocks.
//! * [`float`]: numbers of other widths. [`gl`]: enum values.
//!
//! Multi-byte values are in the machine's byte order, as in GL; both ends of the pipe run on one machine. Slices that
//! callers give are checked for length; every other property of them is theirs to choose.
#![forbid(unsafe_code)]
// `max` then `min` turns not-a-number into the lower end, as GL's conversions to fixed point do; `clamp` keeps it.
#![allow(clippy::manual_clamp)]

pub mod clear;
pub mod compress;
pub mod convert;
pub mod es;
pub mod float;
pub mod format;
pub mod gl;
pub mod layout;
pub mod markdown;
pub mod pack;
pub mod store;
pub mod unpack;

pub use clear::{ClearValue, Texel};
pub use convert::{ConvertError, Converter, Rules};
pub use es::{EsFormatCaps, EsStorage, Need};
pub use format::{FormatInfo, Wire, effective, info};
pub use layout::{Domain, LayoutError, PixelLayout};
pub use pack::PackOptions;
pub use store::{Address, Extent, PixelStore, required_bytes};
