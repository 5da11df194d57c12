//! Clears and blits (GL 4.6 core 17.4, 18.3).
