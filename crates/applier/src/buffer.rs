//! Buffers: each is one driver buffer, whose name stays the same for the life of the handle.

use crate::{
    Applier, Host, ReplyStatus,
    driver::GlBuffer,
    error::{Refusal, Result, check_range, gl_error_name, missing},
};
use pipe_types::{
    decode::Record,
    handle::RawHandle,
    primitive::MGPHandleOnly,
    records::{
        buffer::{MGPBufferClear, MGPBufferCopy, MGPBufferRange, MGPMapPersistent},
        resource::{MGPResourceDesc, MGPSubData, MGPSubRegion, StorageKind},
    },
};

/// The twin of a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buffer {
    /// The driver buffer.
    pub(crate) name: GlBuffer,
    /// Bytes.
    pub(crate) size: u64,
    /// The driver has memory for them. Without, what is done to the buffer has no effect (GL 4.6 core 2.3.1).
    pub(crate) stored: bool,
    /// Grows with every write, so that what was made from the content knows when it is old. Never 0.
    pub(crate) serial: u64,
}

/// From this size on the driver is asked whether it had the memory.
const LARGE: u64 = 1 << 20;
/// Where buffers get their storage. Drivers may follow work that is still under way by what a buffer was made for, so this
/// is the target for what shaders read and write at any time: through any other, an update would overtake the draws before it.
const STORAGE: u32 = glow::SHADER_STORAGE_BUFFER;
/// Access bits of a mapping that reads.
const READ: u32 = glow::MAP_READ_BIT;

impl Applier {
    /// The buffer of a handle that a record's `field` holds.
    pub(crate) fn buffer(&self, field: &'static str, handle: RawHandle) -> Result<Buffer> {
        self.buffers.get(handle).copied().map_err(missing(field, handle))
    }

    /// The buffer that a binding names, or none: for null, and for a buffer that is dead by now.
    pub(crate) fn bound_buffer(&self, handle: RawHandle) -> Option<Buffer> {
        self.buffers.get(handle).ok().copied()
    }

    /// Checks that a binding names something that may be bound: null, living, or dead by now.
    pub(crate) fn may_bind_buffer(&self, field: &'static str, handle: RawHandle) -> Result {
        if self.buffers.is_known(handle) {
            return Ok(());
        }
        Err(Refusal::Handle { field, handle, miss: crate::Miss::Unknown })
    }

    /// Checks that there is such a buffer.
    pub(crate) fn known_buffer(&self, field: &'static str, handle: RawHandle) -> Result {
        self.buffer(field, handle).map(drop)
    }

    /// Bytes of the buffer have changed, or may have.
    pub(crate) fn buffer_written(&mut self, handle: RawHandle) {
        if let Ok(twin) = self.buffers.get_mut(handle) {
            twin.serial += 1;
            // Only conversions look at the serial.
            if !self.conversions.is_empty() {
                self.cx.vertex.buffers_changed();
            }
        }
    }

    pub(crate) fn create_buffer(&mut self, desc: &MGPResourceDesc) -> Result {
        let name = self.gl.create_buffer().map_err(Refusal::Driver)?;
        match self.buffers.insert(desc.resource, Buffer { name, size: 0, stored: true, serial: 1 }) {
            Ok(old) => {
                if let Some(old) = old {
                    self.delete_buffer(old.name);
                }
                self.specify(desc, name)
            }
            // An older handle than the slot's: refused and counted by the table.
            Err(twin) => {
                self.gl.delete_buffer(twin.name);
                Ok(())
            }
        }
    }

    /// Gives the buffer storage by its description. Immutable storage is mutable at the driver, too: what the application
    /// may do with it is the client's to check, and the driver's immutable storage lacks flags that the applier needs.
    fn specify(&mut self, desc: &MGPResourceDesc, name: GlBuffer) -> Result {
        let size = desc.buffer_size();
        let usage = match desc.usage {
            0x88E0..=0x88E2 | 0x88E4..=0x88E6 | 0x88E8..=0x88EA => desc.usage,
            _ if u64::from(desc.storage_kind) == StorageKind::Immutable as u64 => glow::DYNAMIC_DRAW,
            _ => glow::STATIC_DRAW,
        };
        self.cx.shadow.bind_buffer(&self.gl, STORAGE, Some(name));
        let stored = self.allocate(size, usage);
        let twin = self.buffers.get_mut(desc.resource).map_err(missing("resource", desc.resource))?;
        (twin.size, twin.stored) = (size, stored);
        self.buffer_written(desc.resource);
        self.contexts_mut().for_each(|cx| cx.shadow.buffer_moved(name));
        self.texture_buffers_follow(desc.resource)
    }

    /// Storage for the buffer that is bound to [`STORAGE`]; false, and the client is told, when there is none.
    fn allocate(&mut self, size: u64, usage: u32) -> bool {
        if size > self.gl.caps.limits.max_buffer_size {
            self.gl.buffer_data_size(STORAGE, 0, usage);
            let text = format!("{size} bytes are more than a buffer can have here");
            self.images.errors.push((glow::OUT_OF_MEMORY, text));
            return false;
        }
        if size < LARGE {
            self.gl.buffer_data_size(STORAGE, size, usage);
            return true;
        }
        self.gl.keep_errors();
        self.gl.buffer_data_size(STORAGE, size, usage);
        let error = self.gl.get_error();
        if error != glow::NO_ERROR {
            self.images.errors.push((error, format!("{size} bytes: the driver reports {}", gl_error_name(error))));
        }
        error != glow::OUT_OF_MEMORY
    }

