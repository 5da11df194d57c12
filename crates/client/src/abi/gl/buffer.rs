//! Buffer objects.
