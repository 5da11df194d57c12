//! Query objects, timestamps, conditional rendering (GL 4.6 core 4.2, 10.9).

use super::{enums::*, get::Value};
use crate::{
    Cx, emit,
    table::{Ref, Table},
};
use pipe_types::{
    Handle, Op,
    archive::VERTEX_STREAMS,
    caps::Features,
    handle::kind,
    primitive::MGPNothing,
    records::query::{MGPConditionalRender, MGPQuery, MGPQueryResult, MGPQueryToBuffer, QueryAnswer},
};
use zerocopy::{FromBytes, FromZeros, IntoBytes};

/// A query object.
#[derive(Debug)]
pub struct Query {
    /// Its handle.
    pub handle: Handle<kind::Query>,
    /// The target of its first use; 0 before it.
    pub target: GLenum,
    /// The server knows it.
    sent: bool,
    /// Between begin and end.
    pub active: bool,
    /// The record that ended it last: there will be a result. None also for a query that counts nothing.
    pub ended: Option<u64>,
    /// The result, as far as the client knows it.
    pub result: Option<u64>,
    /// The server has been asked to say when the result is there.
    watched: bool,
}

/// Active queries, conditional rendering.
#[derive(Default)]
pub struct QueryState {
    /// Query objects of the context.
    pub table: Table<Query>,
    active: Vec<(GLenum, GLuint, Ref<Query>)>,
    conditional: Option<Ref<Query>>,
}

impl QueryState {
    /// Whether conditional rendering is active.
    pub fn is_conditional(&self) -> bool {
        self.conditional.is_some()
    }
}

/// The pipeline statistics of GL 4.6. ES counts none of them: their counters have no bits, and then every result is 0 (GL 4.6
/// core 4.2.1). So the extension that has them before is not offered.
fn is_statistic(target: GLenum) -> bool {
    matches!(
        target,
        GL_VERTICES_SUBMITTED
            | GL_PRIMITIVES_SUBMITTED
            | GL_VERTEX_SHADER_INVOCATIONS
            | GL_TESS_CONTROL_SHADER_PATCHES
            | GL_TESS_EVALUATION_SHADER_INVOCATIONS
            | GL_GEOMETRY_SHADER_INVOCATIONS
            | GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED
            | GL_FRAGMENT_SHADER_INVOCATIONS
            | GL_COMPUTE_SHADER_INVOCATIONS
            | GL_CLIPPING_INPUT_PRIMITIVES
            | GL_CLIPPING_OUTPUT_PRIMITIVES
    )
}

/// Targets that begin and end; whether they have an index.
fn target_kind(cx: &Cx<'_>, target: GLenum) -> Option<bool> {
    let indexed = match target {
        GL_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE | GL_TIME_ELAPSED => false,
        GL_PRIMITIVES_GENERATED | GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN => true,
        statistic if is_statistic(statistic) => false,
        _ => return None,
    };
    let known = target != GL_TIME_ELAPSED || cx.session.caps.has(Features::TIMER_QUERY);
    known.then_some(indexed)
}

/// `glGenQueries`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    names.fill_with(|| cx.state.queries.table.generate());
}

/// `glCreateQueries`.
pub fn create(cx: &mut Cx<'_>, target: GLenum, names: &mut [GLuint]) {
    if target != GL_TIMESTAMP && target_kind(cx, target).is_none() {
        return cx.error(GL_INVALID_ENUM, "query target");
    }
    for name in names {
        *name = cx.state.queries.table.generate();
        make(cx, *name, target);
    }
}

fn make(cx: &mut Cx<'_>, name: GLuint, target: GLenum) -> Ref<Query> {
    let handle = cx.session.mint();
    let query = Query { handle, target, sent: false, active: false, ended: None, result: None, watched: false };
    cx.state.queries.table.create(name, query)
}

/// `glIsQuery`.
pub fn is_query(cx: &mut Cx<'_>, name: GLuint) -> GLboolean {
    GLboolean::from(cx.state.queries.table.by_name(name).is_some())
}

/// `glDeleteQueries`: an active query ends first.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names {
        let Some(query) = cx.state.queries.table.delete(name) else { continue };
        super::debug::forget_label(cx, GL_QUERY, name);
        if let Some(at) = cx.state.queries.active.iter().position(|(_, _, active)| *active == query) {
            let (target, index, query) = cx.state.queries.active.remove(at);
            stop(cx, target, index, &query);
        }
        if cx.state.queries.conditional.as_ref() == Some(&query) {
            cx.state.queries.conditional = None;
            cx.session.push(Op::EndConditionalRender, &MGPNothing::default());
        }
        drop(query);
        let session = &mut *cx.session;
        cx.state.queries.table.collect(|query| match query.sent {
            true => emit::object_death(session, query.handle),
            false => session.release(query.handle),
        });
    }
}

