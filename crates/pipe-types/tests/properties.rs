//! What holds for every record, event and message, and for any bytes that are none.

mod common;

use common::{STAGING, aligned, bytes, every_record};
use pipe_types::{
    Call, Decoder, Op,
    catalogue::{ROWS, Row, digest, layout_digest},
    decode::{DecodeErrorKind, Record},
    encode::{record_size, write_record},
    event::{Event, EventKind, SessionFault},
    handle::RawHandle,
    handshake::{Answer, Hello, Refuse, SegmentSizes, Welcome},
    record::Payload,
};
use proptest::prelude::*;

/// Writes a decoded record again.
fn again<P: Payload, T: Payload>(op: Op, record: &Record<'_, P, T>) -> Vec<u8> {
    let mut out = vec![0xFF; record_size::<P, T>(record.tail.len(), record.inline.len())];
    write_record(&mut out, op, 0, record.payload, record.tail, &[record.inline]);
    out
}

/// Writes any call again; the list is complete, or this would not compile.
fn encoded(call: &Call<'_>) -> Vec<u8> {
    macro_rules! each {
        ($($name:ident),* $(,)?) => { match call { $( Call::$name(record) => again(Op::$name, record) ),* } };
    }
    each!(
        ResourceCreate,
        ResourceRespecify,
        ResourceDestroy,
        ResourceSubData,
        ResourceFlushRange,
        ResourceReadback,
        ResourceCopyRegion,
        MapPersistent,
        UnmapPersistent,
        ObjectDeath,
        BufferCopy,
        BufferClear,
        BufferInvalidate,
        TextureUploadFromBuffer,
        CopyTexture,
        ClearTexture,
        GenerateMipmap,
        SetTextureParams,
        CreateSampler,
        CreateSamplerView,
        CreateVertexElements,
        BindVertexElements,
        CreateRenderState,
        BindRenderState,
        CreateProgram,
        SetDrawProgram,
        SetDispatchProgram,
        SetProgramBindings,
        SetGlobalConstants,
        SetDynamicState,
        SetPatchState,
        SetFramebufferState,
        SetVertexBuffers,
        SetIndexBuffer,
        SetSamplerViews,
        BindSamplerStates,
        SetShaderImages,
        SetShaderBuffers,
        SetStreamOutput,
        SetAttribDefaults,
        SetPixelPackState,
        SetPixelPackBuffer,
        DrawVbo,
        LaunchGrid,
        MemoryBarrier,
        TextureBarrier,
        Clear,
        Blit,
        InvalidateFramebuffer,
        BeginTransformFeedback,
        EndTransformFeedback,
        PauseTransformFeedback,
        ResumeTransformFeedback,
        ReadPixels,
        ReadPixelsToBuffer,
        GetTextureImage,
        GetTextureImageToBuffer,
        BeginQuery,
        EndQuery,
        QueryCounter,
        GetQueryResult,
        GetQueryResultToBuffer,
        BeginConditionalRender,
        EndConditionalRender,
        CreateFence,
        ClientWaitFence,
        ServerWaitFence,
        Flush,
        Finish,
        CreateContext,
        MakeCurrent,
        CreateSurface,
        Present,
        SetSwapInterval,
        GetTimestamp,
        DebugMarker,
        Watch,
        BindFramebuffer
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    // red once: with the padding behind inline bytes not zeroed
    #[test]
    fn a_record_of_any_row_survives_decoding_and_encoding(seed: u64) {
        for (row, record) in every_record(seed) {
            let words = aligned(&record);
            let call = Decoder::new(STAGING).decode(bytes(&words));
            let call = call.unwrap_or_else(|error| panic!("{error}: {record:?}"));
            prop_assert_eq!(call.op().wire(), row.op);
            prop_assert!(encoded(&call) == record, "{}", row.name);
        }
    }

    // red once: with the sizes not compared
    #[test]
    fn a_record_of_another_length_is_none(seed: u64, change in prop::sample::select(vec![-16i32, -8, 8, 16, 4096])) {
        for (row, mut record) in every_record(seed) {
            let length = record.len() as i32 + change;
            if length < 8 {
                continue;
            }
            record.resize(length as usize, 0);
            record[4..8].copy_from_slice(&(length as u32).to_ne_bytes());
            let words = aligned(&record);
            let error = Decoder::new(STAGING).decode(bytes(&words)).expect_err(row.name);
            prop_assert_eq!(error.record, row.name);
        }
    }

    // red once: with `split_at` instead of `split_at_checked` for the payload
    #[test]
    fn any_bytes_are_a_record_or_an_error(mut noise in prop::collection::vec(any::<u8>(), 0..600), op in 0..90u16, right_size: bool) {
        if noise.len() >= 8 {
            noise[..2].copy_from_slice(&op.to_ne_bytes());
            noise[2..4].fill(0);
            if right_size {
                noise.truncate(noise.len() / 8 * 8);
                let size = noise.len() as u32;
                noise[4..8].copy_from_slice(&size.to_ne_bytes());
            }
        }
        let words = aligned(&noise);
        let outcome = Decoder::new(STAGING).decode(&bytes(&words)[..noise.len()]);
        match outcome {
            Ok(call) => prop_assert_eq!(encoded(&call).len(), noise.len()),
            // The message is there to be read.
            Err(error) => prop_assert!(error.to_string().starts_with(error.record)),
        }
    }

    // red once: with padding not looked at
    #[test]
    fn one_wrong_byte_is_found_or_harmless(seed: u64, at: prop::sample::Index, value: u8) {
        for (row, mut record) in every_record(seed) {
            let at = 8 + at.index(record.len() - 8);
            record[at] = value;
            let words = aligned(&record);
            match Decoder::new(STAGING).decode(bytes(&words)) {
                Ok(call) => prop_assert!(encoded(&call) == record, "{}: a byte that decoding lost", row.name),
                Err(error) => prop_assert_eq!(error.record, row.name),
            }
        }
    }

    // red once: with `offset + size` wrapping
    #[test]
    fn a_blob_stays_inside_its_segment(offset: u64, size: u64, how in 0..3) {
        let (offset, size) = match how {
            0 => (offset, size),
            1 => (STAGING - offset % 64, size % 128),
            // The end wraps around into the segment.
            _ => (offset | 1 << 63, (offset | 1 << 63).wrapping_neg().wrapping_add(size % STAGING)),
        };
        let mut sampler = pipe_types::records::sampler::MGPSamplerDesc {
            sampler: RawHandle { slot: 1, generation: 1 },
            ..Default::default()
        };
        sampler.blob = pipe_types::MGPBlobRef::staging(offset, size);
        let mut record = vec![0; 8 + size_of_val(&sampler)];
        write_record::<_, pipe_types::primitive::NoTail>(&mut record, Op::CreateSampler, 0, &sampler, &[], &[]);
        let words = aligned(&record);
        let inside = offset.checked_add(size).is_some_and(|end| end <= STAGING);
        match Decoder::new(STAGING).decode(bytes(&words)) {
            Ok(_) => prop_assert!(inside, "{offset} + {size}"),
            Err(error) => {
                prop_assert!(!inside, "{offset} + {size}: {error}");
                prop_assert!(matches!(error.kind, DecodeErrorKind::Field(field) if field.field == "MGPSamplerDesc.blob"));
            }
        }
    }

    // red once: with the code of a GL error written as 0
    #[test]
    fn any_bytes_are_an_event_or_an_error(kind in 0..14u32, tidy: bool, mut noise in prop::collection::vec(any::<u8>(), 0..64)) {
        if tidy && noise.len() >= 8 {
            noise[4..8].fill(0);
        }
        match Event::decode(kind, &noise) {
            Ok(event) => {
                let (again, bytes) = event.encode();
                prop_assert_eq!(again.wire(), kind);
                prop_assert_eq!(Event::decode(kind, &bytes), Ok(event));
            }
            Err(error) => prop_assert_eq!((error.kind, error.len), (kind, noise.len())),
        }
    }

    // red once: with the length left out of the error
    #[test]
    fn any_bytes_are_a_message_or_an_error(noise in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Err(error) = Hello::from_bytes(&noise) {
            prop_assert_eq!((error.what, error.len), ("Hello", noise.len()));
        }
        if let Err(error) = Answer::from_bytes(&noise) {
            prop_assert_eq!((error.what, error.len), ("Answer", noise.len()));
        }
    }

    // red once: with a panic in place of the error
    #[test]
    fn a_wrong_byte_in_a_message_is_found_or_harmless(at: prop::sample::Index, value: u8, cut: prop::sample::Index) {
        for message in [hello().to_bytes(), welcome().to_bytes(), refuse().to_bytes()] {
            let mut wrong = message.clone();
            wrong[at.index(message.len())] = value;
            // What is taken for a message can be looked at whole.
            let _ = Hello::from_bytes(&wrong).map(|hello| hello.to_bytes());
            let _ = Answer::from_bytes(&wrong).map(|answer| answer.to_bytes());
            let short = &message[..cut.index(message.len())];
            let _ = Hello::from_bytes(short).map(|hello| hello.to_bytes());
            let _ = Answer::from_bytes(short).map(|answer| answer.to_bytes());
        }
    }
}

fn hello() -> Hello {
    Hello {
        protocol: 1,
        layout_digest: layout_digest(),
        client_version: "1.2.3".to_owned(),
        sizes: SegmentSizes { commands: 1, staging: 2, reply_slots: 3, reply_slot_size: 4, events: 5 },
        program: "a program".to_owned(),
        mask: "norm16,bgra".to_owned(),
    }
}

fn welcome() -> Answer {
    let caps = pipe_types::caps::Capabilities { vendor: "a vendor".to_owned(), ..Default::default() };
    Answer::Welcome(Box::new(Welcome { protocol: 1, server_version: "1.2.3".to_owned(), caps }))
}

fn refuse() -> Answer {
    Answer::Refuse(Refuse::Greeting("no".to_owned()))
}

// red once: with the first byte left out
#[test]
fn messages_survive() {
    assert_eq!(Hello::from_bytes(&hello().to_bytes()).unwrap(), hello());
    for answer in [welcome(), refuse()] {
        assert_eq!(Answer::from_bytes(&answer.to_bytes()).unwrap(), answer);
    }
}

// red once: with the code of a fault written as 0
#[test]
fn events_survive() {
    let handle = RawHandle { slot: 3, generation: 4 };
    for event in [
        Event::GlError(0x505, "out of memory".to_owned()),
        Event::BufferWriteBack(pipe_types::event::MGPBufferEvent { buffer: handle, offset: 8, size: 3 }, vec![1, 2, 3]),
        Event::TextureWriteBack(handle),
        Event::MipLevelsGenerated(handle),
        Event::CapsInvalidated,
        Event::Log(2, "a warning".to_owned()),
        Event::SessionFault(SessionFault::OutOfMemory, "all of it".to_owned()),
        Event::FenceSignaled(handle),
    ] {
        let (kind, bytes) = event.encode();
        assert_eq!(Event::decode(kind.wire(), &bytes), Ok(event));
    }
    assert!(Event::decode(EventKind::SessionFault.wire(), &[0; 8]).is_err());
}

// red once: with rules left out of the digest
#[test]
fn the_digest_is_of_everything() {
    let changed = |change: &dyn Fn(&mut Row)| {
        let mut rows = ROWS.to_vec();
        change(&mut rows[4]);
        digest(&rows)
    };
    let fields = |change: &dyn Fn(&mut pipe_types::record::FieldLayout)| {
        changed(&|row| {
            let mut fields = row.payload.2.to_vec();
            change(&mut fields[1]);
            row.payload.2 = Vec::leak(fields);
        })
    };
    use pipe_types::catalogue::{Class, WaitClass};
    let all = [
        layout_digest(),
        changed(&|row| row.op = 99),
        changed(&|row| row.name = "Another"),
        changed(&|row| row.payload.0 = "MGPOther"),
        changed(&|row| row.payload.1 += 8),
        changed(&|row| row.tail.1 += 1),
        changed(&|row| row.class = Class::CtxQuery),
        changed(&|row| row.flags = &[]),
        changed(&|row| row.wait = WaitClass::Applied),
        fields(&|field| field.name = "other"),
        fields(&|field| field.ty = "u9"),
        fields(&|field| field.offset += 1),
        fields(&|field| field.rule = "zero"),
        digest(&ROWS[1..]),
    ];
    for (i, one) in all.iter().enumerate() {
        assert!(!all[..i].contains(one), "change {i} is not seen");
    }
    assert_eq!(layout_digest(), digest(ROWS));
}
