//! The only list of calls. A row is `op => Name: payload, class, tail, [flags], wait`; rows are only appended, and a retired
//! row keeps its place.
//!
//! The tail is `fixed`, or `[Element; |payload| count]`.

use crate::{
    decode::{DecodeErrorKind, Record, record},
    primitive::{MGPHandleOnly, MGPNothing, MGPWord, NoTail},
    record::{CheckContext, FieldLayout, Payload},
    records::{
        buffer::*, clear_blit::*, context::*, copy::*, draw::*, framebuffer::*, image::*, program::*, query::*,
        raster::*, readback::*, resource::*, sampler::*, sync::*, texture::*, vertex::*,
    },
};

/// What a call belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Resources, mappings, fences: no context needed to say them.
    Screen,
    /// Creation, binding and deletion of immutable state objects.
    CtxCso,
    /// `Set*`: state of the current context.
    CtxState,
    /// Work on one object.
    CtxObject,
    /// Things that execute.
    CtxVerb,
    /// Query objects.
    CtxQuery,
}

/// What the client does after it has published a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitClass {
    /// Goes on.
    None,
    /// Waits for the answer in the reply slots.
    Reply,
    /// Waits until the record is applied.
    Applied,
    /// Has taken a frame credit before encoding.
    Present,
}

/// Properties of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// The header may ask for an acknowledgement.
    NeedsAck,
    /// A payload field is a blob reference.
    HasBlob,
    /// The size depends on the payload.
    VarTail,
    /// Names memory of the client (in `inproc` and `direct` only).
    HostSpan,
    /// Is answered in the reply slots.
    ReplySlot,
    /// A server may ignore it.
    Optional,
}

/// Everything the catalogue says about a call.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Op id.
    pub op: u16,
    /// Name.
    pub name: &'static str,
    /// Payload's name, size and fields.
    pub payload: (&'static str, usize, &'static [FieldLayout]),
    /// Tail element's name, size and fields; the name is `NoTail` for none.
    pub tail: (&'static str, usize, &'static [FieldLayout]),
    /// Class.
    pub class: Class,
    /// Flags.
    pub flags: &'static [Flag],
    /// Wait class.
    pub wait: WaitClass,
}

macro_rules! tail_type {
    (fixed) => {
        NoTail
    };
    ([$element:ty; |$p:ident| $count:expr]) => {
        $element
    };
}
macro_rules! tail_count {
    (fixed) => {
        |_| 0
    };
    ([$element:ty; |$p:ident| $count:expr]) => {
        |$p| u64::from($count)
    };
}

macro_rules! calls {
    ($( $(#[$meta:meta])* $op:literal => $name:ident : $payload:ty, $class:ident, $tail:tt, [$($flag:ident),*], $wait:ident; )*) => {
        /// The op ids.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum Op { $( $(#[$meta])* $name = $op ),* }

        /// A typed, checked record.
        #[derive(Clone, Copy, Debug)]
        pub enum Call<'a> { $( $(#[$meta])* $name(Record<'a, $payload, tail_type!($tail)>) ),* }

        /// Every row, in order of op id.
        pub const ROWS: &[Row] = &[ $( Row {
            op: $op,
            name: stringify!($name),
            payload: (<$payload as Payload>::NAME, size_of::<$payload>(), <$payload as Payload>::FIELDS),
            tail: (<tail_type!($tail) as Payload>::NAME, size_of::<tail_type!($tail)>(), <tail_type!($tail) as Payload>::FIELDS),
            class: Class::$class,
            flags: &[$(Flag::$flag),*],
            wait: WaitClass::$wait,
        } ),* ];

        impl Call<'_> {
            /// Which call this is.
            pub fn op(&self) -> Op {
                match self { $( Call::$name(_) => Op::$name ),* }
            }
        }

        const ALL: &[Op] = &[$(Op::$name),*];

        /// Decodes the record of a known op; `bytes` starts with the header.
        pub(crate) fn decode_call<'a>(op: Op, bytes: &'a [u8], cx: &CheckContext) -> Result<Call<'a>, DecodeErrorKind> {
            Ok(match op { $( Op::$name => Call::$name(record::<$payload, tail_type!($tail)>(bytes, cx, tail_count!($tail))?) ),* })
        }
    };
}

