//! Where everything stands.

use super::mesh::Mesh;
use crate::{
    math::{Mat4, Vec3, normalize},
    scenario::stage::unit,
};
use std::f32::consts::TAU;

/// The number of lamps.
pub(super) const LAMPS: usize = 16;
const COLUMNS: usize = 14;
const COLUMN_RING: f32 = 10.0;

/// How an item takes part in the passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Casts a shadow.
    Solid,
    /// Receives shadows, or shines, and casts none.
    Flat,
    /// Transparent.
    Glass,
}

/// Which computed texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surface {
    Stone,
    Marble,
    Metal,
}

/// One draw.
pub(super) struct Item {
    pub(super) mesh: Mesh,
    pub(super) kind: Kind,
    pub(super) surface: Surface,
    model: Mat4,
    /// Linear colour; for glass, alpha is the opacity.
    tint: [f32; 4],
    roughness: f32,
    metallic: f32,
    emission: f32,
    texture_scale: f32,
    moves: Moves,
}

#[derive(Clone, Copy)]
enum Moves {
    Not,
    Knot,
    Lamp(usize),
    Pane(usize),
    Bubble(usize),
    Hoop(usize),
}

impl Item {
    fn new(mesh: Mesh, surface: Surface, at: Vec3, size: Vec3) -> Self {
        Self {
            mesh,
            kind: Kind::Solid,
            surface,
            model: Mat4::translation(at) * Mat4::scaling(size),
            tint: [1.0; 4],
            roughness: 0.6,
            metallic: 0.0,
            emission: 0.0,
            texture_scale: 1.0,
            moves: Moves::Not,
        }
    }

    fn turned(mut self, at: Vec3, angle: f32, size: Vec3) -> Self {
        self.model = Mat4::translation(at) * Mat4::rotation([0.0, 1.0, 0.0], angle) * Mat4::scaling(size);
        self
    }

    fn tint(mut self, red: f32, green: f32, blue: f32) -> Self {
        self.tint[..3].copy_from_slice(&[red, green, blue]);
        self
    }

    fn finish(mut self, roughness: f32, metallic: f32) -> Self {
        (self.roughness, self.metallic) = (roughness, metallic);
        self
    }

    /// The `Item` block of the shaders.
    pub(super) fn uniforms(&self) -> [f32; 28] {
        let mut out = [0.0; 28];
        out[..16].copy_from_slice(&self.model.0);
        out[16..20].copy_from_slice(&self.tint);
        out[20..24].copy_from_slice(&[self.roughness, self.metallic, self.emission, self.texture_scale]);
        out[24] = self.surface as u8 as f32;
        out
    }
}

/// Every item, sorted so that neighbours share mesh and texture where that is possible.
pub(super) struct Scene {
    pub(super) items: Vec<Item>,
    lamp_places: [Vec3; LAMPS],
}

/// A point on a ring around the middle.
fn ring(radius: f32, turn: f32, height: f32) -> Vec3 {
    let (s, c) = (turn * TAU).sin_cos();
    [radius * s, height, radius * c]
}

fn lamp_colour(lamp: usize) -> Vec3 {
    const COLOURS: [Vec3; 4] = [[1.0, 0.42, 0.12], [0.20, 0.55, 1.0], [1.0, 0.20, 0.42], [0.25, 1.0, 0.62]];
    COLOURS[lamp % 4]
}

impl Scene {
    pub(super) fn new() -> Self {
        let mut items = Vec::new();
        floor(&mut items);
        colonnade(&mut items);
        middle(&mut items);
        statues(&mut items);
        pebbles(&mut items);
        lamps_and_glass(&mut items);
        items.sort_by_key(|item| (item.kind as u8, item.surface as u8, item.mesh as u8));
        Self { items, lamp_places: [[0.0; 3]; LAMPS] }
    }

