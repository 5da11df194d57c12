//! Meshes from formulas: position, normal and texture coordinate, 32 bytes a vertex, 16-bit indices.

use crate::{
    gl::{Gl, VertexArray},
    math::{Vec3, add, bytes_of, cross, normalize, scale, sub},
};
use anyhow::{Context as _, Result};
use std::f32::consts::{PI, TAU};

/// Which mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mesh {
    /// From -1 to 1 in every direction.
    Box,
    /// Radius 1.
    Sphere,
    /// Radius 1, from y 0 to 1, closed above.
    Cylinder,
    /// As the cylinder, with twenty flutes and a slight swelling.
    Column,
    /// A trefoil of radius about 1.
    Knot,
    /// Radius 1 in the plane of x and z, tube 0.25.
    Ring,
}

const ALL: [Mesh; 6] = [Mesh::Box, Mesh::Sphere, Mesh::Cylinder, Mesh::Column, Mesh::Knot, Mesh::Ring];

/// A mesh on the driver's side.
pub(super) struct Drawable {
    pub(super) array: VertexArray,
    pub(super) indices: i32,
}

/// Every mesh.
pub(super) struct Meshes(Vec<Drawable>);

impl Meshes {
    pub(super) fn new(gl: &Gl) -> Result<Self> {
        ALL.iter()
            .map(|&mesh| {
                let shape = Shape::of(mesh);
                let array = gl.vertex_array()?;
                gl.buffer(glow::ARRAY_BUFFER, &bytes_of(&shape.vertices), glow::STATIC_DRAW)?;
                for (index, size, offset) in [(0, 3, 0), (1, 3, 12), (2, 2, 24)] {
                    gl.enable_vertex_attrib_array(index);
                    gl.vertex_attrib_pointer_f32(index, size, glow::FLOAT, false, 32, offset);
                }
                let indices: Vec<u8> = shape.indices.iter().flat_map(|index| index.to_ne_bytes()).collect();
                gl.buffer(glow::ELEMENT_ARRAY_BUFFER, &indices, glow::STATIC_DRAW)?;
                gl.bind_vertex_array(None);
                Ok(Drawable { array, indices: i32::try_from(shape.indices.len()).context("mesh size")? })
            })
            .collect::<Result<_>>()
            .map(Self)
    }

    pub(super) fn get(&self, mesh: Mesh) -> &Drawable {
        &self.0[mesh as usize]
    }
}

#[derive(Default)]
struct Shape {
    vertices: Vec<f32>,
    indices: Vec<u16>,
}

impl Shape {
    fn of(mesh: Mesh) -> Self {
        let mut shape = Self::default();
        match mesh {
            Mesh::Box => {
                for axis in 0..3 {
                    for sign in [-1.0f32, 1.0] {
                        let mut normal = [0.0; 3];
                        normal[axis] = sign;
                        let mut side = [0.0; 3];
                        side[(axis + 1) % 3] = sign;
                        let up = cross(normal, side);
                        shape.grid(1, 1, |u, v| {
                            let corner = add(normal, add(scale(side, u * 2.0 - 1.0), scale(up, v * 2.0 - 1.0)));
                            (corner, normal, [u, v])
                        });
                    }
                }
            }
            Mesh::Sphere => shape.grid(40, 20, |u, v| {
                let (theta, phi) = (-u * TAU, (v - 0.5) * PI);
                let normal = [phi.cos() * theta.cos(), phi.sin(), phi.cos() * theta.sin()];
                (normal, normal, [u * 2.0, v])
            }),
            Mesh::Cylinder => {
                shape.grid(40, 1, |u, v| {
                    let (s, c) = (-u * TAU).sin_cos();
                    ([c, v, s], [c, 0.0, s], [u * 6.0, v])
                });
                shape.grid(40, 1, |u, v| {
                    let (s, c) = (-u * TAU).sin_cos();
                    ([c * (1.0 - v), 1.0, s * (1.0 - v)], [0.0, 1.0, 0.0], [c * (1.0 - v), s * (1.0 - v)])
                });
            }
            Mesh::Column => shape.surface(120, 12, |u, v| {
                let (s, c) = (-u * TAU).sin_cos();
                let flute = 0.045 * (u * TAU * 20.0).cos().abs();
                let radius = 1.0 - flute - 0.16 * v * v + 0.03 * (v * PI).sin();
                [c * radius, v, s * radius]
            }),
            Mesh::Knot => shape.surface(220, 20, |u, v| {
                let curve = |t: f32| {
                    let t = t * TAU;
                    let radius = 0.62 + 0.26 * (3.0 * t).cos();
                    [radius * (2.0 * t).cos(), 0.36 * (3.0 * t).sin(), radius * (2.0 * t).sin()]
                };
                let (at, ahead) = (curve(u), curve(u + 0.001));
                let along = normalize(sub(ahead, at));
                let side = normalize(cross(along, normalize(add(at, [0.0, 0.01, 0.0]))));
                let up = cross(side, along);
                let (s, c) = (v * TAU).sin_cos();
                add(at, add(scale(side, s * 0.13), scale(up, c * 0.13)))
            }),
            Mesh::Ring => shape.surface(64, 16, |u, v| {
                let ((s, c), (tube_s, tube_c)) = ((-u * TAU).sin_cos(), (v * TAU).sin_cos());
                let radius = 1.0 + 0.25 * tube_c;
                [c * radius, 0.25 * tube_s, s * radius]
            }),
        }
        shape
    }

    /// A grid of `columns` by `rows` quads over the unit square; counter-clockwise where u, v and outwards are right-handed.
    fn grid(&mut self, columns: u16, rows: u16, at: impl Fn(f32, f32) -> (Vec3, Vec3, [f32; 2])) {
        let first = (self.vertices.len() / 8) as u16;
        for row in 0..=rows {
            for column in 0..=columns {
                let (position, normal, uv) =
                    at(f32::from(column) / f32::from(columns), f32::from(row) / f32::from(rows));
                self.vertices.extend(position.iter().chain(&normal).chain(&uv));
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let a = first + row * (columns + 1) + column;
                let b = a + columns + 1;
                self.indices.extend([a, a + 1, b, b, a + 1, b + 1]);
            }
        }
    }

    /// As [`Self::grid`], with the normals taken from the surface itself.
    fn surface(&mut self, columns: u16, rows: u16, at: impl Fn(f32, f32) -> Vec3) {
        self.grid(columns, rows, |u, v| {
            const STEP: f32 = 0.0015;
            let along_u = sub(at(u + STEP, v), at(u - STEP, v));
            let along_v = sub(at(u, v + STEP), at(u, v - STEP));
            (at(u, v), normalize(cross(along_u, along_v)), [u * 8.0, v * 2.0])
        });
    }
}
