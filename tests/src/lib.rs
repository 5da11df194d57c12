//! Whole-system scenarios: the same OpenGL program, run on the system's desktop driver and through MGPipe in each of its
//! topologies, must read the same bytes and get the same errors.
//!
//! A scenario is written once, with [`against_native!`] or, when it is a numbered rule of behaviour, with [`rule!`]. Its body gets
//! a [`Scene`] with a current core profile context and records what it reads ([`Scene::read`], [`Scene::error`], ...). The test
//! starts itself once per [`Arm`], each in a process of its own, because a process has one session and because a driver that
//! crashes must not take the other arms with it; then it compares.
//!
//! Unsafe code: the bodies call OpenGL, whose functions trust their pointers. They may, as long as what a pointer names is as long
//! as GL reads or writes; the helpers of [`Scene`] check that where a length is known.
#![allow(unsafe_op_in_unsafe_fn, clippy::missing_safety_doc)]

mod arm;
pub mod bindings;
mod compare;
pub mod corpus;
mod display;
pub mod process;
mod reading;
pub mod scene;
pub mod spirv;
pub mod traffic;

pub use arm::{Arm, server_path};
pub use compare::{against_native, with_fault};
pub use display::Display;
pub use reading::{Reading, Shown};
pub use scene::Scene;

/// A scenario that is compared with the system's driver. Optionally names capabilities that the driver is to be without
/// (`masks = ["norm16"]`): the scenario is run once more with each.
#[macro_export]
macro_rules! against_native {
    ($(#[$meta:meta])* $name:ident, |$gl:ident| $body:block) => {
        $crate::against_native!($(#[$meta])* $name, masks = [], |$gl| $body);
    };
    ($(#[$meta:meta])* $name:ident, masks = [$($mask:literal),*], |$gl:ident| $body:block) => {
        $crate::scenario!($(#[$meta])* $name, |$gl| $body, $crate::against_native, &[$($mask),*]);
    };
}

/// A scenario in each of our arms with a driver whose calls fail; the body asserts.
#[macro_export]
macro_rules! with_fault {
    ($(#[$meta:meta])* $name:ident, $fault:literal, |$gl:ident| $body:block) => {
        $crate::scenario!($(#[$meta])* $name, |$gl| $body, $crate::with_fault, $fault);
    };
}

/// The test function of a scenario, which hands its path, `$how` and the body to `$run`.
#[doc(hidden)]
#[macro_export]
macro_rules! scenario {
    ($(#[$meta:meta])* $name:ident, |$gl:ident| $body:block, $run:expr, $how:expr) => {
        $(#[$meta])*
        #[test]
        fn $name() {
            fn body($gl: &$crate::Scene) {
                // SAFETY: a context is current, and the pointers that the body passes name as much as GL reads or writes.
                #[allow(unused_unsafe)]
                unsafe { $body }
            }
            let path = concat!(module_path!(), "::", stringify!($name));
            $run(path, $how, body);
        }
    };
}

/// A numbered rule of behaviour; the rule's sentence is the scenario's name.
#[macro_export]
macro_rules! rule {
    ($(#[$meta:meta])* $number:literal, $name:ident, |$gl:ident| $body:block) => {
        $crate::against_native!($(#[$meta])* #[doc = concat!("Rule ", $number, ".")] $name, masks = [], |$gl| $body);
    };
    ($(#[$meta:meta])* $number:literal, $name:ident, masks = [$($mask:literal),*], |$gl:ident| $body:block) => {
        $crate::against_native!($(#[$meta])* #[doc = concat!("Rule ", $number, ".")] $name, masks = [$($mask),*], |$gl| $body);
    };
}
