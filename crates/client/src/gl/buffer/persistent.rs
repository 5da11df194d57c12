//! Mappings that stay (`GL_MAP_PERSISTENT_BIT`, GL 4.6 core 6.3): the buffer is used while the application has a pointer to its
//! bytes, which are a copy here.
//!
//! What the application writes goes out before the next record that can see it ([`send_visible`], [`send`]), and only what
//! changed: the system names the pages that were written, or each page's hash is compared. What the server writes is noted when
//! the record is sent ([`server_writes`]) and comes in when the application has waited for it ([`receive`]). Where both sides
//! write, a granule's last common content (its shadow) tells whose bytes are the newer ones.

use super::*;
use crate::abi::host_memory::{GRANULE, HostMemory, page_tracking_available};
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// How writes to mappings that stay are found (`MGPIPE_MAP_TRACKING`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapTracking {
    /// The system notes written pages; as [`MapTracking::Hash`] where it does not.
    Pages,
    /// Pages are compared with a hash of what was sent last.
    Hash,
}

/// Bytes of changes that are collected for one record.
const RUN: usize = 1 << 20;

type Granule = [u8; GRANULE];

/// The memory of a mapping that stays, and what the server has of it.
#[derive(Debug)]
pub struct Persistent {
    memory: HostMemory,
    /// Bytes of the memory that are the mapping's; the memory begins at a granule of the buffer.
    range: Range<usize>,
    /// Writes go out without being flushed.
    watched: bool,
    /// Hash of each granule as it was sent last; empty when the system notes writes.
    hashes: Vec<u64>,
    /// Granules that the server writes, too: their content when both sides had the same. Empty when there are none.
    shadows: Vec<Option<Box<Granule>>>,
    /// What the server has written, as records up to a sequence number say, and has not come in.
    written: Vec<(Range<usize>, u64)>,
}

impl Persistent {
    /// Memory for `length` bytes from `offset` on, all zeros as the server's copy is taken to be.
    pub(super) fn new(
        offset: u64,
        length: u64,
        access: GLbitfield,
        tracking: MapTracking,
    ) -> std::io::Result<Persistent> {
        let skip = offset as usize % GRANULE;
        let range = skip..skip + length as usize;
        let explicit = access & (GL_MAP_FLUSH_EXPLICIT_BIT | GL_MAP_COHERENT_BIT) == GL_MAP_FLUSH_EXPLICIT_BIT;
        let watched = access & GL_MAP_WRITE_BIT != 0 && !explicit;
        let tracked = watched && tracking == MapTracking::Pages && page_tracking_available();
        let memory = HostMemory::new(range.end, tracked)?;
        let mut hashes = Vec::new();
        if memory.is_tracked() {
            memory.written(0..memory.len());
        } else if watched {
            hashes.resize(memory.len() / GRANULE, xxh3_64(&[0; GRANULE]));
        }
        Ok(Persistent { memory, range, watched, hashes, shadows: Vec::new(), written: Vec::new() })
    }

    pub(super) fn pointer(&self) -> *mut u8 {
        self.memory.pointer().wrapping_add(self.range.start)
    }

    /// Copies bytes out; `at` counts from the start of the mapping.
    pub(super) fn copy_out(&self, at: usize, out: &mut [u8]) {
        self.memory.copy_out(self.range.start + at, out);
    }

    #[cfg(test)]
    pub(super) fn write(&self, at: usize, bytes: &[u8]) {
        self.memory.copy_in(self.range.start + at, bytes);
    }

    #[cfg(test)]
    pub(crate) fn read(&self, at: usize, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.copy_out(at, &mut bytes);
        bytes
    }

    /// The server's bytes of the whole mapping, before the application has its pointer.
    pub(super) fn fill(&mut self, bytes: &[u8]) {
        self.memory.copy_in(self.range.start, bytes);
        let whole = 0..self.memory.len();
        if !self.hashes.is_empty() {
            let mut granule = [0; GRANULE];
            for (at, hash) in self.hashes.iter_mut().enumerate() {
                self.memory.copy_out(at * GRANULE, &mut granule);
                *hash = xxh3_64(&granule);
            }
        } else if self.memory.is_tracked() {
            self.memory.written(whole);
        }
    }

