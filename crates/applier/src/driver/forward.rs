//! The macro that makes safe methods of glow's.

/// Methods of [`Driver`](super::Driver) that hand their arguments to glow's function of the same name.
macro_rules! forward {
    ($($(#[$meta:meta])* $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?;)*) => {
        #[allow(missing_docs)] // each is the GL function of that name
        #[allow(clippy::too_many_arguments)]
        impl $crate::driver::Driver {
            $(
                $(#[$meta])*
                #[inline]
                pub fn $name(&self, $($arg: $ty),*) $(-> $ret)? {
                    self.ext.counters.called();
                    // SAFETY: a context is current (`Driver::new`), and memory is passed as slices only.
                    unsafe { glow::HasContext::$name(&self.gl, $($arg),*) }
                }
            )*
        }
    };
}
/// The same for functions that take pixels of a size that formats and extents imply: only this layer calls them, after it has
/// checked that size.
macro_rules! forward_unchecked {
    ($($name:ident($($arg:ident: $ty:ty),* $(,)?);)*) => {
        #[allow(clippy::too_many_arguments)]
        impl $crate::driver::Driver {
            $(
                #[inline]
                pub(super) fn $name(&self, $($arg: $ty),*) {
                    self.ext.counters.called();
                    // SAFETY: a context is current (`Driver::new`), and the callers in this layer check sizes.
                    unsafe { glow::HasContext::$name(&self.gl, $($arg),*) }
                }
            )*
        }
    };
}
pub(crate) use {forward, forward_unchecked};
