//! Query objects and conditional rendering.

use crate::handle::RawHandle;

record! {
    /// Begins, ends or stamps a query.
    pub struct MGPQuery [16] {
        0 query: RawHandle = handle(Query),
        /// GL query target.
        8 target: u32 = any,
        /// Index of an indexed query.
        12 index: u32 = at_most(16),
    }
}

record! {
    /// Asks for a query's result. The answer is a [`QueryAnswer`].
    pub struct MGPQueryResult [16] {
        0 query: RawHandle = handle(Query),
        /// Wait until the result is there.
        8 wait: u32 = at_most(1),
        12 pad: u32 = zero,
    }
}

record! {
    /// What [`MGPQueryResult`] is answered with.
    pub struct QueryAnswer [16] {
        0 result: u64 = any,
        8 available: u32 = at_most(1),
        12 pad: u32 = zero,
    }
}

record! {
    /// Writes a query's result into a buffer (`GL_QUERY_BUFFER`).
    pub struct MGPQueryToBuffer [32] {
        0 query: RawHandle = handle(Query),
        8 buffer: RawHandle = handle(Buffer),
        16 offset: u64 = any,
        /// `GL_QUERY_RESULT`, `GL_QUERY_RESULT_AVAILABLE` or `GL_QUERY_RESULT_NO_WAIT`.
        24 pname: u32 = any,
        /// 4 or 8 bytes.
        28 size: u32 = at_most(8),
    }
}

record! {
    /// `glBeginConditionalRender`.
    pub struct MGPConditionalRender [16] {
        0 query: RawHandle = handle(Query),
        8 mode: u32 = any,
        12 pad: u32 = zero,
    }
}
