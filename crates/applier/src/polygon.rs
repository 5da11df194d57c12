//! Polygon modes other than `GL_FILL` (GL 4.6 core 14.6.4) on drivers that have none: the edges or vertices of the triangles are
//! drawn as lines or points, by indices that are made here.
//!
//! What this can't do: `gl_PrimitiveID` counts the lines or points; faces are not culled (lines and points have no facing), a flat input has the value of a line's own last
//! vertex, and the polygon offset of lines and points is not applied. It is not done where another stage or transform feedback
//! takes the triangles.

use crate::{Applier, draw::Form, error::Result, indices::Indices};
use pipe_types::{archive::Stage, caps::Features, records::draw::MGPDrawRange};

/// Vertices of a draw beyond which it is filled after all: an index list takes six times as many words.
const VERTICES_MAX: u64 = 1 << 24;

/// Calls `triangle` with the positions of each triangle's vertices among `count` of them.
fn triangles(mode: u32, count: usize, mut triangle: impl FnMut([usize; 3])) {
    match mode {
        glow::TRIANGLE_STRIP => (2..count).for_each(|at| triangle([at - 2, at - 1, at])),
        glow::TRIANGLE_FAN => (2..count).for_each(|at| triangle([0, at - 1, at])),
        // Without a stage that takes them, the vertices in between are ignored (GL 4.6 core 10.1.12, 10.1.13).
        glow::TRIANGLES_ADJACENCY => (0..count / 6).for_each(|n| triangle([6 * n, 6 * n + 2, 6 * n + 4])),
        glow::TRIANGLE_STRIP_ADJACENCY => {
            (0..count.saturating_sub(4) / 2).for_each(|n| triangle([2 * n, 2 * n + 2, 2 * n + 4]));
        }
        _ => (0..count / 3).for_each(|at| triangle([3 * at, 3 * at + 1, 3 * at + 2])),
    }
}

/// Appends the edges or vertices of a run of vertices without restarts.
fn append(from: u32, to: u32, run: &[u32], out: &mut Vec<u32>) {
    triangles(from, run.len(), |at| {
        let [a, b, c] = at.map(|at| run[at]);
        match to {
            glow::LINES => out.extend([a, b, b, c, c, a]),
            _ => out.extend([a, b, c]),
        }
    });
}

impl Applier {
    /// The mode that stands for the triangles of a draw: lines or points by the polygon mode, where the driver has none.
    pub(crate) fn polygon_mode(&self, mode: u32) -> Option<u32> {
        let wanted = u32::from(self.render_state().raster.polygon_mode);
        if wanted == glow::FILL || self.gl.has(Features::POLYGON_MODE) {
            return None;
        }
        let triangles = matches!(
            mode,
            glow::TRIANGLES
                | glow::TRIANGLE_STRIP
                | glow::TRIANGLE_FAN
                | glow::TRIANGLES_ADJACENCY
                | glow::TRIANGLE_STRIP_ADJACENCY
        );
        if !triangles || self.cx.xfb.captures() {
            return None;
        }
        let stages = self.programs.get(self.cx.program.draw).ok()?.archive().stages;
        let takes_triangles = Stage::Geometry.bit() | Stage::TessEvaluation.bit();
        if stages & takes_triangles != 0 {
            return None;
        }
        Some(if wanted == glow::LINE { glow::LINES } else { glow::POINTS })
    }

    /// Indices that draw the edges or vertices of the triangles of mode `from`; `out` gets the ranges there. `None`: there are
    /// too many.
    pub(crate) fn outline(
        &mut self,
        form: &Form,
        from: u32,
        ranges: &[MGPDrawRange],
        indices: Option<Indices>,
        out: &mut Vec<MGPDrawRange>,
    ) -> Result<Option<Indices>> {
        let there = |range: &MGPDrawRange| match &indices {
            // Indices past the end of the buffer are not drawn.
            Some(indices) => u64::from(range.count).min(indices.buffer.size / u64::from(form.index_size.max(1))),
            None => range.count.into(),
        };
        if ranges.iter().map(there).sum::<u64>() > VERTICES_MAX {
            return Ok(None);
        }
        let mut words = Vec::new();
        for range in ranges {
            let start = words.len();
            match &indices {
                None => {
                    let run: Vec<u32> = (range.start..range.start.saturating_add(range.count)).collect();
                    append(from, form.mode, &run, &mut words);
                }
                Some(indices) => {
                    let list = self.read_indices(indices, form.index_size, range)?;
                    // Restart at the index that ES has restarts, too.
                    for run in list.split(|index| form.restart == Some(*index)) {
                        append(from, form.mode, run, &mut words);
                    }
                }
            }
            let count = (words.len() - start) as u32;
            out.push(MGPDrawRange { start: start as u32, count, bias: range.bias });
        }
        self.scratch_index_buffer(&words).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_those_of_the_triangles() {
        let outlined = |from, to, run: &[u32]| {
            let mut out = Vec::new();
            append(from, to, run, &mut out);
            out
        };
        // red once: with strips taken for lists, the second triangle was missing
        assert_eq!(outlined(glow::TRIANGLE_STRIP, glow::LINES, &[5, 6, 7, 8]), [5, 6, 6, 7, 7, 5, 6, 7, 7, 8, 8, 6]);
        assert_eq!(outlined(glow::TRIANGLE_FAN, glow::POINTS, &[1, 2, 3, 4]), [1, 2, 3, 1, 3, 4]);
        assert_eq!(outlined(glow::TRIANGLES, glow::POINTS, &[1, 2, 3, 4, 5]), [1, 2, 3]);
        assert_eq!(outlined(glow::TRIANGLES_ADJACENCY, glow::POINTS, &[1, 2, 3, 4, 5, 6, 7]), [1, 3, 5]);
        assert_eq!(
            outlined(glow::TRIANGLE_STRIP_ADJACENCY, glow::POINTS, &[1, 2, 3, 4, 5, 6, 7, 8]),
            [1, 3, 5, 3, 5, 7]
        );
        assert!(outlined(glow::TRIANGLE_STRIP_ADJACENCY, glow::LINES, &[1, 2, 3, 4, 5]).is_empty());
        assert!(outlined(glow::TRIANGLE_STRIP, glow::LINES, &[1, 2]).is_empty());
    }
}
