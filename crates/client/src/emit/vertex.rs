//! Vertex formats through a cache by content, vertex buffers and current values by what changed.

use super::{Dirty, object_death};
use crate::{
    Cx,
    context::ContextState,
    gl::vertex::{ATTRIBS, BINDINGS, VertexArray},
    session::Session,
};
use pipe_types::{
    Handle, Op,
    encode::content_hash,
    handle::kind,
    primitive::MGPHandleOnly,
    records::vertex::{
        MGPAttribDefault, MGPAttribDefaults, MGPVertexBuffer, MGPVertexBuffers, MGPVertexElement, MGPVertexElements,
    },
};
use std::collections::HashMap;
use zerocopy::IntoBytes;

/// Formats kept before the cache is started afresh.
const CACHE_MAX: usize = 1024;

/// What the server has of a context's vertex state.
pub struct Sent {
    elements: Handle<kind::VertexElements>,
    format_serial: u64,
    buffer_serial: u64,
    buffers: [MGPVertexBuffer; BINDINGS],
    cache: HashMap<Box<[u8]>, Handle<kind::VertexElements>>,
    /// Moves when the cache is started afresh.
    epoch: u64,
}

impl Default for Sent {
    fn default() -> Self {
        Self {
            elements: Handle::NULL,
            format_serial: 0,
            buffer_serial: 0,
            buffers: [MGPVertexBuffer::default(); BINDINGS],
            cache: HashMap::new(),
            epoch: 1,
        }
    }
}

/// Sends what changed of the vertex array.
#[inline]
pub fn arrays(cx: &mut Cx<'_>) {
    if cx.state.sent.dirty.intersects(Dirty::VERTEX.union(Dirty::ATTRIB_DEFAULTS)) {
        changed(cx);
    }
}

fn changed(cx: &mut Cx<'_>) {
    let (formats, buffers) = {
        let (array, sent) = (cx.state.vertex.current(), &cx.state.sent.vertex);
        (array.format_serial != sent.format_serial, array.buffer_serial != sent.buffer_serial)
    };
    if formats {
        elements(cx);
    }
    // Another format may read binding points that nobody read before.
    if formats || buffers {
        vertex_buffers(cx);
    }
    if cx.state.vertex.values_dirty != 0 {
        values(cx);
    }
    cx.state.sent.dirty.remove(Dirty::VERTEX | Dirty::ATTRIB_DEFAULTS);
}

fn describe(array: &VertexArray, out: &mut [MGPVertexElement; ATTRIBS]) -> usize {
    let mut count = 0;
    for (location, attrib) in array.attribs.iter().enumerate().filter(|(at, _)| array.enabled >> at & 1 != 0) {
        out[count] = MGPVertexElement {
            location: location as u8,
            components: attrib.components,
            class: attrib.class.wire(),
            bgra: attrib.bgra.into(),
            type_: attrib.type_,
            relative_offset: attrib.relative_offset,
            binding: attrib.binding.into(),
        };
        count += 1;
    }
    count
}

fn elements(cx: &mut Cx<'_>) {
    let sent = &mut cx.state.sent.vertex;
    let array = cx.state.vertex.current_mut();
    sent.format_serial = array.format_serial;
    if array.elements.0.is_null() || array.elements.1 != sent.epoch {
        let mut tail = [MGPVertexElement::default(); ATTRIBS];
        let count = describe(array, &mut tail);
        let tail = &tail[..count];
        let known = sent.cache.get(tail.as_bytes()).copied();
        let handle = known.unwrap_or_else(|| {
            if sent.cache.len() >= CACHE_MAX {
                for (_, handle) in sent.cache.drain() {
                    object_death(cx.session, handle);
                }
                sent.elements = Handle::NULL;
                sent.epoch += 1;
            }
            let handle = cx.session.mint();
            let record = MGPVertexElements {
                elements: handle.raw(),
                content_hash: content_hash(tail.as_bytes()),
                count: count as u32,
                enabled_mask: array.enabled,
                pad: [0; 2],
            };
            cx.session.push_tail(Op::CreateVertexElements, &record, tail);
            sent.cache.insert(tail.as_bytes().into(), handle);
            handle
        });
        array.elements = (handle, sent.epoch);
    }
    if sent.elements != array.elements.0 {
        sent.elements = array.elements.0;
        cx.session.push(Op::BindVertexElements, &MGPHandleOnly::of(sent.elements));
    }
}

fn vertex_buffers(cx: &mut Cx<'_>) {
    let sent = &mut cx.state.sent.vertex;
    let array = cx.state.vertex.current();
    sent.buffer_serial = array.buffer_serial;
    let mut used = array.used_bindings();
    let (mut start, mut end) = (BINDINGS, 0);
    while used != 0 {
        let at = used.trailing_zeros() as usize;
        used &= used - 1;
        let binding = &array.bindings[at];
        let record = MGPVertexBuffer {
            buffer: binding.buffer.as_ref().map_or(Default::default(), |b| cx.shared.buffers[b].handle.raw()),
            offset: binding.offset,
            stride: binding.stride,
            divisor: binding.divisor,
            pad: 0,
        };
        if sent.buffers[at] != record {
            sent.buffers[at] = record;
            start = start.min(at);
            end = at + 1;
        }
    }
    if start < end {
        let tail = &sent.buffers[start..end];
        let record = MGPVertexBuffers {
            start: start as u32,
            count: tail.len() as u32,
            content_hash: content_hash(tail.as_bytes()),
            pad: 0,
        };
        cx.session.push_tail(Op::SetVertexBuffers, &record, tail);
    }
}

fn values(cx: &mut Cx<'_>) {
    let mut dirty = std::mem::take(&mut cx.state.vertex.values_dirty);
    let mut tail = [MGPAttribDefault::default(); ATTRIBS];
    let mut count = 0;
    while dirty != 0 {
        let location = dirty.trailing_zeros();
        dirty &= dirty - 1;
        let current = &cx.state.vertex.values[location as usize];
        tail[count] = MGPAttribDefault { location, class: current.class.wire(), value: current.value };
        count += 1;
    }
    let record = MGPAttribDefaults { count: count as u32, pad: 0 };
    cx.session.push_tail(Op::SetAttribDefaults, &record, &tail[..count]);
}

/// Ends vertex arrays that nobody refers to. The server knows none.
pub fn collect(state: &mut ContextState, _: &mut Session) {
    state.vertex.table.collect(drop);
}

/// The context is gone.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    for (_, handle) in state.sent.vertex.cache.drain() {
        session.release(handle);
    }
    // What the arrays hold is to be found unreferenced.
    state.vertex = Default::default();
}
