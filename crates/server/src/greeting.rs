//! The server's side of the handshake.

use pipe_types::{
    caps::Capabilities,
    catalogue::layout_digest,
    handshake::{Answer, Hello, MAX_MESSAGE, PROTOCOL_VERSION, Refuse, Welcome},
};
use shm_ring::{SEGMENT_COUNT, Segments, Sizes, receive_with_fds};
use std::{
    fs::File,
    io::{Read, Write},
    os::fd::OwnedFd,
};

/// A client that said hello and has not been answered.
#[derive(Debug)]
pub struct Guest {
    stream: File,
    /// What it said.
    pub hello: Hello,
    /// Its segments, mapped.
    pub segments: Segments,
}

/// Why a client was not taken. The client has been told.
#[derive(Debug, thiserror::Error)]
pub enum GreetingError {
    /// It was refused.
    #[error("client refused")]
    Refused(#[from] Refuse),
    /// The socket broke.
    #[error("the client's socket")]
    Socket(#[from] std::io::Error),
}

/// Reads the client's hello and maps its segments.
///
/// # Errors
/// A wrong greeting is answered with a refusal; a broken socket can't be.
pub fn receive(socket: OwnedFd) -> Result<Guest, GreetingError> {
    let mut stream = File::from(socket);
    match receive_hello(&mut stream) {
        Ok((hello, segments)) => Ok(Guest { stream, hello, segments }),
        Err(GreetingError::Refused(why)) => Err(refuse(&mut stream, why)),
        Err(error) => Err(error),
    }
}

fn receive_hello(stream: &mut File) -> Result<(Hello, Segments), GreetingError> {
    let greeting = |text: String| GreetingError::Refused(Refuse::Greeting(text));
    // The descriptors come with the first bytes.
    let mut first = [0; 4096];
    let (count, fds) = receive_with_fds(&*stream, &mut first)?;
    let mut bytes = first[..count].to_vec();
    let mut need = 4;
    loop {
        if bytes.len() >= need {
            let len = u32::from_le_bytes(bytes[..4].try_into().expect("four bytes")) as usize;
            if len > MAX_MESSAGE {
                return Err(greeting(format!("{len} bytes are more than any greeting has")));
            }
            need = 4 + len;
            if bytes.len() >= need {
                break;
            }
        }
        let at = bytes.len();
        bytes.resize(need, 0);
        let count = stream.read(&mut bytes[at..])?;
        if count == 0 {
            return Err(greeting("it broke off".to_owned()));
        }
        bytes.truncate(at + count);
    }
    let hello = Hello::from_bytes(&bytes[4..need]).map_err(|error| greeting(error.to_string()))?;
    if hello.protocol != PROTOCOL_VERSION {
        return Err(Refuse::Protocol { server: PROTOCOL_VERSION, client: hello.protocol }.into());
    }
    if hello.layout_digest != layout_digest() {
        return Err(Refuse::Layout { server: layout_digest(), client: hello.layout_digest }.into());
    }
    let fds: [OwnedFd; SEGMENT_COUNT] = fds
        .try_into()
        .map_err(|fds: Vec<_>| greeting(format!("{} descriptors instead of {SEGMENT_COUNT}", fds.len())))?;
    let size =
        |name: &str, value: u64| u32::try_from(value).map_err(|_| greeting(format!("size of {name} is {value}")));
    let sizes = Sizes {
        commands: size("commands", hello.sizes.commands)?,
        staging: size("staging", hello.sizes.staging)?,
        reply_slots: hello.sizes.reply_slots,
        reply_slot_size: hello.sizes.reply_slot_size,
        events: size("events", hello.sizes.events)?,
    };
    let segments = Segments::open(fds, &sizes).map_err(|error| greeting(error.to_string()))?;
    Ok((hello, segments))
}

fn send(stream: &mut File, answer: &Answer) -> std::io::Result<()> {
    let bytes = answer.to_bytes();
    stream.write_all(&[&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat())
}

fn refuse(stream: &mut File, why: Refuse) -> GreetingError {
    match send(stream, &Answer::Refuse(why.clone())) {
        Ok(()) => GreetingError::Refused(why),
        Err(error) => GreetingError::Socket(error),
    }
}

impl Guest {
    /// Tells the client that there is no driver for it.
    pub fn refuse(mut self, why: Refuse) -> GreetingError {
        refuse(&mut self.stream, why)
    }

    /// Takes the client. What is left of the socket says when it is gone.
    ///
    /// # Errors
    /// The socket's.
    pub fn welcome(mut self, caps: Capabilities) -> Result<(OwnedFd, Segments), GreetingError> {
        let welcome =
            Welcome { protocol: PROTOCOL_VERSION, server_version: env!("CARGO_PKG_VERSION").to_owned(), caps };
        send(&mut self.stream, &Answer::Welcome(Box::new(welcome)))?;
        Ok((self.stream.into(), self.segments))
    }
}
