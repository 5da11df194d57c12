//! Starting other programs.

use anyhow::{Context as _, Result, bail};
use std::process::{Command, Output, Stdio};

/// The command as one would type it, for messages.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Runs to the end with our own output; an error unless it succeeds.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("starting {}", shown(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs to the end and keeps what it says; an error unless it succeeds.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = any_output(command)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{} ended with {}: {}", shown(command), output.status, said.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{} does not print UTF-8", shown(command)))
}

/// Runs to the end and keeps what it says, however it ends.
pub(crate) fn any_output(command: &mut Command) -> Result<Output> {
    command.stdin(Stdio::null()).output().with_context(|| format!("starting {}", shown(command)))
}

/// Whether the program can be started and succeeds.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}
