//! The `spawn` topology: starts a server process and greets it.
