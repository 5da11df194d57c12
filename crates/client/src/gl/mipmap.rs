//! Mipmap generation (GL 4.6 core 8.14.4).
