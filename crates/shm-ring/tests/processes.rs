//! Two processes: the test binary starts itself again as the peer, passes the descriptors over a socket, and kills it.
#![cfg(not(loom))]

mod common;

use common::{CONTROL, Raw, SMALL, pattern};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use shm_ring::{
    ClientEnd, RecordBuf, ReplyStatus, RingError, SEGMENT_COUNT, Segments, ServerEnd, Settings, Watch, layout,
    receive_with_fds, send_with_fds,
};
use std::{
    io::{Read, Write},
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Child, Command, Stdio},
    thread,
    time::Instant,
};

/// Says which peer the process is to play.
const ROLE: &str = "SHM_RING_TEST_ROLE";

/// A wait of an end, and the error it ended with.
type Wait<End> = fn(&mut End) -> RingError;

/// Starts this binary as a peer whose standard input is the other end of the returned socket.
fn spawn(role: &str) -> (Child, UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "peer", "--nocapture", "--test-threads=1"])
        .env(ROLE, role)
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    (child, ours)
}

fn send_segments(socket: &UnixStream, segments: &Segments) {
    assert_eq!(send_with_fds(socket, b"S", &segments.fds()).unwrap(), 1);
}

fn receive_segments(socket: &UnixStream) -> Segments {
    let (bytes, fds) = receive_with_fds(socket, &mut [0; 8]).unwrap();
    assert_eq!(bytes, 1);
    let fds: [OwnedFd; SEGMENT_COUNT] = fds.try_into().unwrap();
    Segments::open(fds, &SMALL).unwrap()
}

/// Not a test of its own: what the child process runs.
#[test]
fn peer() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let mut socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned().unwrap());
    match role.as_str() {
        "serve" => {
            let server = receive_segments(&socket).server_end(&Settings::default()).unwrap();
            server.liveness.watch(Watch::HangUp(socket.into())).unwrap();
            serve(server);
        }
        // A server, and a client, that are there and do nothing until they are killed (or the test has failed and its
        // end of the socket is closed).
        "dumb server" => {
            let _server = receive_segments(&socket).server_end(&Settings::default()).unwrap();
            socket.write_all(b"R").unwrap();
            let _ = socket.read(&mut [0]);
        }
        "dumb client" => {
            let segments = Segments::create(&SMALL).unwrap();
            let _client = segments.client_end(&Settings::default()).unwrap();
            send_segments(&socket, &segments);
            let _ = socket.read(&mut [0]);
        }
        other => panic!("role {other}"),
    }
}

/// Checks staged patterns (op 1), answers with a pattern (op 2), sends an event per record (op 3).
fn serve(mut server: ServerEnd) {
    let mut buf = RecordBuf::new();
    let mut bytes = Vec::new();
    loop {
        match server.commands.wait() {
            Err(RingError::PeerGone) => return,
            other => other.unwrap(),
        }
        while let Some(record) = server.commands.next(&mut buf).unwrap() {
            let word = |i: usize| u64::from_ne_bytes(record.payload()[i * 8..][..8].try_into().unwrap());
            match record.op {
                1 => {
                    bytes.clear();
                    server.staging.append_to(word(0), word(1), &mut bytes).unwrap();
                    assert_eq!(bytes, pattern(record.seq, bytes.len()));
                }
                2 => server.replies.send(record.seq, ReplyStatus::Ok, &pattern(record.seq, word(0) as usize)).unwrap(),
                3 => server.events.push(8, record.seq, record.payload()).unwrap(),
                op => panic!("op {op}"),
            }
            server.commands.mark_applied();
        }
    }
}

// red once: with the segments mapped privately, the server sees an empty ring
#[test]
fn a_server_in_another_process_gets_everything_and_answers() {
    let (mut child, socket) = spawn("serve");
    let segments = Segments::create(&SMALL).unwrap();
    let mut client = segments.client_end(&Settings::default()).unwrap();
    send_segments(&socket, &segments);
    client.liveness.watch(Watch::HangUp(socket.into())).unwrap();
    let mut events = 0;
    for round in 1..=3000u64 {
        let size = (round * 131 % 2049) as usize;
        let seq = client.commands.next_seq();
        let grant = client.alloc(size, 8).unwrap();
        grant.bytes.copy_from_slice(&pattern(seq, size));
        let blob = [grant.offset.to_ne_bytes(), (size as u64).to_ne_bytes()].concat();
        assert_eq!(client.commands.push(1, 0, &blob).unwrap(), seq);
        client.staging.fence(seq);
        if round % 10 == 0 {
            let size = (round * 7 % 20_000) as usize;
            let seq = client.commands.push(2, 0, &size.to_ne_bytes()).unwrap();
            let mut answer = vec![0; size];
            assert_eq!(client.wait_reply(seq, &mut answer).unwrap().size, size as u64);
            assert_eq!(answer, pattern(seq, size));
        }
        if round % 3 == 0 {
            client.commands.push(3, 0, &round.to_ne_bytes()).unwrap();
        }
        while let Some(event) = client.events.poll().unwrap() {
            events += 1;
            assert_eq!((event.kind, event.payload), (8, (events * 3u64).to_ne_bytes().to_vec()));
        }
    }
    client.commands.wait_applied(client.commands.last_seq()).unwrap();
    while client.events.poll().unwrap().is_some() {
        events += 1;
    }
    assert_eq!(events, 1000);
    drop(client);
    assert!(child.wait().unwrap().success(), "the server ends in order when its client has gone");
}

/// The two ways to learn of a death. The socket stays open in either case: a peer that sees it closed goes by itself.
fn watch(child: &Child, socket: &UnixStream, by_pidfd: bool) -> Watch {
    if by_pidfd {
        Watch::Exit(pidfd_open(Pid::from_child(child), PidfdFlags::empty()).unwrap())
    } else {
        Watch::HangUp(socket.try_clone().unwrap().into())
    }
}

