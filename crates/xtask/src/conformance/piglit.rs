//! Running piglit.

use super::list::Test;
use crate::{
    artifacts::{Artifacts, Way, root},
    command,
};
use anyhow::{Context as _, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap},
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Seconds after which piglit ends a test.
const TIMEOUT: &str = "60";

/// What became of a test, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Pass,
    Skip,
    Warn,
    Fail,
    Timeout,
    Crash,
    NotRun,
}

impl Outcome {
    /// piglit's word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Skip => "skip",
            Self::Warn => "warn",
            Self::Fail => "fail",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::NotRun => "notrun",
        }
    }

    /// From piglit's word.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "pass" => Self::Pass,
            "skip" => Self::Skip,
            "warn" | "dmesg-warn" => Self::Warn,
            "fail" | "dmesg-fail" => Self::Fail,
            "timeout" => Self::Timeout,
            "crash" => Self::Crash,
            "notrun" | "incomplete" => Self::NotRun,
            _ => return None,
        })
    }
}

/// How tests are run.
pub(crate) struct Run<'a> {
    pub(crate) artifacts: &'a Artifacts,
    pub(crate) way: Way,
    pub(crate) mask: Option<&'a str>,
    pub(crate) jobs: u32,
}

impl Run<'_> {
    /// Runs the tests; what piglit writes is left in subdirectories of `directory`.
    pub(crate) fn tests(&self, tests: &[&Test], directory: &Path) -> Result<HashMap<String, Outcome>> {
        // piglit takes one profile at a time, and only some tests are to be forced to a core context.
        let mut sets: BTreeMap<(&str, bool), Vec<&str>> = BTreeMap::new();
        for test in tests {
            sets.entry((test.profile(), test.forced())).or_default().push(&test.name);
        }
        let bar = ProgressBar::new(tests.len() as u64);
        bar.set_style(ProgressStyle::with_template("{prefix:>10} {bar:40} {pos}/{len} {msg}")?);
        bar.set_prefix(self.way.name());
        let mut outcomes = HashMap::new();
        for ((profile, forced), names) in sets {
            let set = directory.join(if forced { format!("{profile}-forced") } else { profile.to_owned() });
            std::fs::create_dir_all(&set)?;
            let list = set.join("list.txt");
            std::fs::write(&list, names.join("\n") + "\n")?;
            let results = set.join("results");
            let preload = if forced { Some(force_core(directory)?) } else { None };
            self.piglit(profile, &list, &results, preload.as_deref(), &bar)?;
            outcomes.extend(read(&results.join("results.json"))?);
        }
        bar.finish_and_clear();
        Ok(outcomes)
    }

    fn piglit(
        &self,
        profile: &str,
        list: &Path,
        results: &Path,
        preload: Option<&Path>,
        bar: &ProgressBar,
    ) -> Result<()> {
        let mut command = self.artifacts.command(self.way, Path::new("piglit"));
        command.args(["run", "-p", "surfaceless_egl", "-l", "verbose", "-o", "--ignore-missing", "--timeout", TIMEOUT]);
        command.args(["-j", &self.jobs.to_string(), "--test-list"]).arg(list).arg(profile).arg(results);
        command
            .env("PIGLIT_COMPRESSION", "none")
            .env("PIGLIT_PLATFORM", "surfaceless_egl")
            .env("PYTHONUNBUFFERED", "1");
        if let Some(preload) = preload {
            command.env("LD_PRELOAD", preload);
            if self.way != Way::Native {
                command.env("FORCE_CORE", HIGHEST_VERSION);
            }
        }
        if let Some(mask) = self.mask {
            command.env("MGPIPE_MASK", mask);
        }
        // piglit's notices about itself go to a file: they matter only when it fails.
        let notices = results.with_extension("log");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(std::fs::File::create(&notices)?);
        let mut child = command.spawn().with_context(|| format!("starting {}", command::shown(&command)))?;
        let output = child.stdout.take().context("piglit's output")?;
        for line in BufReader::new(output).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            if let Some((word, name)) = line.trim().split_once(": ")
                && Outcome::parse(word).is_some()
            {
                bar.inc(1);
                bar.set_message(name.to_owned());
            }
        }
        let status = child.wait()?;
        if !status.success() {
            let said = std::fs::read_to_string(&notices).unwrap_or_default();
            let last = said.lines().last().unwrap_or("it says nothing");
            bail!("{} ended with {status}: {last}", command::shown(&command));
        }
        Ok(())
    }
}

/// The highest core version that the shim offers: tests that are forced to a core context get it.
const HIGHEST_VERSION: &str = "4.5";

/// Builds what makes piglit's programs ask for a core context.
fn force_core(directory: &Path) -> Result<PathBuf> {
    let library = directory.join("force_core.so");
    let source = root().join("tests/conformance/force_core.c");
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
    command::run(&mut compile)?;
    Ok(library)
}

#[derive(Deserialize)]
struct Results {
    tests: HashMap<String, TestResult>,
}

#[derive(Deserialize)]
struct TestResult {
    result: String,
}

fn read(path: &Path) -> Result<HashMap<String, Outcome>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let results: Results = serde_json::from_str(&text).with_context(|| format!("{}", path.display()))?;
    results
        .tests
        .into_iter()
        .map(|(name, test)| {
            let outcome = Outcome::parse(&test.result);
            Ok((name, outcome.with_context(|| format!("{}: no result {:?}", path.display(), test.result))?))
        })
        .collect()
}
