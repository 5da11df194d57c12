//! `glPixelStore*`.

use crate::{
    abi::{enter::gl_api, types::*},
    gl::pixel_store,
};

gl_api! {
    fn glPixelStorei(cx, pname: GLenum, param: GLint) {
        let done = pixel_store::pixel_store(cx, pname, param);
        cx.finish(done);
    }
    fn glPixelStoref(cx, pname: GLenum, param: GLfloat) {
        // Counts are rounded (GL 4.6 core 8.4.1).
        let done = pixel_store::pixel_store(cx, pname, param.round() as i32);
        cx.finish(done);
    }
}
