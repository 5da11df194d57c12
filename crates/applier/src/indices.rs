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

/// Puts the driver's restart index in place of the application's. (An application's index of all ones
/// that is not to restart can't be drawn: no buffer has such a vertex.)
fn rewrite(index: u32, restart: u32) -> u32 {
    if index == restart { RESTART } else { index }
}

impl Applier {
    /// The indices of a range, widened; those past the end of the buffer are not there.
    pub(crate) fn read_indices(
        &mut self,
        indices: &Indices,
        index_size: u32,
        range: &MGPDrawRange,
    ) -> Result<Vec<u32>> {
        let size = u64::from(index_size);
        let from = indices.offset + u64::from(range.start) * size;
        let there = indices.buffer.size.saturating_sub(from) / size;
        let bytes = (u64::from(range.count).min(there) * size) as usize;
        if bytes == 0 {
            return Ok(Vec::new());
        }
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_READ_BUFFER, Some(indices.buffer.name));
        let mapped = self.gl.map_range(glow::COPY_READ_BUFFER, from, bytes, glow::MAP_READ_BIT);
        let mut mapped = mapped.ok_or_else(|| Refusal::Driver("an index buffer could not be mapped".into()))?;
        let bytes = &*mapped.bytes();
        Ok(match index_size {
            1 => bytes.iter().map(|i| u32::from(*i)).collect(),
            2 => bytes.chunks_exact(2).map(|i| u16::from_ne_bytes([i[0], i[1]]).into()).collect(),
            _ => bytes.chunks_exact(4).map(|i| u32::from_ne_bytes(i.try_into().expect("four bytes"))).collect(),
        })
    }

    /// A buffer of the applier's own with these indices.
    pub(crate) fn scratch_index_buffer(&mut self, words: &[u32]) -> Result<Indices> {
        let name = match self.scratch_indices {
            Some(name) => name,
            None => *self.scratch_indices.insert(self.gl.create_buffer().map_err(Refusal::Driver)?),
        };
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(name));
        let bytes = zerocopy::IntoBytes::as_bytes(words);
        self.gl.buffer_data_u8_slice(glow::COPY_WRITE_BUFFER, bytes, glow::STREAM_DRAW);
        let buffer = Buffer { name, size: bytes.len() as u64, serial: 1, stored: true };
        Ok(Indices { buffer, offset: 0 })
    }

    /// Copies the indices of `ranges` into a buffer of 32-bit ones that restart at all ones; `out` gets the ranges there.
    pub(crate) fn rewrite_indices(
        &mut self,
        indices: &Indices,
        index_size: u32,
        restart: u32,
        ranges: &[MGPDrawRange],
        out: &mut Vec<MGPDrawRange>,
    ) -> Result<Indices> {
        let mut words: Vec<u32> = Vec::new();
        for range in ranges {
            let list = self.read_indices(indices, index_size, range)?;
            out.push(MGPDrawRange { start: words.len() as u32, count: list.len() as u32, bias: range.bias });
            words.extend(list.into_iter().map(|index| rewrite(index, restart)));
        }
        self.scratch_index_buffer(&words)
    }
}
