//! Programs: SPIR-V and archive at the link; which one draws, its bindings and its uniforms before the draw.

use super::object_death;
use crate::{
    Cx, Shared,
    context::ContextState,
    gl::{
        framebuffer_status,
        program::{Executable, ShaderOrProgram},
    },
    session::Session,
};
use pipe_types::{
    Handle, MGPBlobRef, Op,
    encode::content_hash,
    handle::kind,
    primitive::{MGPHandleOnly, MGPWord, NoTail},
    records::program::{MGPGlobalConstants, MGPProgramBindings, MGPProgramDesc},
};
use zerocopy::IntoBytes;

/// What the server has of a context's programs.
#[derive(Default)]
pub struct Sent {
    drawing: Handle<kind::Program>,
    dispatching: Handle<kind::Program>,
    scratch: Vec<MGPWord>,
}

/// A program has been linked. Its modules are cut to what one blob may have by nobody: the front end bounds them.
pub fn create(
    session: &mut Session,
    handle: Handle<kind::Program>,
    name: u32,
    separable: bool,
    linked: &glsl_front::Program,
) {
    let archive = linked.archive.to_bytes();
    let mut record =
        MGPProgramDesc { program: handle.raw(), flags: separable.into(), gl_name_for_diag: name, ..Default::default() };
    let mut hashes = vec![content_hash(&archive)];
    let mut staged = 0;
    let mut stage = |session: &mut Session, bytes: &[u8]| -> MGPBlobRef {
        staged += bytes.len();
        session.stage_for_later(bytes.len(), |room| room.copy_from_slice(bytes))
    };
    for (at, words) in &linked.stages {
        let bytes = words.as_bytes();
        record.stage_mask |= u32::from(at.bit());
        record.spirv[*at as usize] = stage(session, bytes);
        hashes.push(content_hash(bytes));
    }
    record.archive = stage(session, &archive);
    record.content_hash = content_hash(hashes.as_bytes());
    let seq = session.push(Op::CreateProgram, &record);
    session.staged_sent(seq, staged);
}

/// The executable that draws, to change.
#[inline]
fn drawing<'a>(state: &'a mut ContextState, shared: &'a mut Shared) -> (Option<&'a mut Executable>, &'a mut Sent) {
    let (state, sent) = (&mut state.program, &mut state.sent.program);
    let executable = match state.combined.executable_mut() {
        Some(combined) => Some(combined),
        None => state.current.as_ref().and_then(|p| shared.programs.program_mut(p).executable.as_deref_mut()),
    };
    (executable, sent)
}

/// Sends the current program and what changed of it.
#[inline]
pub fn current(cx: &mut Cx<'_>) {
    if drawing(cx.state, cx.shared).0.is_some_and(|e| e.archive.uses_context_state) {
        context_state(cx);
    }
    let (executable, sent) = drawing(cx.state, cx.shared);
    // A program that was linked again has another handle.
    let Some(executable) = executable.filter(|executable| !executable.handle.is_null()) else { return none(cx) };
    if sent.drawing != executable.handle {
        sent.drawing = executable.handle;
        cx.session.push(Op::SetDrawProgram, &MGPHandleOnly::of(executable.handle));
    }
    values(sent, cx.session, executable);
}

/// The same for the program of a dispatch.
pub fn dispatching(cx: &mut Cx<'_>) {
    let (Some(executable), sent) = drawing(cx.state, cx.shared) else { return };
    if sent.dispatching != executable.handle {
        sent.dispatching = executable.handle;
        cx.session.push(Op::SetDispatchProgram, &MGPHandleOnly::of(executable.handle));
    }
    values(sent, cx.session, executable);
}

/// Sends the bindings and uniforms of a program that changed.
#[inline]
fn values(sent: &mut Sent, session: &mut Session, executable: &mut Executable) {
    if executable.bindings_dirty {
        bindings(sent, session, executable);
    }
    if !executable.storage_dirty.is_empty() {
        constants(session, executable);
    }
}

#[cold]
fn none(cx: &mut Cx<'_>) {
    let sent = &mut cx.state.sent.program;
    if !sent.drawing.is_null() {
        sent.drawing = Handle::NULL;
        cx.session.push(Op::SetDrawProgram, &MGPHandleOnly::of(sent.drawing));
    }
}

/// Puts what shaders see of the context's state into the uniform storage of the current program.
#[cold]
fn context_state(cx: &mut Cx<'_>) {
    let range = cx.state.raster.viewports[0];
    let draw = cx.state.framebuffers.draw.clone();
    let (_, shape) = framebuffer_status::status(cx, draw.as_ref(), true);
    let (Some(executable), _) = drawing(cx.state, cx.shared) else { return };
    let values = [
        range.near.to_bits(),
        range.far.to_bits(),
        (range.far - range.near).to_bits(),
        // A framebuffer without multisampling has one sample here (GLSL 4.60 7.3).
        shape.samples.max(1),
    ];
    for (list, value) in values.into_iter().enumerate() {
        for at in 0..executable.context_words[list].len() {
            let word = executable.context_words[list][at];
            let place = &mut executable.storage[word as usize];
            if *place != value {
                *place = value;
                executable.mark(word..word + 1);
            }
        }
    }
}

#[cold]
fn bindings(sent: &mut Sent, session: &mut Session, executable: &mut Executable) {
    executable.bindings_dirty = false;
    let lists = [&executable.samplers, &executable.images, &executable.uniform_blocks, &executable.storage_blocks];
    sent.scratch.clear();
    sent.scratch.extend(lists.iter().flat_map(|list| list.iter().map(|&value| MGPWord { value })));
    let [samplers, images, uniform_blocks, storage_blocks] = lists.map(|list| list.len() as u32);
    let record = MGPProgramBindings {
        program: executable.handle.raw(),
        content_hash: content_hash(sent.scratch.as_bytes()),
        samplers,
        images,
        uniform_blocks,
        storage_blocks,
    };
    session.push_tail(Op::SetProgramBindings, &record, &sent.scratch);
}

fn constants(session: &mut Session, executable: &mut Executable) {
    let words = std::mem::take(&mut executable.storage_dirty);
    let mut offset = words.start * 4;
    let bytes = executable.storage[words.start as usize..words.end as usize].as_bytes();
    for piece in bytes.chunks(session.max_chunk() & !3) {
        session.push_blob::<_, NoTail>(
            Op::SetGlobalConstants,
            |blob| MGPGlobalConstants { program: executable.handle.raw(), offset, pad: 0, blob },
            &[],
            piece,
        );
        offset += piece.len() as u32;
    }
}

/// Ends programs that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    shared.programs.collect(|object| end_object(session, object));
}

/// An executable is gone, if the server ever had it.
pub fn end(session: &mut Session, handle: Handle<kind::Program>) {
    if !handle.is_null() {
        object_death(session, handle);
    }
}

fn end_object(session: &mut Session, object: ShaderOrProgram) {
    if let ShaderOrProgram::Program(program) = object
        && let Some(executable) = program.executable
    {
        end(session, executable.handle);
    }
}

/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    for object in shared.programs.drain() {
        end_object(session, object);
    }
}
