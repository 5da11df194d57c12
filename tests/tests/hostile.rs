//! Clients that greet wrongly or write bad records, against a real server: it says what is wrong in one line, ends its session,
//! and nothing else happens.
#![forbid(unsafe_code)]

#[path = "hostile/program.rs"]
mod program_records;
#[path = "hostile/texture.rs"]
mod texture_records;

use mgpipe_tests::{
    process::{self, Watched},
    server_path,
};
use pipe_types::{
    Op, RawHandle,
    catalogue::layout_digest,
    encode::{record_size, write_record},
    event::{Event, SessionFault},
    handle::Kind,
    handshake::{Answer, Hello, PROTOCOL_VERSION, Refuse, SegmentSizes},
    primitive::{MGPBlobRef, MGPHandleOnly, MGPNothing, NoTail},
    record::Payload,
    records::{clear_blit::*, context::*, draw::*, framebuffer::*, resource::*},
};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use shm_ring::{ClientEnd, Segments, Settings, Sizes, Watch, send_with_fds};
use std::{
    fs::File,
    io::{Read, Write},
    process::{Child, Command, Stdio},
};

/// A server and what it writes to its error output.
struct Server {
    child: Child,
    watched: Watched,
    errors: tempfile::NamedTempFile,
    socket: Option<File>,
}

