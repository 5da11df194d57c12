//! The list of tests and the list of known failures.

use super::piglit::Outcome;
use anyhow::{Context as _, Result, bail, ensure};
use std::{collections::BTreeMap, path::Path, process::Command};

/// The group, and piglit's profile, of shaders that are to compile or not to.
pub(crate) const GLSLPARSER: &str = "glslparser";
/// The language versions whose shaders are tested, as the tests' names start.
const VERSIONS: [&str; 7] = ["1.40", "1.50", "3.30", "4.00", "4.10", "4.20", "4.30"];

/// The shaders of piglit's glslparser profile that are of the core language of a version from 1.40 to 4.30.
pub(crate) fn glslparser() -> Result<Vec<Test>> {
    const FILE: &str = "/usr/lib/x86_64-linux-gnu/piglit/tests/glslparser.xml.gz";
    let output = Command::new("zcat").arg(FILE).output().context("zcat")?;
    ensure!(output.status.success(), "{FILE}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).context(FILE)?;
    let names = text.split("<Test type=\"glsl_parser\" name=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let of_version = |name: &&str| {
        let version = name.strip_prefix("spec@glsl-").and_then(|rest| rest.split('@').next());
        version.is_some_and(|version| VERSIONS.contains(&version)) && !name.contains("compatibility")
    };
    let test = |name: &str| Test { name: name.to_owned(), group: GLSLPARSER.to_owned(), plain: None };
    let mut tests: Vec<Test> = names.filter(of_version).map(test).collect();
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tests)
}

/// One test of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    /// piglit's name for it.
    pub(crate) name: String,
    /// The list's name for what it is about.
    pub(crate) group: String,
    /// What the plain driver makes of it, if the list says so.
    pub(crate) plain: Option<Outcome>,
}

impl Test {
    /// The piglit profile that has it.
    pub(crate) fn profile(&self) -> &'static str {
        match self.group.as_str() {
            GLSLPARSER => "glslparser",
            group if group.starts_with("shader-") => "quick_shader",
            _ => "quick_gl",
        }
    }

    /// It asks for an older context and is to get a core one.
    pub(crate) fn forced(&self) -> bool {
        self.group.starts_with("coreclean-")
    }
}

/// Reads a list: name, and after tabs group, result, context (which is for readers). `#` starts a remark.
pub(crate) fn read(path: &Path) -> Result<Vec<Test>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    parse(&text).with_context(|| format!("{}", path.display()))
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

fn parse(text: &str) -> Result<Vec<Test>> {
    lines(text)
        .map(|(number, line)| {
            let mut fields = line.split('\t');
            let name = fields.next().unwrap_or_default().to_owned();
            let group = fields.next().filter(|group| !group.is_empty()).unwrap_or("all").to_owned();
            let plain = match fields.next() {
                None | Some("") => None,
                Some(word) => Some(Outcome::parse(word).with_context(|| format!("line {number}: no result {word:?}"))?),
            };
            Ok(Test { name, group, plain })
        })
        .collect()
}

/// Why tests may be worse than on the plain driver.
#[derive(Debug, Default)]
pub(crate) struct Expectations {
    tests: BTreeMap<String, String>,
    /// Beginnings of names, for tests that are skipped.
    skipped: Vec<(String, String)>,
}

impl Expectations {
    /// Why a test may end so. Whole families are known to be skipped, never to fail.
    pub(crate) fn reason(&self, test: &str, got: Outcome) -> Option<&str> {
        let family = || self.skipped.iter().find(|(start, _)| got == Outcome::Skip && test.starts_with(start.as_str()));
        self.tests.get(test).or_else(|| family().map(|(_, reason)| reason)).map(String::as_str)
    }
}

/// Reads known failures: test, tab, reason. A failure without a reason is not known. A line that begins with
/// `without CAPABILITY: ` is for runs whose mask has the capability; a test that ends with `*` stands for all skipped ones that begin
/// so.
pub(crate) fn read_expectations(path: &Path, mask: Option<&str>) -> Result<Expectations> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    parse_expectations(&text, mask.unwrap_or_default()).with_context(|| format!("{}", path.display()))
}

fn parse_expectations(text: &str, mask: &str) -> Result<Expectations> {
    let mut seen = BTreeMap::new();
    for (number, line) in lines(text) {
        match line.split_once('\t').map(|(test, reason)| (test, reason.trim())) {
            Some((test, reason)) if !reason.is_empty() => {
                if seen.insert(test, reason).is_some() {
                    bail!("line {number}: {test} is there twice");
                }
            }
            _ => bail!("line {number}: a test, a tab and a reason, not {line:?}"),
        }
    }
    let applies = |test: &str| match test.strip_prefix("without ").and_then(|rest| rest.split_once(": ")) {
        Some((capability, test)) => mask.split(',').any(|word| word.trim() == capability).then(|| test.to_owned()),
        None => Some(test.to_owned()),
    };
    let mut known = Expectations::default();
    for (test, reason) in seen.into_iter().filter_map(|(test, reason)| Some((applies(test)?, reason.to_owned()))) {
        match test.strip_suffix('*') {
            Some(start) => known.skipped.push((start.to_owned(), reason)),
            None => _ = known.tests.insert(test, reason),
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_may_leave_out_what_it_does_not_know() -> Result<()> {
        let tests = parse("# remark\nspec@a b@c\tclear\tcrash\tgl 3.2 core\n\nspec@d\n")?;
        let test = |name: &str, group: &str, plain| Test { name: name.into(), group: group.into(), plain };
        // red once: with fields split at blanks
        assert_eq!(tests, [test("spec@a b@c", "clear", Some(Outcome::Crash)), test("spec@d", "all", None)]);
        assert!(parse("spec@a\tclear\tperhaps\n").is_err());
        Ok(())
    }

    #[test]
    fn a_known_failure_has_a_reason() {
        // red once: with the reason optional
        assert!(parse_expectations("spec@a\n", "").is_err());
        assert!(parse_expectations("spec@a\t \n", "").is_err());
        assert!(parse_expectations("spec@a\tno such format\nspec@a\tagain\n", "").is_err());
        assert_eq!(parse_expectations("spec@a\tno such format\n", "").map(|known| known.tests.len()).ok(), Some(1));
    }

    #[test]
    fn a_failure_without_a_capability_is_known_where_it_is_masked() {
        let known = |mask: &str| {
            let text = "without norm16: spec@a\tno such format\nspec@b\tnever\n";
            let known = parse_expectations(text, mask).map(|known| known.tests.into_keys().collect::<Vec<_>>());
            known.unwrap_or_default()
        };
        // red once: with the lines of every capability taken
        assert_eq!(known(""), ["spec@b"]);
        assert_eq!(known("bgra"), ["spec@b"]);
        assert_eq!(known("bgra,norm16"), ["spec@a", "spec@b"]);
    }

    #[test]
    fn a_family_of_tests_may_be_skipped_and_not_fail() -> Result<()> {
        let known = parse_expectations("without bgra: spec@a@*\tnot offered\nspec@a@c\tnever\n", "bgra")?;
        // red once: with families known for every result
        assert_eq!(known.reason("spec@a@b", Outcome::Fail), None);
        assert_eq!(known.reason("spec@a@b", Outcome::Skip), Some("not offered"));
        assert_eq!(known.reason("spec@a@c", Outcome::Fail), Some("never"));
        assert_eq!(known.reason("spec@b@b", Outcome::Skip), None);
        Ok(())
    }
}