/// `glBeginQuery`, `glBeginQueryIndexed`.
pub fn begin(cx: &mut Cx<'_>, target: GLenum, index: GLuint, name: GLuint) {
    let Some(indexed) = target_kind(cx, target) else {
        return cx.error(GL_INVALID_ENUM, &format!("no query target {}", enum_name(target)));
    };
    if index != 0 && !(indexed && index < VERTEX_STREAMS) {
        return cx.error(GL_INVALID_VALUE, "query index");
    }
    // The occlusion targets share one place.
    let place = |t: GLenum| match t {
        GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE => GL_SAMPLES_PASSED,
        other => other,
    };
    if cx.state.queries.active.iter().any(|&(t, i, _)| place(t) == place(target) && i == index) {
        return cx.error(GL_INVALID_OPERATION, "a query of this target is active");
    }
    let query = match cx.state.queries.table.get(name) {
        Some(query) => query,
        None if cx.state.queries.table.is_generated(name) => make(cx, name, target),
        None => return cx.error(GL_INVALID_OPERATION, "the query's name was not generated"),
    };
    let object = &mut cx.state.queries.table[&query];
    if object.active || object.target != target {
        return cx.error(GL_INVALID_OPERATION, "the query is active, or has another target");
    }
    (object.active, object.result, object.watched) = (true, None, false);
    let record = MGPQuery { query: object.handle.raw(), target, index };
    if !is_statistic(target) {
        object.sent = true;
        cx.session.push(Op::BeginQuery, &record);
    }
    cx.state.queries.active.push((target, index, query));
}

/// `glEndQuery`, `glEndQueryIndexed`.
pub fn end(cx: &mut Cx<'_>, target: GLenum, index: GLuint) {
    let Some(indexed) = target_kind(cx, target) else {
        return cx.error(GL_INVALID_ENUM, &format!("no query target {}", enum_name(target)));
    };
    if index != 0 && !(indexed && index < VERTEX_STREAMS) {
        return cx.error(GL_INVALID_VALUE, "query index");
    }
    let active = &mut cx.state.queries.active;
    let Some(at) = active.iter().position(|&(t, i, _)| t == target && i == index) else {
        return cx.error(GL_INVALID_OPERATION, "no query of this target is active");
    };
    let (_, _, query) = active.remove(at);
    stop(cx, target, index, &query);
}

fn stop(cx: &mut Cx<'_>, target: GLenum, index: GLuint, query: &Ref<Query>) {
    let object = &mut cx.state.queries.table[query];
    object.active = false;
    if is_statistic(target) {
        return;
    }
    let record = MGPQuery { query: object.handle.raw(), target, index };
    (object.active, object.ended) = (false, Some(cx.session.push(Op::EndQuery, &record)));
}

/// `glQueryCounter`.
pub fn counter(cx: &mut Cx<'_>, name: GLuint, target: GLenum) {
    if target != GL_TIMESTAMP || !cx.session.caps.has(Features::TIMER_QUERY) {
        return cx.error(GL_INVALID_ENUM, "query target");
    }
    let query = match cx.state.queries.table.get(name) {
        Some(query) => query,
        None if cx.state.queries.table.is_generated(name) => make(cx, name, target),
        None => return cx.error(GL_INVALID_OPERATION, "the query's name was not generated"),
    };
    let object = &mut cx.state.queries.table[&query];
    if object.active || object.target != target {
        return cx.error(GL_INVALID_OPERATION, "the query is active, or has another target");
    }
    object.sent = true;
    let record = MGPQuery { query: object.handle.raw(), target, index: 0 };
    object.ended = Some(cx.session.push(Op::QueryCounter, &record));
    (object.result, object.watched) = (None, false);
}

/// The result, if the server has said it.
fn known(cx: &mut Cx<'_>, query: &Ref<Query>) -> Option<u64> {
    let object = &mut cx.state.queries.table[query];
    let Some(seq) = object.ended else { return Some(0) };
    if object.result.is_none() {
        object.result = cx.session.result(object.handle.raw(), seq);
    }
    object.result
}

