//! Where the application's colour attachments lie on the driver.
//!
//! OpenGL ES ties draw buffer `i` to colour attachment `i` or to nothing (ES 3.2, 15.2.1), desktop GL lets every draw buffer
//! name any attachment. So attachments are moved: the attachment that draw buffer `s` names is put on driver point `s`.

use pipe_types::records::framebuffer::COLOR_POINTS;

/// A driver point that no attachment of the application lies on.
pub(crate) const UNPLACED: u8 = 0xFF;

/// The placement of one framebuffer's colour attachments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Permutation {
    /// Driver point of each attachment of the application, [`UNPLACED`] for an empty one.
    pub(crate) point_of: [u8; COLOR_POINTS],
    /// Bit `s`: draw buffer `s` draws (into driver point `s`).
    pub(crate) draw_mask: u8,
}

impl Default for Permutation {
    fn default() -> Self {
        Self { point_of: [UNPLACED; COLOR_POINTS], draw_mask: 0 }
    }
}

impl Permutation {
    /// Places the attachments whose bit is set in `occupied`. Draw buffers name attachments by index, anything out of range
    /// or empty draws nowhere, and of two draw buffers that name the same attachment the first one has it.
    pub(crate) fn new(draw_buffers: &[i8; COLOR_POINTS], occupied: u8) -> Self {
        let mut result = Self::default();
        let mut taken = 0u8;
        let has = |attachment: usize| occupied & (1 << attachment) != 0;
        for (slot, &named) in draw_buffers.iter().enumerate() {
            let attachment = named as usize;
            if (0..COLOR_POINTS as i8).contains(&named) && has(attachment) && result.point_of[attachment] == UNPLACED {
                result.point_of[attachment] = slot as u8;
                result.draw_mask |= 1 << slot;
                taken |= 1 << slot;
            }
        }
        // Who is not drawn to stays where it is named, if that point is free: most framebuffers then never move anything.
        for attachment in 0..COLOR_POINTS {
            if has(attachment) && result.point_of[attachment] == UNPLACED && taken & (1 << attachment) == 0 {
                result.point_of[attachment] = attachment as u8;
                taken |= 1 << attachment;
            }
        }
        for attachment in 0..COLOR_POINTS {
            if has(attachment) && result.point_of[attachment] == UNPLACED {
                let free = taken.trailing_ones() as u8;
                result.point_of[attachment] = free;
                taken |= 1 << free;
            }
        }
        result
    }

    /// The attachment of the application on each driver point, [`UNPLACED`] where there is none.
    pub(crate) fn attachment_at(&self) -> [u8; COLOR_POINTS] {
        let mut at = [UNPLACED; COLOR_POINTS];
        for (attachment, &point) in self.point_of.iter().enumerate() {
            if point != UNPLACED {
                at[usize::from(point)] = attachment as u8;
            }
        }
        at
    }

    /// Number of driver draw buffers, up to the last one that draws.
    pub(crate) fn draw_count(&self) -> usize {
        8 - self.draw_mask.leading_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls back with every array of draw buffers over `n` attachments, holes included.
    fn for_all(n: usize, f: &mut impl FnMut(&[i8; COLOR_POINTS])) {
        fn go(
            n: usize,
            at: usize,
            used: u8,
            buffers: &mut [i8; COLOR_POINTS],
            f: &mut impl FnMut(&[i8; COLOR_POINTS]),
        ) {
            if at == n {
                return f(buffers);
            }
            for named in -1..n as i8 {
                let bit = if named < 0 { 0 } else { 1u8 << named };
                if used & bit == 0 {
                    buffers[at] = named;
                    go(n, at + 1, used | bit, buffers, f);
                    buffers[at] = -1;
                }
            }
        }
        go(n, 0, 0, &mut [-1; COLOR_POINTS], f);
    }

    // red once: with the third pass parking on the attachment's own index, two attachments share a point
    #[test]
    fn every_attachment_has_a_point_of_its_own_and_draw_buffers_reach_theirs() {
        let mut seen = 0;
        for n in 1..=5 {
            for occupied in 0..1u16 << n {
                let occupied = occupied as u8;
                for_all(n, &mut |buffers| {
                    seen += 1;
                    let p = Permutation::new(buffers, occupied);
                    let mut used = 0u8;
                    for attachment in 0..COLOR_POINTS {
                        let point = p.point_of[attachment];
                        assert_eq!(point != UNPLACED, occupied & (1 << attachment) != 0, "{buffers:?} {occupied:#b}");
                        if point != UNPLACED {
                            assert_eq!(used & (1 << point), 0, "{buffers:?} {occupied:#b}: {p:?}");
                            used |= 1 << point;
                        }
                    }
                    for (slot, &named) in buffers.iter().enumerate() {
                        let draws = named >= 0 && occupied & (1 << named) != 0;
                        assert_eq!(p.draw_mask & (1 << slot) != 0, draws, "{buffers:?} {occupied:#b}");
                        if draws {
                            assert_eq!(usize::from(p.point_of[named as usize]), slot);
                        }
                    }
                });
            }
        }
        assert!(seen > 40_000, "{seen}");
    }

    #[test]
    fn nonsense_draw_buffers_draw_nowhere() {
        let p = Permutation::new(&[0, 0, 100, -100, 7, -1, 8, 1], 0b11);
        assert_eq!(p.draw_mask, 0b1000_0001);
        assert_eq!(p.point_of[..2], [0, 7]);
        assert_eq!(p.draw_count(), 8);
    }

    #[test]
    fn what_is_not_drawn_to_stays_on_its_point() {
        let p = Permutation::new(&[-1, -1, -1, -1, -1, -1, -1, -1], 0b1010);
        assert_eq!((p.point_of[1], p.point_of[3], p.draw_mask), (1, 3, 0));
        assert_eq!(p.draw_count(), 0);
    }
}
