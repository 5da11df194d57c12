//! Copies between images (GL 4.6 core 8.6, 18.3.3).
