//! Vertex formats, vertex and index buffers, attribute defaults.
//!
//! A vertex format becomes one driver vertex array per context, made at its first draw there. The buffers of its binding
//! points are part of the driver's vertex array and are compared with what was pushed at each draw.

use crate::{
    Applier,
    context::Dead,
    driver::{Driver, GlBuffer, GlVertexArray, Groups},
    error::{Refusal, Result, missing},
    vertex_convert::{Conversion, Source},
};
use pipe_types::{
    decode::Record,
    handle::{RawHandle, kind},
    primitive::MGPHandleOnly,
    records::{
        clear_blit::ValueClass,
        vertex::{
            AttribClass, MGPAttribDefault, MGPAttribDefaults, MGPIndexBuffer, MGPVertexBuffer, MGPVertexBuffers,
            MGPVertexElement, MGPVertexElements, VERTEX_ATTRIBS, VERTEX_BINDINGS,
        },
    },
};

const BINDINGS: usize = VERTEX_BINDINGS as usize;

/// One attribute, and how it reaches the driver.
#[derive(Clone, Copy, Debug)]
struct Attrib {
    element: MGPVertexElement,
    /// The driver's binding point: the pushed one, or one of its own where the format has a converted attribute.
    binding: u32,
    conversion: Option<Conversion>,
}

/// What a binding point of a driver vertex array has: buffer, offset, stride, divisor.
type Bound = (Option<GlBuffer>, u64, u32, u32);

/// A vertex format in one context.
#[derive(Debug)]
struct Array {
    context: RawHandle,
    name: GlVertexArray,
    bound: [Option<Bound>; BINDINGS],
    index_buffer: Option<GlBuffer>,
}

/// The twin of a vertex format.
#[derive(Debug, Default)]
pub(crate) struct VertexElements {
    attribs: Vec<Attrib>,
    arrays: Vec<Array>,
}

/// Vertex state of a context.
#[derive(Debug)]
pub struct VertexState {
    elements: RawHandle,
    buffers: [MGPVertexBuffer; BINDINGS],
    index: MGPIndexBuffer,
    defaults: [MGPAttribDefault; VERTEX_ATTRIBS as usize],
    /// Bit i: default i is to be pushed to the driver.
    dirty_defaults: u32,
    dirty: bool,
    synced: Placement,
}

impl Default for VertexState {
    fn default() -> Self {
        VertexState {
            elements: RawHandle::NULL,
            buffers: [MGPVertexBuffer::default(); BINDINGS],
            index: MGPIndexBuffer::default(),
            defaults: std::array::from_fn(|at| MGPAttribDefault { location: at as u32, ..Default::default() }),
            dirty_defaults: 0,
            dirty: true,
            synced: Placement::default(),
        }
    }
}

impl VertexState {
    /// Some buffer was replaced or written: bindings and conversions are to be compared again.
    pub(crate) fn buffers_changed(&mut self) {
        self.dirty = true;
    }
    /// The element array buffer and its offset, for draws that do not name their own.
    pub(crate) fn index(&self) -> MGPIndexBuffer {
        self.index
    }
}

/// What a draw shifts in the buffers because the driver can't.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placement {
    /// Base vertex, in vertices.
    pub(crate) base_vertex: i64,
    /// Base instance.
    pub(crate) base_instance: u32,
    /// The index buffer; `None` where none is read.
    pub(crate) index_buffer: Option<GlBuffer>,
}

impl Applier {
    pub(crate) fn create_vertex_elements(&mut self, r: &Record<'_, MGPVertexElements, MGPVertexElement>) -> Result {
        let mut attribs = Vec::with_capacity(r.tail.len());
        let mut locations = 0u32;
        for element in r.tail {
            if element.components == 0 {
                let value = element.components.into();
                return Err(Refusal::Value { field: "components", value, expected: "1 to 4" });
            }
            let bit = 1u32 << element.location;
            if locations & bit != 0 {
                let value = element.location.into();
                return Err(Refusal::Value { field: "location", value, expected: "each location once" });
            }
            locations |= bit;
            attribs.push(Attrib { element: *element, binding: element.binding, conversion: Conversion::of(element) });
        }
        // A converted attribute has a buffer of its own, so then every attribute gets a binding point of its own.
        if attribs.iter().any(|a| a.conversion.is_some()) {
            attribs.iter_mut().for_each(|a| a.binding = a.element.location.into());
        }
        let old = match self.vertex_elements.insert(r.elements, VertexElements { attribs, arrays: Vec::new() }) {
            Ok(old) => old,
            Err(refused) => Some(refused),
        };
        if let Some(old) = old {
            self.delete_arrays(old);
        }
        self.contexts_mut().for_each(|cx| cx.vertex.dirty |= cx.vertex.elements == r.elements);
        Ok(())
    }

