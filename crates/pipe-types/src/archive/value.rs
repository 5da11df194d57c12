//! Shapes of the values that uniforms have, by their GL type enum (GL 4.6 core table 7.3).

/// Component type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `float`
    Float,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `bool`
    Bool,
    /// `double`, in single precision: a word as a float has.
    Double,
}

/// Shape of a non-opaque GL type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueShape {
    /// Component type.
    pub scalar: Scalar,
    /// Columns: 1 for scalars and vectors.
    pub columns: u8,
    /// Components of a column (of the vector; 1 for a scalar).
    pub rows: u8,
}

impl ValueShape {
    /// Words one element takes in the uniform storage.
    pub const fn words(self) -> u32 {
        self.columns as u32 * self.rows as u32
    }

    /// The GL type enum with this shape; `None` for shapes GLSL has no type for.
    pub fn gl_type(self) -> Option<u32> {
        VALUE_TYPES.iter().find(|(_, s)| *s == self).map(|(t, _)| *t)
    }
}

const fn shape(scalar: Scalar, columns: u8, rows: u8) -> ValueShape {
    ValueShape { scalar, columns, rows }
}

/// Every non-opaque GL type enum with its shape.
pub const VALUE_TYPES: [(u32, ValueShape); 38] = [
    (0x1406, shape(Scalar::Float, 1, 1)),
    (0x8B50, shape(Scalar::Float, 1, 2)),
    (0x8B51, shape(Scalar::Float, 1, 3)),
    (0x8B52, shape(Scalar::Float, 1, 4)),
    (0x1404, shape(Scalar::Int, 1, 1)),
    (0x8B53, shape(Scalar::Int, 1, 2)),
    (0x8B54, shape(Scalar::Int, 1, 3)),
    (0x8B55, shape(Scalar::Int, 1, 4)),
    (0x1405, shape(Scalar::Uint, 1, 1)),
    (0x8DC6, shape(Scalar::Uint, 1, 2)),
    (0x8DC7, shape(Scalar::Uint, 1, 3)),
    (0x8DC8, shape(Scalar::Uint, 1, 4)),
    (0x8B56, shape(Scalar::Bool, 1, 1)),
    (0x8B57, shape(Scalar::Bool, 1, 2)),
    (0x8B58, shape(Scalar::Bool, 1, 3)),
    (0x8B59, shape(Scalar::Bool, 1, 4)),
    (0x8B5A, shape(Scalar::Float, 2, 2)),
    (0x8B5B, shape(Scalar::Float, 3, 3)),
    (0x8B5C, shape(Scalar::Float, 4, 4)),
    (0x8B65, shape(Scalar::Float, 2, 3)),
    (0x8B66, shape(Scalar::Float, 2, 4)),
    (0x8B67, shape(Scalar::Float, 3, 2)),
    (0x8B68, shape(Scalar::Float, 3, 4)),
    (0x8B69, shape(Scalar::Float, 4, 2)),
    (0x8B6A, shape(Scalar::Float, 4, 3)),
    (0x140A, shape(Scalar::Double, 1, 1)),
    (0x8FFC, shape(Scalar::Double, 1, 2)),
    (0x8FFD, shape(Scalar::Double, 1, 3)),
    (0x8FFE, shape(Scalar::Double, 1, 4)),
    (0x8F46, shape(Scalar::Double, 2, 2)),
    (0x8F47, shape(Scalar::Double, 3, 3)),
    (0x8F48, shape(Scalar::Double, 4, 4)),
    (0x8F49, shape(Scalar::Double, 2, 3)),
    (0x8F4A, shape(Scalar::Double, 2, 4)),
    (0x8F4B, shape(Scalar::Double, 3, 2)),
    (0x8F4C, shape(Scalar::Double, 3, 4)),
    (0x8F4D, shape(Scalar::Double, 4, 2)),
    (0x8F4E, shape(Scalar::Double, 4, 3)),
];

/// The shape of a non-opaque GL type enum; `None` for samplers, images and unknown enums.
pub fn value_shape(gl_type: u32) -> Option<ValueShape> {
    VALUE_TYPES.iter().find(|(t, _)| *t == gl_type).map(|(_, s)| *s)
}
