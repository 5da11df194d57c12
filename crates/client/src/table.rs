//! Objects with names: the application's numbers, the objects behind them, and who still refers to an object whose name is
//! already deleted (GL 4.6 core 5.1.2, 5.1.3).

use parking_lot::Mutex;
use std::{
    fmt,
    marker::PhantomData,
    ops::{Index, IndexMut},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// Counts the references to one object.
///
/// Binding an object makes a reference and ends another one, so this is on the way of most calls. References are made and ended
/// under the front end's lock alone: a load and a store do where a shared pointer would need two locked instructions.
/// The counters come from a pool and never go back to the system, so that a reference can be a plain pointer to its
/// counter; there are as many as there were objects at the same time.
#[derive(Clone, Copy)]
struct Life(&'static AtomicU32);

static SPARE: Mutex<Vec<Life>> = Mutex::new(Vec::new());

impl Life {
    fn take() -> Self {
        let mut spare = SPARE.lock();
        if spare.is_empty() {
            let fresh: &'static [AtomicU32] = Vec::leak((0..64).map(|_| AtomicU32::new(0)).collect());
            spare.extend(fresh.iter().map(Life));
        }
        spare.pop().expect("just filled")
    }
    #[inline]
    fn references(self) -> u32 {
        self.0.load(Relaxed)
    }
    #[inline]
    fn one_more(self) {
        self.0.store(self.references() + 1, Relaxed);
    }
    #[inline]
    fn one_less(self) {
        self.0.store(self.references() - 1, Relaxed);
    }
}

/// A reference to an object of a [`Table`]. The object lives as long as its name or a reference does.
pub struct Ref<T> {
    index: u32,
    life: Life,
    of: PhantomData<fn() -> T>,
}

impl<T> Ref<T> {
    #[inline]
    fn new(index: u32, life: Life) -> Self {
        life.one_more();
        Self { index, life, of: PhantomData }
    }
}
impl<T> Clone for Ref<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.index, self.life)
    }
}
impl<T> Drop for Ref<T> {
    #[inline]
    fn drop(&mut self) {
        self.life.one_less();
    }
}
impl<T> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        // An index is reused only when no reference is left, so equal indices are equal objects.
        self.index == other.index
    }
}
impl<T> Eq for Ref<T> {}
impl<T> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}
impl<T> Ref<T> {
    /// Index of the object in its table, stable while the object lives.
    #[inline]
    pub fn index(&self) -> u32 {
        self.index
    }
}

struct Entry<T> {
    value: T,
    life: Life,
    name: u32,
}

impl<T> Entry<T> {
    /// The object without its place. A counter that references still count in is left to them.
    fn into_value(self) -> T {
        if self.life.references() == 0 {
            SPARE.lock().push(self.life);
        }
        self.value
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Name {
    Unused,
    /// Handed out by `glGen*`, no object yet.
    Reserved,
    Object(u32),
}

/// A name space and its objects.
pub struct Table<T> {
    names: Vec<Name>,
    /// Every name below this is in use or reserved.
    first_free: usize,
    entries: Vec<Option<Entry<T>>>,
    free: Vec<u32>,
    /// Objects without a name that were still referred to when it was deleted.
    orphans: Vec<u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        // Name 0 is never an object of the table.
        Self { names: vec![Name::Reserved], first_free: 1, entries: Vec::new(), free: Vec::new(), orphans: Vec::new() }
    }
}

impl<T> Table<T> {
    /// `glGen*`: reserves an unused name, the lowest.
    pub fn generate(&mut self) -> u32 {
        let at =
            (self.first_free..self.names.len()).find(|&i| self.names[i] == Name::Unused).unwrap_or(self.names.len());
        if at == self.names.len() {
            self.names.push(Name::Unused);
        }
        self.names[at] = Name::Reserved;
        self.first_free = at + 1;
        at as u32
    }

    /// Whether the name was handed out and not deleted, object or not.
    pub fn is_generated(&self, name: u32) -> bool {
        name != 0 && self.names.get(name as usize).is_some_and(|&n| n != Name::Unused)
    }

    /// The object of a name; none for 0, unused and reserved names.
    #[inline]
    pub fn get(&self, name: u32) -> Option<Ref<T>> {
        match self.names.get(name as usize) {
            Some(&Name::Object(index)) => {
                let entry = self.entries[index as usize].as_ref().expect("a named object lives");
                Some(Ref::new(index, entry.life))
            }
            _ => None,
        }
    }

