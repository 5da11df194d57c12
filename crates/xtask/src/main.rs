//! `cargo xtask`: the project's chores, each of which sets up what it needs.
//!
//! - `demo` draws the demo's scene natively and through the shim and compares the pictures.
//! - `test` runs every test: the workspace's own, the client scripts, the demo's picture.
//! - `conformance` runs piglit's tests and compares them with the plain driver.
//! - `docs` writes the pages that are made from the code.
//! - `bench` measures the demo's scenarios against the plain driver.
#![forbid(unsafe_code)]

mod artifacts;
mod bench;
mod clients;
mod command;
mod conformance;
mod demo;
mod docs;
mod picture;
mod setup;
mod stats;
mod table;
mod tally;
mod test;
mod trace;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "The project's chores.")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Draws a scene natively and through the shim, and compares.
    Demo(demo::Options),
    /// Runs every test.
    Test(test::Options),
    /// Runs piglit through the shim and compares with the plain driver.
    Conformance(conformance::Options),
    /// Writes the pages of `docs/` that are made from the code.
    Docs(docs::Options),
    /// Measures the demo's scenarios on the plain driver and through the shim.
    Bench(bench::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let good: Result<bool> = match &cli.chore {
        Chore::Demo(options) => demo::run(options),
        Chore::Test(options) => test::run(options),
        Chore::Conformance(options) => conformance::run(options),
        Chore::Docs(options) => docs::run(options),
        Chore::Bench(options) => bench::run(options),
    };
    match good {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}
