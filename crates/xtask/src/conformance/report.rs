//! Tables and pages.

use super::{Row, piglit::Outcome, verdict::Verdict};
use crate::table::Table;
use anyhow::Result;
use std::collections::BTreeMap;

/// How many rows are so.
pub(crate) fn count(rows: &[Row], is: impl Fn(&Row) -> bool) -> usize {
    rows.iter().filter(|row| is(row)).count()
}

/// How many are worse, with nobody knowing.
pub(crate) fn worse(rows: &[Row]) -> usize {
    count(rows, |row| row.verdict == Verdict::Worse)
}

/// A line for each group and one for all.
pub(crate) fn groups(rows: &[Row]) -> Table {
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(&row.test.group).or_default().push(row);
    }
    let mut table =
        Table::new(["group", "tests", "pass", "pass natively", "as natively", "known", "worse", "now good"]);
    let line = |name: &str, rows: &[&Row]| {
        let of = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count().to_string();
        [
            name.to_owned(),
            rows.len().to_string(),
            of(&|row| row.got == Outcome::Pass),
            of(&|row| row.plain == Outcome::Pass),
            of(&|row| row.got == row.plain),
            of(&|row| matches!(row.verdict, Verdict::Known(_))),
            of(&|row| row.verdict == Verdict::Worse),
            of(&|row| matches!(row.verdict, Verdict::Recovered(_))),
        ]
    };
    for (name, rows) in &groups {
        table.row(line(name, rows));
    }
    if groups.len() > 1 {
        table.row(line("all", &rows.iter().collect::<Vec<_>>()));
    }
    table
}

/// What is to be looked at, a line each.
pub(crate) fn remarks(rows: &[Row]) -> Vec<String> {
    rows.iter()
        .filter_map(|row| {
            let name = &row.test.name;
            match &row.verdict {
                Verdict::Worse => Some(format!("worse: {name}: {}, natively {}", row.got.name(), row.plain.name())),
                Verdict::Recovered(reason) => Some(format!("now good: {name}: was known for {reason}")),
                Verdict::Known(_) | Verdict::Good => None,
            }
        })
        .collect()
}

/// The page with everything.
pub(crate) fn page(title: &str, rows: &[Row]) -> String {
    let mut page = format!("# Conformance: {title}\n\n{}\n", groups(rows));
    let mut list = |head: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            page.push_str(&format!("## {head}\n\n"));
            for line in lines {
                page.push_str(&format!("- {line}\n"));
            }
            page.push('\n');
        }
    };
    list("To look at", remarks(rows));
    let known = rows.iter().filter_map(|row| match &row.verdict {
        Verdict::Known(reason) => Some(format!("{}: {}: {reason}", row.test.name, row.got.name())),
        _ => None,
    });
    list("Known", known.collect());
    let better = rows.iter().filter(|row| row.got < row.plain);
    list("Better than natively", better.map(|row| format!("{}: {}", row.test.name, row.got.name())).collect());
    page
}

/// Every test: name, group, natively, now.
pub(crate) fn results(rows: &[Row]) -> String {
    rows.iter()
        .map(|row| format!("{}\t{}\t{}\t{}\n", row.test.name, row.test.group, row.plain.name(), row.got.name()))
        .collect()
}

/// [`results`] as JSON, with what each means.
pub(crate) fn json(rows: &[Row]) -> Result<String> {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let (verdict, reason) = match &row.verdict {
                Verdict::Good => ("good", None),
                Verdict::Worse => ("worse", None),
                Verdict::Known(reason) => ("known", Some(reason)),
                Verdict::Recovered(reason) => ("now good", Some(reason)),
            };
            serde_json::json!({
                "test": row.test.name, "group": row.test.group, "native": row.plain.name(), "now": row.got.name(),
                "verdict": verdict, "reason": reason,
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)?)
}
