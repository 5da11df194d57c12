//! Draws into framebuffers: outputs reach the attachments that the draw buffers name, whatever the arrangement, and what has not
//! changed is not looked at again.

mod common;

use common::{Rig, plain};
use pipe_types::{
    Op, RawHandle,
    records::{
        clear_blit::{BlitFilter, MGPBlit, ValueClass},
        framebuffer::{COLOR_POINTS, FramebufferTarget, MGPFramebufferBinding, MGPFramebufferState, MGPSurface},
    },
};

/// Output `i` is its own red, and nothing that a clear or a blit here writes.
const OUTPUTS: &str = "#version 330 core\nlayout(location = 0) out vec4 o[8];\n\
    void main() { for (int i = 0; i < 8; i++) o[i] = vec4(float(i + 1) * 16.0 / 255.0, 1.0, 0.0, 1.0); }";

fn output(slot: usize) -> [u8; 4] {
    [(slot + 1) as u8 * 16, 255, 0, 255]
}

fn floats(value: [u8; 4]) -> [f32; 4] {
    value.map(|x| f32::from(x) / 255.0)
}

/// Attachments of 4 x 4 pixels, and what their corners (0, 0), (3, 3) and (3, 0) have to hold.
struct Stage {
    rig: Rig,
    fbo: RawHandle,
    surfaces: Vec<MGPSurface>,
    model: Vec<[[u8; 4]; 3]>,
    /// A framebuffer that is blitted from.
    source: RawHandle,
}

impl Stage {
    fn new(attachments: usize) -> Stage {
        let mut rig = Rig::new();
        rig.fragment(OUTPUTS);
        let surfaces = (0..attachments).map(|_| plain(&mut rig, glow::RGBA8, 4, 4).1).collect();
        let (_, surface) = plain(&mut rig, glow::RGBA8, 1, 1);
        let (fbo, source) = (rig.mint_framebuffer(), rig.mint_framebuffer());
        rig.bind(source, FramebufferTarget::Named, |f| f.color[0] = surface);
        let mut stage = Stage { rig, fbo, surfaces, model: vec![[[0; 4]; 3]; attachments], source };
        let all = (1u16 << attachments) - 1;
        let mut buffers = [-1; COLOR_POINTS];
        (0..attachments).for_each(|i| buffers[i] = i as i8);
        stage.bind(FramebufferTarget::Both, all as u8, buffers, 0);
        (0..attachments).for_each(|i| stage.rig.clear_floats(i as i32, [0.0; 4]));
        stage
    }

    fn bind(&mut self, target: FramebufferTarget, occupied: u8, buffers: [i8; COLOR_POINTS], read: usize) {
        let surfaces = &self.surfaces;
        self.rig.bind(self.fbo, target, |f| {
            f.color = [MGPSurface::EMPTY; COLOR_POINTS];
            for (i, surface) in surfaces.iter().enumerate().filter(|(i, _)| occupied & (1 << i) != 0) {
                f.color[i] = *surface;
            }
            f.draw_buffers = buffers;
            f.read_surface = f.color[read];
        });
    }

    /// Clears, draws over the left half, blits into a corner, and reads every attachment.
    fn check(&mut self, n: usize, occupied: u8, buffers: [i8; COLOR_POINTS]) {
        let first = occupied.trailing_zeros() as usize;
        self.bind(FramebufferTarget::Both, occupied, buffers, first);
        let blitted = [n as u8, 0, 9, 255];
        for (slot, &named) in buffers.iter().enumerate() {
            let cleared = [n as u8, (n >> 8) as u8, slot as u8, 100];
            self.rig.clear_floats(slot as i32, floats(cleared));
            if named >= 0 && occupied & (1 << named) != 0 {
                self.model[named as usize] = [output(slot), cleared, blitted];
            }
        }
        self.rig.draw(2, 4);
        self.rig.clear_named(self.source, 0, ValueClass::Float, floats(blitted).map(f32::to_bits));
        let blit = MGPBlit {
            read_fbo: self.source,
            draw_fbo: self.fbo,
            src: [0, 0, 1, 1],
            dst: [3, 0, 4, 1],
            mask: glow::COLOR_BUFFER_BIT,
            filter: BlitFilter::Nearest.wire(),
        };
        self.rig.apply(Op::Blit, &blit);
        for read in (0..self.surfaces.len()).filter(|i| occupied & (1 << i) != 0) {
            self.bind(FramebufferTarget::Read, occupied, buffers, read);
            let pixels = self.rig.read_rgba8([0, 0, 4, 4]);
            let at = |x: usize, y: usize| &pixels[(y * 4 + x) * 4..][..4];
            let corners = [at(0, 0), at(3, 3), at(3, 0)];
            assert_eq!(corners, self.model[read], "attachment {read} of {occupied:#b} with {buffers:?}");
        }
    }
}

