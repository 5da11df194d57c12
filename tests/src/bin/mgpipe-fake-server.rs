//! A server that does everything wrong, as `MGPIPE_FAKE_SERVER` says: `silent` ends without a word, `garbage` answers noise,
//! `endless` announces more than any message has, `broken` ends in the middle of its answer, `refuse` refuses for another layout.
#![forbid(unsafe_code)]

use pipe_types::handshake::{Answer, Refuse};
use std::{fs::File, io::Write};

fn main() -> std::io::Result<()> {
    let how = std::env::var("MGPIPE_FAKE_SERVER").unwrap_or_default();
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
