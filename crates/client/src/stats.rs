//! `MGPIPE_STATS`: what a program cost, as JSON, when it ends (`docs/SETTINGS.md`).

use crate::{front_end, session::Session, settings::Settings};
use parking_lot::Mutex;
use std::{fs, io, path::Path};

/// Totals of the sessions that have ended.
struct Totals {
    sessions: u64,
    frames: u64,
    records: u64,
    bytes: u64,
    staging_bytes: u64,
    mapped_bytes: u64,
    round_trips: u64,
    parks: u64,
    server_cpu_ns: u64,
    work: [u64; 4],
}

static ENDED: Mutex<Totals> = Mutex::new(Totals {
    sessions: 0,
    frames: 0,
    records: 0,
    bytes: 0,
    staging_bytes: 0,
    mapped_bytes: 0,
    round_trips: 0,
    parks: 0,
    server_cpu_ns: 0,
    work: [0; 4],
});

/// Adds a session that is about to end.
pub fn count(session: &Session) {
    let counters = session.link.counters();
    let mut totals = ENDED.lock();
    totals.sessions += 1;
    totals.frames += if session.frames > 0 { session.frames } else { session.flushes };
    totals.records += counters.records;
    totals.bytes += counters.record_bytes;
    totals.staging_bytes += counters.staging_bytes;
    totals.mapped_bytes += session.mapped_bytes;
    totals.round_trips += session.link.round_trips;
    totals.parks += counters.parks;
    totals.server_cpu_ns += session.link.server_cpu_ns();
    for (total, more) in totals.work.iter_mut().zip(session.link.work()) {
        *total += more;
    }
}

/// Ends the session at the process's normal end: the counters are written and the server is told to go.
pub extern "C" fn at_exit() {
    // A thread that still holds the lock while the process ends can't be waited for.
    let ended = front_end::try_with(|front_end| {
        if let Some(mut session) = front_end.session.take() {
            session.publish();
            count(&session);
        }
    });
    if ended.is_none() {
        return;
    }
    let totals = ENDED.lock();
    let Some(path) = Settings::get().stats.as_ref().filter(|_| totals.sessions > 0) else { return };
    let [calls, spared, walks, known] = totals.work;
    let [compiled, linked, hits] = crate::shader_cache::counters();
    let text = format!(
        "{{\n  \"frames\": {}, \"records\": {}, \"bytes\": {}, \"staging_bytes\": {},\n  \
         \"mapped_bytes\": {}, \"round_trips\": {}, \"parks\": {}, \"server_cpu_ns\": {},\n  \
         \"driver_calls\": {calls}, \"driver_calls_spared\": {spared},\n  \
         \"framebuffer_walks\": {walks}, \"framebuffer_hits\": {known},\n  \
         \"shaders_compiled\": {compiled}, \"programs_linked\": {linked}, \"shader_cache_hits\": {hits}\n}}\n",
        totals.frames,
        totals.records,
        totals.bytes,
        totals.staging_bytes,
        totals.mapped_bytes,
        totals.round_trips,
        totals.parks,
        totals.server_cpu_ns,
    );
    if let Err(error) = write_whole(path, &text) {
        tracing::error!(path = %path.display(), %error, "statistics could not be written");
    }
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
