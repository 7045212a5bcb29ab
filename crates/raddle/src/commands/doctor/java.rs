//! The JDKs of the machine.

use std::path::PathBuf;

use raddle_program::jdk::{Choice, Discovery, Found, Jdk, NoJdk};
use serde::Serialize;

use super::checks::Check;

/// An installation, as the JSON document lists it.
#[derive(Debug, Serialize)]
pub struct JdkEntry {
    home: PathBuf,
    used: bool,
    /// What led to it: `--java-home`, `JAVA_HOME`, `PATH`, or the folder it was found in.
    sources: Vec<String>,
    version: Option<String>,
    feature: Option<u16>,
    vendor: Option<String>,
    libjvm: Option<PathBuf>,
    modules: Option<PathBuf>,
    javac: Option<PathBuf>,
    /// Why it cannot be used, if it cannot.
    unusable: Option<String>,
}

/// Everything that was found, in the order of [`Discovery`].
pub fn entries(choice: Option<&Choice>, discovery: &Discovery) -> Vec<JdkEntry> {
    let entry = |found: &Found| {
        let jdk = found.jdk.as_ref().ok();
        JdkEntry {
            home: found.home.clone(),
            used: choice.is_some_and(|choice| choice.jdk.home() == found.home),
            sources: found.sources.iter().map(ToString::to_string).collect(),
            version: jdk.map(|jdk| jdk.version().to_string()),
            feature: jdk.map(|jdk| jdk.feature().number()),
            vendor: jdk.and_then(Jdk::vendor).map(str::to_owned),
            libjvm: jdk.map(|jdk| jdk.libjvm().to_owned()),
            modules: jdk.map(|jdk| jdk.modules().to_owned()),
            javac: jdk.and_then(Jdk::javac).map(ToOwned::to_owned),
            unusable: found.jdk.as_ref().err().map(ToString::to_string),
        }
    };
    discovery.found.iter().map(entry).collect()
}

/// The JDK in use with its parts, then the others.
pub fn checks(choice: &Result<Choice, NoJdk>, discovery: &Discovery) -> Vec<Check> {
    let mut checks = Vec::new();
    match choice {
        Ok(choice) => {
            checks.push(Check::ok(
                "JDK",
                format!("{}; {}", describe(&choice.jdk), choice.reason),
            ));
            checks.push(Check::ok(
                "libjvm",
                choice.jdk.libjvm().display().to_string(),
            ));
            checks.push(javac(&choice.jdk));
        }
        Err(error) => checks.push(Check::missing("JDK", error.to_string(), error.remedy())),
    }
    let told = match choice {
        Ok(choice) => Some(choice.jdk.home()),
        Err(NoJdk::Named { home, .. }) => Some(home.as_path()),
        Err(NoJdk::NoneFound { .. } | NoJdk::NoneUsable { .. }) => None,
    };
    for found in discovery
        .found
        .iter()
        .filter(|found| Some(found.home.as_path()) != told)
    {
        match &found.jdk {
            Ok(jdk) => checks.push(Check::other("other JDK", describe(jdk))),
            Err(why) => {
                let detail = format!("{}: {why}", found.home.display());
                checks.push(Check::other("other Java", detail));
            }
        }
    }
    checks
}

fn describe(jdk: &Jdk) -> String {
    let vendor = jdk
        .vendor()
        .map(|vendor| format!(" ({vendor})"))
        .unwrap_or_default();
    format!("{}{vendor}, {}", jdk.version(), jdk.home().display())
}

fn javac(jdk: &Jdk) -> Check {
    match jdk.javac() {
        Some(javac) => Check::ok("javac", javac.display().to_string()),
        None => Check::limited(
            "javac",
            "not in this JDK; raddle needs it only to compile tests it has written as Java source",
            format!(
                "install the full JDK {0} (Debian and Ubuntu: apt-get install \
                 openjdk-{0}-jdk-headless), not the runtime alone",
                jdk.feature()
            ),
        ),
    }
}
