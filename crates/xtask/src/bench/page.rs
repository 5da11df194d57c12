//! A page that keeps the last run.

use anyhow::{Context as _, Result};
use std::path::Path;

const BEGIN: &str = "<!-- the last run: begin -->\n";
const END: &str = "<!-- the last run: end -->\n";

/// Puts `text` between the page's marks.
pub(super) fn put(path: &Path, text: &str) -> Result<()> {
    let page = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let page = replaced(&page, text).with_context(|| format!("{} has not the marks {BEGIN}{END}", path.display()))?;
    std::fs::write(path, page).with_context(|| format!("{}", path.display()))
}

fn replaced(page: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{text}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_between_the_marks_goes_and_nothing_else() {
        // red once: with the end mark searched from the page's start
        let page = format!("a\n{END}b\n{BEGIN}old\n{END}c\n");
        assert_eq!(replaced(&page, "new").as_deref(), Some(format!("a\n{END}b\n{BEGIN}\nnew\n{END}c\n").as_str()));
        assert_eq!(replaced("no marks", "new"), None);
    }
}
