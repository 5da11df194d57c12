//! Query objects and conditional rendering.
//!
//! A query is a list of *segments*, driver queries that ran one after the other: internal draws end the running segment and
//! begin another, so that they are not counted. A segment may belong to several listeners (a query and a transform feedback
//! object that counts its vertices).
//!
//! ES counts no samples, only whether any passed. Where the driver does not let `GL_SAMPLES_PASSED` through, fragment
//! shaders are built with a counter in a storage buffer (see `count`), which is exact but for shaders that both write depth
//! and overlap themselves; without storage buffers in fragment shaders the answer is 0 or 1.
//!
//! Conditional rendering is decided here when it begins: the driver's own would have to know about segments.

use crate::{
    Applier, Host, ReplyStatus,
    driver::{Driver, GlBuffer, GlQuery, GlSync},
    error::{Refusal, Result, check_range, missing},
};
use pipe_types::{
    caps::Features,
    handle::{Kind, RawHandle},
    records::query::{MGPConditionalRender, MGPQuery, MGPQueryResult, MGPQueryToBuffer, QueryAnswer},
};
use std::time::Instant;
use zerocopy::IntoBytes;

/// `GL_TIMESTAMP_EXT`.
const TIMESTAMP: u32 = 0x8E28;
/// `GL_TIME_ELAPSED_EXT`.
const TIME_ELAPSED: u32 = 0x88BF;
/// `GL_PRIMITIVES_GENERATED`.
pub(crate) const PRIMITIVES_GENERATED: u32 = 0x8C87;
/// `GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN`.
pub(crate) const PRIMITIVES_WRITTEN: u32 = 0x8C88;

/// Targets with a driver query.
const TARGETS: [u32; 6] = [
    glow::ANY_SAMPLES_PASSED,
    glow::ANY_SAMPLES_PASSED_CONSERVATIVE,
    glow::SAMPLES_PASSED,
    PRIMITIVES_WRITTEN,
    PRIMITIVES_GENERATED,
    TIME_ELAPSED,
];
/// Targets that internal draws must not touch (time goes on).
const COUNTING: std::ops::Range<usize> = 0..5;
/// Segments of a query before they are folded into a number.
const MANY_SEGMENTS: usize = 64;

fn target_index(target: u32) -> Option<usize> {
    TARGETS.iter().position(|t| *t == target)
}

/// Samples counted by fragment shaders.
#[derive(Debug)]
struct Counter {
    buffer: GlBuffer,
    /// Behind the last counting draw.
    done: Option<GlSync>,
}

/// The twin of a query.
#[derive(Debug)]
pub(crate) struct Query {
    context: RawHandle,
    target: u32,
    segments: Vec<usize>,
    /// What folded segments made.
    folded: u64,
    counter: Option<Counter>,
    /// Clock of a time query that the driver does not do.
    clock: Option<Instant>,
    result: Option<u64>,
    active: bool,
    lost: bool,
}

impl Query {
    /// Between begin and end.
    pub(crate) fn is_active(&self) -> bool {
        self.active
    }
    /// Its result can't be had in this context: another one began it, and there is none yet.
    pub(crate) fn is_elsewhere(&self, context: RawHandle) -> bool {
        self.context != context && self.result.is_none() && !self.lost
    }
    pub(crate) fn context_died(&mut self, context: RawHandle) {
        if self.context == context {
            self.segments.clear();
            self.lost = true;
            self.active = false;
        }
    }
}

/// A driver query that ran.
#[derive(Debug)]
struct Segment {
    query: GlQuery,
    /// Position in [`TARGETS`]; `None` for timestamps, which are not used again.
    target: Option<usize>,
    listeners: u32,
    value: Option<u64>,
}

/// Active queries of a context, and its driver queries.
#[derive(Debug, Default)]
pub struct QueryState {
    active: [RawHandle; TARGETS.len()],
    /// Active queries of the vertex streams from 1 on: primitives written, primitives generated.
    streams: [[RawHandle; 2]; 3],
    running: [Option<usize>; TARGETS.len()],
    segments: Vec<Segment>,
    /// Segments without listeners, by target: a driver query keeps the target of its first use.
    free: [Vec<usize>; TARGETS.len()],
    suspended: u32,
    /// Segments of the transform feedback that counts its primitives now.
    xfb_segments: Option<Vec<usize>>,
    counting: Option<GlBuffer>,
    conditional: Option<Conditional>,
}

