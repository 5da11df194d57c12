//! Image units.
