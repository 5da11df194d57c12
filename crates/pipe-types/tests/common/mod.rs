//! Valid records of every row, made from what the catalogue says that each field may hold.

use pipe_types::{
    MGPBox,
    catalogue::{ROWS, Row},
    decode::{DecodeErrorKind, Decoder, round8},
    handle::Kind,
    record::{FieldLayout, MAX_SLOTS, Payload},
    records::{clear_blit::*, framebuffer::*, image::*, program::*, raster::*, resource::*, sampler::*, vertex::*},
};

/// Bytes of the staging segment that the records are made for.
pub(crate) const STAGING: u64 = 1 << 20;

/// Numbers from a seed (xorshift): a test case is its seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 8
    }
    /// From 0 to `max`.
    pub(crate) fn up_to(&mut self, max: u64) -> u64 {
        self.next() % (max + 1)
    }
}

/// The numbers behind the names in `at_most` and `bits`.
fn number(expression: &str) -> u64 {
    match expression {
        "1 << 20" => 1 << 20,
        "BUFFER_BINDINGS" => BUFFER_BINDINGS.into(),
        "BUFFER_BITS" => BUFFER_BITS.into(),
        "FramebufferTarget::Both as u64" => FramebufferTarget::Both.wire().into(),
        "IMAGE_UNITS" => IMAGE_UNITS.into(),
        "IMAGE_UNITS - 1" => u64::from(IMAGE_UNITS) - 1,
        "TEXTURE_UNITS" => TEXTURE_UNITS.into(),
        "TEXTURE_UNITS - 1" => u64::from(TEXTURE_UNITS) - 1,
        "VERTEX_ATTRIBS" => VERTEX_ATTRIBS.into(),
        "VERTEX_ATTRIBS - 1" => u64::from(VERTEX_ATTRIBS) - 1,
        "VERTEX_BINDINGS" => VERTEX_BINDINGS.into(),
        "VERTEX_BINDINGS - 1" => u64::from(VERTEX_BINDINGS) - 1,
        "bind_mask::ALL" => bind_mask::ALL.into(),
        "draw_flags::ALL" => pipe_types::records::draw::draw_flags::ALL.into(),
        "dynamic_chunk::ALL" => dynamic_chunk::ALL.into(),
        "pipeline_chunk::ALL" => pipeline_chunk::ALL.into(),
        other => match other.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).unwrap_or_else(|_| panic!("no number: {other}")),
            None => other.parse().unwrap_or_else(|_| panic!("no number: {other}")),
        },
    }
}

/// The values of the enumerations in `one_of`.
fn values(name: &str) -> Vec<u64> {
    macro_rules! all {
        ($($ty:ident),*) => { match name.rsplit("::").next().expect("a name").trim() {
            $( stringify!($ty) => $ty::ALL.iter().map(|v| u64::from(v.wire())).collect(), )*
            other => panic!("no such enumeration: {other}"),
        } };
    }
    all!(
        AttribClass,
        BlitFilter,
        BorderForm,
        BufferClass,
        ClearKind,
        FramebufferTarget,
        ImageAccess,
        Kind,
        ResourceTarget,
        StorageKind,
        SurfaceKind,
        UploadTarget,
        ValueClass
    )
}

/// Payloads that are parts of others.
fn part(ty: &str) -> (usize, &'static [FieldLayout]) {
    let element = ty.trim_start_matches('[').split(';').next().expect("a type").trim();
    match element {
        "MGPBlendTarget" => (size_of::<MGPBlendTarget>(), MGPBlendTarget::FIELDS),
        "MGPBox" => (size_of::<MGPBox>(), MGPBox::FIELDS),
        "MGPStencilFace" => (size_of::<MGPStencilFace>(), MGPStencilFace::FIELDS),
        "MGPSurface" => (size_of::<MGPSurface>(), MGPSurface::FIELDS),
        other => panic!("no such part: {other}"),
    }
}

