//! Current values of attributes (GL 4.6 core 10.2.1).

use super::*;

/// The value of an attribute without an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurrentValue {
    /// How the words are to be read.
    pub class: ValueClass,
    /// The words.
    pub value: [u32; 4],
}

/// `glVertexAttrib*`: the current value of an attribute.
pub fn value(cx: &mut Cx<'_>, index: GLuint, class: ValueClass, value: [u32; 4]) {
    if !attrib_index(cx, index) {
        return;
    }
    let new = CurrentValue { class, value };
    let place = &mut cx.state.vertex.values[index as usize];
    if *place != new {
        *place = new;
        cx.state.vertex.values_dirty |= 1 << index;
        cx.state.sent.dirty.insert(Dirty::ATTRIB_DEFAULTS);
    }
}

/// `glVertexAttrib*f` and everything that becomes float.
pub fn value_float(cx: &mut Cx<'_>, index: GLuint, v: [f32; 4]) {
    value(cx, index, ValueClass::Float, v.map(f32::to_bits));
}

/// `glVertexAttribL*d`: shaders see doubles in single precision.
pub fn value_double<const N: usize>(cx: &mut Cx<'_>, index: GLuint, v: [f64; N]) {
    let mut all = [0.0, 0.0, 0.0, 1.0];
    all[..N].copy_from_slice(&v.map(|component| component as f32));
    value_float(cx, index, all);
}

/// `glVertexAttribP*ui`.
pub fn value_packed(cx: &mut Cx<'_>, index: GLuint, type_: GLenum, normalized: GLboolean, size: usize, word: GLuint) {
    let field = |at: u32, bits: u32| word >> at & ((1 << bits) - 1);
    let fields = [(field(0, 10), 10), (field(10, 10), 10), (field(20, 10), 10), (field(30, 2), 2)];
    let mut v = match type_ {
        GL_UNSIGNED_INT_2_10_10_10_REV => {
            fields.map(|(x, bits)| if normalized != 0 { x as f32 / ((1u32 << bits) - 1) as f32 } else { x as f32 })
        }
        GL_INT_2_10_10_10_REV => fields.map(|(x, bits)| {
            let signed = ((x << (32 - bits)) as i32) >> (32 - bits);
            let max = ((1i32 << (bits - 1)) - 1) as f32;
            // GL 4.2 and later: the most negative value is -1 too.
            if normalized != 0 { (signed as f32 / max).max(-1.0) } else { signed as f32 }
        }),
        _ => return cx.error(GL_INVALID_ENUM, "packed type"),
    };
    let rest = [0.0, 0.0, 0.0, 1.0];
    v[size..].copy_from_slice(&rest[size..]);
    value_float(cx, index, v);
}

/// `GL_CURRENT_VERTEX_ATTRIB`.
pub fn current_value(cx: &mut Cx<'_>, index: GLuint) -> Option<CurrentValue> {
    attrib_index(cx, index).then(|| cx.state.vertex.values[index as usize])
}
