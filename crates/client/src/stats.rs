//! `MGPIPE_STATS`: what a program cost, as JSON, when it ends (`docs/SETTINGS.md`).

use crate::{front_end, settings::Settings};
use std::{fs, io, path::Path};

/// Ends the session at the process's normal end: the counters are written and the server is told to go.
pub extern "C" fn at_exit() {
    // A thread that still holds the lock while the process ends can't be waited for.
    let Some(mut front_end) = front_end::try_lock() else { return };
    let Some(session) = front_end.session.as_mut() else { return };
    session.publish();
    if let Some(path) = &Settings::get().stats {
        let counters = session.link.counters();
        let frames = if session.frames > 0 { session.frames } else { session.flushes };
        let text = format!(
            "{{\n  \"frames\": {frames}, \"records\": {}, \"bytes\": {}, \"staging_bytes\": {},\n  \
             \"round_trips\": {}, \"parks\": {}, \"server_cpu_ns\": {}\n}}\n",
            counters.records,
            counters.record_bytes,
            counters.staging_bytes,
            session.link.round_trips,
            counters.parks,
            session.link.server_cpu_ns(),
        );
        if let Err(error) = write_whole(path, &text) {
            tracing::error!(path = %path.display(), %error, "statistics could not be written");
        }
    }
    front_end.session = None;
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    fs::write(&partial, text)?;
    fs::rename(&partial, path)
}

/// Processor time of all threads of process `pid`, nanoseconds; 0 where the system does not say.
pub fn process_cpu_ns(pid: u32) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    tasks.filter_map(|task| schedstat(&task.path().join("schedstat"))).sum()
}

/// Processor time of thread `tid` of this process, nanoseconds.
pub fn thread_cpu_ns(tid: u32) -> u64 {
    schedstat(Path::new(&format!("/proc/self/task/{tid}/schedstat"))).unwrap_or(0)
}

fn schedstat(path: &Path) -> Option<u64> {
    fs::read_to_string(path).ok()?.split(' ').next()?.parse().ok()
}
