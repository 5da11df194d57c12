//! Tables of text, for the terminal and for Markdown: the same text serves both.

/// Rows under a head; the first column is aligned left, the others right.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a head and no rows.
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Self { rows: vec![head.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
        let width = |column| self.rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0).max(2);
        for (number, row) in self.rows.iter().enumerate() {
            for column in 0..columns {
                let (text, width) = (cell(row, column), width(column));
                if column == 0 { write!(f, "| {text:<width$} |") } else { write!(f, " {text:>width$} |") }?;
            }
            writeln!(f)?;
            if number == 0 {
                for column in 0..columns {
                    let dashes = "-".repeat(width(column) - 1);
                    if column == 0 { write!(f, "| :{dashes} |") } else { write!(f, " {dashes}: |") }?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
