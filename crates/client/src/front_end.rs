//! The process's front end: its session, contexts and share groups, and which context each thread has current.

use crate::{
    context::{ContextState, Cx, Shared},
    egl::{Egl, config::Config},
    link::{ConnectError, ConnectSettings, Connector},
    session::Session,
    settings::{Settings, parse_version},
};
use pipe_types::{
    archive::Stage,
    caps::{Capabilities, Features},
};
use shm_ring::{OwnerLock, Seat};
use std::{cell::Cell, sync::OnceLock};

/// Everything that GL calls need. One per process, behind one lock: a call holds it from start to end, so that the records of
/// a call stand together. The lock stays with the thread that makes the calls, which then pays next to nothing for it.
#[derive(Default)]
pub struct FrontEnd {
    /// The link to the server, opened with the first display.
    pub session: Option<Session>,
    /// Contexts by index; the index of a destroyed context is reused.
    pub contexts: Vec<Option<Context>>,
    /// Share groups by index.
    pub groups: Vec<Option<Group>>,
    /// The context that the records in the link belong to.
    pub speaking: Option<u32>,
    /// Displays, surfaces, EGL's sync objects.
    pub egl: Egl,
}

/// A context and its place.
pub struct Context {
    /// The context's state.
    pub state: Box<ContextState>,
    /// Index of its share group.
    pub group: u32,
    /// Index of its display.
    pub display: usize,
    /// Its configuration, if it has one.
    pub config: Option<Config>,
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

static FRONT_END: OwnerLock<FrontEnd> = OwnerLock::new(FrontEnd {
    session: None,
    contexts: Vec::new(),
    groups: Vec::new(),
    speaking: None,
    egl: Egl { displays: Vec::new(), surfaces: Vec::new(), syncs: Vec::new() },
});

/// Makes the connector of a transport; none when there is no such transport in this build.
pub type ConnectorFactory = fn(transport: &str) -> Option<Box<dyn Connector>>;

static CONNECTORS: OnceLock<ConnectorFactory> = OnceLock::new();

/// Adds the transports that need more than this crate has (`inproc`, `direct`). Once per process.
pub fn set_connectors(factory: ConnectorFactory) {
    let _ = CONNECTORS.set(factory);
}

/// Opens the process's session as the settings say.
pub fn open_session(settings: &Settings) -> Result<Session, ConnectError> {
    let version = match &settings.gl_version {
        None => MAX_VERSION,
        Some(text) => parse_version(text).ok_or_else(|| ConnectError::GlVersion(text.clone()))?,
    };
    let connector: Box<dyn Connector> = match settings.transport.as_str() {
        "spawn" => Box::new(crate::link::spawn::Spawn),
        other => CONNECTORS
            .get()
            .and_then(|factory| factory(other))
            .ok_or_else(|| ConnectError::Transport(other.to_owned()))?,
    };
    let connect = ConnectSettings { mask: settings.mask.clone(), server: settings.server.clone() };
    let (link, caps) = connector.connect(&connect)?;
    static AT_EXIT: std::sync::Once = std::sync::Once::new();
    AT_EXIT.call_once(|| crate::abi::at_exit(crate::stats::at_exit));
    let mut session = Session::new(link, caps);
    session.max_version = version.min(highest_version(&session.caps));
    Ok(session)
}

/// The highest GL version that is complete, major * 10 + minor.
pub const MAX_VERSION: u32 = 45;

/// The highest version that a driver's capabilities make possible: the first that lacks something ends the list.
fn highest_version(caps: &Capabilities) -> u32 {
    let l = &caps.limits;
    let all = |features: Features| caps.has(features);
    let fragment = Stage::Fragment as usize;
    let stages = Features::TESSELLATION_SHADER | Features::GEOMETRY_SHADER;
    let steps = [
        (40, all(stages | Features::CUBE_MAP_ARRAY | Features::SAMPLE_SHADING | Features::DRAW_BUFFERS_INDEXED)),
        (41, all(Features::VIEWPORT_ARRAY)),
        (42, l.max_image_uniforms[fragment] > 0 && l.max_atomic_counters[fragment] > 0),
        (43, all(Features::TEXTURE_VIEW) && l.max_storage_blocks[fragment] > 0),
        (44, all(Features::MIRROR_CLAMP_TO_EDGE)),
        (45, all(Features::CLIP_DISTANCE) && all(Features::CLIP_CONTROL)),
    ];
    steps.into_iter().take_while(|(_, there)| *there).map(|(version, _)| version).fold(33, u32::max).min(MAX_VERSION)
}

/// What the front end keeps for a thread: one look-up for all of it.
struct Thread {
    seat: Seat,
    /// Index + 1 of the context that is current; 0 for none.
    current: Cell<u32>,
    /// Debug output has messages for callbacks.
    messages: Cell<bool>,
}

thread_local! {
    static THREAD: Thread = Thread::new(0);
    /// `Thread::current` of a thread that is ending: other destructors of the thread may still call GL.
    static ENDING: Cell<u32> = const { Cell::new(0) };
}

impl Drop for Thread {
    fn drop(&mut self) {
        ENDING.set(self.current.get());
    }
}

impl Thread {
    fn new(current: u32) -> Self {
        Self { seat: Seat::new(), current: Cell::new(current), messages: Cell::new(false) }
    }
}

/// Runs `call` with the calling thread's things, those of a moment when the thread has none any more.
fn with_thread<R>(call: impl FnOnce(&Thread) -> R) -> R {
    let mut call = Some(call);
    let mut once = |thread: &Thread| call.take().expect("called once")(thread);
    match THREAD.try_with(&mut once) {
        Ok(answer) => answer,
        Err(_) => once(&Thread::new(ENDING.get())),
    }
}

/// Runs `call` with the front end, alone.
pub fn with<R>(call: impl FnOnce(&mut FrontEnd) -> R) -> R {
    with_thread(|thread| call(&mut FRONT_END.lock(&thread.seat)))
}

/// As [`with`], unless another call is going on.
pub fn try_with<R>(call: impl FnOnce(&mut FrontEnd) -> R) -> Option<R> {
    with_thread(|thread| FRONT_END.try_lock(&thread.seat).map(|mut front_end| call(&mut front_end)))
}

/// Index of the calling thread's context.
#[inline]
pub fn current() -> Option<u32> {
    with_thread(|thread| thread.current.get()).checked_sub(1)
}

/// Sets the calling thread's context. The caller keeps `current_in` of the contexts right.
pub fn set_current(index: Option<u32>) {
    with_thread(|thread| thread.current.set(index.map_or(0, |index| index + 1)));
}

/// Debug output has messages for callbacks: they are handed out when the call is over.
pub fn messages_wait() {
    with_thread(|thread| thread.messages.set(true));
}

/// Runs `call` with the calling thread's context, if it has one. Afterwards, outside the lock, debug output's callbacks get
/// their messages: they may call GL.
#[inline(always)]
pub fn with_current<R>(call: impl FnOnce(&mut Cx<'_>) -> R) -> Option<R> {
    let mut call = Some(call);
    let done = THREAD.try_with(|thread| {
        let mut front_end = FRONT_END.enter(&thread.seat)?;
        // Without a context that is the index of none.
        let answer = front_end.with_context(thread.current.get().wrapping_sub(1), call.take()?);
        drop(front_end);
        if thread.messages.get() {
            deliver_messages(thread);
        }
        Some(answer)
    });
    match done {
        Ok(Some(answer)) => answer,
        _ => with_current_slowly(call),
    }
}

/// As [`with_current`], for a thread that is not the lock's owner.
#[cold]
#[inline(never)]
fn with_current_slowly<R>(call: Option<impl FnOnce(&mut Cx<'_>) -> R>) -> Option<R> {
    with_thread(|thread| {
        let index = thread.current.get().checked_sub(1)?;
        let answer = FRONT_END.lock(&thread.seat).with_context(index, call?);
        if thread.messages.get() {
            deliver_messages(thread);
        }
        answer
    })
}

#[cold]
fn deliver_messages(thread: &Thread) {
    thread.messages.set(false);
    crate::gl::debug::deliver();
}

impl FrontEnd {
    /// Ends the session once no display is initialised and no context lives: the server goes, and the next `eglInitialize`
    /// starts another.
    pub fn close_unused_session(&mut self) {
        let used = self.egl.displays.iter().any(|display| display.initialized);
        if used || self.contexts.iter().any(Option::is_some) {
            return;
        }
        if let Some(mut session) = self.session.take() {
            session.publish();
            crate::stats::count(&session);
        }
        self.speaking = None;
    }

    /// What the calling thread is about to send belongs to no context. A context that another thread has current is not used
    /// for it: where records are applied on the calling thread, the driver's context is current in that other thread.
    pub fn leave_other_threads(&mut self) {
        let me = std::thread::current().id();
        let speaking = self.speaking.and_then(|index| self.contexts.get(index as usize)?.as_ref());
        if speaking.is_some_and(|context| context.current_in.is_some_and(|thread| thread != me)) {
            self.speak_for_none();
        }
    }

    /// No context is spoken for any more.
    pub fn speak_for_none(&mut self) {
        self.speaking = None;
        if let Some(session) = &mut self.session {
            crate::emit::context::speak_for_none(session);
        }
    }

    /// Runs `call` for every share group, with one of its contexts for which nothing is said: for what belongs to the group alone.
    pub fn for_each_group(&mut self, mut call: impl FnMut(&mut Cx<'_>)) {
        self.leave_other_threads();
        let Some(session) = &mut self.session else { return };
        for (index, group) in self.groups.iter_mut().enumerate() {
            let of_group = |context: &&mut Context| context.group as usize == index;
            let context = self.contexts.iter_mut().flatten().find(of_group);
            if let (Some(context), Some(group)) = (context, group) {
                call(&mut Cx { state: &mut context.state, shared: &mut group.shared, session });
            }
        }
    }

    /// Runs `call` with context `index`.
    #[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::*;

    // red once: with sample shading and indexed draw buffers in a row of their own for 4.0, the drivers without them had 4.0
    #[test]
    fn a_version_is_there_with_all_that_it_needs() {
        let mut caps = Capabilities { features: Features::all().bits(), ..Capabilities::default() };
        assert_eq!(highest_version(&caps), 41);
        caps.limits.max_image_uniforms = [8; 6];
        caps.limits.max_atomic_counters = [8; 6];
        assert_eq!(highest_version(&caps), 42);
        caps.limits.max_storage_blocks = [8; 6];
        assert_eq!(highest_version(&caps), MAX_VERSION);
        for (missing, highest) in [
            (Features::TESSELLATION_SHADER, 33),
            (Features::GEOMETRY_SHADER, 33),
            (Features::CUBE_MAP_ARRAY, 33),
            (Features::SAMPLE_SHADING, 33),
            (Features::DRAW_BUFFERS_INDEXED, 33),
            (Features::VIEWPORT_ARRAY, 40),
            (Features::TEXTURE_VIEW, 42),
            (Features::MIRROR_CLAMP_TO_EDGE, 43),
            (Features::CLIP_CONTROL, 44),
            (Features::CLIP_DISTANCE, 44),
        ] {
            let caps = Capabilities { features: (Features::all() - missing).bits(), ..caps.clone() };
            assert_eq!(highest_version(&caps), highest, "without {missing:?}");
        }
    }
}