    pub(crate) fn destroy_vertex_elements(&mut self, handle: RawHandle) -> Result {
        let twin = self.vertex_elements.remove(handle).map_err(missing("handle", handle))?;
        self.delete_arrays(twin);
        Ok(())
    }

    fn delete_arrays(&mut self, twin: VertexElements) {
        for array in twin.arrays {
            if let Some(cx) = self.contexts_mut().find(|cx| cx.handle == array.context) {
                cx.graveyard.push(Dead::VertexArray(array.name));
            }
        }
        self.cx.bury(&self.gl);
    }

    pub(crate) fn bind_vertex_elements(&mut self, r: &MGPHandleOnly) -> Result {
        let handle = r.typed::<kind::VertexElements>().ok_or(Refusal::Kind { field: "kind", kind: r.kind })?;
        if !handle.is_null() {
            self.vertex_elements.find(handle).map_err(missing("handle", handle.raw()))?;
        }
        self.cx.vertex.dirty |= self.cx.vertex.elements != handle.raw();
        self.cx.vertex.elements = handle.raw();
        Ok(())
    }

    pub(crate) fn set_vertex_buffers(&mut self, r: &Record<'_, MGPVertexBuffers, MGPVertexBuffer>) -> Result {
        let end = r.start + r.count;
        if end > VERTEX_BINDINGS {
            let (offset, size, limit) = (r.start.into(), r.count.into(), VERTEX_BINDINGS.into());
            return Err(Refusal::Range { field: "start", offset, size, limit });
        }
        for buffer in r.tail {
            self.may_bind_buffer("buffer", buffer.buffer)?;
        }
        self.cx.vertex.buffers[r.start as usize..end as usize].copy_from_slice(r.tail);
        self.cx.vertex.dirty = true;
        Ok(())
    }

    pub(crate) fn set_index_buffer(&mut self, r: &MGPIndexBuffer) -> Result {
        self.may_bind_buffer("buffer", r.buffer)?;
        self.cx.vertex.index = *r;
        Ok(())
    }

    pub(crate) fn set_attrib_defaults(&mut self, r: &Record<'_, MGPAttribDefaults, MGPAttribDefault>) -> Result {
        for default in r.tail {
            self.cx.vertex.defaults[default.location as usize] = *default;
            self.cx.vertex.dirty_defaults |= 1 << default.location;
        }
        Ok(())
    }

    /// The buffer is about to be deleted: no vertex array is known to have it.
    pub(crate) fn vertex_arrays_forget(&mut self, buffer: GlBuffer) {
        for array in self.vertex_elements.iter_mut().flat_map(|(_, twin)| &mut twin.arrays) {
            array
                .bound
                .iter_mut()
                .filter(|b| matches!(b, Some((Some(name), ..)) if *name == buffer))
                .for_each(|b| *b = None);
            if array.index_buffer == Some(buffer) {
                array.index_buffer = None;
            }
        }
        self.contexts_mut().for_each(|cx| cx.vertex.dirty = true);
        self.conversions.forget(buffer);
    }

    /// Makes the driver's vertex array, its buffers and the attribute defaults what was pushed.
    pub(crate) fn sync_vertex(&mut self, placement: Placement) -> Result {
        let moved = self.cx.shadow.take_moved(Groups::VERTEX_ARRAY);
        if self.cx.vertex.dirty_defaults != 0 {
            push_defaults(&self.gl, &mut self.cx.vertex);
        }
        if !moved && !self.cx.vertex.dirty && self.cx.vertex.synced == placement {
            return Ok(());
        }
        let elements = self.cx.vertex.elements;
        let mut twin = match self.vertex_elements.get_mut(elements) {
            Ok(twin) => std::mem::take(twin),
            Err(_) => std::mem::take(&mut self.no_elements),
        };
        let result = self.sync_array(&mut twin, placement);
        match self.vertex_elements.get_mut(elements) {
            Ok(slot) => *slot = twin,
            Err(_) => self.no_elements = twin,
        }
        self.cx.shadow.moved -= Groups::VERTEX_ARRAY;
        self.cx.vertex.dirty = false;
        self.cx.vertex.synced = placement;
        result
    }

