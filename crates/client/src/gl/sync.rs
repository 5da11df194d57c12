//! Sync objects (GL 4.6 core 4.1).

/// A fence.
#[derive(Debug)]
pub struct Sync {
    /// Its handle.
    pub handle: pipe_types::Handle<pipe_types::handle::kind::Fence>,
}

/// `glFlush`: the server gets everything so far.
pub fn flush(cx: &mut crate::Cx<'_>) {
    crate::emit::objects(cx);
    cx.session.push(pipe_types::Op::Flush, &pipe_types::records::context::MGPValue::default());
    cx.session.flushes += 1;
    cx.session.publish();
}

/// `glFinish`: everything so far is executed when it returns.
pub fn finish(cx: &mut crate::Cx<'_>) {
    crate::emit::objects(cx);
    let seq = cx.session.push(pipe_types::Op::Finish, &pipe_types::primitive::MGPNothing::default());
    cx.session.wait_applied(seq);
}
