//! What a program's transform feedback captures, and where to.

use super::value_shape;
use rkyv::{Archive as RkyvArchive, Deserialize, Serialize};

/// `GL_MAX_VERTEX_STREAMS`.
pub const VERTEX_STREAMS: u32 = 4;

/// One captured varying (`GL_TRANSFORM_FEEDBACK_VARYING`).
#[derive(Clone, Debug, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct XfbVarying {
    /// Name as the application gave it to `glTransformFeedbackVaryings`.
    pub name: String,
    /// Name of the same varying in the ESSL, for the server's `glTransformFeedbackVaryings`.
    pub essl_name: String,
    /// GL type enum.
    pub gl_type: u32,
    /// Array size; 1 when no array or when one element is captured.
    pub array_size: u32,
    /// Byte offset in its buffer.
    pub offset: u32,
    /// Buffer it goes to: its position when separate, the number of `gl_NextBuffer`s before it when interleaved.
    pub buffer: u32,
    /// Vertex stream that it belongs to.
    pub stream: u32,
}

impl XfbVarying {
    /// Words of 32 bits that it takes for each vertex. `gl_SkipComponents` takes as many as it skips, `gl_NextBuffer` none.
    pub fn words(&self) -> u32 {
        match self.gl_type {
            0 => self.array_size,
            gl_type => value_shape(gl_type).map_or(0, |shape| shape.words()).saturating_mul(self.array_size),
        }
    }
    /// Whether it is `gl_NextBuffer` or `gl_SkipComponents`, which capture nothing.
    pub fn is_gap(&self) -> bool {
        self.gl_type == 0
    }
}

/// Transform feedback of a program.
#[derive(Clone, Debug, Default, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct Xfb {
    /// `GL_SEPARATE_ATTRIBS` rather than `GL_INTERLEAVED_ATTRIBS`.
    pub separate: bool,
    /// Captured varyings in the application's order.
    pub varyings: Vec<XfbVarying>,
    /// Bytes per vertex of each buffer.
    pub strides: Vec<u32>,
}

impl Xfb {
    /// Whether a capture is more than ES can say: gaps, several buffers that are interleaved, several vertex streams.
    pub fn is_scattered(&self) -> bool {
        self.varyings.iter().any(|v| v.is_gap() || v.stream != 0)
    }
    /// What is captured of a vertex stream, in order.
    pub fn of_stream(&self, stream: u32) -> impl Iterator<Item = &XfbVarying> {
        self.varyings.iter().filter(move |v| v.stream == stream && !v.is_gap())
    }
}
