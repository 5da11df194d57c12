//! The process's front end: its session, contexts and share groups, and which context each thread has current.

use crate::{
    context::{ContextState, Cx, Shared},
    session::Session,
};
use parking_lot::{Mutex, MutexGuard};
use std::cell::Cell;

/// Everything that GL calls need. One per process, behind one lock: a call holds it from start to end, so that the records of
/// a call stand together.
#[derive(Default)]
pub struct FrontEnd {
    /// The link to the server, opened with the first display.
    pub session: Option<Session>,
    /// Contexts by index; the index of a destroyed context is reused.
    pub contexts: Vec<Option<Box<Context>>>,
    /// Share groups by index.
    pub groups: Vec<Option<Group>>,
    /// The context that the records in the link belong to.
    pub speaking: Option<u32>,
}

/// A context and its place.
pub struct Context {
    /// The context's state.
    pub state: ContextState,
    /// Index of its share group.
    pub group: u32,
    /// Thread that has it current.
    pub current_in: Option<std::thread::ThreadId>,
    /// `eglDestroyContext` was called; the context goes when it is current no more.
    pub doomed: bool,
}

/// A share group.
#[derive(Default)]
pub struct Group {
    /// Its objects.
    pub shared: Shared,
    /// Contexts that use it.
    pub contexts: u32,
}

static FRONT_END: Mutex<FrontEnd> =
    Mutex::new(FrontEnd { session: None, contexts: Vec::new(), groups: Vec::new(), speaking: None });

thread_local! {
    /// Index + 1 of the context that is current in this thread; 0 for none.
    static CURRENT: Cell<u32> = const { Cell::new(0) };
}

/// The front end, locked.
pub fn lock() -> MutexGuard<'static, FrontEnd> {
    FRONT_END.lock()
}

/// Index of the calling thread's context.
#[inline]
pub fn current() -> Option<u32> {
    CURRENT.get().checked_sub(1)
}

/// Sets the calling thread's context. The caller keeps `current_in` of the contexts right.
pub fn set_current(index: Option<u32>) {
    CURRENT.set(index.map_or(0, |index| index + 1));
}

/// Runs `call` with the calling thread's context, if it has one.
#[inline]
pub fn with_current<R>(call: impl FnOnce(&mut Cx<'_>) -> R) -> Option<R> {
    let index = current()?;
    let mut front_end = lock();
    front_end.with_context(index, call)
}

impl FrontEnd {
    /// Runs `call` with context `index`.
    #[inline]
    pub fn with_context<R>(&mut self, index: u32, call: impl FnOnce(&mut Cx<'_>) -> R) -> Option<R> {
        let session = self.session.as_mut()?;
        let context = self.contexts.get_mut(index as usize)?.as_mut()?;
        let group = self.groups.get_mut(context.group as usize)?.as_mut()?;
        if self.speaking != Some(index) {
            crate::emit::context::speak(&mut context.state, session);
            self.speaking = Some(index);
        }
        Some(call(&mut Cx { state: &mut context.state, shared: &mut group.shared, session }))
    }
}
