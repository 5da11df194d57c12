//! Tables of twins by handle.

use pipe_types::{
    handle::{Handle, HandleKind, RawHandle},
    record::MAX_SLOTS,
};
use std::marker::PhantomData;

/// Why a handle finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// Nothing was ever created under it, or it has been destroyed.
    Unknown,
    /// Its slot has been handed out again since.
    Stale,
}

#[derive(Debug)]
struct Slot<T> {
    generation: u32,
    twin: Option<T>,
}

/// Twins of one kind by handle: an array of {generation, twin}. The same generation finds, a newer one drops the old twin and
/// starts afresh, an older one is refused and counted.
#[derive(Debug)]
pub struct SlotTable<K, T> {
    slots: Vec<Slot<T>>,
    stale: u64,
    live: usize,
    kind: PhantomData<fn() -> K>,
}

impl<K, T> Default for SlotTable<K, T> {
    fn default() -> Self {
        SlotTable { slots: Vec::new(), stale: 0, live: 0, kind: PhantomData }
    }
}

impl<K: HandleKind, T> SlotTable<K, T> {
    /// Puts `twin` under `handle` and returns the twin that was there: of the same generation (created again) or of an older
    /// one (its destruction was skipped). The caller gives that one's driver object back.
    ///
    /// # Errors
    /// [`Miss::Stale`] for a generation older than the slot's, with the twin handed back; counted.
    pub fn insert(&mut self, handle: RawHandle, twin: T) -> Result<Option<T>, T> {
        // The decoder bounds slots of every kind by MAX_SLOTS.
        debug_assert!(handle.slot < MAX_SLOTS);
        let index = handle.slot.min(MAX_SLOTS) as usize;
        if index >= self.slots.len() {
            self.slots.resize_with(index + 1, || Slot { generation: 0, twin: None });
        }
        let slot = &mut self.slots[index];
        if handle.generation < slot.generation {
            self.stale += 1;
            return Err(twin);
        }
        slot.generation = handle.generation;
        let old = slot.twin.replace(twin);
        self.live += usize::from(old.is_none());
        Ok(old)
    }

    /// Why there is no twin under `handle`, if there is none. Does not count.
    fn miss(&self, handle: RawHandle) -> Miss {
        match self.slots.get(handle.slot as usize) {
            Some(slot) if handle.generation < slot.generation => Miss::Stale,
            _ => Miss::Unknown,
        }
    }

    /// The twin of `handle`.
    #[inline]
    pub fn get(&self, handle: RawHandle) -> Result<&T, Miss> {
        match self.slots.get(handle.slot as usize) {
            Some(Slot { generation, twin: Some(twin) }) if *generation == handle.generation => Ok(twin),
            _ => Err(self.miss(handle)),
        }
    }

    /// The twin of `handle`; a stale handle is counted.
    #[inline]
    pub fn get_mut(&mut self, handle: RawHandle) -> Result<&mut T, Miss> {
        let miss = self.miss(handle);
        match self.slots.get_mut(handle.slot as usize) {
            Some(Slot { generation, twin: Some(twin) }) if *generation == handle.generation => Ok(twin),
            _ => {
                self.stale += u64::from(miss == Miss::Stale);
                Err(miss)
            }
        }
    }

    /// The twin of a typed handle.
    #[inline]
    pub fn find(&self, handle: Handle<K>) -> Result<&T, Miss> {
        self.get(handle.raw())
    }

    /// Whether `handle` may be bound: null, living, or dead by now (which binds nothing). Only a handle that was never
    /// created is an error.
    pub fn is_known(&self, handle: RawHandle) -> bool {
        handle.is_null()
            || self.slots.get(handle.slot as usize).is_some_and(|slot| handle.generation <= slot.generation)
    }

    /// Takes the twin of `handle` out; its generation stays known, so that the handle is stale or unknown from now on.
    pub fn remove(&mut self, handle: RawHandle) -> Result<T, Miss> {
        let miss = self.miss(handle);
        let slot = self.slots.get_mut(handle.slot as usize).filter(|slot| slot.generation == handle.generation);
        match slot.and_then(|slot| slot.twin.take()) {
            Some(twin) => {
                self.live -= 1;
                Ok(twin)
            }
            None => {
                self.stale += u64::from(miss == Miss::Stale);
                Err(miss)
            }
        }
    }

    /// How many stale handles were refused.
    pub fn stale_count(&self) -> u64 {
        self.stale
    }

    /// Living twins.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Living twins with their handles.
    pub fn iter(&self) -> impl Iterator<Item = (RawHandle, &T)> {
        self.slots.iter().enumerate().filter_map(|(i, slot)| {
            slot.twin.as_ref().map(|twin| (RawHandle { slot: i as u32, generation: slot.generation }, twin))
        })
    }

    /// Living twins with their handles.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (RawHandle, &mut T)> {
        self.slots.iter_mut().enumerate().filter_map(|(i, slot)| {
            let generation = slot.generation;
            slot.twin.as_mut().map(|twin| (RawHandle { slot: i as u32, generation }, twin))
        })
    }

    /// Takes every twin out.
    pub fn drain(&mut self) -> impl Iterator<Item = T> {
        self.live = 0;
        std::mem::take(&mut self.slots).into_iter().filter_map(|slot| slot.twin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipe_types::handle::kind;

    fn handle(slot: u32, generation: u32) -> RawHandle {
        RawHandle { slot, generation }
    }

    #[test]
    fn the_same_generation_finds_a_newer_one_starts_afresh_and_an_older_one_is_refused_and_counted() {
        let mut table = SlotTable::<kind::Buffer, &str>::default();
        assert_eq!(table.insert(handle(3, 1), "first"), Ok(None));
        assert_eq!(table.get(handle(3, 1)), Ok(&"first"));
        // red once: insert without the comparison let an older generation overwrite
        assert_eq!(table.insert(handle(3, 2), "second"), Ok(Some("first")));
        assert_eq!(table.get(handle(3, 1)), Err(Miss::Stale));
        assert_eq!(table.insert(handle(3, 1), "late"), Err("late"));
        assert_eq!(table.get_mut(handle(3, 1)), Err(Miss::Stale));
        assert_eq!(table.stale_count(), 2);
        assert_eq!(table.get(handle(3, 2)), Ok(&"second"));
        assert_eq!(table.len(), 1);
    }

    #[test]
    fn a_removed_handle_is_known_and_finds_nothing() {
        let mut table = SlotTable::<kind::Buffer, u8>::default();
        assert!(!table.is_known(handle(1, 1)));
        table.insert(handle(1, 1), 7).unwrap();
        assert_eq!(table.remove(handle(1, 1)), Ok(7));
        assert_eq!(table.get(handle(1, 1)), Err(Miss::Unknown));
        assert_eq!(table.remove(handle(1, 1)), Err(Miss::Unknown));
        assert!(table.is_known(handle(1, 1)) && table.is_known(RawHandle::NULL) && !table.is_known(handle(1, 2)));
        assert!(table.is_empty());
    }
}
