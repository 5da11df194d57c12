//! From state to records: what the server has to know before a verb, only what changed, a file per topic.
//!
//! [`Sent`] is the client's memory of what the server has for one context. Objects remember by themselves whether they have
//! been sent.

pub mod context;

use crate::Cx;

/// What the server has of one context.
#[derive(Default)]
pub struct Sent {}

/// Sends all objects' pending creations, redefinitions and uploads, and the ends of those that nobody refers to any more. The
/// first step of every verb.
pub fn objects(cx: &mut Cx<'_>) {
    let _ = cx;
}
