//! How far a rasteriser in software may lag behind.
//!
//! llvmpipe turns what is drawn between two changes of framebuffer into a scene, which its rasteriser's threads draw while the
//! next one is put together. It keeps up to 64 scenes; once it has that many it waits for the very one it queued last, at each
//! new scene and for as long as the context lives, so that its two threads work in turns from then on. A program that runs
//! ahead comes there within a few frames. Waiting earlier, for a scene of some time ago, keeps both threads at work.

use super::{Driver, GlSync};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
};

/// Scenes between two fences.
const SCENES_OF_A_FENCE: u32 = 8;
/// Fences that may be unpassed. With the scenes since the last one, 40 scenes at most are queued.
const FENCES: usize = 4;

/// The fences between scenes, for a driver that needs them.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// Whether the driver is one that must not be left behind.
    kept: bool,
    scenes: Cell<u32>,
    fences: RefCell<VecDeque<GlSync>>,
    waits: Cell<u64>,
}

impl Pace {
    /// For the driver that calls itself `renderer`.
    pub(super) fn of(renderer: &str) -> Self {
        Self { kept: renderer.contains("llvmpipe"), ..Self::default() }
    }
}

impl Driver {
    /// A scene ends here: the framebuffer is about to change, or what was drawn was flushed.
    #[inline]
    pub(crate) fn scene_ends(&self) {
        if self.pace.kept {
            let scenes = self.pace.scenes.get() + 1;
            self.pace.scenes.set(scenes % SCENES_OF_A_FENCE);
            if scenes == SCENES_OF_A_FENCE {
                self.keep_pace();
            }
        }
    }

    /// Puts a fence behind the scenes so far and waits for the one of [`FENCES`] fences ago.
    #[cold]
    fn keep_pace(&self) {
        // A driver that makes no fence is not slowed down for it.
        let Ok(fence) = self.fence_sync() else { return };
        let mut fences = self.pace.fences.borrow_mut();
        fences.push_back(fence);
        if fences.len() > FENCES
            && let Some(passed) = fences.pop_front()
        {
            self.client_wait_sync(passed, 0, glow::TIMEOUT_IGNORED);
            self.delete_sync(passed);
            self.pace.waits.set(self.pace.waits.get() + 1);
        }
    }

    /// How often a scene was waited for.
    pub(crate) fn scene_waits(&self) -> u64 {
        self.pace.waits.get()
    }
}
