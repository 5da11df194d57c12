//! What clients wait for, said unasked: a fence that is signalled, a query whose result is there. Nobody blocks on the driver for
//! it, so that records go on being applied, and a client that polls looks at what it has been told.
//!
//! Everything that ended and has not been said is looked at when the driver was given its work in any case (flush, finish,
//! present). What a client asks for with a `Watch` record is looked at until it is there, between records and, while there are
//! none, waiting on a fence of the driver for a moment at a time ([`Applier::attend`]).

use crate::{
    Applier, Host,
    driver::GlSync,
    error::{Fault, Refusal, Result},
};
use pipe_types::{
    event::{Event, MGPQueryEvent},
    handle::{Kind, RawHandle},
    primitive::MGPHandleOnly,
};
use std::{collections::VecDeque, time::Duration};

/// Objects whose end is remembered without having been asked for; an older one is said when it is asked for.
const UNASKED: usize = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    kind: Kind,
    handle: RawHandle,
    /// The record that ended it.
    seq: u64,
}

/// What has not been said yet.
#[derive(Debug, Default)]
pub(crate) struct Watches {
    pending: VecDeque<Pending>,
    /// What the client asked for, with a fence of its own behind a query's commands.
    asked: Vec<(Pending, Option<GlSync>)>,
}

impl Watches {
    fn forget(&mut self, handle: RawHandle, kind: Kind) -> Option<GlSync> {
        self.pending.retain(|pending| (pending.handle, pending.kind) != (handle, kind));
        let at = self.asked.iter().position(|(asked, _)| (asked.handle, asked.kind) == (handle, kind))?;
        self.asked.swap_remove(at).1
    }
}

impl Applier {
    /// A query has ended, or a fence is behind everything so far.
    pub(crate) fn will_be_there(&mut self, kind: Kind, handle: RawHandle, seq: u64) {
        self.no_longer_watched(kind, handle);
        if self.watches.pending.len() == UNASKED {
            self.watches.pending.pop_front();
        }
        self.watches.pending.push_back(Pending { kind, handle, seq });
    }

    /// It begins anew, or is gone.
    pub(crate) fn no_longer_watched(&mut self, kind: Kind, handle: RawHandle) {
        if let Some(fence) = self.watches.forget(handle, kind) {
            self.gl.delete_sync(fence);
        }
    }

    /// Says what is there by now of what ended. The driver has just been given its work.
    pub(crate) fn say_what_is_there(&mut self, host: &mut dyn Host) -> Result {
        for _ in 0..self.watches.pending.len() {
            let Some(pending) = self.watches.pending.pop_front() else { break };
            if !self.say_if_there(&pending, host)? {
                self.watches.pending.push_back(pending);
            }
        }
        self.look(Duration::ZERO, host)
    }

    /// Says it if it is there. What is gone counts as said.
    fn say_if_there(&mut self, pending: &Pending, host: &mut dyn Host) -> Result<bool> {
        let event = if pending.kind == Kind::Fence {
            let Ok(fence) = self.fences.get(pending.handle) else { return Ok(true) };
            if !self.is_signaled(fence.sync, Duration::ZERO) {
                return Ok(false);
            }
            Event::FenceSignaled(pending.handle)
        } else {
            let Ok(query) = self.queries.get(pending.handle) else { return Ok(true) };
            if query.is_elsewhere(self.cx.handle) {
                return Ok(false);
            }
            let Some(result) = self.query_result(pending.handle, false)? else { return Ok(false) };
            Event::QueryAvailable(MGPQueryEvent { query: pending.handle, result })
        };
        host.event(pending.seq, event);
        Ok(true)
    }

    fn is_signaled(&self, sync: GlSync, patience: Duration) -> bool {
        let patience = u64::try_from(patience.as_nanos()).unwrap_or(u64::MAX);
        self.gl.client_wait_sync(sync, glow::SYNC_FLUSH_COMMANDS_BIT, patience) != glow::TIMEOUT_EXPIRED
    }

    /// The client asks to be told.
    pub(crate) fn watch(&mut self, seq: u64, r: &MGPHandleOnly, host: &mut dyn Host) -> Result {
        let kind = Kind::from_wire(r.kind.into());
        let (kind, known) = match kind {
            Some(Kind::Fence) => (Kind::Fence, self.fences.is_known(r.handle)),
            Some(Kind::Query) => (Kind::Query, self.queries.is_known(r.handle)),
            _ => return Err(Refusal::Kind { field: "kind", kind: r.kind }),
        };
        if !known {
            return Err(Refusal::Handle { field: "handle", handle: r.handle, miss: crate::Miss::Unknown });
        }
        let same = |pending: &&Pending| (pending.handle, pending.kind) == (r.handle, kind);
        let pending =
            self.watches.pending.iter().find(same).copied().unwrap_or(Pending { kind, handle: r.handle, seq });
        self.no_longer_watched(kind, r.handle);
        if kind == Kind::Query && self.queries.get(r.handle).is_ok_and(|query| query.is_active()) {
            return Err(Refusal::State("the result of an active query is watched"));
        }
        if self.say_if_there(&pending, host)? {
            return Ok(());
        }
        let behind = if kind == Kind::Query { Some(self.gl.fence_sync().map_err(Refusal::Driver)?) } else { None };
        self.gl.flush();
        self.watches.asked.push((pending, behind));
        Ok(())
    }

    /// Whether the client waits to be told something.
    pub fn is_watching(&self) -> bool {
        !self.watches.asked.is_empty()
    }

    /// Says what is there by now of what the client asked for. While nothing is, waits for at most `patience`.
    ///
    /// # Errors
    /// A fault ends the session, as from [`Applier::apply`].
    pub fn attend(&mut self, patience: Duration, host: &mut dyn Host) -> std::result::Result<(), Fault> {
        let fault = |refusal| Fault { seq: 0, record: "Watch", refusal };
        self.look(patience, host).map_err(fault)
    }

    fn look(&mut self, mut patience: Duration, host: &mut dyn Host) -> Result {
        let mut at = 0;
        while let Some((pending, behind)) = self.watches.asked.get(at).copied() {
            let fence = behind.or_else(|| self.fences.get(pending.handle).ok().map(|fence| fence.sync));
            let ready = fence.is_none_or(|fence| self.is_signaled(fence, std::mem::take(&mut patience)));
            if ready && self.say_if_there(&pending, host)? {
                self.watches.asked.swap_remove(at);
                if let Some(fence) = behind {
                    self.gl.delete_sync(fence);
                }
            } else {
                at += 1;
            }
        }
        Ok(())
    }
}
