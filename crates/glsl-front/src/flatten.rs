//! Cutting variables into the leaves GL reports: `s.a[2].b`, one entry for an array of a basic type.

use crate::gltype::{self, Leaf};
use crate::module::{Id, Ty, View};
use crate::rewrite;
use rspirv::spirv::{Decoration, Op};

/// A leaf of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Name as GL reports it, without the final `[0]`.
    pub(crate) name: String,
    /// Indices from the variable to the leaf (to the array, for an array leaf).
    pub(crate) path: Vec<u32>,
    /// GL type enum.
    pub(crate) gl_type: u32,
    pub(crate) leaf: Leaf,
    /// Elements when the leaf is an array; 0 for an unsized one.
    pub(crate) array: Option<u32>,
    /// Struct type and member number of the last member on the way, when there is one.
    pub(crate) member: Option<(Id, u32)>,
    /// The leaf's type, including its array level.
    pub(crate) ty: Id,
}

impl Part {
    /// Elements, 1 when no array.
    pub(crate) fn elements(&self) -> u32 {
        self.array.unwrap_or(1)
    }

    /// The name GL shows.
    pub(crate) fn reported_name(&self) -> String {
        if self.array.is_some() { format!("{}[0]", self.name) } else { self.name.clone() }
    }
}

/// All leaves of a type, in declaration order. `only_first` reports element 0 alone for arrays of aggregates.
pub(crate) fn parts(view: &View, ty: Id, name: &str) -> Result<Vec<Part>, String> {
    let mut out = Vec::new();
    walk(view, ty, name.to_owned(), &mut Vec::new(), None, &mut out)?;
    Ok(out)
}

/// Most leaves of one variable.
const MAX_PARTS: usize = 1 << 16;

pub(crate) fn walk(
    view: &View,
    ty: Id,
    name: String,
    path: &mut Vec<u32>,
    member: Option<(Id, u32)>,
    out: &mut Vec<Part>,
) -> Result<(), String> {
    if out.len() > MAX_PARTS {
        return Err(format!("error: `{name}' has more than {MAX_PARTS} members, which is not supported\n"));
    }
    match view.ty(ty) {
        Ty::Struct { members } => {
            for (n, m) in members.iter().enumerate() {
                let n = n as u32;
                let member_name = rewrite::restore(view.member_name(ty, n));
                let full = if name.is_empty() { member_name } else { format!("{name}.{member_name}") };
                path.push(n);
                walk(view, *m, full, path, Some((ty, n)), out)?;
                path.pop();
            }
            Ok(())
        }
        Ty::Array { of, n } => {
            if let Some((gl_type, leaf)) = gltype::leaf(view, *of) {
                out.push(Part { name, path: path.clone(), gl_type, leaf, array: Some(*n), member, ty });
                return Ok(());
            }
            for i in 0..(*n).max(1) {
                path.push(i);
                walk(view, *of, format!("{name}[{i}]"), path, member, out)?;
                path.pop();
            }
            Ok(())
        }
        _ => {
            let Some((gl_type, leaf)) = gltype::leaf(view, ty) else {
                return Err(format!("error: the type of `{name}' is not supported\n"));
            };
            out.push(Part { name, path: path.clone(), gl_type, leaf, array: None, member, ty });
            Ok(())
        }
    }
}

/// Whether two types of two modules are the same to GL: shape, and for structs the names and types of the members.
pub(crate) fn same_type(a: &View, ta: Id, b: &View, tb: Id) -> bool {
    match (a.ty(ta), b.ty(tb)) {
        (Ty::Vector { of: x, n: i }, Ty::Vector { of: y, n: j })
        | (Ty::Matrix { column: x, n: i }, Ty::Matrix { column: y, n: j })
        | (Ty::Array { of: x, n: i }, Ty::Array { of: y, n: j }) => i == j && same_type(a, *x, b, *y),
        (Ty::Struct { members: x }, Ty::Struct { members: y }) => {
            x.len() == y.len()
                && x.iter().zip(y).enumerate().all(|(n, (x, y))| {
                    let n = n as u32;
                    a.member_name(ta, n) == b.member_name(tb, n) && same_type(a, *x, b, *y)
                })
        }
        (Ty::SampledImage { image: x }, Ty::SampledImage { image: y }) => same_type(a, *x, b, *y),
        (
            Ty::Image { sampled: x, dim: d, depth: e, arrayed: f, ms: g, storage: h, .. },
            Ty::Image { sampled: y, dim: i, depth: j, arrayed: k, ms: l, storage: m, .. },
        ) => (d, e, f, g, h) == (i, j, k, l, m) && same_type(a, *x, b, *y),
        (x, y) => x == y,
    }
}

