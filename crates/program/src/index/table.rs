//! Lists of lists in two flat arrays.

/// For each row a list; rows are numbered from 0.
#[derive(Debug)]
pub(super) struct Table<T> {
    /// Where each row starts; one more at the end.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Ord> Table<T> {
    /// Sorts pairs of row and item into a table, each item once a row.
    pub(super) fn new(rows: usize, mut pairs: Vec<(u32, T)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0u32; rows + 1];
        for (row, _) in &pairs {
            starts[*row as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        Self {
            starts,
            items: pairs.into_iter().map(|(_, item)| item).collect(),
        }
    }

    /// The items of a row, sorted.
    pub(super) fn row(&self, row: usize) -> &[T] {
        &self.items[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_without_repetition() {
        let table = Table::new(4, vec![(2, 'b'), (0, 'x'), (2, 'a'), (2, 'b')]);
        assert_eq!(table.row(0), ['x']);
        assert_eq!(table.row(1), []);
        assert_eq!(table.row(2), ['a', 'b']);
        assert_eq!(table.row(3), []);
    }
}