#[derive(Clone, Copy, Debug)]
struct Conditional {
    query: RawHandle,
    wait: bool,
    inverted: bool,
    verdict: Option<bool>,
}

impl QueryState {
    /// The buffer that fragment shaders count passing samples in now.
    pub(crate) fn counting(&self) -> Option<GlBuffer> {
        self.counting
    }

    /// The active queries of a vertex stream other than 0: primitives written, primitives generated.
    pub(crate) fn of_stream(&self, stream: u32) -> [RawHandle; 2] {
        self.streams.get((stream as usize).wrapping_sub(1)).copied().unwrap_or_default()
    }

    fn stream_place(&mut self, stream: u32, target: u32) -> Option<&mut RawHandle> {
        let at = match target {
            PRIMITIVES_WRITTEN => 0,
            PRIMITIVES_GENERATED => 1,
            _ => return None,
        };
        self.streams.get_mut((stream as usize).wrapping_sub(1)).map(|list| &mut list[at])
    }

    fn start(&mut self, gl: &Driver, target: usize) -> Result<usize> {
        let index = match self.free[target].pop() {
            Some(index) => index,
            None => {
                let query = gl.create_query().map_err(Refusal::Driver)?;
                self.segments.push(Segment { query, target: Some(target), listeners: 0, value: None });
                self.segments.len() - 1
            }
        };
        let segment = &mut self.segments[index];
        (segment.listeners, segment.value) = (0, None);
        gl.begin_query(TARGETS[target], segment.query);
        self.running[target] = Some(index);
        Ok(index)
    }

    fn stop(&mut self, gl: &Driver, target: usize) {
        if self.running[target].take().is_some() {
            gl.end_query(TARGETS[target]);
        }
    }

    fn release(&mut self, index: usize) {
        let segment = &mut self.segments[index];
        segment.listeners -= 1;
        if let Some(target) = segment.target.filter(|_| segment.listeners == 0) {
            self.free[target].push(index);
        }
    }

    /// The segment's value; `None` when it is not there yet and `wait` is false.
    fn value(&mut self, gl: &Driver, index: usize, target: u32, wait: bool) -> Option<u64> {
        let segment = &mut self.segments[index];
        if segment.value.is_none() {
            if !wait && gl.get_query_parameter_u32(segment.query, glow::QUERY_RESULT_AVAILABLE) == 0 {
                return None;
            }
            segment.value = Some(match target {
                TIME_ELAPSED | TIMESTAMP => gl.query_result_u64(segment.query, glow::QUERY_RESULT),
                _ => gl.get_query_parameter_u32(segment.query, glow::QUERY_RESULT).into(),
            });
        }
        segment.value
    }
}

/// How segments of a target make one number.
fn combine(target: u32, values: impl Iterator<Item = u64>) -> u64 {
    match target {
        glow::ANY_SAMPLES_PASSED | glow::ANY_SAMPLES_PASSED_CONSERVATIVE => {
            values.map(|v| u64::from(v != 0)).max().unwrap_or(0)
        }
        _ => values.sum(),
    }
}

impl Applier {
    /// The driver target that stands for a query's: where samples can't be counted, whether any passed.
    fn driver_target(&self, target: u32) -> Option<usize> {
        match target {
            glow::SAMPLES_PASSED if self.gl.has(Features::SAMPLES_PASSED) => target_index(target),
            glow::SAMPLES_PASSED if self.can_count_samples() => None,
            glow::SAMPLES_PASSED => target_index(glow::ANY_SAMPLES_PASSED),
            TIME_ELAPSED if !self.gl.has(Features::TIMER_QUERY) => None,
            PRIMITIVES_GENERATED if !self.gl.has(Features::GEOMETRY_SHADER) => None,
            _ => target_index(target),
        }
    }