/// The words of a constant in the packing of the uniform storage; `words` of them at most, zeros where it ends early.
pub(crate) fn constant_words(view: &View, constant: Id, out: &mut Vec<u32>, limit: usize) {
    let Some(c) = view.constant(constant) else { return };
    if out.len() >= limit {
        return;
    }
    match c.class.opcode {
        // The storage has doubles in single precision, as the shaders do.
        Op::Constant => out.push(match c.operands.first() {
            Some(rspirv::dr::Operand::LiteralBit64(bits)) => (f64::from_bits(*bits) as f32).to_bits(),
            other => crate::module::literal(other),
        }),
        Op::ConstantTrue => out.push(1),
        Op::ConstantFalse => out.push(0),
        Op::ConstantComposite => {
            for o in &c.operands {
                constant_words(view, crate::module::id_of(Some(o)), out, limit);
            }
        }
        // `OpConstantNull`: the zeros that are there already, but what follows has to find its place.
        _ => {
            let n = c.result_type.map_or(0, |t| type_words(view, t));
            out.extend(std::iter::repeat_n(0, n));
        }
    }
}

fn type_words(view: &View, ty: Id) -> usize {
    match view.ty(ty) {
        Ty::Struct { members } => members.iter().map(|m| type_words(view, *m)).sum(),
        Ty::Array { of, n } => type_words(view, *of) * *n as usize,
        _ => gltype::shape(view, ty).map_or(0, |s| s.words() as usize),
    }
}

/// The part of a composite constant at `path`.
pub(crate) fn constant_at(view: &View, constant: Id, path: &[u32]) -> Option<Id> {
    path.iter().try_fold(constant, |c, index| {
        let c = view.constant(c)?;
        match c.class.opcode {
            Op::ConstantComposite => c.operands.get(*index as usize).map(|o| crate::module::id_of(Some(o))),
            _ => None,
        }
    })
}

/// Byte layout of the leaf of a block: offset from the start of `root`, strides, majorness.
pub(crate) fn block_layout(view: &View, root: Id, part: &Part) -> pipe_types::archive::MemberLayout {
    let mut layout = pipe_types::archive::MemberLayout::default();
    let mut ty = root;
    let mut last_member = None;
    for index in &part.path {
        match view.ty(ty) {
            Ty::Struct { members } => {
                let member = view.member_decoration(ty, *index, Decoration::Offset).unwrap_or(0);
                layout.offset = layout.offset.saturating_add(member);
                last_member = Some((ty, *index));
                ty = members[*index as usize];
            }
            Ty::Array { of, .. } => {
                let stride = view.decoration(ty, Decoration::ArrayStride).unwrap_or(0);
                layout.offset = layout.offset.saturating_add(index.saturating_mul(stride));
                ty = *of;
            }
            _ => break,
        }
    }
    if let Ty::Array { of, .. } = view.ty(ty) {
        layout.array_stride = view.decoration(ty, Decoration::ArrayStride).unwrap_or(0);
        ty = *of;
    }
    if let (Ty::Matrix { .. }, Some((s, n))) = (view.ty(ty), last_member) {
        layout.matrix_stride = view.member_decoration(s, n, Decoration::MatrixStride).unwrap_or(0);
        layout.row_major = view.member_decoration(s, n, Decoration::RowMajor).is_some();
    }
    layout
}

/// Bytes from the start of a block's struct to the end of its last member (an unsized array counts one element).
pub(crate) fn block_size(view: &View, ty: Id) -> u32 {
    let Ty::Struct { members } = view.ty(ty) else { return 0 };
    members
        .iter()
        .enumerate()
        .map(|(n, m)| {
            let n = n as u32;
            let offset = view.member_decoration(ty, n, Decoration::Offset).unwrap_or(0);
            let stride = view.member_decoration(ty, n, Decoration::MatrixStride);
            let row_major = view.member_decoration(ty, n, Decoration::RowMajor).is_some();
            offset.saturating_add(laid_out_size(view, *m, stride, row_major))
        })
        .max()
        .unwrap_or(0)
}

fn laid_out_size(view: &View, ty: Id, matrix_stride: Option<u32>, row_major: bool) -> u32 {
    match view.ty(ty) {
        Ty::Array { n, .. } => (*n).max(1).saturating_mul(view.decoration(ty, Decoration::ArrayStride).unwrap_or(0)),
        Ty::Struct { .. } => block_size(view, ty),
        _ => {
            let Some(s) = gltype::shape(view, ty) else { return 0 };
            let lines = if row_major { s.rows } else { s.columns };
            match matrix_stride {
                Some(stride) if s.columns > 1 => u32::from(lines) * stride,
                _ => s.words() * 4,
            }
        }
    }
}