impl Server {
    fn start() -> Server {
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None).expect("sockets");
        let errors = tempfile::NamedTempFile::new().expect("a temporary file");
        let child = Command::new(server_path())
            .arg("--session-on-stdin")
            .env("RUST_BACKTRACE", "0")
            .env_remove("MGPIPE_LOG")
            .env(disk_cache::VARIABLE, "off")
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(errors.reopen().expect("the file just made"))
            .spawn()
            .expect("the server starts");
        let watched = Watched::of(child.id());
        Server { child, watched, errors, socket: Some(File::from(ours)) }
    }

    fn send(&mut self, bytes: &[u8], segments: Option<&Segments>) {
        let socket = self.socket.as_mut().expect("open");
        let message = [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat();
        match segments {
            Some(segments) => {
                let sent = send_with_fds(&*socket, &message, &segments.fds()).expect("the server listens");
                socket.write_all(&message[sent..]).expect("the server listens");
            }
            None => socket.write_all(&message).expect("the server listens"),
        }
    }

    fn answer(&mut self) -> Answer {
        let socket = self.socket.as_mut().expect("open");
        assert!(process::readable(&*socket), "the server hangs");
        let mut len = [0; 4];
        socket.read_exact(&mut len).expect("an answer");
        let mut bytes = vec![0; u32::from_le_bytes(len) as usize];
        socket.read_exact(&mut bytes).expect("an answer");
        Answer::from_bytes(&bytes).expect("an answer that is one")
    }

    /// The one line that it says at its end, which must be an orderly one.
    fn last_words(self) -> String {
        let said = self.end();
        assert_eq!(said.lines().count(), 1, "one line was to be said, not {said:?}");
        said
    }

    /// What it says at its end, which must be an orderly one.
    fn end(mut self) -> String {
        assert!(self.watched.ended(), "the server hangs");
        let status = self.child.wait().expect("a child of ours");
        let said = std::fs::read_to_string(self.errors.path()).expect("its errors");
        assert_eq!(status.code(), Some(1), "an orderly end, not {status}: {said}");
        said
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hello(sizes: &Sizes) -> Hello {
    Hello {
        protocol: PROTOCOL_VERSION,
        layout_digest: layout_digest(),
        client_version: "0".to_owned(),
        sizes: SegmentSizes {
            commands: sizes.commands.into(),
            staging: sizes.staging.into(),
            reply_slots: sizes.reply_slots,
            reply_slot_size: sizes.reply_slot_size,
            events: sizes.events.into(),
        },
        program: "hostile".to_owned(),
        mask: String::new(),
    }
}

fn refusal(hello: &Hello, segments: Option<&Segments>) -> Refuse {
    let mut server = Server::start();
    server.send(&hello.to_bytes(), segments);
    match server.answer() {
        Answer::Refuse(why) => {
            // The client has been told, and says it to its user.
            assert_eq!(server.end(), "");
            why
        }
        Answer::Welcome(_) => panic!("{hello:?} was welcome"),
    }
}

// red once: with the digest not compared, the client was welcome
#[test]
fn a_client_of_another_build_is_refused() {
    let sizes = Sizes::default();
    let segments = Segments::create(&sizes).expect("segments");
    let other = Hello { layout_digest: 1, ..hello(&sizes) };
    let why = refusal(&other, Some(&segments));
    assert_eq!(why, Refuse::Layout { server: layout_digest(), client: 1 });
    assert!(why.to_string().contains("different builds"), "{why}");
    let newer = Hello { protocol: PROTOCOL_VERSION + 1, ..hello(&sizes) };
    let why = refusal(&newer, Some(&segments));
    assert_eq!(why, Refuse::Protocol { server: PROTOCOL_VERSION, client: PROTOCOL_VERSION + 1 });
}

// red once: with the size of a segment not compared
#[test]
fn a_greeting_without_its_segments_is_refused() {
    let sizes = Sizes::default();
    let why = refusal(&hello(&sizes), None);
    assert!(matches!(&why, Refuse::Greeting(text) if text.contains("0 descriptors instead of 5")), "{why}");
    // Sizes that are not those of the segments.
    let segments = Segments::create(&sizes).expect("segments");
    let larger = Sizes { commands: sizes.commands * 2, ..sizes };
    let why = refusal(&hello(&larger), Some(&segments));
    assert!(matches!(&why, Refuse::Greeting(text) if text.contains("commands")), "{why}");
}

// red once: with the announced length not compared, the server waited for four gigabytes
#[test]
fn noise_is_no_greeting() {
    for seed in 0..4 {
        let mut server = Server::start();
        server.send(&mgpipe_tests::scene::noise(seed, 200), None);
        match server.answer() {
            Answer::Refuse(Refuse::Greeting(text)) => {
                assert!(text.contains("malformed Hello message of 200 bytes"), "{text}")
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(server.end(), "");
    }
    let mut server = Server::start();
    server.socket.as_mut().expect("open").write_all(&u32::MAX.to_le_bytes()).expect("the server listens");
    assert!(matches!(server.answer(), Answer::Refuse(Refuse::Greeting(text)) if text.contains("4294967295 bytes")));
    assert_eq!(server.end(), "");
    // A client that goes before it has said all.
    let mut server = Server::start();
    server.socket.as_mut().expect("open").write_all(&[200, 0, 0, 0, 1, 2, 3]).expect("the server listens");
    server.socket = None;
    server.last_words();
}

/// A session that a hostile client has opened rightly.
struct Session {
    server: Server,
    end: ClientEnd,
}

impl Session {
    fn open() -> Session {
        let sizes = Sizes::default();
        let segments = Segments::create(&sizes).expect("segments");
        let mut server = Server::start();
        server.send(&hello(&sizes).to_bytes(), Some(&segments));
        assert!(matches!(server.answer(), Answer::Welcome(_)));
        let end = segments.client_end(&Settings::default()).expect("our end");
        let socket = server.socket.take().expect("open");
        end.liveness.watch(Watch::HangUp(socket.into())).expect("watched once");
        Session { server, end }
    }

    fn write(&mut self, record: &[u8]) {
        let room = self.end.commands.reserve(record.len()).expect("room");
        room.copy_from_slice(record);
        self.end.commands.commit();
    }

    /// What the server says about the records so far: in its last event, and in its last line.
    fn fault(mut self) -> (SessionFault, String) {
        let last = self.end.commands.push(Op::Finish.wire(), 0, &[0; 8]).expect("room");
        self.end.commands.publish();
        assert!(self.end.commands.wait_applied(last).is_err(), "the server took it all");
        let mut faults = Vec::new();
        while let Some(event) = self.end.events.poll().expect("events") {
            if let Event::SessionFault(fault, text) = Event::decode(event.kind, &event.payload).expect("an event") {
                faults.push((fault, text));
            }
        }
        assert_eq!(faults.len(), 1, "a session ends once: {faults:?}");
        let fault = faults.remove(0);
        let said = self.server.last_words();
        assert!(said.contains(&fault.1), "it logs what it tells the client: {said}");
        fault
    }
}

fn bytes<P: Payload>(op: Op, payload: &P) -> Vec<u8> {
    let mut out = vec![0; record_size::<P, NoTail>(0, 0)];
    write_record::<P, NoTail>(&mut out, op, 0, payload, &[], &[]);
    out
}

fn texture(slot: u32) -> RawHandle {
    RawHandle { slot, generation: 1 }
}

fn context() -> Vec<Vec<u8>> {
    let context = RawHandle { slot: 1, generation: 1 };
    let desc = MGPContextDesc { context, version: 33, flags: 0, pad: 0 };
    vec![bytes(Op::CreateContext, &desc), bytes(Op::MakeCurrent, &MGPMakeCurrent { context, ..Default::default() })]
}

fn create(slot: u32, internal_format: u32) -> MGPResourceDesc {
    MGPResourceDesc {
        resource: texture(slot),
        target: ResourceTarget::Tex2D.wire(),
        storage_kind: StorageKind::Immutable.wire(),
        internal_format,
        width: 4,
        height: 4,
        depth: 1,
        array_layers: 1,
        levels: 1,
        immutable: 1,
        ..Default::default()
    }
}

const RGBA8: u32 = 0x8058;

/// Streams about framebuffers. Textures 1 and 2 are there, and a framebuffer with the first of them.
fn framebuffer_cases() -> Vec<Case> {
    let fbo = RawHandle { slot: 1, generation: 1 };
    let nobody = RawHandle { slot: 40, generation: 7 };
    let surface = MGPSurface {
        resource: texture(1),
        internal_format: RGBA8,
        kind: SurfaceKind::Texture.wire(),
        texture_target: ResourceTarget::Tex2D.wire().into(),
        ..MGPSurface::EMPTY
    };
    let mut good =
        MGPFramebufferState { fbo, width: 4, height: 4, complete: 1, draw_buffers: [-1; 8], ..Default::default() };
    (good.color[0], good.draw_buffers[0]) = (surface, 0);
    let with = |last: Vec<u8>| {
        let made = [1, 2].map(|slot| bytes(Op::ResourceCreate, &create(slot, RGBA8)));
        [context(), made.to_vec(), vec![bytes(Op::SetFramebufferState, &good), last]].concat()
    };
    let state = |change: &dyn Fn(&mut MGPFramebufferState)| {
        let mut record = good;
        change(&mut record);
        with(bytes(Op::SetFramebufferState, &record))
    };
    let point = |change: MGPSurface| state(&|record| record.color[5] = change);
    // Nine colour points: another surface in front of the depth attachment, and the size that this makes.
    let mut nine = bytes(Op::SetFramebufferState, &good);
    nine.splice(208..208, [0; 24]);
    let size = nine.len() as u32;
    nine[4..8].copy_from_slice(&size.to_le_bytes());
    let clear = |clear: MGPClear| with(bytes(Op::Clear, &clear));
    let whole = MGPBlit {
        src: [0, 0, 4, 4],
        dst: [0, 0, 4, 4],
        mask: 0x4000,
        filter: BlitFilter::Nearest.wire(),
        ..Default::default()
    };
    let blit = |blit: MGPBlit| with(bytes(Op::Blit, &blit));
    let bind = |fbo, target| with(bytes(Op::BindFramebuffer, &MGPFramebufferBinding { fbo, target, pad: 0 }));
    vec![
        ("nine colour points", with(nine), "SetFramebufferState: 336 bytes where"),
        ("a ninth draw buffer", state(&|record| record.draw_buffers[3] = 8), "`draw_buffers`"),
        (
            "a surface that nobody made",
            point(MGPSurface { resource: nobody, ..surface }),
            "`MGPSurface.resource`: handle 40.7",
        ),
        ("a surface of nothing", point(MGPSurface { resource: RawHandle::NULL, ..surface }), "`MGPSurface.resource`"),
        ("a level past the last", point(MGPSurface { level: 32, ..surface }), "`MGPSurface.level` is 0x20"),
        ("a layer past the last", point(MGPSurface { layer: u32::MAX, ..surface }), "`MGPSurface.layer`"),
        ("a face that there is not", point(MGPSurface { upload_target: 8, ..surface }), "`MGPSurface.upload_target`"),
        (
            "another target than the texture's",
            point(MGPSurface { texture_target: ResourceTarget::TexCube.wire().into(), ..surface }),
            "`MGPSurface.texture_target`",
        ),
        ("layers half", point(MGPSurface { layered: 2, ..surface }), "`MGPSurface.layered` is 0x2"),
        ("a default framebuffer that is none", state(&|record| record.is_default = 1), "`is_default`"),
        ("a binding that there is not", state(&|record| record.target = 4), "`MGPFramebufferState.target` is 0x4"),
        ("a null framebuffer", state(&|record| record.fbo = RawHandle::NULL), "`MGPFramebufferState.fbo`"),
        ("binding a framebuffer that nobody made", bind(nobody, 2), "field `fbo`: handle 40.7"),
        ("binding for nothing", bind(fbo, 3), "`MGPFramebufferBinding.target` is 0x3"),
        (
            "a clear of a framebuffer that nobody made",
            clear(MGPClear { fbo: nobody, ..Default::default() }),
            "field `framebuffer`: handle 40.7",
        ),
        ("a kind of clear", clear(MGPClear { fbo, kind: 9, ..Default::default() }), "`MGPClear.kind` is 0x9"),
        (
            "a buffer that there is not",
            clear(MGPClear { fbo, buffer_mask: 0x4001, ..Default::default() }),
            "`MGPClear.buffer_mask` is 0x4001",
        ),
        (
            "a class of values",
            clear(MGPClear { fbo, kind: 1, value_class: 3, ..Default::default() }),
            "`MGPClear.value_class` is 0x3",
        ),
        (
            "a draw buffer past the last",
            clear(MGPClear { fbo, kind: 1, draw_buffer_index: 8, ..Default::default() }),
            "`draw_buffer_index`",
        ),
        (
            "a draw buffer before the first",
            clear(MGPClear { fbo, kind: 1, draw_buffer_index: i32::MIN, ..Default::default() }),
            "`draw_buffer_index`",
        ),
        (
            "a blit from a framebuffer that nobody made",
            blit(MGPBlit { read_fbo: nobody, draw_fbo: fbo, ..whole }),
            "field `framebuffer`: handle 40.7",
        ),
        (
            "a blit into a framebuffer that nobody made",
            blit(MGPBlit { read_fbo: fbo, draw_fbo: nobody, ..whole }),
            "field `framebuffer`: handle 40.7",
        ),
        ("a mask of a blit", blit(MGPBlit { read_fbo: fbo, draw_fbo: fbo, mask: 1, ..whole }), "`MGPBlit.mask` is 0x1"),
        (
            "a filter",
            blit(MGPBlit { read_fbo: fbo, draw_fbo: fbo, filter: 0x2700, ..whole }),
            "`MGPBlit.filter` is 0x2700",
        ),
    ]
}

/// A bad stream: what is wrong, its records, and what the server has to say.
type Case = (&'static str, Vec<Vec<u8>>, &'static str);

fn cases() -> Vec<Case> {
    let change = |mut record: Vec<u8>, at: usize, value: u8| {
        record[at] = value;
        record
    };
    let nothing = bytes(Op::Finish, &MGPNothing::default());
    let good = bytes(Op::ResourceCreate, &create(1, RGBA8));
    let upload = MGPSubData {
        resource: texture(1),
        target: u16::from(ResourceTarget::Tex2D.wire()),
        region_count: 1,
        blob: MGPBlobRef::staging(32 << 20, 64),
        ..Default::default()
    };
    let mut with_region = vec![0; record_size::<MGPSubData, MGPSubRegion>(1, 0)];
    write_record(&mut with_region, Op::ResourceSubData, 0, &upload, &[MGPSubRegion::default()], &[]);
    let unknown = MGPHandleOnly { handle: RawHandle { slot: 77, generation: 3 }, kind: Kind::Program.wire(), pad: 0 };
    let draw = MGPDrawInfo { mode: 4, instance_count: 1, num_draws: 1 << 20, ..Default::default() };
    let mut framebuffer = MGPFramebufferState { fbo: RawHandle { slot: 5, generation: 1 }, ..Default::default() };
    framebuffer.color[2].kind = 9;
    vec![
        (
            "op 0xEEEE",
            vec![change(change(nothing.clone(), 0, 0xEE), 1, 0xEE)],
            "record 1: record: op 61166 is not in the catalogue",
        ),
        (
            "a header flag",
            vec![change(nothing.clone(), 2, 1)],
            "record 1: Finish: header flags 0x1 are not allowed here",
        ),
        ("padding", vec![change(nothing, 9, 1)], "record 1: Finish: field `MGPNothing.pad` is 0x1: zero"),
        (
            "a target",
            vec![change(good.clone(), 16, 99)],
            "field `MGPResourceDesc.target` is 0x63: one of ResourceTarget",
        ),
        ("a null handle", vec![change(good, 12, 0)], "ResourceCreate"),
        ("a kind of surface", vec![bytes(Op::SetFramebufferState, &framebuffer)], "`MGPSurface.kind` is 0x9"),
        ("a blob past the staging segment", vec![with_region], "a range inside the staging segment"),
        ("a tail that is not there", vec![bytes(Op::DrawVbo, &draw)], "record 1: DrawVbo: 64 bytes where"),
        (
            "a program that nobody made",
            [context(), vec![bytes(Op::SetDrawProgram, &unknown)]].concat(),
            "SetDrawProgram",
        ),
        (
            "a context that nobody made",
            vec![bytes(
                Op::MakeCurrent,
                &MGPMakeCurrent { context: RawHandle { slot: 9, generation: 1 }, ..Default::default() },
            )],
            "MakeCurrent",
        ),
        ("an internal format", [context(), vec![bytes(Op::ResourceCreate, &create(1, 0x1234))]].concat(), "0x1234"),
        (
            "a handle older than its slot",
            [
                context(),
                vec![
                    bytes(
                        Op::ResourceCreate,
                        &MGPResourceDesc { resource: RawHandle { slot: 3, generation: 5 }, ..create(3, RGBA8) },
                    ),
                    bytes(
                        Op::ResourceCreate,
                        &MGPResourceDesc { resource: RawHandle { slot: 3, generation: 4 }, ..create(3, RGBA8) },
                    ),
                ],
            ]
            .concat(),
            "3.4",
        ),
    ]
}

// red once: with `payload.check` left out of the decoder, the server took the second of these
#[test]
fn bad_records_are_named_and_end_the_session() {
    let mut wrong = Vec::new();
    for (name, records, expected) in
        cases().into_iter().chain(framebuffer_cases()).chain(texture_records::cases()).chain(program_records::cases())
    {
        let mut session = Session::open();
        for record in &records {
            session.write(record);
        }
        let (fault, text) = session.fault();
        if fault != SessionFault::Protocol || !text.contains(expected) {
            wrong.push(format!("{name}: {fault:?}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// red once: with a panic in place of the decoder's error
#[test]
fn noise_after_a_good_header_ends_the_session() {
    for seed in 0..12u32 {
        let mut session = Session::open();
        for record in context() {
            session.write(&record);
        }
        let noise = mgpipe_tests::scene::noise(seed, 504);
        let op = pipe_types::catalogue::ROWS[seed as usize * 6].op;
        session.end.commands.push(op, 0, &noise).expect("room");
        let (fault, text) = session.fault();
        assert_eq!(fault, SessionFault::Protocol, "{text}");
        assert!(text.starts_with("record 3: "), "{text}");
    }
}

// red once: with both clients in one session
#[test]
fn a_hostile_client_harms_nobody_else() {
    let mut good = Session::open();
    let mut bad = Session::open();
    bad.write(&[0xEE, 0xEE, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let (fault, _) = bad.fault();
    assert_eq!(fault, SessionFault::Protocol);
    for record in context() {
        good.write(&record);
    }
    let seq = good.end.commands.push(Op::Finish.wire(), 0, &[0; 8]).expect("room");
    good.end.commands.publish();
    good.end.commands.wait_applied(seq).expect("the other server goes on");
}

/// The descriptors that a greeting passes may be anything.
// red once: with the seals not looked at, the server mapped a file that can shrink under it
#[test]
fn segments_that_are_no_sealed_memory_are_refused() {
    let sizes = Sizes::default();
    let mut server = Server::start();
    let lengths = [
        shm_ring::layout::CONTROL_SIZE as u64,
        sizes.commands.into(),
        sizes.staging.into(),
        sizes.replies() as u64,
        sizes.events.into(),
    ];
    let files = lengths.map(|length| {
        let fd = rustix::fs::memfd_create("unsealed", rustix::fs::MemfdFlags::ALLOW_SEALING).expect("memory");
        rustix::fs::ftruncate(&fd, length).expect("memory without content");
        fd
    });
    let bytes = hello(&sizes).to_bytes();
    let message = [&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat();
    let fds: Vec<_> = files.iter().map(std::os::fd::AsFd::as_fd).collect();
    let socket = server.socket.as_mut().expect("open");
    let sent = send_with_fds(&*socket, &message, &fds).expect("the server listens");
    socket.write_all(&message[sent..]).expect("the server listens");
    match server.answer() {
        Answer::Refuse(Refuse::Greeting(text)) => assert!(text.contains("seal"), "{text}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(server.end(), "");
}
