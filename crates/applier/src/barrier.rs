//! Memory and texture barriers.

use crate::{Applier, error::Result};
use pipe_types::{caps::Features, records::draw::MGPMemoryBarrier};

/// Barrier bits that ES 3.1 has.
const ES_BITS: u32 = 0x0000_3FEF;
/// `GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT`: a mapping is read through a buffer readback here.
const CLIENT_MAPPED: u32 = 0x0000_4000;
/// Bits that ES allows by region.
const BY_REGION: u32 = glow::ATOMIC_COUNTER_BARRIER_BIT
    | glow::FRAMEBUFFER_BARRIER_BIT
    | glow::SHADER_IMAGE_ACCESS_BARRIER_BIT
    | glow::SHADER_STORAGE_BARRIER_BIT
    | glow::TEXTURE_FETCH_BARRIER_BIT
    | glow::UNIFORM_BARRIER_BIT;

impl Applier {
    pub(crate) fn memory_barrier(&mut self, r: &MGPMemoryBarrier) -> Result {
        let mapped = r.barriers != glow::ALL_BARRIER_BITS && r.barriers & CLIENT_MAPPED != 0;
        let bits = if mapped { r.barriers | glow::BUFFER_UPDATE_BARRIER_BIT } else { r.barriers };
        match (bits, r.by_region != 0) {
            (glow::ALL_BARRIER_BITS, true) => self.gl.memory_barrier_by_region(glow::ALL_BARRIER_BITS),
            (bits, true) => self.gl.memory_barrier_by_region(bits & BY_REGION),
            (glow::ALL_BARRIER_BITS, false) => self.gl.memory_barrier(glow::ALL_BARRIER_BITS),
            // Bits that only desktop GL has (queries into buffers, persistent mappings) concern what the applier does
            // itself, which the driver orders by its own calls.
            (bits, false) if bits & ES_BITS != 0 => self.gl.memory_barrier(bits & ES_BITS),
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn texture_barrier(&mut self) -> Result {
        if self.gl.has(Features::TEXTURE_BARRIER) {
            self.gl.texture_barrier();
        } else {
            // Stronger: everything written before is visible to what samples after.
            self.gl.memory_barrier(glow::TEXTURE_FETCH_BARRIER_BIT | glow::FRAMEBUFFER_BARRIER_BIT);
        }
        Ok(())
    }
}