    pub(crate) fn respecify_buffer(&mut self, desc: &MGPResourceDesc) -> Result {
        let twin = self.buffer("resource", desc.resource)?;
        self.specify(desc, twin.name)
    }

    pub(crate) fn destroy_buffer(&mut self, handle: RawHandle) -> Result {
        let twin = self.buffers.remove(handle).map_err(missing("handle", handle))?;
        self.delete_buffer(twin.name);
        self.texture_buffers_follow(handle)
    }

    fn delete_buffer(&mut self, name: GlBuffer) {
        self.contexts_mut().for_each(|cx| {
            cx.shadow.forget_buffer(name);
        });
        self.vertex_arrays_forget(name);
        self.gl.delete_buffer(name);
    }

    pub(crate) fn buffer_sub_data(&mut self, r: &Record<'_, MGPSubData, MGPSubRegion>, host: &mut dyn Host) -> Result {
        let twin = self.buffer("resource", r.resource)?;
        let offset = u64::from(r.union_box.x as u32) | u64::from(r.union_box.y as u32) << 32;
        let size = u64::from(r.union_box.w);
        check_range("union_box", offset, size, twin.size)?;
        if r.blob.size != size {
            return Err(Refusal::Value { field: "blob.size", value: r.blob.size, expected: "the size in union_box.w" });
        }
        if size == 0 || !twin.stored {
            return Ok(());
        }
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(twin.name));
        let gl = &self.gl;
        host.with_blob(&r.blob, r.inline, &mut |bytes| {
            gl.buffer_sub_data(glow::COPY_WRITE_BUFFER, offset, bytes);
        });
        self.buffer_written(r.resource);
        Ok(())
    }

    pub(crate) fn buffer_readback(&mut self, seq: u64, r: &MGPBufferRange, host: &mut dyn Host) -> Result {
        let twin = self.buffer("buffer", r.buffer)?;
        check_range("size", r.offset, r.size, twin.size)?;
        if r.size == 0 {
            return Ok(host.reply(seq, ReplyStatus::Ok, 0, &mut |_, _| {})?);
        }
        if !twin.stored {
            return Ok(host.reply(seq, ReplyStatus::Error, 0, &mut |_, _| {})?);
        }
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_READ_BUFFER, Some(twin.name));
        if let Some(mut range) = self.gl.map_range(glow::COPY_READ_BUFFER, r.offset, r.size as usize, READ) {
            return Ok(host.reply(seq, ReplyStatus::Ok, r.size as usize, &mut |offset, piece| {
                piece.copy_from_slice(&range.bytes()[offset..offset + piece.len()]);
            })?);
        }
        // Who waits for the answer finds the reason with it.
        self.report_gl_errors(seq, "ResourceReadback", host)?;
        Ok(host.reply(seq, ReplyStatus::Error, 0, &mut |_, _| {})?)
    }

    pub(crate) fn buffer_copy(&mut self, r: &MGPBufferCopy) -> Result {
        let (src, dst) = (self.buffer("src", r.src)?, self.buffer("dst", r.dst)?);
        check_range("src_offset", r.src_offset, r.size, src.size)?;
        check_range("dst_offset", r.dst_offset, r.size, dst.size)?;
        if r.size == 0 || !src.stored || !dst.stored {
            return Ok(());
        }
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_READ_BUFFER, Some(src.name));
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(dst.name));
        let (from, to) = (r.src_offset, r.dst_offset);
        self.gl.copy_buffer_sub_data(glow::COPY_READ_BUFFER, glow::COPY_WRITE_BUFFER, from, to, r.size);
        self.buffer_written(r.dst);
        Ok(())
    }

    /// ES has no buffer clear: the element goes into a mapped range.
    pub(crate) fn buffer_clear(&mut self, r: &MGPBufferClear) -> Result {
        let twin = self.buffer("buffer", r.buffer)?;
        check_range("size", r.offset, r.size, twin.size)?;
        let element = r.element_size as usize;
        if element == 0 || !r.size.is_multiple_of(r.element_size.into()) {
            let value = r.element_size.into();
            return Err(Refusal::Value { field: "element_size", value, expected: "1 to 16 and a divisor of the size" });
        }
        if r.size == 0 || !twin.stored {
            return Ok(());
        }
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(twin.name));
        let access = glow::MAP_WRITE_BIT | glow::MAP_INVALIDATE_RANGE_BIT;
        if let Some(mut range) = self.gl.map_range(glow::COPY_WRITE_BUFFER, r.offset, r.size as usize, access) {
            range.bytes().chunks_exact_mut(element).for_each(|to| to.copy_from_slice(&r.element[..element]));
        }
        self.buffer_written(r.buffer);
        Ok(())
    }

    /// A hint; ES has no call for it.
    pub(crate) fn buffer_invalidate(&mut self, r: &MGPBufferRange) -> Result {
        let twin = self.buffer("buffer", r.buffer)?;
        check_range("size", r.offset, r.size, twin.size)
    }

    /// The client pushes changed pages as sub-data; the driver buffer needs nothing for it.
    pub(crate) fn map_persistent(&mut self, r: &MGPMapPersistent) -> Result {
        let twin = self.buffer("buffer", r.buffer)?;
        check_range("size", r.offset, r.size, twin.size)
    }

    pub(crate) fn unmap_persistent(&mut self, r: &MGPHandleOnly) -> Result {
        self.known_buffer("handle", r.handle)
    }
}
