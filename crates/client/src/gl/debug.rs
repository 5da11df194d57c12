//! Debug output, groups and labels (GL 4.6 core 20).

use super::{enums::*, get::Value};
use crate::Cx;
use pipe_types::{Op, primitive::NoTail, records::context::MGPDebugMarker};
use std::{
    cell::RefCell,
    collections::{HashMap, VecDeque},
    sync::Arc,
};

/// `GL_MAX_DEBUG_MESSAGE_LENGTH`, with the zero.
pub const MAX_MESSAGE: usize = 4096;
/// `GL_MAX_DEBUG_LOGGED_MESSAGES`.
pub const MAX_LOGGED: usize = 64;
/// `GL_MAX_DEBUG_GROUP_STACK_DEPTH`, with the default group.
pub const MAX_GROUPS: usize = 64;
/// `GL_MAX_LABEL_LENGTH`, with the zero.
pub const MAX_LABEL: usize = 256;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// `GL_DEBUG_SOURCE_*`.
    pub source: GLenum,
    /// `GL_DEBUG_TYPE_*`.
    pub type_: GLenum,
    /// Its number.
    pub id: GLuint,
    /// `GL_DEBUG_SEVERITY_*`.
    pub severity: GLenum,
    /// What it says.
    pub text: String,
}

/// Takes messages in the application. The C ABI wraps its function pointer in one.
pub type Callback = Arc<dyn Fn(&Message) + Send + std::marker::Sync>;

thread_local! {
    /// Messages on their way to a callback: it may call GL, so it is called when the front end's lock is free again.
    static OUTBOX: RefCell<Vec<(Callback, Message)>> = const { RefCell::new(Vec::new()) };
}

/// Hands out what callbacks are to be told. Called after an entry point that had something to say, without the lock.
#[cold]
pub fn deliver() {
    let messages = OUTBOX.take();
    for (callback, message) in messages {
        callback(&message);
    }
}

#[derive(Clone, Debug)]
struct Rule {
    source: GLenum,
    type_: GLenum,
    severity: GLenum,
    ids: Vec<GLuint>,
    on: bool,
}

impl Rule {
    /// Whether every message that `other` speaks of is one that this rule speaks of.
    fn covers(&self, other: &Rule) -> bool {
        let wider = |mine: GLenum, its: GLenum| mine == GL_DONT_CARE || mine == its;
        wider(self.source, other.source)
            && wider(self.type_, other.type_)
            && wider(self.severity, other.severity)
            && (self.ids.is_empty() || !other.ids.is_empty() && other.ids.iter().all(|id| self.ids.contains(id)))
    }
}

/// Debug state of a context.
#[derive(Default)]
pub struct DebugState {
    /// `GL_DEBUG_OUTPUT`.
    pub enabled: bool,
    /// `GL_DEBUG_OUTPUT_SYNCHRONOUS`.
    pub synchronous: bool,
    callback: Option<Callback>,
    /// The pointers of `glDebugMessageCallback`, as numbers, for `glGetPointerv`.
    pub pointers: [usize; 2],
    log: VecDeque<Message>,
    /// Later rules win.
    rules: Vec<Rule>,
    /// Open groups: their message, and how many rules there were before.
    groups: Vec<(Message, usize)>,
    labels: HashMap<(GLenum, u64), String>,
}

/// The initial state of a debug context has output on (GL 4.6 core 20.1).
pub fn initial(debug_context: bool) -> DebugState {
    DebugState { enabled: debug_context, ..Default::default() }
}

fn passes(state: &DebugState, message: &Message) -> bool {
    let hit = |rule: &&Rule| {
        let is = |wanted: GLenum, actual: GLenum| wanted == GL_DONT_CARE || wanted == actual;
        is(rule.source, message.source)
            && is(rule.type_, message.type_)
            && is(rule.severity, message.severity)
            && (rule.ids.is_empty() || rule.ids.contains(&message.id))
    };
    match state.rules.iter().rev().find(hit) {
        Some(rule) => rule.on,
        None => message.severity != GL_DEBUG_SEVERITY_LOW,
    }
}

fn send(state: &mut DebugState, message: Message) {
    if !state.enabled || !passes(state, &message) {
        return;
    }
    match &state.callback {
        Some(callback) => {
            OUTBOX.with_borrow_mut(|outbox| outbox.push((callback.clone(), message)));
            crate::front_end::messages_wait();
        }
        None if state.log.len() < MAX_LOGGED => state.log.push_back(message),
        None => {}
    }
}

/// Tells debug output of a GL error.
pub fn error_message(cx: &mut Cx<'_>, error: GLenum, why: &str) {
    if !cx.state.debug.enabled {
        return;
    }
    let message = Message {
        source: GL_DEBUG_SOURCE_API,
        type_: GL_DEBUG_TYPE_ERROR,
        id: error,
        severity: GL_DEBUG_SEVERITY_HIGH,
        text: format!("{}: {why}", enum_name(error)),
    };
    send(&mut cx.state.debug, message);
}

