//! A server that does everything wrong, as `MGPIPE_FAKE_SERVER` says: `silent` ends without a word, `garbage` answers noise,
//! `endless` announces more than any message has, `broken` ends in the middle of its answer, `refuse` refuses for another layout.
//!
//! Others are welcoming and answer the first record that asks for an answer with what no server writes: `reply-sequence` names
//! another record, `reply-status` has an unknown status, `reply-size` more bytes than a slot, `reply-endless` pieces for ever,
//! `reply-none` announces a piece and another one without bytes, `reply-head` claims a thousand slots, `event-head` a gigabyte of
//! events, `event-kind` an event that is none (and a good answer), `event-size` one that leaves the ring. They stay as long as the client does.
#![forbid(unsafe_code)]

use pipe_types::{
    Op, WaitClass,
    handshake::{Answer, Refuse},
};
use server::{egl::Source, greeting, session::Renderer};
use shm_ring::{RecordBuf, ReplyStatus, Settings, Watch, layout};
use std::{fs::File, io::Write, os::unix::fs::FileExt};

fn main() -> std::io::Result<()> {
    let how = std::env::var("MGPIPE_FAKE_SERVER").unwrap_or_default();
    if how.starts_with("reply-") || how.starts_with("event-") {
        return welcoming(&how);
    }
    // The session's socket is standard input, whatever it is good for.
    let mut socket = File::from(rustix::io::dup(rustix::stdio::stdin())?);
    // The greeting has to be taken, or closing the socket would tell the client that its peer did not want it.
    let mut greeting = [0; 4096];
    shm_ring::receive_with_fds(&socket, &mut greeting)?;
    let message = |bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat();
    match how.as_str() {
        "silent" => Ok(()),
        "garbage" => socket.write_all(&message(&mgpipe_tests::scene::noise(1, 300))),
        "endless" => socket.write_all(&u32::MAX.to_le_bytes()),
        "broken" => socket.write_all(&message(&[7; 300])[..50]),
        "refuse" => {
            let refuse = Refuse::Layout { server: 0x1234, client: pipe_types::catalogue::layout_digest() };
            socket.write_all(&message(&Answer::Refuse(refuse).to_bytes()))
        }
        other => panic!("MGPIPE_FAKE_SERVER is {other:?}"),
    }
}

fn welcoming(how: &str) -> std::io::Result<()> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let guest = greeting::receive(socket).map_err(std::io::Error::other)?;
    let caps = Renderer::open(Source::System, "").map_err(std::io::Error::other)?.capabilities();
    let (socket, segments) = guest.welcome(caps).map_err(std::io::Error::other)?;
    let mut end = segments.server_end(&Settings::default()).map_err(std::io::Error::other)?;
    end.liveness.watch(Watch::HangUp(socket)).map_err(|_| std::io::Error::other("watched already"))?;
    let [control, _, _, replies, events] = segments.into_fds().map(File::from);
    let word = |file: &File, at: usize, value: u64| file.write_all_at(&value.to_ne_bytes(), at as u64);
    let slot = |seq: u64, status: i32, size: u32| -> std::io::Result<()> {
        word(&replies, 0, seq)?;
        word(&replies, 8, u64::from(status as u32) | u64::from(size) << 32)?;
        // The client looks again before long, bell or no bell.
        word(&control, layout::REPLY_HEAD, 1)
    };
    let (mut buf, mut done) = (RecordBuf::new(), false);
    loop {
        while let Some(record) = end.commands.next(&mut buf).map_err(std::io::Error::other)? {
            let asks = Op::from_wire(record.op).is_some_and(|op| op.row().wait == WaitClass::Reply);
            let seq = record.seq;
            if asks && !std::mem::replace(&mut done, true) {
                match how {
                    "reply-sequence" => {
                        end.replies.send(seq + 1, ReplyStatus::Ok, &[1; 4]).map_err(std::io::Error::other)?
                    }
                    "reply-status" => slot(seq, 77, 4)?,
                    "reply-size" => slot(seq, 0, u32::MAX)?,
                    "reply-none" => slot(seq, layout::REPLY_MORE, 0)?,
                    "reply-head" => word(&control, layout::REPLY_HEAD, 1000)?,
                    "reply-endless" => {
                        let mut reply = end.replies.begin(seq);
                        // Ends when the client has had enough and is gone.
                        while reply.write_piece(ReplyStatus::Ok, &[9; 4096], false).is_ok() {}
                    }
                    "event-head" => word(&control, layout::EVENT_HEAD, 1 << 30)?,
                    "event-kind" => {
                        end.events.push(999, seq, &[3; 64]).map_err(std::io::Error::other)?;
                        end.replies.send(seq, ReplyStatus::Ok, &[0; 4]).map_err(std::io::Error::other)?;
                    }
                    "event-size" => {
                        word(&events, 0, 1 | 0xffff_ffff << 32)?;
                        word(&control, layout::EVENT_HEAD, 32)?;
                    }
                    other => panic!("MGPIPE_FAKE_SERVER is {other:?}"),
                }
            }
            end.commands.mark_applied();
        }
        end.commands.release();
        if end.commands.wait().is_err() {
            return Ok(());
        }
    }
}
