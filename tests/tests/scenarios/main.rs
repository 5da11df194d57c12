//! The same OpenGL programs natively and through MGPipe, a file per topic.

mod clear_blit;
mod draw;
mod framebuffer;
