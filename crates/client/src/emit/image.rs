//! Image unit records.

use crate::Cx;
use pipe_types::{
    Op, RawHandle,
    records::image::{IMAGE_UNITS, MGPImageView, MGPShaderImages},
};
use zerocopy::IntoBytes;

/// What the server has of a context's image units.
pub struct Sent {
    /// Generation of the units when they were last looked at.
    seen: u64,
    units: Vec<MGPImageView>,
}

impl Default for Sent {
    fn default() -> Self {
        let units = (0..IMAGE_UNITS).map(|unit| MGPImageView { unit, ..Default::default() }).collect();
        Self { seen: 0, units }
    }
}

/// Sends the image units that changed.
#[inline]
pub fn units(cx: &mut Cx<'_>) {
    if cx.state.sent.images.seen != cx.state.images.generation {
        cx.state.sent.images.seen = cx.state.images.generation;
        changed_units(cx);
    }
}

fn changed_units(cx: &mut Cx<'_>) {
    let Cx { state, shared, session } = cx;
    let sent = &mut state.sent.images.units;
    let (mut first, mut last) = (usize::MAX, 0);
    for (unit, binding) in state.images.bound.iter().enumerate() {
        let view = match &binding.texture {
            Some(texture) => MGPImageView {
                texture: shared.textures[texture].handle.raw(),
                unit: unit as u32,
                internal_format: binding.format,
                layer: binding.layer.min(u32::from(u16::MAX)) as u16,
                pad: 0,
                level: binding.level.min(31) as u16,
                layered: u8::from(binding.layered),
                access: binding.wire_access().wire(),
            },
            None => MGPImageView { texture: RawHandle::NULL, unit: unit as u32, ..Default::default() },
        };
        if sent[unit] != view {
            sent[unit] = view;
            (first, last) = (first.min(unit), last.max(unit));
        }
    }
    if first > last {
        return;
    }
    let tail = &sent[first..=last];
    let content_hash = pipe_types::encode::content_hash(tail.as_bytes());
    let record = MGPShaderImages { start: first as u32, count: tail.len() as u32, content_hash };
    session.push_tail(Op::SetShaderImages, &record, tail);
}