    /// The object of a name, to look at.
    #[inline]
    pub fn by_name(&self, name: u32) -> Option<&T> {
        match self.names.get(name as usize) {
            Some(&Name::Object(index)) => self.entries[index as usize].as_ref().map(|entry| &entry.value),
            _ => None,
        }
    }

    /// The object of a name, to change.
    #[inline]
    pub fn by_name_mut(&mut self, name: u32) -> Option<&mut T> {
        match self.names.get(name as usize) {
            Some(&Name::Object(index)) => self.entries[index as usize].as_mut().map(|entry| &mut entry.value),
            _ => None,
        }
    }

    /// Gives a reserved name its object.
    pub fn create(&mut self, name: u32, value: T) -> Ref<T> {
        debug_assert!(self.names[name as usize] == Name::Reserved);
        let object = self.insert(name, value);
        self.names[name as usize] = Name::Object(object.index);
        object
    }

    /// An object without a name (default textures and the like).
    pub fn create_unnamed(&mut self, value: T) -> Ref<T> {
        let object = self.insert(0, value);
        self.orphans.push(object.index);
        object
    }

    fn insert(&mut self, name: u32, value: T) -> Ref<T> {
        let life = Life::take();
        let entry = Some(Entry { value, life, name });
        let index = match self.free.pop() {
            Some(index) => {
                self.entries[index as usize] = entry;
                index
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        Ref::new(index, life)
    }

    /// Frees a name. Its object, if it had one, is returned, and stays until [`Table::collect`] finds it unreferenced.
    pub fn delete(&mut self, name: u32) -> Option<Ref<T>> {
        if name == 0 {
            return None;
        }
        let object = self.get(name);
        if let Some(slot) = self.names.get_mut(name as usize) {
            *slot = Name::Unused;
            self.first_free = self.first_free.min(name as usize);
        }
        if let Some(object) = &object {
            self.orphans.push(object.index);
        }
        object
    }

    /// Takes out the nameless objects that nobody refers to any more.
    pub fn collect(&mut self, mut gone: impl FnMut(T)) {
        let mut i = 0;
        while i < self.orphans.len() {
            let index = self.orphans[i];
            let entry = self.entries[index as usize].as_ref().expect("alive until collected");
            if entry.life.references() == 0 {
                gone(self.entries[index as usize].take().expect("alive").into_value());
                self.free.push(index);
                self.orphans.swap_remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Whether [`Table::collect`] could find anything.
    #[inline]
    pub fn has_orphans(&self) -> bool {
        !self.orphans.is_empty()
    }

    /// The name of an object; the one that it had, when it has been deleted (queries of bindings still give it).
    #[inline]
    pub fn name(&self, object: &Ref<T>) -> u32 {
        self.entries[object.index as usize].as_ref().map_or(0, |entry| entry.name)
    }

    /// Every living object.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().flatten().map(|entry| &mut entry.value)
    }

    /// Every living object, named or not.
    pub fn drain(&mut self) -> impl Iterator<Item = T> {
        let entries = std::mem::take(self).entries;
        entries.into_iter().flatten().map(Entry::into_value)
    }
}

impl<T> Index<&Ref<T>> for Table<T> {
    type Output = T;
    #[inline]
    fn index(&self, object: &Ref<T>) -> &T {
        &self.entries[object.index as usize].as_ref().expect("a reference keeps its object").value
    }
}
impl<T> IndexMut<&Ref<T>> for Table<T> {
    #[inline]
    fn index_mut(&mut self, object: &Ref<T>) -> &mut T {
        &mut self.entries[object.index as usize].as_mut().expect("a reference keeps its object").value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deleted_object_lives_until_its_last_reference() {
        let mut table = Table::default();
        let name = table.generate();
        assert!(table.is_generated(name) && table.get(name).is_none());
        let binding = table.create(name, "object");
        drop(table.delete(name));
        assert!(table.get(name).is_none());
        assert_eq!(table[&binding], "object");
        table.collect(|_| panic!("still bound"));
        drop(binding);
        let mut gone = Vec::new();
        table.collect(|value| gone.push(value));
        assert_eq!(gone, ["object"]);
        assert_eq!(table.generate(), name, "the lowest unused name is used again");
    }
}
