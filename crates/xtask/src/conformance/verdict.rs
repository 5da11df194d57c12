//! Better, worse, known.

use super::piglit::Outcome;

/// What a result means beside the plain driver's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The plain driver's, or better.
    Good,
    /// Worse, and nobody knew.
    Worse,
    /// Worse, for this reason.
    Known(String),
    /// As good as the plain driver, though it is down as a known failure: to be taken off the list.
    Recovered(String),
}

impl Verdict {
    /// Compares `got` with the plain driver's result; `known` is why it may be worse.
    pub(crate) fn of(plain: Outcome, got: Outcome, known: Option<&str>) -> Self {
        // Skipping what the plain driver runs and fails is no progress.
        let good = match got {
            Outcome::Skip => plain == Outcome::Skip,
            // A name that piglit does not know, or a run that was cut short: nothing is known about it.
            Outcome::NotRun => false,
            _ => got <= plain,
        };
        match (good, known) {
            (true, None) => Self::Good,
            (true, Some(reason)) => Self::Recovered(reason.to_owned()),
            (false, Some(reason)) => Self::Known(reason.to_owned()),
            (false, None) => Self::Worse,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_known_failure_may_be_worse_than_the_plain_driver() {
        use Outcome::{Crash, Fail, NotRun, Pass, Skip};
        for (plain, got, known, verdict) in [
            (Pass, Pass, None, Verdict::Good),
            (Pass, Fail, None, Verdict::Worse),
            // red once: with a test that never ran taken for a skipped one
            (Skip, NotRun, None, Verdict::Worse),
            // red once: with equal results always good
            (NotRun, NotRun, None, Verdict::Worse),
            // red once: with skips better than failures
            (Pass, Skip, None, Verdict::Worse),
            (Fail, Skip, None, Verdict::Worse),
            (Skip, Skip, None, Verdict::Good),
            (Skip, Fail, None, Verdict::Worse),
            (Crash, Fail, None, Verdict::Good),
            (Fail, Crash, None, Verdict::Worse),
            (Pass, Crash, Some("why"), Verdict::Known("why".into())),
            (Pass, Pass, Some("why"), Verdict::Recovered("why".into())),
        ] {
            assert_eq!(Verdict::of(plain, got, known), verdict, "{plain:?} {got:?} {known:?}");
        }
    }
}