    /// Starts a new segment of a target for everyone who listens, if anyone does.
    fn restart(&mut self, target: usize) -> Result {
        self.cx.query.stop(&self.gl, target);
        // What has no driver query, or another target's, is not the driver's to count.
        let counts = self.driver_target(TARGETS[target]) == Some(target);
        if !counts || self.cx.query.suspended > 0 && COUNTING.contains(&target) {
            return Ok(());
        }
        // A query whose target has no driver query of its own listens to the one that stands for it.
        let mut listeners = [RawHandle::NULL; 2];
        listeners[0] = self.cx.query.active[target];
        if TARGETS[target] == glow::ANY_SAMPLES_PASSED
            && let Some(samples) = target_index(glow::SAMPLES_PASSED)
            && self.driver_target(glow::SAMPLES_PASSED) == Some(target)
        {
            listeners[1] = self.cx.query.active[samples];
        }
        // One that was destroyed while another context was current listens no more.
        for handle in &mut listeners {
            if self.queries.get(*handle).is_err() {
                *handle = RawHandle::NULL;
            }
        }
        let xfb = TARGETS[target] == PRIMITIVES_WRITTEN && self.cx.query.xfb_segments.is_some();
        if listeners.iter().all(|h| h.is_null()) && !xfb {
            return Ok(());
        }
        let index = self.cx.query.start(&self.gl, target)?;
        for handle in listeners {
            if let Ok(query) = self.queries.get_mut(handle) {
                query.segments.push(index);
                self.cx.query.segments[index].listeners += 1;
            }
        }
        if let Some(segments) = self.cx.query.xfb_segments.as_mut().filter(|_| xfb) {
            segments.push(index);
            self.cx.query.segments[index].listeners += 1;
        }
        Ok(())
    }

    /// Transform feedback begins to count its primitives, or goes on with what `segments` have counted.
    pub(crate) fn xfb_count_begin(&mut self, segments: Vec<usize>) -> Result {
        self.cx.query.xfb_segments = Some(segments);
        self.restart(target_index(PRIMITIVES_WRITTEN).expect("in the list"))
    }

    /// Transform feedback ends or pauses: what has counted its primitives.
    pub(crate) fn xfb_count_end(&mut self) -> Result<Vec<usize>> {
        let segments = self.cx.query.xfb_segments.take().unwrap_or_default();
        self.restart(target_index(PRIMITIVES_WRITTEN).expect("in the list"))?;
        Ok(segments)
    }

    /// Waits for the primitives that segments counted, and gives the segments back.
    pub(crate) fn xfb_count(&mut self, segments: &[usize]) -> u64 {
        let mut sum = 0;
        for index in segments {
            sum += self.cx.query.value(&self.gl, *index, PRIMITIVES_WRITTEN, true).unwrap_or(0);
            self.cx.query.release(*index);
        }
        sum
    }

    /// Starts to count a vertex stream other than 0, while counting is suspended, if a query or the capture wants to know.
    pub(crate) fn start_stream_query(&mut self, stream: u32, target: u32, captured: bool) -> Result<Option<usize>> {
        let at = usize::from(target == PRIMITIVES_GENERATED);
        let listener = self.cx.query.of_stream(stream)[at];
        let listens = self.queries.get(listener).is_ok();
        let Some(driver) = self.driver_target(target).filter(|_| listens || captured) else { return Ok(None) };
        let index = self.cx.query.start(&self.gl, driver)?;
        if let Ok(query) = self.queries.get_mut(listener) {
            query.segments.push(index);
            self.cx.query.segments[index].listeners += 1;
        }
        self.cx.query.segments[index].listeners += u32::from(captured);
        Ok(captured.then_some(index))
    }

    /// Stops counting it.
    pub(crate) fn stop_stream_query(&mut self, target: u32) {
        if let Some(driver) = self.driver_target(target) {
            self.cx.query.stop(&self.gl, driver);
        }
    }

    pub(crate) fn destroy_query(&mut self, handle: RawHandle) -> Result {
        let mut query = self.queries.remove(handle).map_err(missing("handle", handle))?;
        self.no_longer_watched(Kind::Query, handle);
        if query.active {
            self.deactivate(handle, query.target)?;
        }
        self.clear_query(&mut query);
        Ok(())
    }

    /// Takes the handle off its target.
    fn deactivate(&mut self, handle: RawHandle, target: u32) -> Result {
        for place in self.cx.query.streams.iter_mut().flatten().filter(|place| **place == handle) {
            *place = RawHandle::NULL;
        }
        let Some(own) = target_index(target).filter(|t| self.cx.query.active[*t] == handle) else { return Ok(()) };
        self.cx.query.active[own] = RawHandle::NULL;
        match self.driver_target(target) {
            Some(driver) => self.restart(driver),
            None => {
                if target == glow::SAMPLES_PASSED {
                    self.cx.query.counting = None;
                }
                Ok(())
            }
        }
    }