    /// Gives `sink` what the application has changed in `range` since the last time, offsets from the start of the memory.
    /// `shadow`: the server is going to write there, so what it has is kept.
    fn changes(&mut self, range: Range<usize>, shadow: bool, sink: &mut dyn FnMut(usize, &[u8])) {
        if !self.watched {
            return;
        }
        if shadow && self.shadows.is_empty() {
            self.shadows.resize(self.memory.len() / GRANULE, None);
        }
        let mut run = Run { start: 0, bytes: Vec::new(), sink };
        let wanted = range.start / GRANULE..range.end.div_ceil(GRANULE).min(self.memory.len() / GRANULE);
        let written = self.memory.written(wanted.start * GRANULE..wanted.end * GRANULE);
        let mut written = written.into_iter().map(|part| part.start / GRANULE..part.end / GRANULE).peekable();
        let mut granule: Granule = [0; GRANULE];
        let mut at = wanted.start;
        // A page of the system may reach beyond what was asked for: what it names is not named again.
        let mut end = wanted.end;
        while at < end {
            while written.next_if(|part| part.end <= at).is_some() {}
            let here = written.peek().cloned();
            let candidate = here.as_ref().is_some_and(|part| part.contains(&at));
            if let Some(part) = &here {
                end = end.max(part.end);
            }
            let fresh = shadow && wanted.contains(&at) && self.shadows[at].is_none();
            if !candidate && !fresh {
                match here {
                    _ if shadow => at += 1,
                    Some(part) => at = part.start,
                    None => break,
                }
                continue;
            }
            self.memory.copy_out(at * GRANULE, &mut granule);
            self.compare(at, candidate, &granule, &mut run);
            if fresh {
                self.shadows[at] = Some(Box::new(granule));
            }
            at += 1;
        }
        run.end();
    }

    /// Adds what is new in a granule to `run`.
    fn compare(&mut self, at: usize, candidate: bool, granule: &Granule, run: &mut Run<'_>) {
        let place = at * GRANULE;
        let own = |start: usize, end: usize| {
            let start = (place + start).clamp(self.range.start, self.range.end);
            start..(place + end).clamp(start, self.range.end)
        };
        if let Some(shadow) = self.shadows.get_mut(at).and_then(Option::as_mut) {
            if shadow[..] == granule[..] {
                return;
            }
            // Bytes that the server is writing must not go back to what they were.
            let pending = self.written.iter().any(|(part, _)| part.start < place + GRANULE && place < part.end);
            let mut byte = 0;
            while byte < GRANULE {
                if shadow[byte] == granule[byte] {
                    byte += 1;
                    continue;
                }
                let same = |i: usize| shadow[i] == granule[i];
                let end = if pending {
                    (byte..GRANULE).find(|&i| same(i)).unwrap_or(GRANULE)
                } else {
                    (byte..GRANULE).rfind(|&i| !same(i)).map_or(GRANULE, |last| last + 1)
                };
                let part = own(byte, end);
                run.add(part.start, &granule[part.start - place..part.end - place]);
                byte = end;
            }
            shadow.copy_from_slice(granule);
            return;
        }
        if let Some(known) = self.hashes.get_mut(at) {
            let hash = xxh3_64(granule);
            if std::mem::replace(known, hash) == hash {
                return;
            }
        } else if !candidate {
            return;
        }
        let part = own(0, GRANULE);
        run.add(part.start, &granule[part.start - place..part.end - place]);
    }

