//! Throughput of the usual conversions beside a plain copy. The bytes counted are those read and written, so that the
//! numbers compare with the copy's.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use texel::unpack::unpack;
use texel::{Extent, PixelLayout, PixelStore, gl, info};

/// A megapixel: larger than the second-level cache, as uploads are.
const EXTENT: Extent = Extent::new_2d(1024, 1024);

fn uploads(c: &mut Criterion) {
    let pixels = EXTENT.pixels().unwrap();
    let mut group = c.benchmark_group("unpack");
    group.sample_size(20);
    let source: Vec<u8> = (0..pixels * 16).map(|i| (i * 7 % 61) as u8).collect();
    let mut target = vec![0u8; pixels * 16];
    group.throughput(Throughput::Bytes(2 * 4 * pixels as u64));
    group.bench_function("memcpy of 4 MiB", |b| {
        b.iter(|| target[..4 * pixels].copy_from_slice(black_box(&source[..4 * pixels])));
    });
    for (name, format, type_, internal) in [
        ("RGBA8", gl::RGBA, gl::UNSIGNED_BYTE, gl::RGBA8),
        ("BGRA8 to RGBA8", gl::BGRA, gl::UNSIGNED_BYTE, gl::RGBA8),
        ("RGB8", gl::RGB, gl::UNSIGNED_BYTE, gl::RGB8),
        ("RGB8 to RGBA8", gl::RGB, gl::UNSIGNED_BYTE, gl::RGBA8),
        ("RGBA8 to RGB8", gl::RGBA, gl::UNSIGNED_BYTE, gl::RGB8),
        ("BGR8 to RGB8", gl::BGR, gl::UNSIGNED_BYTE, gl::RGB8),
        ("R11G11B10F", gl::RGB, gl::UNSIGNED_INT_10F_11F_11F_REV, gl::R11F_G11F_B10F),
        ("RGB32F to R11G11B10F", gl::RGB, gl::FLOAT, gl::R11F_G11F_B10F),
        ("RGB32F", gl::RGB, gl::FLOAT, gl::RGB32F),
        ("RGB32F to RGBA32F", gl::RGB, gl::FLOAT, gl::RGBA32F),
        ("RGBA32F to RGBA16F", gl::RGBA, gl::FLOAT, gl::RGBA16F),
        ("RGBA32F to RGBA8", gl::RGBA, gl::FLOAT, gl::RGBA8),
        ("RGB565 to RGBA8", gl::RGB, gl::UNSIGNED_SHORT_5_6_5, gl::RGBA8),
        ("RGBA4 to RGBA8", gl::RGBA, gl::UNSIGNED_SHORT_4_4_4_4, gl::RGBA8),
        ("RGBA8 to RGB565", gl::RGBA, gl::UNSIGNED_BYTE, gl::RGB565),
        ("RGBA16 to RGBA8", gl::RGBA, gl::UNSIGNED_SHORT, gl::RGBA8),
        ("RGB10_A2 to RGBA8", gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV, gl::RGBA8),
        ("RED8 to RGBA8", gl::RED, gl::UNSIGNED_BYTE, gl::RGBA8),
        ("RGB32F to RGB9_E5", gl::RGB, gl::FLOAT, gl::RGB9_E5),
        ("D16 to D24", gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT, gl::DEPTH_COMPONENT24),
        ("D32F_S8 to D24S8", gl::DEPTH_STENCIL, gl::FLOAT_32_UNSIGNED_INT_24_8_REV, gl::DEPTH24_STENCIL8),
        ("D24S8", gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8, gl::DEPTH24_STENCIL8),
        ("D32F to D24", gl::DEPTH_COMPONENT, gl::FLOAT, gl::DEPTH_COMPONENT24),
    ] {
        let layout = PixelLayout::new(format, type_).unwrap();
        let info = info(internal).unwrap();
        let (from, to) = (pixels * layout.bytes(), pixels * usize::from(info.wire.bytes));
        group.throughput(Throughput::Bytes((from + to) as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| {
                let (src, dst) = (black_box(&source[..from]), &mut target[..to]);
                unpack(src, &PixelStore::TIGHT, &layout, EXTENT, info, dst).unwrap();
            });
        });
    }
}

criterion_group!(benches, uploads);
criterion_main!(benches);
