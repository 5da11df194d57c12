//! Queries of state (GL 4.6 core 22).

/// What the application asked of a context (GL 4.6 core table 23.64).
#[derive(Clone, Copy, Debug, Default)]
pub struct ContextFlags {
    /// `GL_CONTEXT_FLAGS`.
    pub bits: u32,
    /// `GL_LOSE_CONTEXT_ON_RESET` rather than `GL_NO_RESET_NOTIFICATION`.
    pub lose_on_reset: bool,
}

/// A value of GL state, before it is converted to what the query asks for (GL 4.6 core 2.2.2). At most four components in
/// the fixed forms; the count says how many are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Booleans.
    Bools([bool; 4], usize),
    /// Integers, enums, names.
    Ints([i64; 4], usize),
    /// Floats that become integers by rounding.
    Floats([f64; 4], usize),
    /// Floats (colours, depths) that become integers by scaling to the full range.
    Normalized([f64; 4], usize),
    /// Any number of integers.
    List(Vec<i64>),
}

impl Value {
    /// One boolean.
    pub fn bool(value: bool) -> Self {
        Value::Bools([value, false, false, false], 1)
    }
    /// One integer, enum or name.
    pub fn int(value: impl Into<i64>) -> Self {
        Value::Ints([value.into(), 0, 0, 0], 1)
    }
    /// One float.
    pub fn float(value: f32) -> Self {
        Value::Floats([f64::from(value), 0.0, 0.0, 0.0], 1)
    }
    /// Four floats that scale.
    pub fn color(value: [f32; 4]) -> Self {
        Value::Normalized(value.map(f64::from), 4)
    }
}