/// Tells debug output what the server logged.
pub fn server_message(cx: &mut Cx<'_>, level: u32, text: &str) {
    if !cx.state.debug.enabled {
        return;
    }
    let message = Message {
        source: GL_DEBUG_SOURCE_OTHER,
        type_: GL_DEBUG_TYPE_OTHER,
        id: 0,
        severity: if level <= 1 { GL_DEBUG_SEVERITY_MEDIUM } else { GL_DEBUG_SEVERITY_NOTIFICATION },
        text: text.to_owned(),
    };
    send(&mut cx.state.debug, message);
}

fn is_source(source: GLenum) -> bool {
    (GL_DEBUG_SOURCE_API..=GL_DEBUG_SOURCE_OTHER).contains(&source)
}
fn is_type(type_: GLenum) -> bool {
    (GL_DEBUG_TYPE_ERROR..=GL_DEBUG_TYPE_OTHER).contains(&type_)
        || (GL_DEBUG_TYPE_MARKER..=GL_DEBUG_TYPE_POP_GROUP).contains(&type_)
}
fn is_severity(severity: GLenum) -> bool {
    (GL_DEBUG_SEVERITY_HIGH..=GL_DEBUG_SEVERITY_LOW).contains(&severity) || severity == GL_DEBUG_SEVERITY_NOTIFICATION
}

/// `glDebugMessageCallback`.
pub fn callback(cx: &mut Cx<'_>, callback: Option<Callback>, pointers: [usize; 2]) {
    cx.state.debug.callback = callback;
    cx.state.debug.pointers = pointers;
}

/// `glDebugMessageControl`.
pub fn control(cx: &mut Cx<'_>, source: GLenum, type_: GLenum, severity: GLenum, ids: &[GLuint], on: bool) {
    let ok = (source == GL_DONT_CARE || is_source(source))
        && (type_ == GL_DONT_CARE || is_type(type_))
        && (severity == GL_DONT_CARE || is_severity(severity));
    if !ok {
        return cx.error(GL_INVALID_ENUM, "source, type or severity");
    }
    if !ids.is_empty() && (source == GL_DONT_CARE || type_ == GL_DONT_CARE || severity != GL_DONT_CARE) {
        return cx.error(GL_INVALID_OPERATION, "ids need one source and type, and any severity");
    }
    let rule = Rule { source, type_, severity, ids: ids.to_vec(), on };
    // What it overrules in this group is gone, or a program that says the same every frame would pile up rules.
    let debug = &mut cx.state.debug;
    let base = debug.groups.last().map_or(0, |(_, rules)| *rules);
    let mut at = 0;
    debug.rules.retain(|old| {
        at += 1;
        at <= base || !rule.covers(old)
    });
    debug.rules.push(rule);
}

/// `glDebugMessageInsert`.
pub fn insert(cx: &mut Cx<'_>, message: Message) {
    let source = matches!(message.source, GL_DEBUG_SOURCE_APPLICATION | GL_DEBUG_SOURCE_THIRD_PARTY);
    if !source || !is_type(message.type_) || !is_severity(message.severity) {
        return cx.error(GL_INVALID_ENUM, "source, type or severity");
    }
    if message.text.len() >= MAX_MESSAGE {
        return cx.error(GL_INVALID_VALUE, "message length");
    }
    marker(cx, 0, message.id, &message.text);
    send(&mut cx.state.debug, message);
}

/// Tells the server, for its traces.
fn marker(cx: &mut Cx<'_>, kind: u32, id: GLuint, text: &str) {
    let bytes = &text.as_bytes()[..text.len().min(MAX_MESSAGE)];
    cx.session.push_blob::<_, NoTail>(Op::DebugMarker, |blob| MGPDebugMarker { kind, id, pad: 0, blob }, &[], bytes);
}

/// `glPushDebugGroup`.
pub fn push_group(cx: &mut Cx<'_>, source: GLenum, id: GLuint, text: String) {
    if !matches!(source, GL_DEBUG_SOURCE_APPLICATION | GL_DEBUG_SOURCE_THIRD_PARTY) {
        return cx.error(GL_INVALID_ENUM, "source");
    }
    if text.len() >= MAX_MESSAGE {
        return cx.error(GL_INVALID_VALUE, "message length");
    }
    if cx.state.debug.groups.len() + 1 >= MAX_GROUPS {
        return cx.error(GL_STACK_OVERFLOW, "too many debug groups");
    }
    marker(cx, 1, id, &text);
    let severity = GL_DEBUG_SEVERITY_NOTIFICATION;
    let message = Message { source, type_: GL_DEBUG_TYPE_PUSH_GROUP, id, severity, text };
    let debug = &mut cx.state.debug;
    debug.groups.push((message.clone(), debug.rules.len()));
    send(debug, message);
}

/// `glPopDebugGroup`.
pub fn pop_group(cx: &mut Cx<'_>) {
    let Some((message, rules)) = cx.state.debug.groups.pop() else {
        return cx.error(GL_STACK_UNDERFLOW, "no debug group is open");
    };
    cx.state.debug.rules.truncate(rules);
    marker(cx, 2, message.id, "");
    send(&mut cx.state.debug, Message { type_: GL_DEBUG_TYPE_POP_GROUP, ..message });
}

