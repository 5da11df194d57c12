//! Handles: how both sides name objects. The client mints every handle and the server never returns one, so that creating
//! an object never waits.

use std::{fmt, marker::PhantomData};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// A handle as it crosses the wire: a dense slot of its kind and the slot's generation. `{0,0}` is null.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub struct RawHandle {
    /// Index into the table of the kind, dense from 1 (framebuffer slot 0 is the default framebuffer's).
    pub slot: u32,
    /// How many times the slot has been handed out; 0 only in the null handle.
    pub generation: u32,
}
static_assertions::const_assert_eq!(size_of::<RawHandle>(), 8);
static_assertions::const_assert_eq!(align_of::<RawHandle>(), 4);

impl RawHandle {
    /// No object.
    pub const NULL: RawHandle = RawHandle { slot: 0, generation: 0 };
    /// The default framebuffer (GL 4.6 core 9): slot 0, generation 1.
    pub const DEFAULT_FRAMEBUFFER: RawHandle = RawHandle { slot: 0, generation: 1 };

    /// Whether this is the null handle.
    #[inline]
    pub fn is_null(self) -> bool {
        self == Self::NULL
    }
}

impl fmt::Debug for RawHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() { f.write_str("null") } else { write!(f, "{}.{}", self.slot, self.generation) }
    }
}
impl fmt::Display for RawHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

wire_enum! {
    /// The kinds of object that have handles. Slots and generations are counted per kind.
    pub enum Kind: u32 {
        /// Buffer objects.
        Buffer = 1,
        /// Textures of every target.
        Texture = 2,
        /// Renderbuffers.
        Renderbuffer = 3,
        /// Framebuffer objects, and the default framebuffer.
        Framebuffer = 4,
        /// Sampler state, also the built-in sampler state of a texture.
        Sampler = 5,
        /// Restricting views of a texture.
        SamplerView = 6,
        /// Vertex formats (the immutable part of a vertex array).
        VertexElements = 7,
        /// Linked programs.
        Program = 8,
        /// Immutable pipeline state blocks.
        RenderState = 9,
        /// Transform feedback objects.
        Xfb = 10,
        /// Query objects.
        Query = 11,
        /// Sync objects.
        Fence = 12,
        /// GL contexts.
        Context = 13,
        /// EGL surfaces: the storage behind a default framebuffer.
        Surface = 14,
    }
}

/// A type that stands for one [`Kind`] at compile time.
pub trait HandleKind {
    /// The kind.
    const KIND: Kind;
}

macro_rules! kinds {
    ($($name:ident),* $(,)?) => {
        /// Marker types, one for each [`Kind`].
        pub mod kind {
            $(
                #[doc = concat!("Marks handles of kind `", stringify!($name), "`.")]
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
                pub struct $name;
                impl super::HandleKind for $name {
                    const KIND: super::Kind = super::Kind::$name;
                }
            )*
        }
    };
}
kinds!(
    Buffer,
    Texture,
    Renderbuffer,
    Framebuffer,
    Sampler,
    SamplerView,
    VertexElements,
    Program,
    RenderState,
    Xfb,
    Query,
    Fence,
    Context,
    Surface
);

/// A handle whose kind the compiler knows.
pub struct Handle<K> {
    raw: RawHandle,
    kind: PhantomData<fn() -> K>,
}

impl<K> Handle<K> {
    /// No object of this kind.
    pub const NULL: Self = Self::new(RawHandle::NULL);

    /// Gives a raw handle a kind.
    #[inline]
    pub const fn new(raw: RawHandle) -> Self {
        Self { raw, kind: PhantomData }
    }
    /// The handle as it crosses the wire.
    #[inline]
    pub const fn raw(self) -> RawHandle {
        self.raw
    }
    /// Whether it names nothing.
    #[inline]
    pub fn is_null(self) -> bool {
        self.raw.is_null()
    }
    /// The slot.
    #[inline]
    pub fn slot(self) -> u32 {
        self.raw.slot
    }
}
impl<K> Clone for Handle<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Handle<K> {}
impl<K> Default for Handle<K> {
    fn default() -> Self {
        Self::NULL
    }
}
impl<K> PartialEq for Handle<K> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl<K> Eq for Handle<K> {}
impl<K> std::hash::Hash for Handle<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
impl<K: HandleKind> fmt::Debug for Handle<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", K::KIND, self.raw)
    }
}
impl<K: HandleKind> fmt::Display for Handle<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Mints the handles of one kind: dense slots from 1, a free list, and a generation that grows when a slot is reused.
#[derive(Debug, Default)]
pub struct HandleAllocator {
    /// Generation of each slot ever used; index 0 stands for slot 1.
    generations: Vec<u32>,
    free: Vec<u32>,
}

impl HandleAllocator {
    /// A handle that no living object has, and that no dead one had.
    pub fn mint(&mut self) -> RawHandle {
        if let Some(slot) = self.free.pop() {
            let generation = &mut self.generations[slot as usize - 1];
            *generation += 1;
            return RawHandle { slot, generation: *generation };
        }
        self.generations.push(1);
        RawHandle { slot: self.generations.len() as u32, generation: 1 }
    }

    /// Whether a handle is the last one that its slot had.
    pub fn is_minted(&self, handle: RawHandle) -> bool {
        let generation = (handle.slot as usize).checked_sub(1).and_then(|index| self.generations.get(index));
        generation == Some(&handle.generation)
    }

    /// Gives a handle's slot back. A slot whose generation is used up is retired instead of wrapping.
    pub fn release(&mut self, handle: RawHandle) {
        let index = handle.slot as usize - 1;
        debug_assert_eq!(self.generations[index], handle.generation, "released twice");
        if handle.generation != u32::MAX {
            self.free.push(handle.slot);
        }
    }
}
