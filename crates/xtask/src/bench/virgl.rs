//! Mesa's virgl driver with virglrenderer's test server: the nearest thing to this project that distributions have.

use crate::{
    artifacts::{Artifacts, Way},
    command,
    demo::{Report, Shot},
    stats::PerFrame,
};
use anyhow::{Context as _, Result, bail};
use std::{
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

const SERVER: &str = "virgl_test_server";
/// Where Mesa's driver looks for it, and nowhere else.
const SOCKET: &str = "/tmp/.virgl_test";

/// Whether the server is installed.
pub(super) fn there_is_one() -> bool {
    command::succeeds(Command::new("sh").args(["-c", &format!("command -v {SERVER}")]))
}

/// A server for one client. It is ended with us if the client did not end it.
struct Server {
    child: Child,
}

impl Server {
    fn start(variables: &[(&str, &str)]) -> Result<Self> {
        if Path::new(SOCKET).exists() {
            bail!("{SOCKET} is there: another {SERVER} may be running");
        }
        let mut server = Command::new(SERVER);
        server.args(["--no-loop-or-fork", "--use-egl-surfaceless"]);
        server.arg(format!("--socket-path={SOCKET}"));
        server.envs(variables.iter().copied()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = server.spawn().with_context(|| format!("starting {SERVER}"))?;
        let mut server = Self { child };
        let given_up = Instant::now() + Duration::from_secs(20);
        while !Path::new(SOCKET).exists() {
            if let Some(status) = server.child.try_wait()? {
                bail!("{SERVER} ended with {status}");
            }
            if Instant::now() > given_up {
                bail!("{SERVER} does not listen");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(server)
    }

    /// Waits for the end, which the client's end is; says how much processor time the server took, in milliseconds.
    fn finish(mut self) -> Result<f64> {
        let before = ended_children_ms()?;
        self.child.wait()?;
        Ok(ended_children_ms()? - before)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(SOCKET);
    }
}

/// Processor time of all children that have been waited for.
fn ended_children_ms() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    // The name in parentheses may have spaces. User and system time of children are the 16th and 17th field.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| -> Result<f64> { Ok(fields.get(at).context("/proc/self/stat")?.parse()?) };
    Ok((ticks(13)? + ticks(14)?) * 1000.0 / rustix::param::clock_ticks_per_second() as f64)
}

/// Draws once, with a server of its own.
fn once(
    shot: &Shot<'_>,
    artifacts: &Artifacts,
    directory: &Path,
    name: &str,
    plain: &[(&str, &str)],
) -> Result<(Report, f64)> {
    let server = Server::start(plain)?;
    let virgl = [("GALLIUM_DRIVER", "virpipe"), ("LIBGL_ALWAYS_SOFTWARE", "1")];
    let (report, _) = shot.take_with(artifacts, Way::Native, directory, name, &virgl)?;
    if !report.renderer.contains("virgl") {
        bail!("the renderer is {:?}, not virgl", report.renderer);
    }
    Ok((report, server.finish()?))
}

/// Draws twice, for what a frame costs the server: the picture and the report are the longer run's.
pub(super) fn take(
    shot: &Shot<'_>,
    artifacts: &Artifacts,
    directory: &Path,
    name: &str,
    plain: &[(&str, &str)],
) -> Result<(Report, PerFrame)> {
    let (_, short) = once(&Shot { frames: 1, ..*shot }, artifacts, directory, &format!("{name}-short"), plain)?;
    let (report, long) = once(shot, artifacts, directory, name, plain)?;
    let server_cpu_ms = (long - short) / f64::from((shot.frames - 1).max(1));
    Ok((report, PerFrame { server_cpu_ms, ..PerFrame::default() }))
}