/// Waits for the result; `None` when the server is gone.
fn ask(cx: &mut Cx<'_>, query: &Ref<Query>) -> Option<u64> {
    let record = MGPQueryResult { query: cx.state.queries.table[query].handle.raw(), wait: 1, pad: 0 };
    let seq = cx.session.push(Op::GetQueryResult, &record);
    let mut answer = [0; size_of::<QueryAnswer>()];
    cx.session.wait_reply(seq, &mut answer).filter(|&size| size == answer.len())?;
    let answer = QueryAnswer::read_from_bytes(&answer).expect("the size is right");
    (answer.available != 0).then_some(answer.result)
}

/// Looks for the result without waiting: the server is asked once to say when it is there.
fn look(cx: &mut Cx<'_>, query: &Ref<Query>) -> Option<u64> {
    let object = &mut cx.state.queries.table[query];
    if std::mem::replace(&mut object.watched, true) {
        cx.session.link.check_alive_now_and_then();
        return None;
    }
    let handle = object.handle;
    cx.session.watch(handle);
    super::error::drain_events(cx);
    known(cx, query)
}

/// The query of a name that can be asked for a result.
fn finished(cx: &mut Cx<'_>, name: GLuint) -> Option<Ref<Query>> {
    let query = cx.state.queries.table.get(name).filter(|query| !cx.state.queries.table[query].active);
    if query.is_none() {
        cx.error(GL_INVALID_OPERATION, "no such query, or it is active");
    }
    query
}

/// `glGetQueryObject*` into memory. `None` writes nothing: an error, or no result yet where nobody waits.
///
/// A lost server has no results, but nobody may wait for one for ever: it is available and 0 (GL 4.6 core 2.3.2).
pub fn object(cx: &mut Cx<'_>, name: GLuint, pname: GLenum) -> Option<u64> {
    let query = finished(cx, name)?;
    if pname == GL_QUERY_TARGET {
        return Some(cx.state.queries.table[&query].target.into());
    }
    if !matches!(pname, GL_QUERY_RESULT | GL_QUERY_RESULT_NO_WAIT | GL_QUERY_RESULT_AVAILABLE) {
        cx.error(GL_INVALID_ENUM, "query parameter");
        return None;
    }
    super::error::drain_events(cx);
    let result = known(cx, &query).or_else(|| {
        let answer = if pname == GL_QUERY_RESULT { ask(cx, &query) } else { look(cx, &query) };
        answer.or(cx.session.is_lost().then_some(0))
    });
    cx.state.queries.table[&query].result = result;
    let boolean = cx.state.queries.table[&query].target == GL_ANY_SAMPLES_PASSED
        || cx.state.queries.table[&query].target == GL_ANY_SAMPLES_PASSED_CONSERVATIVE;
    let result = result.map(|value| if boolean { u64::from(value != 0) } else { value });
    match pname {
        GL_QUERY_RESULT_AVAILABLE => Some(result.is_some().into()),
        // A driver that declines has no result; 0 is better than what was in memory.
        GL_QUERY_RESULT => Some(result.unwrap_or(0)),
        _ => result,
    }
}

/// `glGetQueryObject*` with a buffer at `GL_QUERY_BUFFER`, and `glGetQueryBufferObject*`; `size` is 4 or 8.
pub fn object_to_buffer(
    cx: &mut Cx<'_>,
    name: GLuint,
    buffer: &Ref<super::buffer::Buffer>,
    pname: GLenum,
    offset: GLintptr,
    size: u32,
) {
    let Some(query) = finished(cx, name) else { return };
    if !matches!(pname, GL_QUERY_RESULT | GL_QUERY_RESULT_NO_WAIT | GL_QUERY_RESULT_AVAILABLE | GL_QUERY_TARGET) {
        return cx.error(GL_INVALID_ENUM, "query parameter");
    }
    if offset < 0 {
        return cx.error(GL_INVALID_VALUE, "offset");
    }
    if offset as u64 + u64::from(size) > cx.shared.buffers[buffer].size {
        return cx.error(GL_INVALID_OPERATION, "the result lies outside the buffer");
    }
    super::buffer::server_writes(cx, buffer, offset as u64, size.into());
    let object = &cx.shared.buffers[buffer];
    let own = &cx.state.queries.table[&query];
    // What the client knows, the server may not: a query that never began, or that counts nothing.
    let known = match pname {
        GL_QUERY_TARGET => Some(own.target.into()),
        GL_QUERY_RESULT_AVAILABLE if own.ended.is_none() => Some(1),
        _ if own.ended.is_none() => Some(0),
        _ => None,
    };
    if let Some(value) = known {
        let bytes: [u8; 8] = u64::to_ne_bytes(value);
        let bytes = if size == 8 { &bytes[..] } else { &u32::to_ne_bytes(value as u32) };
        return emit::buffer::upload(cx.session, object.handle, offset as u64, bytes);
    }
    let record = MGPQueryToBuffer {
        query: cx.state.queries.table[&query].handle.raw(),
        buffer: object.handle.raw(),
        offset: offset as u64,
        pname,
        size,
    };
    cx.session.push(Op::GetQueryResultToBuffer, &record);
}

