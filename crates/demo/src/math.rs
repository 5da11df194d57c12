//! The little linear algebra that the scenes need: column vectors, column-major matrices, right-handed, GL's clip space.

/// Three components.
pub(crate) type Vec3 = [f32; 3];

pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: Vec3, s: f32) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

pub(crate) fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn normalize(a: Vec3) -> Vec3 {
    scale(a, 1.0 / dot(a, a).sqrt())
}

/// A 4 by 4 matrix, column-major.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mat4(pub(crate) [f32; 16]);

impl Mat4 {
    pub(crate) const IDENTITY: Self =
        Self([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);

    pub(crate) fn translation(t: Vec3) -> Self {
        let mut m = Self::IDENTITY;
        m.0[12..15].copy_from_slice(&t);
        m
    }

    pub(crate) fn scaling(s: Vec3) -> Self {
        let mut m = Self::IDENTITY;
        (m.0[0], m.0[5], m.0[10]) = (s[0], s[1], s[2]);
        m
    }

    /// A rotation by `angle` radians around a unit axis.
    pub(crate) fn rotation(axis: Vec3, angle: f32) -> Self {
        let (s, c) = angle.sin_cos();
        let [x, y, z] = axis;
        let t = 1.0 - c;
        Self([
            t * x * x + c,
            t * x * y + s * z,
            t * x * z - s * y,
            0.0,
            t * x * y - s * z,
            t * y * y + c,
            t * y * z + s * x,
            0.0,
            t * x * z + s * y,
            t * y * z - s * x,
            t * z * z + c,
            0.0,
            0.0,
            0.0,
            0.0,
            1.0,
        ])
    }

    /// A perspective projection with a vertical field of view of `fov` radians.
    pub(crate) fn perspective(fov: f32, aspect: f32, near: f32, far: f32) -> Self {
        let f = 1.0 / (fov * 0.5).tan();
        let mut m = [0.0; 16];
        (m[0], m[5], m[10], m[11]) = (f / aspect, f, (far + near) / (near - far), -1.0);
        m[14] = 2.0 * far * near / (near - far);
        Self(m)
    }

    /// An orthographic projection of a box that is symmetric around the view axis.
    pub(crate) fn orthographic(half_width: f32, half_height: f32, near: f32, far: f32) -> Self {
        let mut m = Self::scaling([1.0 / half_width, 1.0 / half_height, -2.0 / (far - near)]);
        m.0[14] = -(far + near) / (far - near);
        m
    }

    /// A camera at `eye` that looks at `target`.
    pub(crate) fn look_at(eye: Vec3, target: Vec3, up: Vec3) -> Self {
        let f = normalize(sub(target, eye));
        let r = normalize(cross(f, up));
        let u = cross(r, f);
        Self([
            r[0],
            u[0],
            -f[0],
            0.0,
            r[1],
            u[1],
            -f[1],
            0.0,
            r[2],
            u[2],
            -f[2],
            0.0,
            -dot(r, eye),
            -dot(u, eye),
            dot(f, eye),
            1.0,
        ])
    }

    /// The inverse, by elimination with pivots; the matrices of the scenes all have one.
    pub(crate) fn inverse(&self) -> Self {
        let (mut left, mut right) = (self.0, Self::IDENTITY.0);
        for column in 0..4 {
            let size = |row: &usize| left[column * 4 + row].abs();
            let pivot = (column..4).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
            for k in 0..4 {
                left.swap(k * 4 + column, k * 4 + pivot);
                right.swap(k * 4 + column, k * 4 + pivot);
            }
            let factor = 1.0 / left[column * 4 + column];
            for k in 0..4 {
                left[k * 4 + column] *= factor;
                right[k * 4 + column] *= factor;
            }
            for row in (0..4).filter(|&row| row != column) {
                let factor = left[column * 4 + row];
                for k in 0..4 {
                    left[k * 4 + row] -= factor * left[k * 4 + column];
                    right[k * 4 + row] -= factor * right[k * 4 + column];
                }
            }
        }
        Self(right)
    }
}

impl std::ops::Mul for Mat4 {
    type Output = Self;

    fn mul(self, rhs: Self) -> Self {
        let mut out = [0.0; 16];
        for column in 0..4 {
            for row in 0..4 {
                out[column * 4 + row] = (0..4).map(|k| self.0[k * 4 + row] * rhs.0[column * 4 + k]).sum();
            }
        }
        Self(out)
    }
}

/// The bytes of floats in the machine's order, as buffers take them.
pub(crate) fn bytes_of(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let m = Mat4::perspective(1.0, 1.5, 0.1, 50.0)
            * Mat4::look_at([3.0, 4.0, 5.0], [0.5, 0.0, -1.0], [0.0, 1.0, 0.0])
            * Mat4::rotation(normalize([1.0, 2.0, 3.0]), 0.7);
        // red once: with the elimination skipping the last row
        for (got, want) in (m * m.inverse()).0.iter().zip(Mat4::IDENTITY.0) {
            assert!((got - want).abs() < 1e-4, "{got} where {want} should be");
        }
    }
}