/// Every array of draw buffers over `n` attachments, holes included.
fn arrangements(n: usize) -> Vec<[i8; COLOR_POINTS]> {
    let mut all = vec![[-1; COLOR_POINTS]];
    for slot in 0..n {
        let longer = all.iter().flat_map(|array: &[i8; COLOR_POINTS]| {
            let free = (0..n as i8).filter(|named| !array.contains(named));
            free.map(|named| {
                let mut array = *array;
                array[slot] = named;
                array
            })
        });
        let longer: Vec<_> = longer.collect();
        all.extend(longer);
    }
    all
}

// red once: with attachments left on the points of their own numbers
#[test]
fn every_arrangement_of_up_to_four_attachments_is_drawn_to_and_read() {
    let mut n = 0;
    for attachments in 1..=4 {
        let mut stage = Stage::new(attachments);
        for buffers in arrangements(attachments) {
            // All attached, then with a hole.
            for hole in [attachments, n % attachments] {
                let occupied = ((1u16 << attachments) - 1) as u8 & !(1u8 << hole);
                if occupied != 0 {
                    stage.check(n, occupied, buffers);
                    n += 1;
                }
            }
        }
    }
    assert!(n > 400, "{n}");
}

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % end
    }
}

// red once: with attachments left on the points of their own numbers
#[test]
fn arrangements_of_eight_attachments_found_at_random_are_drawn_to_and_read() {
    let mut stage = Stage::new(COLOR_POINTS);
    let mut numbers = Numbers(0x5EED_0008);
    for n in 0..200 {
        let occupied = 1u8 << numbers.below(8) | numbers.below(256) as u8 | numbers.below(256) as u8;
        let mut free: Vec<i8> = (0..8).collect();
        let buffers = [(); COLOR_POINTS].map(|()| match numbers.below(4) {
            0 => -1,
            _ => free.swap_remove(numbers.below(free.len() as u32) as usize),
        });
        stage.check(n, occupied, buffers);
    }
}

// red once: with nothing kept of the last walk; with the same record taken for news
#[test]
fn five_thousand_draws_into_one_framebuffer_bind_it_once() {
    let mut rig = Rig::new();
    rig.fragment(OUTPUTS);
    let (_, surface) = plain(&mut rig, glow::RGBA8, 4, 4);
    let setup = |f: &mut MGPFramebufferState| f.color[0] = surface;
    let fbo = rig.framebuffer(setup);
    let before = rig.applier.image_counters();
    for _ in 0..5000 {
        rig.draw(4, 4);
    }
    let after = rig.applier.image_counters();
    assert_eq!(after.framebuffer_walks - before.framebuffer_walks, 1);
    // A draw asks once; again only when making its program and textures ready has bound another.
    assert_eq!(after.framebuffer_hits - before.framebuffer_hits, 5000 - 1);
    assert_eq!(after.attachments - before.attachments, 1);
    assert_eq!(after.framebuffer_binds - before.framebuffer_binds, 1);
    // The same record again is no news either.
    rig.bind(fbo, FramebufferTarget::Draw, setup);
    rig.draw(4, 4);
    let again = rig.applier.image_counters();
    assert_eq!((again.framebuffer_walks, again.framebuffer_binds), (after.framebuffer_walks, after.framebuffer_binds));
}

// red once: with a binding taken for news of the framebuffer; with no scene ended at a binding
#[test]
fn a_switch_of_framebuffers_that_have_not_changed_is_one_driver_binding() {
    let mut rig = Rig::new();
    rig.fragment(OUTPUTS);
    let passes: Vec<RawHandle> = (0..64)
        .map(|_| {
            let (_, surface) = plain(&mut rig, glow::RGBA8, 4, 4);
            rig.framebuffer(|f| f.color[0] = surface)
        })
        .collect();
    let frame = |rig: &mut Rig| {
        for &fbo in &passes {
            let target = FramebufferTarget::Both.wire().into();
            rig.apply(Op::BindFramebuffer, &MGPFramebufferBinding { fbo, target, pad: 0 });
            rig.clear_floats(0, [0.0; 4]);
            (0..4).for_each(|_| rig.draw(4, 4));
        }
    };
    frame(&mut rig);
    let before = rig.applier.image_counters();
    frame(&mut rig);
    let after = rig.applier.image_counters();
    assert_eq!(after.framebuffer_walks, before.framebuffer_walks);
    assert_eq!(after.attachments, before.attachments);
    assert_eq!(after.framebuffer_binds - before.framebuffer_binds, 64);
    // llvmpipe is never left more than 40 of them behind: a fence is waited for at every eighth.
    let software = rig.applier.driver().caps.renderer.contains("llvmpipe");
    assert_eq!(after.scene_waits - before.scene_waits, if software { 8 } else { 0 });
    // What is bound is what is drawn to and read.
    assert_eq!(rig.read_rgba8([0, 0, 1, 1]), output(0));
}
