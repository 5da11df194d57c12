//! A program that draws with OpenGL core (3.3, or 4.3 where a scenario says so) on whatever EGL driver the system has, without a window.
//!
//! It draws one scenario for a number of frames, then says how long a frame took, how much processor time its own thread
//! spent on it, and what the last picture was. It knows of no particular driver; the scenarios are functions of the frame's
//! number alone, so that the same frame is the same picture everywhere.

mod egl;
mod gl;
mod image;
mod math;
mod scenario;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use std::{fs::File, path::PathBuf};

/// Draws a scenario without a window and measures it.
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    /// What to draw.
    #[arg(long, default_value = "deferred", value_parser = clap::builder::PossibleValuesParser::new(scenario::names()))]
    scenario: String,
    /// Says what there is to draw, a name a line, and draws nothing.
    #[arg(long)]
    scenarios: bool,
    /// Frames to measure.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    frames: u32,
    /// Frames to draw before measuring.
    #[arg(long, default_value_t = 3)]
    warmup: u32,
    /// Width and height of the picture in pixels.
    #[arg(long, default_value = "960x540", value_parser = parse_size)]
    size: (u32, u32),
    /// Writes the last picture.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Prints only the last picture's checksum.
    #[arg(long)]
    checksum: bool,
    /// Writes the report as JSON ("-" prints it).
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Accepts an empty last picture, as from a driver that draws nothing; else it is an error.
    #[arg(long)]
    blank_ok: bool,
    /// Shows a progress bar; it costs a little of the thread that is measured.
    #[arg(long)]
    progress: bool,
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let parse = |part: &str| part.parse::<u32>().ok().filter(|side| (16..=8192).contains(side));
    let sides = text.split_once('x').map(|(width, height)| (parse(width), parse(height)));
    match sides {
        Some((Some(width), Some(height))) => Ok((width, height)),
        _ => Err("a size is WIDTHxHEIGHT, each from 16 to 8192".into()),
    }
}

/// What a run measured. Times are milliseconds.
#[derive(Debug, Serialize)]
struct Report {
    scenario: String,
    renderer: String,
    version: String,
    width: u32,
    height: u32,
    warmup: u32,
    frames: u32,
    draws_per_frame: u32,
    setup_ms: f64,
    /// All measured frames and the final `glFinish`, divided by their number.
    wall_ms_per_frame: f64,
    /// From one frame's end to the next one's; without the final `glFinish`.
    median_wall_ms: f64,
    /// The processor time of the thread that calls GL.
    app_cpu_ms_per_frame: f64,
    checksum: String,
}

/// Milliseconds on a clock.
fn milliseconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn main() -> Result<()> {
    let options = Options::parse();
    if options.scenarios {
        scenario::names().for_each(|name| println!("{name}"));
        return Ok(());
    }
    let (major, minor) = scenario::version(&options.scenario);
    let display = egl::Display::open(major, minor)?;
    let gl = gl::Gl::new(&display);
    let (width, height) = options.size;
    let start = milliseconds(ClockId::Monotonic);
    let mut scene = scenario::make(&options.scenario, &gl, width as i32, height as i32)?;
    gl.check("while the scene was made")?;
    let setup_ms = milliseconds(ClockId::Monotonic) - start;

    let bar = if options.progress { ProgressBar::new(u64::from(options.frames)) } else { ProgressBar::hidden() };
    bar.set_style(ProgressStyle::with_template("{prefix:>10} {bar:40} {pos}/{len} frames, {per_sec}")?);
    bar.set_prefix(options.scenario.clone());

    let mut draws_per_frame = 0;
    for frame in 0..options.warmup {
        draws_per_frame = scene.draw(&gl, frame)?;
        gl.flush();
    }
    gl.finish();
    let mut ends = Vec::with_capacity(options.frames as usize);
    let (wall, cpu) = (milliseconds(ClockId::Monotonic), milliseconds(ClockId::ThreadCPUTime));
    for frame in options.warmup..options.warmup + options.frames {
        draws_per_frame = scene.draw(&gl, frame)?;
        gl.flush();
        ends.push(milliseconds(ClockId::Monotonic));
        bar.inc(1);
    }
    gl.finish();
    let (wall, cpu) = (milliseconds(ClockId::Monotonic) - wall, milliseconds(ClockId::ThreadCPUTime) - cpu);
    bar.finish_and_clear();
    gl.check("after the last frame")?;

    let picture = scene.picture(&gl)?;
    let mut steps: Vec<f64> = ends.windows(2).map(|pair| pair[1] - pair[0]).collect();
    steps.sort_by(f64::total_cmp);
    let frames = f64::from(options.frames);
    let report = Report {
        scenario: options.scenario,
        renderer: gl.get_parameter_string(glow::RENDERER),
        version: gl.get_parameter_string(glow::VERSION),
        width,
        height,
        warmup: options.warmup,
        frames: options.frames,
        draws_per_frame,
        setup_ms,
        wall_ms_per_frame: wall / frames,
        median_wall_ms: steps.get(steps.len() / 2).copied().unwrap_or(wall / frames),
        app_cpu_ms_per_frame: cpu / frames,
        checksum: picture.checksum(),
    };
    drop(gl);
    display.close()?;

    if let Some(path) = &options.png {
        picture.write_png(path)?;
    }
    match options.json.as_deref() {
        Some(path) if path.as_os_str() == "-" => println!("{}", serde_json::to_string_pretty(&report)?),
        Some(path) => {
            let file = File::create(path).with_context(|| format!("{}", path.display()))?;
            serde_json::to_writer_pretty(file, &report)?;
        }
        None if options.checksum => println!("{}", report.checksum),
        None => println!(
            "{}: {} frames of {width}x{height} on {}: {:.2} ms a frame, {:.2} ms of this thread, picture {}",
            report.scenario,
            report.frames,
            report.renderer,
            report.wall_ms_per_frame,
            report.app_cpu_ms_per_frame,
            report.checksum
        ),
    }
    if !options.blank_ok && picture.rgba.iter().skip(3).step_by(4).all(|&alpha| alpha == 0) {
        bail!("the last picture is empty");
    }
    Ok(())
}
