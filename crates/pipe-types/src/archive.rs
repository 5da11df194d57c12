//! The reflection archive of a linked program (filled in by the shader front end).