    /// A buffer of zeros that covers any attribute at stride 0.
    fn zeros(&mut self) -> Result<GlBuffer> {
        const BYTES: usize = 4096;
        if let Some(name) = self.scratch_zeros {
            return Ok(name);
        }
        let name = self.gl.create_buffer().map_err(Refusal::Driver)?;
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(name));
        self.gl.buffer_data_u8_slice(glow::COPY_WRITE_BUFFER, &[0; BYTES], glow::STATIC_DRAW);
        Ok(*self.scratch_zeros.insert(name))
    }

    fn sync_array(&mut self, twin: &mut VertexElements, placement: Placement) -> Result {
        let VertexElements { attribs, arrays } = twin;
        let context = self.cx.handle;
        let index = match arrays.iter().position(|a| a.context == context) {
            Some(index) => index,
            None => {
                let name = self.gl.create_vertex_array().map_err(Refusal::Driver)?;
                self.cx.shadow.bind_vertex_array(&self.gl, Some(name));
                attribs.iter().for_each(|attrib| describe(&self.gl, attrib));
                arrays.push(Array { context, name, bound: [None; BINDINGS], index_buffer: None });
                arrays.len() - 1
            }
        };
        let array = &mut arrays[index];
        self.cx.shadow.bind_vertex_array(&self.gl, Some(array.name));
        if placement.index_buffer.is_some() && array.index_buffer != placement.index_buffer {
            array.index_buffer = placement.index_buffer;
            self.gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, placement.index_buffer);
        }
        for attrib in attribs.iter() {
            let pushed = self.cx.vertex.buffers[attrib.element.binding as usize];
            let buffer = self.bound_buffer(pushed.buffer);
            let (mut name, mut offset, mut stride) = (buffer.map(|b| b.name), pushed.offset, pushed.stride);
            if let (Some(conversion), Some(buffer)) = (attrib.conversion, buffer) {
                let source = Source {
                    buffer,
                    offset: pushed.offset.saturating_add(attrib.element.relative_offset.into()),
                    stride: pushed.stride,
                };
                (name, offset, stride) = (Some(self.convert_vertices(&source, conversion)?), 0, conversion.stride());
                if pushed.stride == 0 {
                    stride = 0;
                }
            }
            if name.is_none() {
                // A driver would read from its own memory for an array without a buffer.
                (name, offset, stride) = (Some(self.zeros()?), 0, 0);
            }
            let shift = match pushed.divisor {
                0 => placement.base_vertex,
                _ => placement.base_instance.into(),
            };
            offset = offset.wrapping_add_signed(shift.wrapping_mul(stride.into()));
            let bound = (name, offset, stride, pushed.divisor);
            let slot = &mut array.bound[attrib.binding as usize];
            if *slot == Some(bound) {
                continue;
            }
            let before = slot.replace(bound);
            // What wrapped below zero is past every buffer.
            let at = if offset > u64::from(u32::MAX) { i32::MAX as u64 } else { offset };
            self.gl.bind_vertex_buffer(attrib.binding, name, at, stride as i32);
            if before.map_or(0, |b| b.3) != pushed.divisor {
                self.gl.vertex_binding_divisor(attrib.binding, pushed.divisor);
            }
        }
        Ok(())
    }
}

/// Says an attribute's format and binding point to the bound vertex array.
fn describe(gl: &Driver, attrib: &Attrib) {
    let e = &attrib.element;
    let (index, offset) = (u32::from(e.location), e.relative_offset);
    gl.enable_vertex_attrib_array(index);
    gl.vertex_attrib_binding(index, attrib.binding);
    let class = AttribClass::from_wire(e.class.into());
    match (attrib.conversion, class) {
        (Some(conversion), _) => {
            let (components, type_, normalized) = conversion.format();
            gl.vertex_attrib_format_f32(index, components, type_, normalized, 0);
        }
        (None, Some(AttribClass::Integer)) => {
            gl.vertex_attrib_format_i32(index, e.components.into(), e.type_, offset);
        }
        (None, class) => {
            let normalized = class == Some(AttribClass::Normalized);
            gl.vertex_attrib_format_f32(index, e.components.into(), e.type_, normalized, offset);
        }
    }
}

fn push_defaults(gl: &Driver, vertex: &mut VertexState) {
    let mask = std::mem::take(&mut vertex.dirty_defaults);
    for default in vertex.defaults.iter().filter(|d| mask & (1 << d.location) != 0) {
        let (index, [x, y, z, w]) = (default.location, default.value);
        match ValueClass::from_wire(default.class.into()) {
            Some(ValueClass::Int) => gl.vertex_attrib_4_i32(index, x as i32, y as i32, z as i32, w as i32),
            Some(ValueClass::Uint) => gl.vertex_attrib_4_u32(index, x, y, z, w),
            _ => {
                let [x, y, z, w] = default.value.map(f32::from_bits);
                gl.vertex_attrib_4_f32(index, x, y, z, w);
            }
        }
    }
}
