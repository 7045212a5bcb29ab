//! Answers kept by coordinate: one small JSON file each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Coordinate, Resolution};

/// A change of the file's form gets a new number; files of another form are not read.
const FORM: u32 = 1;

#[derive(Debug, Clone)]
pub(super) struct Cache {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Answer {
    form: u32,
    coordinate: String,
    files: Vec<PathBuf>,
}

impl Cache {
    pub(super) fn new(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// The answer, unless it is not there, unreadable, or names a file that is gone.
    pub(super) fn get(&self, coordinate: &Coordinate) -> Option<Resolution> {
        let text = fs::read(self.file(coordinate)).ok()?;
        let answer: Answer = serde_json::from_slice(&text).ok()?;
        let holds = answer.form == FORM
            && answer.coordinate == coordinate.to_string()
            && answer.files.iter().all(|file| file.is_file());
        if holds {
            Resolution::new(answer.files)
        } else {
            None
        }
    }

    /// Keeps an answer. The file appears whole or not at all, whoever else writes it.
    pub(super) fn put(&self, coordinate: &Coordinate, resolution: &Resolution) -> io::Result<()> {
        let answer = Answer {
            form: FORM,
            coordinate: coordinate.to_string(),
            files: resolution.files().map(Path::to_owned).collect(),
        };
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        serde_json::to_writer_pretty(&mut file, &answer)?;
        file.persist(self.file(coordinate))?;
        Ok(())
    }

    /// `@` occurs in no part of a coordinate, so two coordinates never share a file.
    fn file(&self, coordinate: &Coordinate) -> PathBuf {
        self.folder
            .join(format!("{}.json", coordinate.to_string().replace(':', "@")))
    }
}