calls! {
    // Resources.
    /// A buffer, texture or renderbuffer comes to be.
    1 => ResourceCreate: MGPResourceDesc, Screen, fixed, [], None;
    /// A resource, or one level of it, gets new storage or metadata.
    2 => ResourceRespecify: MGPResourceDesc, Screen, fixed, [NeedsAck], None;
    /// A buffer, texture or renderbuffer is gone.
    3 => ResourceDestroy: MGPHandleOnly, Screen, fixed, [], None;
    /// Bytes or texels for a resource.
    4 => ResourceSubData: MGPSubData, Screen, [MGPSubRegion; |p| p.region_count], [HasBlob, VarTail], None;
    /// A flushed range of an explicit-flush mapping has been sent.
    5 => ResourceFlushRange: MGPBufferRange, Screen, fixed, [Optional], None;
    /// A range of a buffer is read back.
    6 => ResourceReadback: MGPBufferRange, Screen, fixed, [ReplySlot], Reply;
    /// Texels go from image to image.
    7 => ResourceCopyRegion: MGPCopyRegion, CtxObject, fixed, [], None;
    /// A persistent mapping begins.
    8 => MapPersistent: MGPMapPersistent, Screen, fixed, [], None;
    /// A persistent mapping ends.
    9 => UnmapPersistent: MGPHandleOnly, Screen, fixed, [], None;
    /// Anything without a destroy row of its own is gone.
    10 => ObjectDeath: MGPHandleOnly, Screen, fixed, [], None;
    /// Bytes go from buffer to buffer.
    11 => BufferCopy: MGPBufferCopy, CtxObject, fixed, [], None;
    /// A buffer range is filled.
    12 => BufferClear: MGPBufferClear, CtxObject, fixed, [], None;
    /// A buffer range's content is no longer needed.
    13 => BufferInvalidate: MGPBufferRange, CtxObject, fixed, [Optional], None;
    /// Texels come from an unpack buffer.
    14 => TextureUploadFromBuffer: MGPBufferUpload, CtxObject, fixed, [], None;
    /// Texels come from the read framebuffer.
    15 => CopyTexture: MGPCopyTexture, CtxObject, fixed, [], None;
    /// A region of a texture is filled.
    16 => ClearTexture: MGPClearTexture, CtxObject, fixed, [], None;
    /// Levels are made from the base level.
    17 => GenerateMipmap: MGPMipPlan, CtxObject, fixed, [], None;
    /// Parameters of a texture.
    18 => SetTextureParams: MGPTextureParams, CtxObject, fixed, [], None;

    // Immutable state objects.
    /// Sampler state.
    19 => CreateSampler: MGPSamplerDesc, CtxCso, fixed, [HasBlob], None;
    /// A restricting view.
    20 => CreateSamplerView: MGPSamplerView, CtxCso, fixed, [], None;
    /// A vertex format.
    21 => CreateVertexElements: MGPVertexElements, CtxCso, [MGPVertexElement; |p| p.count], [VarTail], None;
    /// A vertex format becomes current.
    22 => BindVertexElements: MGPHandleOnly, CtxCso, fixed, [], None;
    /// A pipeline state block.
    23 => CreateRenderState: MGPRenderStateDesc, CtxCso, fixed, [HasBlob], None;
    /// A pipeline state block becomes current.
    24 => BindRenderState: MGPBindRenderState, CtxCso, fixed, [], None;
    /// A linked program.
    25 => CreateProgram: MGPProgramDesc, CtxCso, fixed, [HasBlob], None;

    // State of the current context.
    /// The program that draws (null: none).
    26 => SetDrawProgram: MGPHandleOnly, CtxState, fixed, [], None;
    /// The program that dispatches.
    27 => SetDispatchProgram: MGPHandleOnly, CtxState, fixed, [], None;
    /// Units and binding points of a program's opaque uniforms and blocks.
    28 => SetProgramBindings: MGPProgramBindings, CtxObject, [MGPWord; |p| u64::from(p.samplers) + u64::from(p.images) + u64::from(p.uniform_blocks) + u64::from(p.storage_blocks)], [VarTail], None;
    /// Values of the default uniform block.
    29 => SetGlobalConstants: MGPGlobalConstants, CtxObject, fixed, [HasBlob], None;
    /// Viewports, scissors and the like.
    30 => SetDynamicState: MGPDynamicState, CtxState, fixed, [HasBlob], None;
    /// Tessellation patches.
    31 => SetPatchState: MGPPatchState, CtxState, fixed, [], None;
    /// One framebuffer object.
    32 => SetFramebufferState: MGPFramebufferState, CtxState, fixed, [], None;
    /// Vertex buffer binding points.
    33 => SetVertexBuffers: MGPVertexBuffers, CtxState, [MGPVertexBuffer; |p| p.count], [VarTail], None;
    /// The element array buffer.
    34 => SetIndexBuffer: MGPIndexBuffer, CtxState, fixed, [], None;
    /// Textures of the units.
    35 => SetSamplerViews: MGPSamplerViews, CtxState, [MGPBoundView; |p| p.count], [VarTail], None;
    /// Sampler objects of the units.
    36 => BindSamplerStates: MGPSamplerStates, CtxState, [MGPBoundSampler; |p| p.count], [VarTail], None;
    /// Image units.
    37 => SetShaderImages: MGPShaderImages, CtxState, [MGPImageView; |p| p.count], [VarTail], None;
    /// Uniform, storage or atomic counter buffers.
    38 => SetShaderBuffers: MGPShaderBuffers, CtxState, [MGPBufferBinding; |p| p.count], [VarTail], None;
    /// Transform feedback targets.
    39 => SetStreamOutput: MGPStreamOutput, CtxState, [MGPBufferBinding; |p| p.count], [VarTail], None;
    /// Current values of attributes without an array.
    40 => SetAttribDefaults: MGPAttribDefaults, CtxState, [MGPAttribDefault; |p| p.count], [VarTail], None;
    /// Pixel pack parameters.
    41 => SetPixelPackState: MGPPixelPackState, CtxState, fixed, [], None;
    /// The pixel pack buffer (null: none).
    42 => SetPixelPackBuffer: MGPHandleOnly, CtxState, fixed, [], None;

    // Verbs.
    /// Every draw.
    43 => DrawVbo: MGPDrawInfo, CtxVerb, [MGPWord; |p| p.tail_words()], [VarTail], None;
    /// Every dispatch.
    44 => LaunchGrid: MGPGridInfo, CtxVerb, fixed, [], None;
    /// Memory barrier.
    45 => MemoryBarrier: MGPMemoryBarrier, CtxVerb, fixed, [], None;
    /// Texture barrier.
    46 => TextureBarrier: MGPNothing, CtxVerb, fixed, [], None;
    /// Every clear.
    47 => Clear: MGPClear, CtxVerb, fixed, [], None;
    /// Every blit.
    48 => Blit: MGPBlit, CtxVerb, fixed, [], None;
    /// Framebuffer content is no longer needed.
    49 => InvalidateFramebuffer: MGPInvalidate, CtxVerb, [MGPWord; |p| p.count], [VarTail, Optional], None;
    /// Transform feedback begins.
    50 => BeginTransformFeedback: MGPBeginXfb, CtxVerb, fixed, [], None;
    /// Transform feedback ends.
    51 => EndTransformFeedback: MGPHandleOnly, CtxVerb, fixed, [], None;
    /// Transform feedback pauses.
    52 => PauseTransformFeedback: MGPHandleOnly, CtxVerb, fixed, [], None;
    /// Transform feedback goes on.
    53 => ResumeTransformFeedback: MGPHandleOnly, CtxVerb, fixed, [], None;
    /// Pixels of the read framebuffer, into the reply slots.
    54 => ReadPixels: MGPReadbackInfo, CtxVerb, fixed, [ReplySlot], Reply;
    /// Pixels of the read framebuffer, into the pack buffer.
    55 => ReadPixelsToBuffer: MGPReadbackInfo, CtxVerb, fixed, [], None;
    /// Texels of a texture, into the reply slots.
    56 => GetTextureImage: MGPReadbackInfo, CtxVerb, fixed, [ReplySlot], Reply;
    /// Texels of a texture, into the pack buffer.
    57 => GetTextureImageToBuffer: MGPReadbackInfo, CtxVerb, fixed, [], None;

    // Queries.
    /// A query begins.
    58 => BeginQuery: MGPQuery, CtxQuery, fixed, [], None;
    /// A query ends.
    59 => EndQuery: MGPQuery, CtxQuery, fixed, [], None;
    /// A timestamp.
    60 => QueryCounter: MGPQuery, CtxQuery, fixed, [], None;
    /// A query's result.
    61 => GetQueryResult: MGPQueryResult, CtxQuery, fixed, [ReplySlot], Reply;
    /// A query's result, into a buffer.
    62 => GetQueryResultToBuffer: MGPQueryToBuffer, CtxQuery, fixed, [], None;
    /// Conditional rendering begins.
    63 => BeginConditionalRender: MGPConditionalRender, CtxQuery, fixed, [], None;
    /// Conditional rendering ends.
    64 => EndConditionalRender: MGPNothing, CtxQuery, fixed, [], None;

    // Fences, flush, finish.
    /// A fence behind everything so far.
    65 => CreateFence: MGPHandleOnly, Screen, fixed, [], None;
    /// Retired: [`Op::Watch`] asks to be told.
    66 => ClientWaitFence: MGPFenceWait, Screen, fixed, [ReplySlot], Reply;
    /// The driver waits for a fence.
    67 => ServerWaitFence: MGPFenceWait, Screen, fixed, [], None;
    /// The driver gets everything so far.
    68 => Flush: MGPValue, Screen, fixed, [], None;
    /// Everything so far is executed before the client goes on.
    69 => Finish: MGPNothing, Screen, fixed, [], Applied;

    // Contexts, surfaces, presentation.
    /// A context comes to be.
    70 => CreateContext: MGPContextDesc, Screen, fixed, [], None;
    /// The context that the following records belong to.
    71 => MakeCurrent: MGPMakeCurrent, Screen, fixed, [], None;
    /// Storage of a default framebuffer.
    72 => CreateSurface: MGPSurfaceDesc, Screen, fixed, [], None;
    /// A frame is finished.
    73 => Present: MGPPresent, CtxVerb, fixed, [], Present;
    /// Frames between presentations.
    74 => SetSwapInterval: MGPValue, CtxState, fixed, [Optional], None;
    /// The GPU's clock, ns, as `glGetInteger64v(GL_TIMESTAMP)` reads it (answer: a [`QueryAnswer`]).
    75 => GetTimestamp: MGPNothing, CtxQuery, fixed, [ReplySlot], Reply;
    /// A debug group or marker of the application.
    76 => DebugMarker: MGPDebugMarker, CtxState, fixed, [HasBlob, Optional], None;
    /// A fence's signal or a query's result is to be said as an event as soon as it is there.
    77 => Watch: MGPHandleOnly, Screen, fixed, [], None;
    /// Framebuffer bindings, of objects that have not changed.
    78 => BindFramebuffer: MGPFramebufferBinding, CtxState, fixed, [], None;
}

