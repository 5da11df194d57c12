//! Buffer records. Data, copies and reads go out at the call; indexed bindings before the verb.

use super::{Dirty, resource_destroy};
use crate::{
    Cx, Shared,
    gl::buffer::{Buffer, IndexedBinding, IndexedBindings},
    session::Session,
    table::Table,
};
use pipe_types::{
    Handle, MGPBox, Op,
    encode::content_hash,
    handle::kind,
    primitive::MGPHandleOnly,
    records::{
        buffer::{MGPBufferClear, MGPBufferCopy, MGPBufferRange, MGPMapPersistent},
        program::{BufferClass, MGPBufferBinding, MGPShaderBuffers},
        resource::{MGPResourceDesc, MGPSubData, ResourceTarget, StorageKind},
    },
};
use zerocopy::IntoBytes;

/// What the server has of a context's indexed bindings: a hash of what was sent last, by class.
#[derive(Default)]
pub struct Sent {
    scratch: Vec<MGPBufferBinding>,
}

fn description(buffer: &Buffer, name: u32, defined: bool) -> MGPResourceDesc {
    let storage = if buffer.immutable { StorageKind::Immutable } else { StorageKind::Mutable };
    let mut desc = MGPResourceDesc {
        resource: buffer.handle.raw(),
        target: ResourceTarget::Buffer.wire(),
        storage_kind: storage.wire(),
        bind_mask: buffer.bind_mask(),
        immutable: u8::from(buffer.immutable),
        usage: buffer.usage,
        storage_flags: buffer.storage_flags,
        has_defined_content: u8::from(defined),
        gl_name_for_diag: name,
        ..Default::default()
    };
    desc.set_buffer_size(buffer.size);
    desc
}

/// A buffer without a data store comes to be.
pub fn create(session: &mut Session, buffer: &Buffer, name: u32) {
    session.push(Op::ResourceCreate, &description(buffer, name, false));
}

/// A buffer gets a new data store.
pub fn respecify(session: &mut Session, buffer: &Buffer, name: u32, defined: bool) {
    session.push(Op::ResourceRespecify, &description(buffer, name, defined));
}

/// Bytes for a buffer, in as many records as they need.
pub fn upload(session: &mut Session, buffer: Handle<kind::Buffer>, offset: u64, bytes: &[u8]) {
    upload_as(session, buffer, offset, bytes, false);
}

/// Bytes that the application wrote through a mapping that stays.
pub fn upload_mapped(session: &mut Session, buffer: Handle<kind::Buffer>, offset: u64, bytes: &[u8]) {
    session.mapped_bytes += bytes.len() as u64;
    upload_as(session, buffer, offset, bytes, true);
}

fn upload_as(session: &mut Session, buffer: Handle<kind::Buffer>, offset: u64, bytes: &[u8], mapped: bool) {
    let mut at = offset;
    for piece in bytes.chunks(session.max_chunk()) {
        session.push_blob::<_, pipe_types::records::resource::MGPSubRegion>(
            Op::ResourceSubData,
            |blob| MGPSubData {
                resource: buffer.raw(),
                target: ResourceTarget::Buffer.wire().into(),
                union_box: MGPBox::new(at as i32, (at >> 32) as i32, 0, piece.len() as u32, 0, 0),
                live_host_writes: mapped.into(),
                blob,
                ..Default::default()
            },
            &[],
            piece,
        );
        at += piece.len() as u64;
    }
}

/// Waits for bytes of a buffer. False, and they are left as they were, when the server is gone or has none.
pub fn read(session: &mut Session, buffer: Handle<kind::Buffer>, offset: u64, out: &mut [u8]) -> bool {
    if out.is_empty() || session.is_lost() {
        return false;
    }
    let range = MGPBufferRange { buffer: buffer.raw(), offset, size: out.len() as u64 };
    let seq = session.push(Op::ResourceReadback, &range);
    session.wait_reply(seq, out).is_some()
}

