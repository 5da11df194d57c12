//! Runs a body under the model checker and says how many interleavings it saw.

use shm_ring::{ClientEnd, Segments, ServerEnd, Settings, Sizes};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Rings of a few words: a handful of steps wraps and fills them.
pub(crate) const TINY: Sizes = Sizes { commands: 64, staging: 64, reply_slots: 2, reply_slot_size: 32, events: 128 };

pub(crate) fn ends() -> (ClientEnd, ServerEnd) {
    let segments = Segments::create(&TINY).unwrap();
    let settings = Settings::default();
    (segments.client_end(&settings).unwrap(), segments.server_end(&settings).unwrap())
}

/// Explores every interleaving with at most `preemptions` switches away from a thread that could go on (a thread that
/// sleeps costs none). A lost wake-up is a deadlock here, because the modelled futex has no timeout; an access that
/// no cursor orders is a race. Both fail the model.
pub(crate) fn explore(name: &str, preemptions: usize, body: impl Fn() + Send + Sync + 'static) {
    let cases = Arc::new(AtomicUsize::new(0));
    let counted = cases.clone();
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 10_000;
    builder.check(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        body();
    });
    let cases = cases.load(Ordering::Relaxed);
    println!("{name}: {cases} interleavings");
    assert!(cases > 20, "{name}: {cases} interleavings are none to speak of");
}