/// `glGetDebugMessageLog`: the oldest message, if its text fits `room` (text and zero).
pub fn take_message(cx: &mut Cx<'_>, room: Option<usize>) -> Option<Message> {
    let first = cx.state.debug.log.front()?;
    if room.is_some_and(|room| first.text.len() + 1 > room) {
        return None;
    }
    cx.state.debug.log.pop_front()
}

/// Whether a label's object exists; `None` for an identifier that has no labels.
fn exists(cx: &mut Cx<'_>, identifier: GLenum, name: GLuint) -> Option<bool> {
    Some(match identifier {
        GL_BUFFER => cx.shared.buffers.by_name(name).is_some(),
        GL_SHADER => super::program::is_shader(cx, name) != 0,
        GL_PROGRAM => super::program::is_program(cx, name) != 0,
        GL_PROGRAM_PIPELINE => super::pipeline::is_pipeline(cx, name) != 0,
        GL_VERTEX_ARRAY => cx.state.vertex.table.by_name(name).is_some(),
        GL_QUERY => cx.state.queries.table.by_name(name).is_some(),
        GL_TRANSFORM_FEEDBACK => cx.state.xfb.table.by_name(name).is_some(),
        GL_SAMPLER => cx.shared.samplers.by_name(name).is_some(),
        GL_TEXTURE => cx.shared.textures.by_name(name).is_some(),
        GL_RENDERBUFFER => cx.shared.renderbuffers.by_name(name).is_some(),
        GL_FRAMEBUFFER => super::framebuffer::is_framebuffer(cx, name),
        _ => return None,
    })
}

fn check_label(cx: &mut Cx<'_>, identifier: GLenum, name: GLuint) -> bool {
    match exists(cx, identifier, name) {
        None => cx.error(GL_INVALID_ENUM, "identifier"),
        Some(false) => cx.error(GL_INVALID_VALUE, "no such object"),
        Some(true) => return true,
    }
    false
}

fn check_sync(cx: &mut Cx<'_>, sync: u64) -> bool {
    let ok = super::sync::is_sync(cx, sync) != 0;
    if !ok {
        cx.error(GL_INVALID_VALUE, "no such sync object");
    }
    ok
}

fn set_label(cx: &mut Cx<'_>, key: (GLenum, u64), label: Option<String>) {
    match label {
        Some(label) if label.len() >= MAX_LABEL => cx.error(GL_INVALID_VALUE, "label length"),
        Some(label) if !label.is_empty() => {
            cx.state.debug.labels.insert(key, label);
        }
        _ => {
            cx.state.debug.labels.remove(&key);
        }
    }
}

/// `glObjectLabel`.
pub fn object_label(cx: &mut Cx<'_>, identifier: GLenum, name: GLuint, label: Option<String>) {
    if check_label(cx, identifier, name) {
        set_label(cx, (identifier, name.into()), label);
    }
}

/// `glObjectPtrLabel`.
pub fn sync_label(cx: &mut Cx<'_>, sync: u64, label: Option<String>) {
    if check_sync(cx, sync) {
        set_label(cx, (GL_SYNC_FENCE, sync), label);
    }
}

/// `glGetObjectLabel`.
pub fn get_object_label(cx: &mut Cx<'_>, identifier: GLenum, name: GLuint) -> Option<String> {
    let ok = check_label(cx, identifier, name);
    ok.then(|| cx.state.debug.labels.get(&(identifier, name.into())).cloned().unwrap_or_default())
}

/// `glGetObjectPtrLabel`.
pub fn get_sync_label(cx: &mut Cx<'_>, sync: u64) -> Option<String> {
    let ok = check_sync(cx, sync);
    ok.then(|| cx.state.debug.labels.get(&(GL_SYNC_FENCE, sync)).cloned().unwrap_or_default())
}

/// An object is deleted, and its label with it.
pub fn forget_label(cx: &mut Cx<'_>, identifier: GLenum, name: GLuint) {
    if !cx.state.debug.labels.is_empty() {
        cx.state.debug.labels.remove(&(identifier, name.into()));
    }
}

/// `glGet` of debug state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let debug = &cx.state.debug;
    Some(match pname {
        GL_DEBUG_LOGGED_MESSAGES => Value::int(debug.log.len() as i64),
        GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH => Value::int(debug.log.front().map_or(0, |m| m.text.len() as i64 + 1)),
        GL_DEBUG_GROUP_STACK_DEPTH => Value::int(debug.groups.len() as i64 + 1),
        GL_MAX_DEBUG_MESSAGE_LENGTH => Value::int(MAX_MESSAGE as i64),
        GL_MAX_DEBUG_LOGGED_MESSAGES => Value::int(MAX_LOGGED as i64),
        GL_MAX_DEBUG_GROUP_STACK_DEPTH => Value::int(MAX_GROUPS as i64),
        GL_MAX_LABEL_LENGTH => Value::int(MAX_LABEL as i64),
        _ => return None,
    })
}
