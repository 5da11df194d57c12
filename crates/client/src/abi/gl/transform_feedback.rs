//! Transform feedback.