    /// Moves what moves.
    pub(super) fn animate(&mut self, time: f32) {
        for item in &mut self.items {
            match item.moves {
                Moves::Not => {}
                Moves::Knot => {
                    item.model = Mat4::translation([0.0, 4.1, 0.0])
                        * Mat4::rotation(normalize([0.3, 1.0, 0.1]), time * 0.5)
                        * Mat4::rotation([1.0, 0.0, 0.0], 1.15)
                        * Mat4::scaling([1.9; 3]);
                }
                Moves::Lamp(lamp) => {
                    let turn = lamp as f32 / LAMPS as f32 + time * 0.012;
                    let at = if lamp % 2 == 0 {
                        ring(7.3, turn, 1.1 + 0.35 * (time * 1.3 + lamp as f32).sin())
                    } else {
                        ring(11.6, turn, 2.6 + 0.5 * (time + lamp as f32 * 2.0).sin())
                    };
                    self.lamp_places[lamp] = at;
                    item.model = Mat4::translation(at) * Mat4::scaling([0.16; 3]);
                }
                Moves::Pane(pane) => {
                    let turn = pane as f32 / 8.0 - time * 0.02;
                    item.model = Mat4::translation(ring(3.7, turn, 2.5))
                        * Mat4::rotation([0.0, 1.0, 0.0], turn * TAU + 0.35)
                        * Mat4::scaling([0.95, 1.35, 0.03]);
                }
                Moves::Bubble(bubble) => {
                    let turn = bubble as f32 / 6.0 + time * 0.03;
                    let height = 5.1 + 0.5 * (time * 0.8 + bubble as f32 * 1.7).sin();
                    let size = 0.45 + 0.2 * (bubble % 3) as f32;
                    item.model = Mat4::translation(ring(6.0, turn, height)) * Mat4::scaling([size; 3]);
                }
                Moves::Hoop(hoop) => {
                    let tilt = time * 0.4 + hoop as f32 * 2.1;
                    item.model = Mat4::translation([0.0, 4.1, 0.0])
                        * Mat4::rotation(normalize([tilt.sin(), 0.25, tilt.cos()]), 1.2 + 0.2 * hoop as f32)
                        * Mat4::scaling([2.35 + 0.3 * hoop as f32; 3]);
                }
            }
        }
    }

    /// The `Lamps` block of the shaders: places with radii, then colours.
    pub(super) fn lamps(&self) -> [f32; LAMPS * 8] {
        let mut out = [0.0; LAMPS * 8];
        for (lamp, place) in self.lamp_places.iter().enumerate() {
            out[lamp * 4..][..3].copy_from_slice(place);
            out[lamp * 4 + 3] = 6.5;
            for (channel, value) in lamp_colour(lamp).iter().enumerate() {
                out[(LAMPS + lamp) * 4 + channel] = value * 5.0;
            }
        }
        out
    }
}

fn floor(items: &mut Vec<Item>) {
    for z in -6..6i32 {
        for x in -6..6i32 {
            let seed = ((x + 50) * 131 + z + 50) as u32;
            let shade = 0.42 + 0.16 * unit(seed);
            let dark = (x + z).rem_euclid(2) == 0;
            let (r, g, b) = if dark { (0.20, 0.22, 0.26) } else { (shade, shade * 0.93, shade * 0.84) };
            let at = [x as f32 * 2.4 + 1.2, -0.2 - 0.03 * unit(seed + 1), z as f32 * 2.4 + 1.2];
            let mut slab = Item::new(Mesh::Box, Surface::Stone, at, [1.19, 0.2, 1.19])
                .tint(r, g, b)
                .finish(if dark { 0.30 } else { 0.42 }, 0.0);
            slab.kind = Kind::Flat;
            items.push(slab);
        }
    }
    let mut ground = Item::new(Mesh::Box, Surface::Stone, [0.0, -0.9, 0.0], [180.0, 0.4, 180.0]).tint(0.17, 0.19, 0.16);
    ground.kind = Kind::Flat;
    ground.texture_scale = 120.0;
    ground.roughness = 0.95;
    items.push(ground);
}

fn colonnade(items: &mut Vec<Item>) {
    for column in 0..COLUMNS {
        let turn = column as f32 / COLUMNS as f32;
        let angle = turn * TAU;
        let at = |height| ring(COLUMN_RING, turn, height);
        let marble =
            |mesh, height, size| Item::new(mesh, Surface::Marble, [0.0; 3], [1.0; 3]).turned(at(height), angle, size);
        let pale = |item: Item| item.tint(0.86, 0.80, 0.72).finish(0.42, 0.0);
        items.push(pale(marble(Mesh::Box, 0.15, [0.85, 0.15, 0.85])));
        items.push(pale(marble(Mesh::Ring, 0.42, [0.52, 0.55, 0.52])));
        items.push(pale(marble(Mesh::Column, 0.35, [0.55, 4.7, 0.55])));
        items.push(pale(marble(Mesh::Ring, 5.05, [0.42, 0.5, 0.42])));
        items.push(pale(marble(Mesh::Box, 5.3, [0.75, 0.16, 0.75])));
        let middle = turn + 0.5 / COLUMNS as f32;
        let half = COLUMN_RING * (TAU * 0.5 / COLUMNS as f32).tan() + 0.12;
        for (height, tall, deep) in [(5.72, 0.26, 0.5), (6.1, 0.12, 0.66)] {
            let beam = Item::new(Mesh::Box, Surface::Marble, [0.0; 3], [1.0; 3]).turned(
                ring(COLUMN_RING * 0.982, middle, height),
                middle * TAU,
                [half, tall, deep],
            );
            items.push(pale(beam));
        }
    }
}

