//! The user's `mvn`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A Maven that can be started.
#[derive(Debug, Clone)]
pub struct Maven {
    launcher: PathBuf,
    /// For the launcher's own JVM, where the user's environment names none.
    java_home: Option<PathBuf>,
}

impl Maven {
    /// The Maven whose launcher is this file.
    pub fn at(launcher: impl Into<PathBuf>) -> Maven {
        Maven {
            launcher: launcher.into(),
            java_home: None,
        }
    }

    /// `mvn` on `PATH`, else that of `MAVEN_HOME` or `M2_HOME`.
    pub fn find() -> Option<Maven> {
        let path = env::var_os("PATH").unwrap_or_default();
        let homes = ["MAVEN_HOME", "M2_HOME"]
            .into_iter()
            .filter_map(env::var_os);
        env::split_paths(&path)
            .chain(homes.map(|home| PathBuf::from(home).join("bin")))
            .map(|folder| folder.join("mvn"))
            .find(|launcher| launcher.is_file())
            .map(Maven::at)
    }

    /// Uses the JDK in `home` to run Maven itself if there is neither a `JAVA_HOME` nor a `java` on
    /// `PATH`; else Maven runs on what it always runs on.
    pub fn with_fallback_java(self, home: &Path) -> Maven {
        Maven {
            java_home: Some(home.to_owned()),
            ..self
        }
    }

    /// The launcher's file.
    pub fn launcher(&self) -> &Path {
        &self.launcher
    }

    /// What it says its version is.
    pub fn version(&self) -> Option<String> {
        let output = self.run(["-B", "-v"]).ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (_, version) = text.split_once("Apache Maven ")?;
        let end = version.find(|c: char| c.is_whitespace() || c.is_control())?;
        Some(version[..end].to_owned())
    }

    /// Runs it to the end, in silence.
    pub(super) fn run<I>(&self, arguments: I) -> std::io::Result<Output>
    where
        I: IntoIterator,
        I::Item: AsRef<std::ffi::OsStr>,
    {
        let mut command = Command::new(&self.launcher);
        command.args(arguments).stdin(Stdio::null());
        if let Some(home) = &self.java_home {
            let path = env::var_os("PATH").unwrap_or_default();
            let on_path = env::split_paths(&path).any(|folder| folder.join("java").is_file());
            if env::var_os("JAVA_HOME").is_none() && !on_path {
                command.env("JAVA_HOME", home);
            }
        }
        command.output()
    }
}
