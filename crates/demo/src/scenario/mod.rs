//! What there is to draw.

mod block_game;
mod deferred;
mod draws;
mod passes;
mod persistent;
mod ping_pong;
mod readback;
mod stage;
mod subdata;
mod ubo_ranges;
mod uploads;

use crate::{gl::Gl, image::Image};
use anyhow::{Result, bail};

/// A scene that can be drawn again and again.
pub(crate) trait Scenario {
    /// Draws frame number `frame`; says how many draw calls that took.
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32>;

    /// The last frame's picture.
    fn picture(&self, gl: &Gl) -> Result<Image>;
}

/// The names that [`make`] knows.
pub(crate) const NAMES: [&str; 13] = [
    "deferred",
    "draws-850",
    "draws-3550",
    "draws-20000",
    "passes-64",
    "uploads",
    "readback",
    "read-64m",
    "subdata-1m",
    "persistent",
    "ping-pong",
    "ubo-ranges",
    "block-game",
];

/// Makes the scene called `name` for pictures of `width` by `height` pixels.
pub(crate) fn make(name: &str, gl: &Gl, width: i32, height: i32) -> Result<Box<dyn Scenario>> {
    Ok(match name {
        "deferred" => Box::new(deferred::Deferred::new(gl, width, height)?),
        "draws-850" => Box::new(draws::Draws::new(gl, width, height, 850)?),
        "draws-3550" => Box::new(draws::Draws::new(gl, width, height, 3550)?),
        "draws-20000" => Box::new(draws::Draws::new(gl, width, height, 20_000)?),
        "passes-64" => Box::new(passes::Passes::new(gl, width, height)?),
        "uploads" => Box::new(uploads::Uploads::new(gl, width, height)?),
        "readback" => Box::new(readback::Readback::new(gl, 1024)?),
        "read-64m" => Box::new(readback::Readback::new(gl, 4096)?),
        "subdata-1m" => Box::new(subdata::SubData::new(gl, width, height)?),
        "persistent" => Box::new(persistent::Persistent::new(gl, width, height)?),
        "ping-pong" => Box::new(ping_pong::PingPong::new(gl, width, height)?),
        "ubo-ranges" => Box::new(ubo_ranges::UboRanges::new(gl, width, height)?),
        "block-game" => Box::new(block_game::BlockGame::new(gl, width, height)?),
        _ => bail!("there is no scenario {name:?}"),
    })
}