    /// Gives back what a query's last use left.
    fn clear_query(&mut self, query: &mut Query) {
        let cx = std::iter::once(&mut self.cx).chain(&mut self.parked).find(|cx| cx.handle == query.context);
        if let Some(cx) = cx {
            query.segments.drain(..).for_each(|index| cx.query.release(index));
        }
        if let Some(counter) = query.counter.take() {
            if let Some(done) = counter.done {
                self.gl.delete_sync(done);
            }
            self.contexts_mut().for_each(|cx| cx.shadow.forget_buffer(counter.buffer));
            self.gl.delete_buffer(counter.buffer);
        }
        (query.folded, query.result, query.clock) = (0, None, None);
    }

    /// A fresh twin for a query that begins or is stamped.
    fn fresh_query(&mut self, handle: RawHandle, target: u32) -> Result<bool> {
        self.no_longer_watched(Kind::Query, handle);
        let context = self.cx.handle;
        let fresh = Query {
            context,
            target,
            segments: Vec::new(),
            folded: 0,
            counter: None,
            clock: None,
            result: None,
            active: false,
            lost: false,
        };
        match self.queries.insert(handle, fresh) {
            Ok(Some(mut old)) => {
                if old.active {
                    return Err(Refusal::State("the query is active"));
                }
                self.clear_query(&mut old);
                Ok(true)
            }
            Ok(None) => Ok(true),
            Err(_) => Ok(false),
        }
    }

    pub(crate) fn begin_query(&mut self, seq: u64, r: &MGPQuery, host: &mut dyn Host) -> Result {
        let Some(own) = target_index(r.target) else {
            return Err(Refusal::Value { field: "target", value: r.target.into(), expected: "a query target" });
        };
        let active = match r.index {
            0 => self.cx.query.active[own],
            stream => match self.cx.query.stream_place(stream, r.target) {
                Some(place) => *place,
                None => {
                    let value = stream.into();
                    return Err(Refusal::Value { field: "index", value, expected: "a vertex stream of the target" });
                }
            },
        };
        if self.queries.get(active).is_ok_and(|query| query.active) {
            return Err(Refusal::State("a query of this target is active"));
        }
        if !self.fresh_query(r.query, r.target)? {
            return Ok(());
        }
        let driver_target = self.driver_target(r.target);
        let (samples, counts) = (r.target == glow::SAMPLES_PASSED, self.can_count_samples());
        if samples && !counts && driver_target == target_index(glow::ANY_SAMPLES_PASSED) {
            self.say_once(seq, "GL_SAMPLES_PASSED: the driver can't count samples, the answer is 0 or 1", host);
        }
        let counter = if samples && driver_target.is_none() { Some(self.new_counter()?) } else { None };
        let query = self.queries.get_mut(r.query).map_err(missing("query", r.query))?;
        query.active = true;
        if let Some(place) = self.cx.query.stream_place(r.index, r.target) {
            // The draws of the stream count it.
            *place = r.query;
            return Ok(());
        }
        query.clock = (r.target == TIME_ELAPSED && driver_target.is_none()).then(Instant::now);
        if let Some(buffer) = counter {
            query.counter = Some(Counter { buffer, done: None });
            self.cx.query.counting = Some(buffer);
        }
        self.cx.query.active[own] = r.query;
        driver_target.map_or(Ok(()), |target| self.restart(target))
    }