fn middle(items: &mut Vec<Item>) {
    for (step, (radius, height)) in [(5.0, 0.25), (4.6, 0.5), (1.15, 1.9)].into_iter().enumerate() {
        let disc = Item::new(Mesh::Cylinder, Surface::Marble, [0.0, 0.0, 0.0], [radius, height, radius]);
        items.push(
            disc.tint(0.60 - 0.12 * step as f32, 0.56 - 0.12 * step as f32, 0.52 - 0.08 * step as f32).finish(0.3, 0.0),
        );
    }
    let mut knot =
        Item::new(Mesh::Knot, Surface::Metal, [0.0, 4.1, 0.0], [1.9; 3]).tint(1.0, 0.71, 0.28).finish(0.24, 1.0);
    knot.moves = Moves::Knot;
    items.push(knot);
    for hoop in 0..2 {
        let mut item =
            Item::new(Mesh::Ring, Surface::Metal, [0.0; 3], [1.0; 3]).tint(0.72, 0.74, 0.78).finish(0.18, 1.0);
        item.texture_scale = 0.5;
        item.moves = Moves::Hoop(hoop);
        // Only the inner hoop is solid; the outer one is glass, below.
        if hoop == 1 {
            item.kind = Kind::Glass;
            item.tint = [0.55, 0.8, 1.0, 0.22];
        }
        items.push(item);
    }
}

fn statues(items: &mut Vec<Item>) {
    for place in 0..14 {
        let turn = (place as f32 + 0.5) / 14.0;
        let at = |height| ring(7.6, turn, height);
        let plinth = Item::new(Mesh::Box, Surface::Stone, [0.0; 3], [1.0; 3]);
        items.push(plinth.turned(at(0.45), turn * TAU, [0.42, 0.45, 0.42]).tint(0.5, 0.47, 0.44).finish(0.7, 0.0));
        let ball = Item::new(Mesh::Sphere, Surface::Metal, at(1.42), [0.52; 3]);
        let roughness = 0.08 + 0.06 * (place / 2) as f32;
        items.push(if place % 2 == 0 {
            ball.tint(0.95, 0.64, 0.54).finish(roughness, 1.0)
        } else {
            let hue = place as f32 * 0.9;
            ball.tint(0.4 + 0.35 * hue.sin(), 0.4 + 0.35 * (hue + 2.1).sin(), 0.4 + 0.35 * (hue + 4.2).sin())
                .finish(roughness, 0.0)
        });
    }
}

fn pebbles(items: &mut Vec<Item>) {
    for pebble in 0..70u32 {
        let at = ring(11.4 + 2.4 * unit(pebble * 3 + 1), unit(pebble * 3), 0.0);
        let size = 0.08 + 0.2 * unit(pebble * 3 + 2);
        let mesh = if pebble % 3 == 0 { Mesh::Sphere } else { Mesh::Box };
        let item = Item::new(mesh, Surface::Stone, [0.0; 3], [1.0; 3]);
        let shade = 0.35 + 0.4 * unit(pebble + 900);
        items.push(
            item.turned([at[0], size * 0.7, at[2]], unit(pebble + 400) * TAU, [size, size * 0.7, size])
                .tint(shade, shade * 0.9, shade * 0.8)
                .finish(0.8, 0.0),
        );
    }
}

fn lamps_and_glass(items: &mut Vec<Item>) {
    for lamp in 0..LAMPS {
        let [r, g, b] = lamp_colour(lamp);
        let mut item = Item::new(Mesh::Sphere, Surface::Metal, [0.0; 3], [0.16; 3]).tint(r, g, b);
        item.kind = Kind::Flat;
        item.emission = 1.0;
        item.moves = Moves::Lamp(lamp);
        items.push(item);
    }
    for pane in 0..8 {
        let hue = pane as f32 * TAU / 8.0;
        let tint = |phase: f32| 0.5 + 0.45 * (hue + phase).sin();
        let mut item = Item::new(Mesh::Box, Surface::Metal, [0.0; 3], [1.0; 3]);
        item.kind = Kind::Glass;
        item.tint = [tint(0.0), tint(2.1), tint(4.2), 0.42];
        item.roughness = 0.12;
        item.moves = Moves::Pane(pane);
        items.push(item);
    }
    for bubble in 0..6 {
        let mut item = Item::new(Mesh::Sphere, Surface::Metal, [0.0; 3], [1.0; 3]);
        item.kind = Kind::Glass;
        item.tint = [0.75, 0.9, 1.0, 0.2];
        item.roughness = 0.06;
        item.moves = Moves::Bubble(bubble);
        items.push(item);
    }
}
