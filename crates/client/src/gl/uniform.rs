//! Uniform values (GL 4.6 core 7.6).