    /// Takes in bytes that the server wrote, from `start` on in the memory: those that the application has not changed since.
    fn take(&mut self, start: usize, bytes: &[u8]) {
        if self.shadows.is_empty() {
            return self.memory.copy_in(start, bytes);
        }
        let mut granule: Granule = [0; GRANULE];
        let mut at = start;
        while at < start + bytes.len() {
            let (index, inside) = (at / GRANULE, at % GRANULE);
            let new = &bytes[at - start..][..(GRANULE - inside).min(start + bytes.len() - at)];
            let Some(shadow) = &mut self.shadows[index] else {
                self.memory.copy_in(at, new);
                at += new.len();
                continue;
            };
            self.memory.copy_out(index * GRANULE, &mut granule);
            let mut byte = 0;
            while byte < new.len() {
                let here = inside + byte;
                let news = |i: usize| shadow[inside + i] != new[i] && shadow[inside + i] == granule[inside + i];
                let end = (byte..new.len()).find(|&i| !news(i)).unwrap_or(new.len());
                if end > byte {
                    self.memory.copy_in(index * GRANULE + here, &new[byte..end]);
                }
                byte = end.max(byte + 1);
            }
            shadow[inside..inside + new.len()].copy_from_slice(new);
            at += new.len();
        }
    }
}

/// Changed bytes that follow each other.
struct Run<'a> {
    start: usize,
    bytes: Vec<u8>,
    sink: &'a mut dyn FnMut(usize, &[u8]),
}

impl Run<'_> {
    fn add(&mut self, at: usize, bytes: &[u8]) {
        if self.start + self.bytes.len() != at || self.bytes.len() + bytes.len() > RUN {
            self.end();
            self.start = at;
        }
        self.bytes.extend_from_slice(bytes);
    }
    fn end(&mut self) {
        if !self.bytes.is_empty() {
            (self.sink)(self.start, &self.bytes);
            self.bytes.clear();
        }
    }
}

/// The part of a buffer's range that a mapping which stays has, as offsets in its memory, and where that memory begins in the
/// buffer.
fn part(mapping: &Mapping, start: u64, end: u64) -> Option<(Range<usize>, u64)> {
    let base = mapping.offset / GRANULE as u64 * GRANULE as u64;
    let (start, end) = (start.max(mapping.offset), end.min(mapping.offset + mapping.length));
    (start < end).then(|| ((start - base) as usize..(end - base) as usize, base))
}

fn send_part(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, start: u64, end: u64, shadow: bool) {
    let object = &mut cx.shared.buffers[buffer];
    let handle = object.handle;
    let Some(mapping) = &mut object.mapping else { return };
    let Some((range, base)) = part(mapping, start, end) else { return };
    let Some(persistent) = mapping.persistent_mut() else { return };
    let session = &mut *cx.session;
    let mut hull: Option<Range<u64>> = None;
    persistent.changes(range, shadow, &mut |at, bytes| {
        let at = base + at as u64;
        emit::buffer::upload_mapped(session, handle, at, bytes);
        let end = at + bytes.len() as u64;
        hull = Some(hull.take().map_or(at..end, |hull| hull.start.min(at)..hull.end.max(end)));
    });
    if let Some(hull) = hull {
        object.defines(hull.start, hull.end - hull.start);
    }
}

/// Sends what the application has changed in a range of a buffer through a mapping that stays. For every record that reads
/// the range and is no verb; costs nothing for other buffers.
#[inline]
pub fn send(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, offset: u64, size: u64) {
    if !cx.shared.persistent.is_empty() {
        send_part(cx, buffer, offset, offset.saturating_add(size), false);
    }
}

/// The server is going to write a range of a buffer: the next record, or one that follows, says so. What the application has
/// changed there goes out first.
pub fn server_writes(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, offset: u64, size: u64) {
    if size == 0 {
        return;
    }
    let end = offset.saturating_add(size);
    if !cx.shared.persistent.is_empty() {
        send_part(cx, buffer, offset, end, true);
        let seq = cx.session.next_seq();
        let object = &mut cx.shared.buffers[buffer];
        if let Some(mapping) = &mut object.mapping
            && let Some((range, _)) = part(mapping, offset, end)
            && let Some(persistent) = mapping.persistent_mut()
        {
            match persistent.written.iter_mut().find(|(known, _)| *known == range) {
                Some((_, last)) => *last = seq,
                None => persistent.written.push((range, seq)),
            }
        }
    }
    let object = &mut cx.shared.buffers[buffer];
    object.defines(offset, size);
    object.forget_kept(&mut cx.shared.kept_bytes);
}