/// A mapping that stays begins.
pub fn map_persistent(session: &mut Session, buffer: Handle<kind::Buffer>, offset: u64, size: u64, access: u32) {
    session.push(Op::MapPersistent, &MGPMapPersistent { buffer: buffer.raw(), offset, size, access, pad: 0 });
}

/// A mapping that stays ends.
pub fn unmap_persistent(session: &mut Session, buffer: Handle<kind::Buffer>) {
    session.push(Op::UnmapPersistent, &MGPHandleOnly::of(buffer));
}

/// Bytes go from buffer to buffer.
pub fn copy(
    session: &mut Session,
    [src, dst]: [Handle<kind::Buffer>; 2],
    [src_offset, dst_offset]: [u64; 2],
    size: u64,
) {
    let record = MGPBufferCopy { src: src.raw(), dst: dst.raw(), src_offset, dst_offset, size };
    session.push(Op::BufferCopy, &record);
}

/// A range is filled with an element of at most 16 bytes.
pub fn clear(session: &mut Session, buffer: Handle<kind::Buffer>, offset: u64, size: u64, element: &[u8]) {
    let mut bytes = [0; 16];
    bytes[..element.len()].copy_from_slice(element);
    let record = MGPBufferClear {
        buffer: buffer.raw(),
        offset,
        size,
        element_size: element.len() as u32,
        pad: 0,
        element: bytes,
    };
    session.push(Op::BufferClear, &record);
}

/// A range's content is no longer needed.
pub fn invalidate(session: &mut Session, buffer: Handle<kind::Buffer>, offset: u64, size: u64) {
    session.push(Op::BufferInvalidate, &MGPBufferRange { buffer: buffer.raw(), offset, size });
}

/// An indexed binding as it crosses the wire.
pub fn binding(buffers: &Table<Buffer>, binding: &IndexedBinding) -> MGPBufferBinding {
    match &binding.buffer {
        Some(buffer) => {
            MGPBufferBinding { buffer: buffers[buffer].handle.raw(), offset: binding.offset, size: binding.size }
        }
        None => MGPBufferBinding::default(),
    }
}

/// Sends indexed buffer bindings that changed.
#[inline]
pub fn indexed(cx: &mut Cx<'_>) {
    let classes = Dirty::UNIFORM_BUFFERS.union(Dirty::STORAGE_BUFFERS).union(Dirty::ATOMIC_BUFFERS);
    if cx.state.sent.dirty.intersects(classes) {
        indexed_changed(cx);
        cx.state.sent.dirty.remove(classes);
    }
}

fn indexed_changed(cx: &mut Cx<'_>) {
    let b = &mut cx.state.buffers;
    for (class, bindings) in [
        (BufferClass::Uniform, &mut b.uniforms),
        (BufferClass::Storage, &mut b.storages),
        (BufferClass::Atomic, &mut b.atomics),
    ] {
        class_changed(&mut cx.state.sent.buffers, cx.session, cx.shared, class, bindings);
    }
}

fn class_changed(
    sent: &mut Sent,
    session: &mut Session,
    shared: &mut Shared,
    class: BufferClass,
    bindings: &mut IndexedBindings,
) {
    let range = std::mem::take(&mut bindings.dirty);
    if range.is_empty() {
        return;
    }
    sent.scratch.clear();
    sent.scratch.extend(bindings.points[range.clone()].iter().map(|point| binding(&shared.buffers, point)));
    // Shaders may write storage and atomic buffers at any time from now on.
    let mut writable_mask = [0u64; 2];
    if class != BufferClass::Uniform {
        for at in range.clone() {
            writable_mask[at / 64] |= 1 << (at % 64);
        }
    }
    let record = MGPShaderBuffers {
        class: class.wire(),
        start: range.start as u32,
        count: range.len() as u32,
        pad: 0,
        writable_mask,
        content_hash: content_hash(sent.scratch.as_bytes()),
    };
    session.push_tail(Op::SetShaderBuffers, &record, &sent.scratch);
}

/// Ends buffers that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    shared.buffers.collect(|buffer| resource_destroy(session, buffer.handle));
}

/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    for buffer in shared.buffers.drain() {
        resource_destroy(session, buffer.handle);
    }
}
