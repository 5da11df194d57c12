//! Counting what passed and what failed.

use serde::Serialize;

/// Counts, and the names of what failed.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Tally {
    /// How many passed.
    pub(crate) passed: u64,
    /// How many failed.
    pub(crate) failed: u64,
    /// What failed, one line each.
    pub(crate) failures: Vec<String>,
}

impl Tally {
    /// Counts one result and says it.
    pub(crate) fn say(&mut self, name: &str, result: Result<(), String>) {
        match result {
            Ok(()) => {
                println!("{name} ... ok");
                self.passed += 1;
            }
            Err(why) => {
                println!("{name} ... FAILED: {why}");
                self.failed += 1;
                self.failures.push(format!("{name}: {why}"));
            }
        }
    }

    /// Counts another tally's results too.
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend(other.failures);
    }

    /// Prints what failed, and the line that ends every run of tests.
    pub(crate) fn summary(&self) {
        for failure in &self.failures {
            println!("failed: {failure}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
    }
}
