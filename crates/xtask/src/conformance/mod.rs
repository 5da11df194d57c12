//! `cargo xtask conformance`: piglit's tests through the shim, compared with the plain driver.
//!
//! A list names the tests, their groups and what the plain driver makes of them. A test that ends worse than there is a
//! failure, unless `tests/expectations/<driver>.txt` knows it and says why.

mod list;
mod piglit;
mod report;
mod verdict;

use crate::{
    artifacts::{Artifacts, Way, root},
    clients, setup,
};
use anyhow::{Context as _, Result, ensure};
use list::Test;
use piglit::Outcome;
use std::{collections::HashMap, path::PathBuf};
use verdict::Verdict;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Tests: name, group, the plain driver's result and the context, separated by tabs; a name alone does too.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// The shaders of piglit's glslparser profile instead of a list, versions 1.40 to 4.30.
    #[arg(long, conflicts_with = "list")]
    glslparser: bool,
    /// Only every Nth test.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Only tests of these groups.
    #[arg(long = "group", value_name = "GROUP")]
    groups: Vec<String>,
    /// Only tests whose name contains this.
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// At most this many tests of a group.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Runs on the plain driver, to see whether the list is right about it.
    #[arg(long)]
    native: bool,
    /// How the tests reach what draws.
    #[arg(long, value_enum, default_value = "spawn", conflicts_with = "native")]
    transport: Way,
    /// Driver capabilities to do without, separated by commas.
    #[arg(long, value_name = "CAPABILITIES", conflicts_with = "native")]
    mask: Option<String>,
    /// Known failures: test, tab, reason; `without CAPABILITY: ` before the test where it is masked only.
    #[arg(long, value_name = "FILE")]
    expectations: Option<PathBuf>,
    /// Tests at once.
    #[arg(long, default_value_t = 2)]
    jobs: u32,
    /// Uses the optimised build.
    #[arg(long)]
    release: bool,
    /// Prints every test's result as JSON.
    #[arg(long)]
    json: bool,
}

/// A test and what became of it.
pub(crate) struct Row {
    pub(crate) test: Test,
    /// On the plain driver.
    pub(crate) plain: Outcome,
    /// In this run.
    pub(crate) got: Outcome,
    pub(crate) verdict: Verdict,
}

/// Runs, compares, reports; true when nothing is worse.
pub(crate) fn run(options: &Options) -> Result<bool> {
    setup::ensure(setup::For::Conformance)?;
    let list = options.list.clone().unwrap_or_else(|| root().join("tests/conformance/piglit-core.tsv"));
    let mut per_group: HashMap<String, usize> = HashMap::new();
    let all = if options.glslparser { list::glslparser()? } else { list::read(&list)? };
    let tests: Vec<Test> = all
        .into_iter()
        .step_by(options.every as usize)
        .filter(|test| options.groups.is_empty() || options.groups.contains(&test.group))
        .filter(|test| options.name.as_ref().is_none_or(|name| test.name.contains(name.as_str())))
        .filter(|test| {
            let count = per_group.entry(test.group.clone()).or_default();
            *count += 1;
            options.limit.is_none_or(|limit| *count <= limit)
        })
        .collect();
    ensure!(!tests.is_empty(), "no test of {} is picked", list.display());

    let known = if options.native {
        list::Expectations::default()
    } else {
        let file = options.expectations.clone().unwrap_or_else(|| root().join("tests/expectations/llvmpipe.txt"));
        list::read_expectations(&file, options.mask.as_deref())?
    };
    let artifacts = if options.native { Artifacts::built_nothing()? } else { Artifacts::all(options.release)? };
    let directory = artifacts.directory("conformance")?;
    if !options.native {
        // A program that is not drawn through the shim would pass everything.
        clients::wflinfo(&artifacts, options.transport).context("the first program through the shim, wflinfo")?;
    }

    // A list that does not know what the plain driver does is answered by the plain driver.
    let unknown: Vec<&Test> = tests.iter().filter(|test| test.plain.is_none()).collect();
    let mut plain = HashMap::new();
    if !unknown.is_empty() {
        let run = piglit::Run { artifacts: &artifacts, way: Way::Native, mask: None, jobs: options.jobs };
        plain = run.tests(&unknown, &directory.join("plain"))?;
    }
    let way = if options.native { Way::Native } else { options.transport };
    let run = piglit::Run { artifacts: &artifacts, way, mask: options.mask.as_deref(), jobs: options.jobs };
    let got = run.tests(&tests.iter().collect::<Vec<_>>(), &directory.join(way.name()))?;

    let rows: Vec<Row> = tests
        .into_iter()
        .map(|test| {
            let plain = test.plain.or_else(|| plain.get(&test.name).copied()).unwrap_or(Outcome::NotRun);
            let got = got.get(&test.name).copied().unwrap_or(Outcome::NotRun);
            let verdict = Verdict::of(plain, got, known.reason(&test.name, got));
            Row { test, plain, got, verdict }
        })
        .collect();
    let title = match &options.mask {
        Some(mask) => format!("{} without {mask}", way.name()),
        None => way.name().to_owned(),
    };
    let page = directory.join("report.md");
    std::fs::write(&page, report::page(&title, &rows)).with_context(|| format!("{}", page.display()))?;
    std::fs::write(directory.join("results.tsv"), report::results(&rows))?;
    if options.json {
        println!("{}", report::json(&rows)?);
    } else {
        print!("{}", report::groups(&rows));
        for line in report::remarks(&rows) {
            println!("{line}");
        }
        println!("The whole of it: {}", page.display());
        println!("{} passed, {} failed", report::count(&rows, |row| row.got == Outcome::Pass), report::worse(&rows));
    }
    Ok(report::worse(&rows) == 0)
}
