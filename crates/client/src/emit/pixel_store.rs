//! Pack parameter records.

use crate::Cx;
use pipe_types::{
    Op, RawHandle,
    handle::{HandleKind, kind},
    primitive::MGPHandleOnly,
    records::readback::MGPPixelPackState,
};

/// What the server has of a context's pack parameters and pack buffer.
#[derive(Default)]
pub struct Sent {
    state: Option<MGPPixelPackState>,
    buffer: Option<RawHandle>,
}

/// Sends pack parameters and pack buffer if they changed. For readbacks into a buffer.
pub fn pack(cx: &mut Cx<'_>) {
    let store = &cx.state.pixel_store.pack;
    let state = MGPPixelPackState {
        swap_bytes: u8::from(store.swap_bytes),
        lsb_first: u8::from(store.lsb_first),
        pad: 0,
        row_length: store.row_length as i32,
        image_height: store.image_height as i32,
        skip_pixels: store.skip_pixels as i32,
        skip_rows: store.skip_rows as i32,
        skip_images: store.skip_images as i32,
        alignment: store.alignment as i32,
    };
    if cx.state.sent.pixel_pack.state != Some(state) {
        cx.state.sent.pixel_pack.state = Some(state);
        cx.session.push(Op::SetPixelPackState, &state);
    }
    let buffer = match &cx.state.buffers.pixel_pack {
        Some(buffer) => cx.shared.buffers[buffer].handle.raw(),
        None => RawHandle::NULL,
    };
    if cx.state.sent.pixel_pack.buffer != Some(buffer) {
        cx.state.sent.pixel_pack.buffer = Some(buffer);
        let record = MGPHandleOnly { handle: buffer, kind: kind::Buffer::KIND.wire(), pad: 0 };
        cx.session.push(Op::SetPixelPackBuffer, &record);
    }
}
