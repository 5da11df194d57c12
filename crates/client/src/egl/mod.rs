//! EGL 1.5: displays, configs, contexts, surfaces.
