//! `mgpipe run` as its users see it: what the program gets, and what is said when it does not start.
#![forbid(unsafe_code)]

use anyhow::{Context as _, Result};
use std::{
    fs,
    os::unix::{fs::PermissionsExt as _, process::ExitStatusExt as _},
    path::PathBuf,
    process::{Command, Output},
};
use tempfile::TempDir;

/// A directory with the executable, something that looks like a shim and something that looks like a server.
struct Installed(TempDir);

impl Installed {
    fn new() -> Result<Self> {
        // A link, not a copy: a copy that is open for writing while another test's thread starts a program would be held open
        // by that program, and the system starts no file that is being written.
        let directory = TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?;
        fs::hard_link(env!("CARGO_BIN_EXE_mgpipe"), directory.path().join("mgpipe"))?;
        fs::write(directory.path().join("libEGL_mgpipe.so"), b"\x7fELF and so on")?;
        let server = directory.path().join("mgpipe-server");
        fs::write(&server, "#!/bin/sh\n")?;
        fs::set_permissions(server, fs::Permissions::from_mode(0o755))?;
        Ok(Self(directory))
    }

    fn path(&self, name: &str) -> Result<PathBuf> {
        Ok(self.0.path().canonicalize()?.join(name))
    }

    fn command(&self) -> Result<Command> {
        let mut command = Command::new(self.path("mgpipe")?);
        command.env_clear().env("PATH", std::env::var_os("PATH").context("PATH")?);
        command.arg("run");
        Ok(command)
    }

    fn run(&self, arguments: &[&str]) -> Result<Output> {
        Ok(self.command()?.args(arguments).output()?)
    }
}

fn one_line(output: &Output) -> &str {
    let text = std::str::from_utf8(&output.stderr).unwrap_or("not UTF-8");
    assert_eq!(text.lines().count(), 1, "one line was to be said, not {text:?}");
    text.trim_end()
}

// red once: with `__EGL_VENDOR_LIBRARY_FILENAMES` left as it was
#[test]
fn the_loader_is_pointed_at_the_shim() -> Result<()> {
    let installed = Installed::new()?;
    let output = installed.run(&[
        "--",
        "sh",
        "-c",
        "cat $__EGL_VENDOR_LIBRARY_FILENAMES; echo $MGPIPE_TRANSPORT $MGPIPE_SERVER",
    ])?;
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout)?;
    assert!(said.contains(&format!("\"library_path\": {:?}", installed.path("libEGL_mgpipe.so")?)), "{said}");
    assert!(said.ends_with(&format!("spawn {}\n", installed.path("mgpipe-server")?.display())), "{said}");
    Ok(())
}

// red once: with an inner run saving what the outer one had set
#[test]
fn what_a_variable_was_before_is_kept() -> Result<()> {
    let installed = Installed::new()?;
    let script = "echo $MGPIPE_SAVED_ENV $MGPIPE_SAVED___EGL_VENDOR_LIBRARY_FILENAMES";
    let mut command = installed.command()?;
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/the/system's.json").args(["--", "sh", "-c", script]);
    let said = String::from_utf8(command.output()?.stdout)?;
    assert_eq!(said, "__EGL_VENDOR_LIBRARY_FILENAMES /the/system's.json\n");

    // One inside the other: the outer one's value is the shim, which is not to be kept.
    let inner = installed.path("mgpipe")?.display().to_string();
    let output = installed.run(&["--", &inner, "run", "--", "sh", "-c", script])?;
    assert_eq!(String::from_utf8(output.stdout)?, "__EGL_VENDOR_LIBRARY_FILENAMES\n");
    Ok(())
}

// red once: with the program waited for and 1 returned for every failure
#[test]
fn the_exit_status_and_the_signal_are_the_program_s_own() -> Result<()> {
    let installed = Installed::new()?;
    assert_eq!(installed.run(&["--", "sh", "-c", "exit 42"])?.status.code(), Some(42));
    assert_eq!(installed.run(&["--", "sh", "-c", "kill -TERM $$"])?.status.signal(), Some(15));
    Ok(())
}

// red once: with options after the program taken as ours
#[test]
fn the_program_s_options_are_its_own() -> Result<()> {
    let output = Installed::new()?.run(&["--transport", "direct", "echo", "--transport", "spawn", "--verbose"])?;
    assert_eq!(String::from_utf8(output.stdout)?, "--transport spawn --verbose\n");
    Ok(())
}

// red once: with every failure exiting 1
#[test]
fn what_is_missing_is_said_in_one_line() -> Result<()> {
    let installed = Installed::new()?;
    let output = installed.run(&["--", "no-such-program-anywhere"])?;
    assert_eq!(output.status.code(), Some(127));
    assert_eq!(one_line(&output), "mgpipe: no-such-program-anywhere: program not found");

    let output = installed.run(&["--", "/etc/passwd"])?;
    assert_eq!(output.status.code(), Some(126));
    assert_eq!(one_line(&output), "mgpipe: /etc/passwd: the program may not be executed");

    fs::set_permissions(installed.path("mgpipe-server")?, fs::Permissions::from_mode(0o644))?;
    let output = installed.run(&["--", "true"])?;
    assert_eq!(output.status.code(), Some(125));
    assert!(one_line(&output).ends_with("mgpipe-server is not executable"), "{output:?}");

    fs::remove_file(installed.path("mgpipe-server")?)?;
    let output = installed.run(&["--", "true"])?;
    assert_eq!(output.status.code(), Some(125));
    assert!(one_line(&output).starts_with("mgpipe: no server at "), "{output:?}");
    // Without a server process none is needed.
    assert!(installed.run(&["--transport", "inproc", "--", "true"])?.status.success());

    fs::write(installed.path("libEGL_mgpipe.so")?, "#!/bin/sh\n")?;
    let output = installed.run(&["--transport", "inproc", "--", "true"])?;
    assert!(one_line(&output).ends_with("libEGL_mgpipe.so is not a shared library"), "{output:?}");

    fs::remove_file(installed.path("libEGL_mgpipe.so")?)?;
    let output = installed.run(&["--", "true"])?;
    assert_eq!(output.status.code(), Some(125));
    assert!(one_line(&output).starts_with("mgpipe: no shim at "), "{output:?}");
    Ok(())
}

// red once: with the vendor file written only when there was none
#[test]
fn a_vendor_file_from_another_place_is_written_anew() -> Result<()> {
    let installed = Installed::new()?;
    fs::write(installed.path("mgpipe_vendor.json")?, "{\"ICD\": {\"library_path\": \"/elsewhere.so\"}}")?;
    let output = installed.run(&["--", "sh", "-c", "cat $__EGL_VENDOR_LIBRARY_FILENAMES"])?;
    let said = String::from_utf8(output.stdout)?;
    assert!(said.contains("/libEGL_mgpipe.so\""), "{said}");
    Ok(())
}

// red once: with any text taken for a version
#[test]
fn settings_that_nobody_knows_are_refused() -> Result<()> {
    let installed = Installed::new()?;
    let output = installed.run(&["--gl-version", "9.9", "--", "true"])?;
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("not one of 3.1"), "{output:?}");
    let output = installed.command()?.env("MGPIPE_TRANSPORT", "pigeon").args(["--", "true"]).output()?;
    assert_eq!(one_line(&output), "mgpipe: MGPIPE_TRANSPORT is \"pigeon\": not spawn, inproc or direct");
    Ok(())
}