/// Sends what the application has changed in everything that the next verb can see, and notes what it may write. A step of
/// [`emit::objects`].
#[cold]
pub fn send_visible(cx: &mut Cx<'_>) {
    const SHADERS: u16 = bind_mask::SAMPLER | bind_mask::SHADER_IMAGE;
    for buffer in cx.shared.persistent.clone() {
        let mask = cx.shared.buffers[&buffer].bind_mask();
        let is = |other: &Option<Ref<Buffer>>| other.as_ref() == Some(&buffer);
        let b = &cx.state.buffers;
        let array = cx.state.vertex.current();
        let mut seen: Vec<(u64, u64)> = Vec::new();
        let mut written: Vec<(u64, u64)> = Vec::new();
        let whole = is(&array.element_buffer)
            || is(&b.draw_indirect)
            || is(&b.dispatch_indirect)
            || is(&b.parameter)
            || mask & SHADERS != 0;
        if whole {
            seen.push((0, u64::MAX));
        }
        seen.extend(array.bindings.iter().filter(|at| is(&at.buffer)).map(|at| (at.offset, u64::MAX)));
        let points = |class: &IndexedBindings, found: &mut Vec<(u64, u64)>| {
            found.extend(class.points.iter().filter(|at| is(&at.buffer)).map(|at| (at.offset, at.size)));
        };
        if mask & bind_mask::CONSTANT != 0 {
            points(&b.uniforms, &mut seen);
        }
        if mask & (bind_mask::SHADER_BUFFER | bind_mask::ATOMIC) != 0 {
            points(&b.storages, &mut written);
            points(&b.atomics, &mut written);
        }
        let xfb = cx.state.xfb.current();
        if xfb.active && mask & bind_mask::STREAM_OUTPUT != 0 {
            written.extend(xfb.buffers.iter().filter(|at| is(&at.buffer)).map(|at| (at.offset, at.size)));
        }
        if mask & bind_mask::SHADER_IMAGE != 0 {
            written.push((0, u64::MAX));
        }
        for (offset, size) in seen {
            send(cx, &buffer, offset, size);
        }
        for (offset, size) in written {
            server_writes(cx, &buffer, offset, size);
        }
    }
}

/// The application has waited for all records up to `seq`: what they wrote into mappings that stay comes in.
#[inline]
pub fn receive(cx: &mut Cx<'_>, seq: u64) {
    if !cx.shared.persistent.is_empty() {
        receive_into(cx, seq);
    }
}

#[cold]
fn receive_into(cx: &mut Cx<'_>, seq: u64) {
    for buffer in cx.shared.persistent.clone() {
        let Some(mapping) = &mut cx.shared.buffers[&buffer].mapping else { continue };
        let base = mapping.offset / GRANULE as u64 * GRANULE as u64;
        let Some(persistent) = mapping.persistent_mut() else { continue };
        let done: Vec<Range<usize>> =
            persistent.written.extract_if(.., |(_, at)| *at <= seq).map(|(at, _)| at).collect();
        for range in done {
            let (start, end) = (base + range.start as u64, base + range.end as u64);
            send_part(cx, &buffer, start, end, false);
            let mut bytes = vec![0; range.len()];
            let object = &mut cx.shared.buffers[&buffer];
            if !emit::buffer::read(cx.session, object.handle, start, &mut bytes) {
                continue;
            }
            if let Some(persistent) = object.mapping.as_mut().and_then(Mapping::persistent_mut) {
                persistent.take(range.start, &bytes);
            }
        }
    }
}

/// A mapping that stays comes to an end: its last changes go out.
pub(super) fn finish(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) {
    send_part(cx, buffer, 0, u64::MAX, false);
}
