//! The driver contexts of a session: its own, which is current when no client's is, and one per client context.

use crate::egl::{Context, Display, EglError, Source};
use pipe_types::handle::RawHandle;
use std::collections::HashMap;

/// The driver contexts of a session. They belong to the thread that applies records.
pub struct Contexts {
    display: Display,
    own: Context,
    clients: HashMap<RawHandle, Context>,
    current: Option<RawHandle>,
}

impl Contexts {
    /// Opens the driver and makes the session's own context current in this thread.
    ///
    /// # Errors
    /// No driver that will do.
    pub fn open(source: Source) -> Result<Self, EglError> {
        let display = Display::open(source)?;
        let own = display.create_context(None)?;
        own.make_current()?;
        Ok(Self { display, own, clients: HashMap::new(), current: None })
    }

    /// The display, for procedure addresses.
    pub fn display(&self) -> &Display {
        &self.display
    }

    /// Creates the driver context of a client context.
    pub fn create(&mut self, handle: RawHandle) -> Result<(), String> {
        let context = self.display.create_context(Some(&self.own)).map_err(|error| error.to_string())?;
        self.clients.insert(handle, context);
        Ok(())
    }

    /// Makes a client's context current, or the session's own.
    pub fn make_current(&mut self, handle: Option<RawHandle>) -> Result<(), String> {
        let context = match handle {
            None => &self.own,
            Some(handle) => {
                self.clients.get(&handle).ok_or_else(|| format!("context {handle} has no driver context"))?
            }
        };
        context.make_current().map_err(|error| error.to_string())?;
        self.current = handle;
        Ok(())
    }

    /// Before a record is applied (`direct`: the application's threads are the driver's). A client's context is current in
    /// the thread that said so; without one, the session's own is, for as long as a record takes, so that any thread can.
    ///
    /// # Errors
    /// EGL's.
    pub fn enter(&mut self) -> Result<(), String> {
        if self.current.is_some() { Ok(()) } else { self.make_current(None) }
    }

    /// After a record was applied.
    ///
    /// # Errors
    /// EGL's.
    pub fn leave(&mut self) -> Result<(), String> {
        if self.current.is_some() {
            return Ok(());
        }
        self.display.release_current().map_err(|error| error.to_string())
    }

    /// Destroys a client's driver context.
    pub fn destroy(&mut self, handle: RawHandle) {
        if self.current == Some(handle) {
            // The contract says that it is not current; a driver context that stays current would outlive its handle.
            let _ = self.make_current(None);
        }
        self.clients.remove(&handle);
    }
}

impl Drop for Contexts {
    fn drop(&mut self) {
        let _ = self.display.release_current();
    }
}
