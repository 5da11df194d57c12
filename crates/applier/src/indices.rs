//! Indices with a restart index that ES does not have.

use crate::{
    Applier,
    buffer::Buffer,
    error::{Refusal, Result},
};
use pipe_types::records::draw::MGPDrawRange;

/// Indices in a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indices {
    pub(crate) buffer: Buffer,
    /// Byte of index 0.
    pub(crate) offset: u64,
}

/// The index of four bytes that restarts in ES.
const RESTART: u32 = u32::MAX;

/// Widens an index and puts the driver's restart index in place of the application's. (An application's index of all ones
/// that is not to restart can't be drawn: no buffer has such a vertex.)
fn rewrite(index: u32, restart: u32) -> u32 {
    if index == restart { RESTART } else { index }
}

impl Applier {
    /// Copies the indices of `ranges` into a buffer of 32-bit ones that restart at all ones; `out` gets the ranges there.
    pub(crate) fn rewrite_indices(
        &mut self,
        indices: &Indices,
        index_size: u32,
        restart: u32,
        ranges: &[MGPDrawRange],
        out: &mut Vec<MGPDrawRange>,
    ) -> Result<Indices> {
        let size = u64::from(index_size);
        let mut words: Vec<u32> = Vec::new();
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_READ_BUFFER, Some(indices.buffer.name));
        for range in ranges {
            let from = indices.offset + u64::from(range.start) * size;
            let there = indices.buffer.size.saturating_sub(from) / size;
            let count = u64::from(range.count).min(there);
            let start = words.len() as u32;
            out.push(MGPDrawRange { start, count: count as u32, bias: range.bias });
            let bytes = (count * size) as i32;
            let mapped = self.gl.map_range(glow::COPY_READ_BUFFER, from as i32, bytes, glow::MAP_READ_BIT);
            if let Some(mut mapped) = mapped {
                let bytes = &*mapped.bytes();
                match index_size {
                    1 => words.extend(bytes.iter().map(|i| rewrite((*i).into(), restart))),
                    2 => words.extend(
                        bytes.chunks_exact(2).map(|i| rewrite(u16::from_ne_bytes([i[0], i[1]]).into(), restart)),
                    ),
                    _ => words.extend(
                        bytes
                            .chunks_exact(4)
                            .map(|i| rewrite(u32::from_ne_bytes(i.try_into().expect("four bytes")), restart)),
                    ),
                }
            }
        }
        let name = match self.scratch_indices {
            Some(name) => name,
            None => *self.scratch_indices.insert(self.gl.create_buffer().map_err(Refusal::Driver)?),
        };
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(name));
        let bytes = zerocopy::IntoBytes::as_bytes(words.as_slice());
        self.gl.buffer_data_u8_slice(glow::COPY_WRITE_BUFFER, bytes, glow::STREAM_DRAW);
        let buffer = Buffer { name, size: bytes.len() as u64, stored: true, serial: 1 };
        Ok(Indices { buffer, offset: 0 })
    }
}