/// Fills `out` with fields that keep their rules. `inline` grows to the bytes that blobs in the record itself need.
fn fill(fields: &[FieldLayout], out: &mut [u8], random: &mut Random, inline: &mut u64) {
    for (i, field) in fields.iter().enumerate() {
        let end = fields.get(i + 1).map_or(out.len(), |next| next.offset);
        let bytes = &mut out[field.offset..end];
        let (rule, argument) = match field.rule.split_once('(') {
            Some((rule, rest)) => (rule.trim(), rest.trim_end_matches(')').trim()),
            None => (field.rule.trim(), ""),
        };
        let put = |bytes: &mut [u8], value: u64| bytes.copy_from_slice(&value.to_le_bytes()[..bytes.len()]);
        match rule {
            "any" => bytes.iter_mut().for_each(|byte| *byte = random.next() as u8),
            "zero" => bytes.fill(0),
            "flag" => put(bytes, random.up_to(1)),
            // Counts are kept small, so that records are.
            "at_most" if random.up_to(7) > 0 => put(bytes, random.up_to(number(argument).min(5))),
            "at_most" => put(bytes, random.up_to(number(argument).min(64))),
            "bits" => put(bytes, random.next() & number(argument)),
            "one_of" => {
                let all = values(argument);
                put(bytes, all[random.up_to(all.len() as u64 - 1) as usize]);
            }
            "handle" | "handle_or_null" | "raw_handle" => {
                let null = rule != "handle" && random.up_to(3) == 0;
                let slot = if null { 0 } else { 1 + random.up_to(u64::from(MAX_SLOTS) - 2) };
                put(&mut bytes[..4], slot);
                put(&mut bytes[4..], if null { 0 } else { 1 + random.up_to(u64::from(u32::MAX) - 1) });
            }
            "nested" => {
                let (size, fields) = part(field.ty);
                bytes.chunks_exact_mut(size).for_each(|chunk| fill(fields, chunk, random, inline));
            }
            "blob" => {
                for blob in bytes.chunks_exact_mut(24) {
                    blob.fill(0);
                    let (segment, offset, size) = match random.up_to(2) {
                        0 => (0, 0, 0),
                        1 => {
                            let offset = random.up_to(STAGING);
                            (1, offset, random.up_to(STAGING - offset))
                        }
                        _ => {
                            let (offset, size) = (random.up_to(40), random.up_to(70));
                            *inline = (*inline).max(offset + size);
                            (2, offset, size)
                        }
                    };
                    put(&mut blob[..8], offset);
                    put(&mut blob[8..16], size);
                    put(&mut blob[16..20], segment);
                }
            }
            other => panic!("no such rule: {other}"),
        }
    }
}

/// Words, so that records are aligned.
pub(crate) fn aligned(bytes: &[u8]) -> Vec<u64> {
    let mut words = vec![0; bytes.len().div_ceil(8)];
    for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
        let mut whole = [0; 8];
        whole[..chunk.len()].copy_from_slice(chunk);
        *word = u64::from_ne_bytes(whole);
    }
    words
}

/// The bytes of words.
pub(crate) fn bytes(words: &[u64]) -> &[u8] {
    zerocopy::IntoBytes::as_bytes(words)
}

/// A valid record of a row.
pub(crate) fn record(row: &Row, random: &mut Random) -> Vec<u8> {
    let mut payload = vec![0; round8(row.payload.1 as u64) as usize];
    let mut inline = 0;
    fill(row.payload.2, &mut payload[..row.payload.1], random, &mut inline);
    let build = |tail: &[u8], tail_padded: usize, inline: &[u8]| {
        let size = 8 + payload.len() + tail_padded + round8(inline.len() as u64) as usize;
        let mut out = Vec::with_capacity(size);
        out.extend(row.op.to_ne_bytes());
        out.extend(0u16.to_ne_bytes());
        out.extend((size as u32).to_ne_bytes());
        out.extend(&payload);
        out.extend(tail);
        out.resize(8 + payload.len() + tail_padded, 0);
        out.extend(inline);
        out.resize(size, 0);
        out
    };
    let inline: Vec<u8> = (0..inline).map(|_| random.next() as u8).collect();
    if row.tail.0 == "NoTail" {
        return build(&[], 0, &inline);
    }
    // How many elements there are, only the catalogue's count knows: the number that the decoder takes is looked for.
    let mut tail = Vec::new();
    let mut none = 0;
    for count in 0..300 {
        let padded = round8((count * row.tail.1) as u64) as usize;
        let out = build(&tail, padded, &inline);
        match Decoder::new(STAGING).decode(bytes(&aligned(&out))) {
            Ok(_) => return out,
            Err(error) if matches!(error.kind, DecodeErrorKind::Size { .. } | DecodeErrorKind::Field(_)) => {}
            Err(error) => panic!("{error}"),
        }
        let start = tail.len();
        tail.resize(start + row.tail.1, 0);
        fill(row.tail.2, &mut tail[start..], random, &mut none);
    }
    panic!("no tail fits {}", row.name)
}

/// Every row with a valid record.
pub(crate) fn every_record(seed: u64) -> impl Iterator<Item = (&'static Row, Vec<u8>)> {
    let mut random = Random::new(seed);
    ROWS.iter().map(move |row| (row, record(row, &mut random)))
}
