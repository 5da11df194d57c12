//! The first words: `Hello` from the client, `Welcome` or `Refuse` from the server, as checked rkyv archives, each behind its
//! length (u32, little endian) on the socket.

#![allow(missing_docs)] // the derived archived twins have the documents of their originals

use crate::caps::Capabilities;
use rkyv::{Archive, Deserialize, Serialize};
use thiserror::Error;

/// Version of the protocol apart from the layout digest.
pub const PROTOCOL_VERSION: u32 = 1;
/// Longest message that is looked at.
pub const MAX_MESSAGE: usize = 1 << 20;

/// Sizes of the segments, bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct SegmentSizes {
    /// Command ring.
    pub commands: u64,
    /// Staging arena.
    pub staging: u64,
    /// Reply slots.
    pub reply_slots: u32,
    /// Bytes of a reply slot.
    pub reply_slot_size: u32,
    /// Event ring.
    pub events: u64,
}

/// What the client says first; the segments' descriptors come with it.
#[derive(Clone, Debug, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL_VERSION`].
    pub protocol: u32,
    /// [`crate::catalogue::layout_digest`].
    pub layout_digest: u64,
    /// Version of the shim, for messages.
    pub client_version: String,
    /// The segments.
    pub sizes: SegmentSizes,
    /// Name of the program, for logs.
    pub program: String,
    /// Capabilities to mask, comma-separated.
    pub mask: String,
}

/// The server takes the client.
#[derive(Clone, Debug, PartialEq, Archive, Serialize, Deserialize)]
pub struct Welcome {
    /// [`PROTOCOL_VERSION`].
    pub protocol: u32,
    /// Version of the server, for messages.
    pub server_version: String,
    /// What the driver can do.
    pub caps: Capabilities,
}

/// Why a server does not take a client.
#[derive(Clone, Debug, PartialEq, Eq, Archive, Serialize, Deserialize, Error)]
pub enum Refuse {
    /// Another protocol.
    #[error("the server speaks protocol {server}, the client {client}")]
    Protocol {
        /// The server's.
        server: u32,
        /// The client's.
        client: u32,
    },
    /// Other records.
    #[error(
        "the records of client ({client:#018x}) and server ({server:#018x}) have different layouts: they are of different builds"
    )]
    Layout {
        /// The server's digest.
        server: u64,
        /// The client's digest.
        client: u64,
    },
    /// Sizes, descriptors or the message itself are wrong.
    #[error("the client's greeting is wrong: {0}")]
    Greeting(String),
    /// No driver that will do.
    #[error("no usable driver: {0}")]
    Driver(String),
}

/// The server's answer.
#[derive(Clone, Debug, PartialEq, Archive, Serialize, Deserialize)]
pub enum Answer {
    /// Yes.
    Welcome(Box<Welcome>),
    /// No, and why.
    Refuse(Refuse),
}

/// Bytes that are no message.
#[derive(Clone, Debug, Error)]
#[error("malformed {what} message of {len} bytes: {why}")]
pub struct MessageError {
    /// Which message was expected.
    pub what: &'static str,
    /// Bytes given.
    pub len: usize,
    /// What rkyv's check said.
    pub why: String,
}

macro_rules! message {
    ($($ty:ty),*) => { $( impl $ty {
        /// The message as bytes.
        pub fn to_bytes(&self) -> Vec<u8> {
            rkyv::to_bytes::<rkyv::rancor::Error>(self).expect("plain data serialises").to_vec()
        }
        /// Checks and reads a message.
        pub fn from_bytes(bytes: &[u8]) -> Result<Self, MessageError> {
            let mut aligned = rkyv::util::AlignedVec::<16>::with_capacity(bytes.len());
            aligned.extend_from_slice(bytes);
            rkyv::from_bytes::<Self, rkyv::rancor::Error>(&aligned)
                .map_err(|e| MessageError { what: stringify!($ty), len: bytes.len(), why: e.to_string() })
        }
    } )* };
}
message!(Hello, Answer);