    fn new_counter(&mut self) -> Result<GlBuffer> {
        let buffer = self.gl.create_buffer().map_err(Refusal::Driver)?;
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(buffer));
        self.gl.buffer_data_u8_slice(glow::COPY_WRITE_BUFFER, &[0; 16], glow::DYNAMIC_DRAW);
        Ok(buffer)
    }

    pub(crate) fn end_query(&mut self, seq: u64, r: &MGPQuery) -> Result {
        let query = self.queries.get_mut(r.query).map_err(missing("query", r.query))?;
        if !std::mem::replace(&mut query.active, false) {
            // An indexed query that never ran.
            self.will_be_there(Kind::Query, r.query, seq);
            return Ok(());
        }
        if let Some(clock) = query.clock {
            query.result = Some(clock.elapsed().as_nanos() as u64);
        }
        let target = query.target;
        if let Some(counter) = &mut query.counter {
            self.gl.memory_barrier(glow::BUFFER_UPDATE_BARRIER_BIT);
            counter.done = Some(self.gl.fence_sync().map_err(Refusal::Driver)?);
        }
        self.will_be_there(Kind::Query, r.query, seq);
        self.deactivate(r.query, target)
    }

    pub(crate) fn query_counter(&mut self, seq: u64, r: &MGPQuery) -> Result {
        if r.target != TIMESTAMP {
            return Err(Refusal::Value { field: "target", value: r.target.into(), expected: "GL_TIMESTAMP" });
        }
        if !self.fresh_query(r.query, TIMESTAMP)? {
            return Ok(());
        }
        self.will_be_there(Kind::Query, r.query, seq);
        let now = self.timestamp();
        let native = self.gl.has(Features::TIMER_QUERY);
        let query = self.queries.get_mut(r.query).map_err(missing("query", r.query))?;
        if !native {
            query.result = Some(now);
            return Ok(());
        }
        let state = &mut self.cx.query;
        let name = self.gl.create_query().map_err(Refusal::Driver)?;
        self.gl.query_counter(name, TIMESTAMP);
        state.segments.push(Segment { query: name, target: None, listeners: 1, value: None });
        query.segments.push(state.segments.len() - 1);
        Ok(())
    }

    /// The result of a query of the current context; `None` when it is not there yet.
    pub(crate) fn query_result(&mut self, handle: RawHandle, wait: bool) -> Result<Option<u64>> {
        let query = self.queries.get_mut(handle).map_err(missing("query", handle))?;
        if query.lost {
            return Ok(Some(0));
        }
        if query.active {
            return Err(Refusal::State("the result of an active query"));
        }
        if query.result.is_some() {
            return Ok(query.result);
        }
        if query.context != self.cx.handle {
            return Err(Refusal::State("a query belongs to the context that began it"));
        }
        if let Some(counter) = &query.counter {
            let buffer = counter.buffer;
            if let Some(done) = counter.done {
                let timeout = if wait { u64::MAX } else { 0 };
                let status = self.gl.client_wait_sync(done, glow::SYNC_FLUSH_COMMANDS_BIT, timeout);
                if status == glow::TIMEOUT_EXPIRED {
                    return Ok(None);
                }
            }
            self.cx.shadow.bind_buffer(&self.gl, glow::COPY_READ_BUFFER, Some(buffer));
            let range = self.gl.map_range(glow::COPY_READ_BUFFER, 0, 4, glow::MAP_READ_BIT);
            query.result =
                range.map(|mut r| u32::from_ne_bytes(r.bytes().try_into().expect("four bytes are mapped")).into());
            return Ok(Some(query.result.unwrap_or(0)));
        }
        let target = query.target;
        let mut values = Vec::with_capacity(query.segments.len() + 1);
        values.push(query.folded);
        for index in &query.segments {
            match self.cx.query.value(&self.gl, *index, target, wait) {
                Some(value) => values.push(value),
                None => {
                    // Who polls wants it to become true.
                    self.gl.flush();
                    return Ok(None);
                }
            }
        }
        query.segments.drain(..).for_each(|index| self.cx.query.release(index));
        query.result = Some(combine(target, values.into_iter()));
        Ok(query.result)
    }

    pub(crate) fn get_query_result(&mut self, seq: u64, r: &MGPQueryResult, host: &mut dyn Host) -> Result {
        let result = self.query_result(r.query, r.wait != 0)?;
        let answer =
            QueryAnswer { result: result.unwrap_or(0), available: result.is_some().into(), ..Default::default() };
        answer_query(seq, &answer, host)
    }

    pub(crate) fn get_query_result_to_buffer(&mut self, r: &MGPQueryToBuffer) -> Result {
        let buffer = self.buffer("buffer", r.buffer)?;
        check_range("offset", r.offset, r.size.into(), buffer.size)?;
        if r.size != 4 && r.size != 8 {
            return Err(Refusal::Value { field: "size", value: r.size.into(), expected: "4 or 8" });
        }
        let wait = r.pname == glow::QUERY_RESULT;
        let result = self.query_result(r.query, wait)?;
        let value = match r.pname {
            glow::QUERY_RESULT_AVAILABLE => result.is_some().into(),
            _ => match result {
                Some(value) => value,
                // GL_QUERY_RESULT_NO_WAIT leaves the buffer alone.
                None => return Ok(()),
            },
        };
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(buffer.name));
        let (offset, narrow) = (r.offset, u32::try_from(value).unwrap_or(u32::MAX));
        match r.size {
            4 => self.gl.buffer_sub_data(glow::COPY_WRITE_BUFFER, offset, narrow.as_bytes()),
            _ => self.gl.buffer_sub_data(glow::COPY_WRITE_BUFFER, offset, value.as_bytes()),
        }
        self.buffer_written(r.buffer);
        Ok(())
    }

    pub(crate) fn begin_conditional_render(&mut self, r: &MGPConditionalRender) -> Result {
        self.queries.get(r.query).map_err(missing("query", r.query))?;
        let (wait, inverted) = match r.mode {
            // GL_QUERY_WAIT, GL_QUERY_NO_WAIT and their by-region forms, then the inverted four.
            0x8E13 | 0x8E15 => (true, false),
            0x8E14 | 0x8E16 => (false, false),
            0x8E17 | 0x8E19 => (true, true),
            0x8E18 | 0x8E1A => (false, true),
            mode => {
                let value = mode.into();
                return Err(Refusal::Value { field: "mode", value, expected: "a conditional render mode" });
            }
        };
        self.cx.query.conditional = Some(Conditional { query: r.query, wait, inverted, verdict: None });
        Ok(())
    }

    pub(crate) fn end_conditional_render(&mut self) -> Result {
        self.cx.query.conditional = None;
        Ok(())
    }

    /// Whether conditional rendering lets draws, clears, blits and dispatches through now.
    pub(crate) fn rendering_allowed(&mut self) -> bool {
        let Some(conditional) = self.cx.query.conditional else { return true };
        if let Some(verdict) = conditional.verdict {
            return verdict;
        }
        let verdict = match self.query_result(conditional.query, conditional.wait) {
            Ok(Some(result)) => (result != 0) != conditional.inverted,
            // Not there, and nobody waits; or the query is dead: render.
            Ok(None) | Err(_) => true,
        };
        if let Some(conditional) = &mut self.cx.query.conditional {
            conditional.verdict = Some(verdict);
        }
        verdict
    }

    /// The GPU's clock in ns; this process's where the driver shows none.
    fn timestamp(&self) -> u64 {
        if self.gl.has(Features::TIMER_QUERY) {
            return self.gl.get_parameter_i64(TIMESTAMP) as u64;
        }
        self.started.elapsed().as_nanos() as u64
    }

    pub(crate) fn get_timestamp(&mut self, seq: u64, host: &mut dyn Host) -> Result {
        let answer = QueryAnswer { result: self.timestamp(), available: 1, ..Default::default() };
        answer_query(seq, &answer, host)
    }

    /// Internal work begins that queries and transform feedback must not see.
    pub(crate) fn suspend_counting(&mut self) {
        self.cx.query.suspended += 1;
        if self.cx.query.suspended > 1 {
            return;
        }
        for target in COUNTING {
            self.cx.query.stop(&self.gl, target);
        }
        // The next captured draw resumes it, with its own program current.
        self.hold_xfb();
    }

    /// It is over.
    pub(crate) fn resume_counting(&mut self) {
        self.cx.query.suspended -= 1;
        if self.cx.query.suspended > 0 {
            return;
        }
        for target in COUNTING {
            self.fold_segments(target);
            if let Err(error) = self.restart(target) {
                tracing::error!(%error, "a query could not go on after internal work");
            }
        }
    }

    /// Keeps the list of a long query with much internal work in between short.
    fn fold_segments(&mut self, target: usize) {
        let handle = self.cx.query.active[target];
        let Ok(query) = self.queries.get_mut(handle) else { return };
        if query.segments.len() < MANY_SEGMENTS {
            return;
        }
        let target = query.target;
        let mut values = vec![query.folded];
        for index in query.segments.drain(..) {
            values.extend(self.cx.query.value(&self.gl, index, target, true));
            self.cx.query.release(index);
        }
        query.folded = combine(target, values.into_iter());
    }
}

fn answer_query(seq: u64, answer: &QueryAnswer, host: &mut dyn Host) -> Result {
    host.reply(seq, ReplyStatus::Ok, size_of::<QueryAnswer>(), &mut |offset, piece| {
        piece.copy_from_slice(&answer.as_bytes()[offset..offset + piece.len()]);
    })?;
    Ok(())
}
