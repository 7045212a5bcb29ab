//! One line of the examination.

use serde::Serialize;

/// What was looked at, and how it stands.
#[derive(Debug, Serialize)]
pub struct Check {
    /// A word or two; the same name may come several times.
    pub name: &'static str,
    pub status: Status,
    pub detail: String,
    /// What to do about it, where something is to be done.
    pub remedy: Option<String>,
}

/// How it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// There, and used.
    Ok,
    /// There, and not used.
    Other,
    /// Not there; raddle works without it, and the detail says what is given up.
    Limited,
    /// Not there; raddle cannot run tests without it.
    Missing,
}

impl Check {
    pub fn ok(name: &'static str, detail: impl Into<String>) -> Check {
        Check {
            name,
            status: Status::Ok,
            detail: detail.into(),
            remedy: None,
        }
    }

    pub fn other(name: &'static str, detail: impl Into<String>) -> Check {
        Check {
            name,
            status: Status::Other,
            detail: detail.into(),
            remedy: None,
        }
    }

    pub fn limited(
        name: &'static str,
        detail: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Check {
        let (detail, remedy) = (detail.into(), Some(remedy.into()));
        Check {
            name,
            status: Status::Limited,
            detail,
            remedy,
        }
    }

    pub fn missing(
        name: &'static str,
        detail: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Check {
        let (detail, remedy) = (detail.into(), Some(remedy.into()));
        Check {
            name,
            status: Status::Missing,
            detail,
            remedy,
        }
    }
}