impl Op {
    /// The op of an id.
    #[inline]
    pub fn from_wire(op: u16) -> Option<Op> {
        ALL.get(usize::from(op).checked_sub(1)?).copied()
    }
    /// The id.
    #[inline]
    pub const fn wire(self) -> u16 {
        self as u16
    }
    /// The row.
    #[inline]
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize - 1]
    }
    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }
    /// Whether the header may ask for an acknowledgement.
    #[inline]
    pub fn needs_ack(self) -> bool {
        matches!(self, Op::ResourceRespecify)
    }
}

// Op ids are positions, exactly the reply rows wait for replies, and flags say what payload and tail are.
const _: () = {
    let mut i = 0;
    while i < ROWS.len() {
        let row = &ROWS[i];
        assert!(row.op as usize == i + 1, "op ids are consecutive from 1");
        let (mut replies, mut varies, mut acks) = (false, false, false);
        let mut j = 0;
        while j < row.flags.len() {
            match row.flags[j] {
                Flag::ReplySlot => replies = true,
                Flag::VarTail => varies = true,
                Flag::NeedsAck => acks = true,
                _ => {}
            }
            j += 1;
        }
        assert!(replies == matches!(row.wait, WaitClass::Reply), "ReplySlot and WaitClass::Reply go together");
        assert!(varies == (row.tail.1 != 1), "VarTail rows, and no others, have a tail");
        assert!(acks == (row.op == Op::ResourceRespecify as u16), "see Op::needs_ack");
        i += 1;
    }
};

/// Digest over everything that both sides must agree on: the catalogue, every payload's layout, the header, endianness and
/// pointer width.
pub fn layout_digest() -> u64 {
    digest(ROWS)
}

/// Digest of a catalogue of `rows`.
pub fn digest(rows: &[Row]) -> u64 {
    let mut text = format!(
        "header op:u16 flags:u16 size:u32; endian {}; pointer {}\n",
        if cfg!(target_endian = "little") { "little" } else { "big" },
        size_of::<usize>()
    );
    use std::fmt::Write;
    for row in rows {
        let (payload, tail) = (describe(row.payload), describe(row.tail));
        let _ =
            writeln!(text, "{} {} {payload} {tail} {:?} {:?} {:?}", row.op, row.name, row.class, row.flags, row.wait);
    }
    crate::encode::content_hash(text.as_bytes())
}

fn describe((name, size, fields): (&str, usize, &[FieldLayout])) -> String {
    let fields: Vec<_> = fields.iter().map(|f| format!("{}:{}@{}={}", f.name, f.ty, f.offset, f.rule)).collect();
    format!("{name}[{size}]{{{}}}", fields.join(","))
}
