//! What the link costs: records per second across threads and processes, staging beside `memcpy`, a round trip beside a
//! bare futex ping-pong. `cargo bench -p shm-ring`.
//!
//! Both peers need a processor each; on a machine with other work the figures are those of the scheduler.

use criterion::{BenchmarkId, Criterion, Throughput};
use memmap2::MmapMut;
use rustix::thread::futex;
use shm_ring::{
    ClientEnd, RecordBuf, ReplyStatus, RingError, SEGMENT_COUNT, Segments, ServerEnd, Settings, Sizes, Watch,
    receive_with_fds, record_header, send_with_fds,
};
use std::{
    hint::black_box,
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream,
    },
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

const ROLE: &str = "SHM_RING_BENCH_SERVER";
const DRAW: u16 = 1;
const ASK: u16 = 2;
const STAGED: u16 = 3;
const STAGED_AND_COPIED: u16 = 4;
const CHUNK: usize = 256 << 10;

/// Takes every record, answers `ASK`, copies what `STAGED_AND_COPIED` names, until the client goes.
fn serve(mut server: ServerEnd) {
    let mut buf = RecordBuf::new();
    let mut bytes = vec![0u8; CHUNK];
    let mut sum = 0u64;
    while server.commands.wait() != Err(RingError::PeerGone) {
        while let Some(record) = server.commands.next(&mut buf).unwrap() {
            match record.op {
                DRAW | STAGED => sum = sum.wrapping_add(u64::from(record.payload()[8])),
                ASK => server.replies.send(record.seq, ReplyStatus::Ok, record.payload()).unwrap(),
                STAGED_AND_COPIED => {
                    let offset = u64::from_ne_bytes(record.payload()[..8].try_into().unwrap());
                    server.staging.copy_out(offset, &mut bytes).unwrap();
                }
                op => panic!("op {op}"),
            }
            server.commands.mark_applied();
        }
    }
    black_box(sum);
}

type Link = fn(&Settings) -> Pair;
type Measure = fn(&mut ClientEnd, u64) -> Duration;

/// A client with its server; dropped, it ends and reaps the server.
struct Pair {
    client: Option<ClientEnd>,
    thread: Option<JoinHandle<()>>,
    child: Option<Child>,
}

impl Pair {
    fn threads(settings: &Settings) -> Self {
        let segments = Segments::create(&Sizes::default()).unwrap();
        let client = segments.client_end(settings).unwrap();
        let server = segments.server_end(settings).unwrap();
        Self { client: Some(client), thread: Some(thread::spawn(move || serve(server))), child: None }
    }

    fn processes(settings: &Settings) -> Self {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let child = Command::new(std::env::current_exe().unwrap())
            .env(ROLE, settings.spin.as_micros().to_string())
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .spawn()
            .unwrap();
        let segments = Segments::create(&Sizes::default()).unwrap();
        let client = segments.client_end(settings).unwrap();
        send_with_fds(&ours, b"S", &segments.fds()).unwrap();
        client.liveness.watch(Watch::HangUp(ours.into())).unwrap();
        Self { client: Some(client), thread: None, child: Some(child) }
    }

    fn client(&mut self) -> &mut ClientEnd {
        self.client.as_mut().unwrap()
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        self.client.take();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        if let Some(mut child) = self.child.take() {
            assert!(child.wait().unwrap().success());
        }
    }
}

/// The server's side of `Pair::processes`.
fn child_main(spin: Duration) {
    let socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned().unwrap());
    let (_, fds) = receive_with_fds(&socket, &mut [0; 8]).unwrap();
    let fds: [OwnedFd; SEGMENT_COUNT] = fds.try_into().unwrap();
    let segments = Segments::open(fds, &Sizes::default()).unwrap();
    let server = segments.server_end(&Settings { spin, ..Settings::default() }).unwrap();
    server.liveness.watch(Watch::HangUp(socket.into())).unwrap();
    serve(server);
}

/// Writes `count` records in place and waits until all are applied.
fn stream<const PAYLOAD: usize>(client: &mut ClientEnd, count: u64) -> Duration {
    let start = Instant::now();
    for i in 0..count {
        let record = client.commands.reserve(8 + PAYLOAD).unwrap();
        record[..8].copy_from_slice(&record_header(DRAW, 0, 8 + PAYLOAD as u32));
        let (payload, _) = record[8..].as_chunks_mut::<8>();
        payload.fill(i.to_ne_bytes());
        client.commands.commit();
    }
    client.commands.wait_applied(client.commands.last_seq()).unwrap();
    start.elapsed()
}