/// Kills the child once this side has said that it sleeps; returns the moment.
fn kill_when_parked(child: &mut Child, control: &Raw, bell: usize) -> Instant {
    while control.get64(bell) >> 32 == 0 {
        thread::yield_now();
    }
    child.kill().unwrap();
    Instant::now()
}

// red once: without the look at the watch after a sleep's end, each wait goes on for ever
#[test]
fn a_killed_server_ends_every_wait_of_the_client() {
    let waits: [(&str, Wait<ClientEnd>); 5] = [
        ("command room", |client| (0..).find_map(|_| client.commands.push(1, 0, &[0; 80]).err()).unwrap()),
        ("applied", |client| {
            let seq = client.commands.push(1, 0, &[]).unwrap();
            client.commands.wait_applied(seq).unwrap_err()
        }),
        ("reply", |client| client.wait_reply(1, &mut [0; 4]).unwrap_err()),
        ("events", |client| client.events.wait().unwrap_err()),
        ("staging room", |client| {
            loop {
                if let Err(error) = client.alloc(2048, 8) {
                    return error;
                }
                let seq = client.commands.push(1, 0, &[]).unwrap();
                client.staging.fence(seq);
            }
        }),
    ];
    for (name, wait) in waits {
        for by_pidfd in [false, true] {
            let (mut child, mut socket) = spawn("dumb server");
            let segments = Segments::create(&SMALL).unwrap();
            let mut client = segments.client_end(&Settings::default()).unwrap();
            let control = Raw::of(segments.fds()[CONTROL]);
            send_segments(&socket, &segments);
            socket.read_exact(&mut [0]).unwrap();
            client.liveness.watch(watch(&child, &socket, by_pidfd)).unwrap();
            let waiter = thread::spawn(move || (wait(&mut client), Instant::now(), client));
            let killed = kill_when_parked(&mut child, &control, layout::CLIENT_BELL);
            let (error, ended, mut client) = waiter.join().unwrap();
            assert_eq!(error, RingError::PeerGone, "{name}");
            println!("{name}: noticed after {:?}", ended.duration_since(killed));
            // The next waits don't wait at all.
            assert_eq!(client.wait_reply(7, &mut []), Err(RingError::PeerGone));
            assert!(client.liveness.peer_gone());
            child.wait().unwrap();
        }
    }
}

// red once: as above
#[test]
fn a_killed_client_ends_every_wait_of_the_server() {
    let waits: [(&str, Wait<ServerEnd>); 3] = [
        ("commands", |server| server.commands.wait().unwrap_err()),
        ("reply room", |server| (0..).find_map(|seq| server.replies.send(seq, ReplyStatus::Ok, &[1]).err()).unwrap()),
        ("event room", |server| (1..).find_map(|kind| server.events.push(kind, 0, &[1; 500]).err()).unwrap()),
    ];
    for (name, wait) in waits {
        for by_pidfd in [false, true] {
            let (mut child, socket) = spawn("dumb client");
            let segments = receive_segments(&socket);
            let control = Raw::of(segments.fds()[CONTROL]);
            let mut server = segments.server_end(&Settings::default()).unwrap();
            server.liveness.watch(watch(&child, &socket, by_pidfd)).unwrap();
            assert!(!server.liveness.peer_gone());
            let waiter = thread::spawn(move || (wait(&mut server), Instant::now(), server));
            let killed = kill_when_parked(&mut child, &control, layout::SERVER_BELL);
            let (error, ended, server) = waiter.join().unwrap();
            assert_eq!(error, RingError::PeerGone, "{name}");
            println!("{name}: noticed after {:?}", ended.duration_since(killed));
            assert!(server.liveness.peer_gone());
            child.wait().unwrap();
        }
    }
}

// red once: without the owner's process number in `Drop for Link`, the server finds its client gone
#[test]
fn a_forked_child_that_drops_the_end_does_not_hang_up_for_its_parent() {
    let segments = Segments::create(&SMALL).unwrap();
    let client = segments.client_end(&Settings::default()).unwrap();
    let server = segments.server_end(&Settings::default()).unwrap();
    let mut slot = Some(client);
    let mut command = Command::new("true");
    // SAFETY: between fork and exec the closure unmaps memory and frees what this thread allocated; the child has this
    // one thread, and the allocator's locks are taken care of by the C library's fork.
    unsafe {
        command.pre_exec(move || {
            drop(slot.take());
            Ok(())
        })
    };
    assert!(command.status().unwrap().success());
    assert!(!server.liveness.peer_gone());
    drop(command);
    assert!(server.liveness.peer_gone());
}

// red once: with the number of bytes unchecked, descriptors without a byte are sent off to nowhere
#[test]
fn passing_descriptors_reports_what_the_socket_says() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let fd = theirs.as_fd();
    assert_eq!(send_with_fds(&ours, &[], &[fd]).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
    assert_eq!(send_with_fds(&ours, b"x", &[fd; 17]).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
    assert_eq!(send_with_fds(&ours, b"xyz", &[]).unwrap(), 3);
    let mut bytes = [0; 8];
    let (count, fds) = receive_with_fds(&theirs, &mut bytes).unwrap();
    assert_eq!((count, &bytes[..3], fds.len()), (3, &b"xyz"[..], 0));
    drop(ours);
    let (count, fds) = receive_with_fds(&theirs, &mut bytes).unwrap();
    assert_eq!((count, fds.len()), (0, 0));
    assert_eq!(send_with_fds(&theirs, b"x", &[]).unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
}