/// `glGetQueryiv`, `glGetQueryIndexediv`.
pub fn parameter(cx: &mut Cx<'_>, target: GLenum, index: GLuint, pname: GLenum) -> Option<GLint> {
    let indexed = if target == GL_TIMESTAMP { Some(false) } else { target_kind(cx, target) };
    // Without timers their targets are still known: the counters have no bits.
    let Some(indexed) = indexed.or((target == GL_TIME_ELAPSED).then_some(false)) else {
        cx.error(GL_INVALID_ENUM, "query target");
        return None;
    };
    if index != 0 && !(indexed && index < VERTEX_STREAMS) {
        cx.error(GL_INVALID_VALUE, "query index");
        return None;
    }
    let limits = &cx.session.caps.limits;
    let timers = cx.session.caps.has(Features::TIMER_QUERY);
    match pname {
        GL_CURRENT_QUERY => {
            let queries = &cx.state.queries;
            let active = queries.active.iter().find(|&&(t, i, _)| t == target && i == index);
            Some(active.map_or(0, |(_, _, query)| queries.table.name(query) as GLint))
        }
        GL_QUERY_COUNTER_BITS => Some(match target {
            GL_TIME_ELAPSED if timers => limits.query_counter_bits_time_elapsed as GLint,
            GL_TIMESTAMP if timers => limits.query_counter_bits_timestamp as GLint,
            GL_TIME_ELAPSED | GL_TIMESTAMP => 0,
            statistic if is_statistic(statistic) => 0,
            GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE => 1,
            _ => 32,
        }),
        _ => {
            cx.error(GL_INVALID_ENUM, "query parameter");
            None
        }
    }
}

/// `glBeginConditionalRender`.
pub fn begin_conditional(cx: &mut Cx<'_>, name: GLuint, mode: GLenum) {
    let known = (GL_QUERY_WAIT..=GL_QUERY_BY_REGION_NO_WAIT).contains(&mode)
        || (GL_QUERY_WAIT_INVERTED..=GL_QUERY_BY_REGION_NO_WAIT_INVERTED).contains(&mode);
    if cx.state.queries.conditional.is_some() {
        return cx.error(GL_INVALID_OPERATION, "conditional rendering is active");
    }
    let Some(query) = cx.state.queries.table.get(name) else {
        return cx.error(GL_INVALID_VALUE, "no such query");
    };
    if !known {
        return cx.error(GL_INVALID_ENUM, "mode");
    }
    let object = &cx.state.queries.table[&query];
    let right = matches!(object.target, GL_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    if !right || object.active {
        return cx.error(GL_INVALID_OPERATION, "the query is active, or is not of samples");
    }
    cx.session.push(Op::BeginConditionalRender, &MGPConditionalRender { query: object.handle.raw(), mode, pad: 0 });
    cx.state.queries.conditional = Some(query);
}

/// `glEndConditionalRender`.
pub fn end_conditional(cx: &mut Cx<'_>) {
    if cx.state.queries.conditional.take().is_none() {
        return cx.error(GL_INVALID_OPERATION, "conditional rendering is not active");
    }
    cx.session.push(Op::EndConditionalRender, &MGPNothing::default());
}

/// The GPU's clock, ns; 0 when there is none.
pub fn timestamp(cx: &mut Cx<'_>) -> i64 {
    let seq = cx.session.push(Op::GetTimestamp, &MGPNothing::default());
    let mut answer = QueryAnswer::new_zeroed();
    cx.session.wait_reply(seq, answer.as_mut_bytes());
    answer.result as i64
}

/// `glGet` of queries.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    (pname == GL_TIMESTAMP).then(|| Value::int(timestamp(cx)))
}