fn records(c: &mut Criterion) {
    let links: [(&str, Link); 2] = [("threads", Pair::threads), ("processes", Pair::processes)];
    for (name, link) in links {
        let mut group = c.benchmark_group(format!("records/{name}"));
        let sizes: [(usize, Measure); 3] = [(16, stream::<16>), (64, stream::<64>), (304, stream::<304>)];
        for (payload, stream) in sizes {
            let mut pair = link(&Settings::default());
            stream(pair.client(), 1 << 20);
            group.throughput(Throughput::Elements(1));
            group.bench_function(BenchmarkId::from_parameter(payload), |b| {
                b.iter_custom(|count| stream(pair.client(), count));
            });
        }
    }
}

fn stage(client: &mut ClientEnd, source: &[u8], op: u16, chunks: u64) -> Duration {
    let start = Instant::now();
    for _ in 0..chunks {
        let grant = client.alloc(CHUNK, 64).unwrap();
        grant.bytes.copy_from_slice(source);
        let blob = [grant.offset.to_ne_bytes(), (CHUNK as u64).to_ne_bytes()].concat();
        let seq = client.commands.push(op, 0, &blob).unwrap();
        client.staging.fence(seq);
        client.commands.publish();
    }
    client.commands.wait_applied(client.commands.last_seq()).unwrap();
    start.elapsed()
}

/// Staged chunks walk through the arena's 32 MiB; so does the `memcpy` beside them, in memory of its own.
fn staging(c: &mut Criterion) {
    let mut group = c.benchmark_group("staging");
    group.throughput(Throughput::Bytes(CHUNK as u64));
    // Pages of their own, as the arena has: the copy's speed depends on how both sides are aligned.
    let mut source = MmapMut::map_anon(CHUNK).unwrap();
    source.fill(3);
    let mut arena = MmapMut::map_anon(Sizes::default().staging as usize).unwrap();
    let (chunks, _) = arena.as_chunks_mut::<CHUNK>();
    group.bench_function("memcpy", |b| {
        let mut next = 0;
        b.iter(|| {
            black_box(&mut chunks[next]).copy_from_slice(black_box(&source));
            next = (next + 1) % chunks.len();
        });
    });
    for (name, op) in [("written", STAGED), ("written and copied out", STAGED_AND_COPIED)] {
        let mut pair = Pair::threads(&Settings::default());
        stage(pair.client(), &source, op, 512);
        group.bench_function(name, |b| b.iter_custom(|count| stage(pair.client(), &source, op, count)));
    }
}

/// Two threads hand a word back and forth with nothing but the futex.
fn bare_ping_pong(rounds: u64) -> Duration {
    fn wait_for(word: &AtomicU32, value: u32) {
        loop {
            let now = word.load(Ordering::Acquire);
            if now == value {
                return;
            }
            let _ = futex::wait(word, futex::Flags::empty(), now, None);
        }
    }
    fn set(word: &AtomicU32, value: u32) {
        word.store(value, Ordering::Release);
        futex::wake(word, futex::Flags::empty(), 1).unwrap();
    }
    let words = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
    let theirs = words.clone();
    let rounds = rounds as u32;
    let other = thread::spawn(move || {
        for round in 1..=rounds {
            wait_for(&theirs[0], round);
            set(&theirs[1], round);
        }
    });
    let start = Instant::now();
    for round in 1..=rounds {
        set(&words[0], round);
        wait_for(&words[1], round);
    }
    let elapsed = start.elapsed();
    other.join().unwrap();
    elapsed
}

fn ask(client: &mut ClientEnd, rounds: u64) -> Duration {
    let start = Instant::now();
    let mut answer = [0; 16];
    for round in 0..rounds {
        let seq = client.commands.push(ASK, 0, &u128::from(round).to_ne_bytes()).unwrap();
        client.wait_reply(seq, &mut answer).unwrap();
    }
    start.elapsed()
}

fn round_trip(c: &mut Criterion) {
    let mut group = c.benchmark_group("round trip");
    group.bench_function("bare futex ping-pong", |b| b.iter_custom(bare_ping_pong));
    for (name, link) in [("threads", Pair::threads as Link), ("processes", Pair::processes)] {
        for (how, settings) in
            [("asleep", Settings { spin: Duration::ZERO, ..Settings::default() }), ("", Settings::default())]
        {
            let mut pair = link(&settings);
            ask(pair.client(), 1000);
            group.bench_function(BenchmarkId::new(name, how), |b| b.iter_custom(|count| ask(pair.client(), count)));
        }
    }
}

fn main() {
    if let Ok(spin) = std::env::var(ROLE) {
        return child_main(Duration::from_micros(spin.parse().unwrap()));
    }
    let mut criterion = Criterion::default()
        .sample_size(15)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    records(&mut criterion);
    staging(&mut criterion);
    round_trip(&mut criterion);
    criterion.final_summary();
}
