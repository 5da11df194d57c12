//! What there is to draw.

mod block_game;
mod deferred;
mod draws;
mod links;
mod passes;
mod persistent;
mod ping_pong;
mod readback;
mod stage;
mod subdata;
mod ubo_ranges;
mod uploads;

use crate::{gl::Gl, image::Image};
use anyhow::{Context as _, Result};

/// A scene that can be drawn again and again.
pub(crate) trait Scenario {
    /// Draws frame number `frame`; says how many draw calls that took.
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32>;

    /// The last frame's picture.
    fn picture(&self, gl: &Gl) -> Result<Image>;
}

/// Makes a scene for pictures of so many pixels in width and height.
type Make = fn(&Gl, i32, i32) -> Result<Box<dyn Scenario>>;

/// All scenes, in the order in which they are measured.
const ALL: [(&str, Make); 16] = [
    ("draws-100", |gl, width, height| Ok(Box::new(draws::Draws::new(gl, width, height, 100)?))),
    ("draws-850", |gl, width, height| Ok(Box::new(draws::Draws::new(gl, width, height, 850)?))),
    ("draws-3550", |gl, width, height| Ok(Box::new(draws::Draws::new(gl, width, height, 3550)?))),
    ("draws-20000", |gl, width, height| Ok(Box::new(draws::Draws::new(gl, width, height, 20_000)?))),
    ("passes-64", |gl, width, height| Ok(Box::new(passes::Passes::new(gl, width, height)?))),
    ("uploads", |gl, width, height| Ok(Box::new(uploads::Uploads::new(gl, width, height)?))),
    ("readback", |gl, _, _| Ok(Box::new(readback::Readback::new(gl, 1024)?))),
    ("read-64m", |gl, _, _| Ok(Box::new(readback::Readback::new(gl, 4096)?))),
    ("subdata-1m", |gl, width, height| Ok(Box::new(subdata::SubData::new(gl, width, height)?))),
    ("persistent", |gl, width, height| Ok(Box::new(persistent::Persistent::new(gl, width, height)?))),
    ("ping-pong", |gl, width, height| Ok(Box::new(ping_pong::PingPong::new(gl, width, height)?))),
    ("ubo-ranges", |gl, width, height| Ok(Box::new(ubo_ranges::UboRanges::new(gl, width, height)?))),
    ("block-game", |gl, width, height| Ok(Box::new(block_game::BlockGame::new(gl, width, height)?))),
    ("links-cold", |gl, _, _| Ok(Box::new(links::Links::new(gl)?))),
    ("links-cached", |gl, _, _| Ok(Box::new(links::Links::new(gl)?))),
    ("deferred", |gl, width, height| Ok(Box::new(deferred::Deferred::new(gl, width, height)?))),
];

/// The names that [`make`] knows.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

/// The version of OpenGL that a scene is for.
pub(crate) fn version(name: &str) -> (i32, i32) {
    if name.starts_with("links-") { (4, 3) } else { (3, 3) }
}

/// Makes the scene called `name`.
pub(crate) fn make(name: &str, gl: &Gl, width: i32, height: i32) -> Result<Box<dyn Scenario>> {
    let (_, make) = ALL.iter().find(|(known, _)| *known == name).with_context(|| format!("no scenario {name:?}"))?;
    make(gl, width, height)
}
