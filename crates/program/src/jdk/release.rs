//! What an installation says of itself: its `release` file, or the launcher where that file is missing.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{JavaVersion, Unusable};

/// The facts raddle needs of an installation before it looks for files in it.
pub(super) struct Release {
    pub(super) version: JavaVersion,
    pub(super) vendor: Option<String>,
    /// As in `os.arch`: `x86_64`, `aarch64`.
    arch: Option<String>,
    /// `gnu` or `musl`, on Linux.
    libc: Option<String>,
    /// `Hotspot` or `Openj9`, from the vendors that say so.
    vm: Option<String>,
}

impl Release {
    pub(super) fn of(home: &Path) -> Result<Release, Unusable> {
        if let Some(release) = std::fs::read_to_string(home.join("release"))
            .ok()
            .as_deref()
            .and_then(Release::parse)
        {
            return Ok(release);
        }
        Release::ask(&home.join("bin").join("java"))
    }

    /// Reads `KEY="value"` lines.
    fn parse(text: &str) -> Option<Release> {
        let facts: HashMap<&str, &str> = text
            .lines()
            .filter_map(|line| line.split_once('='))
            .map(|(key, value)| (key.trim(), value.trim().trim_matches('"')))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        let fact = |key: &str| facts.get(key).map(|value| (*value).to_owned());
        // The runtime version has the build number; a few vendors put something else there.
        let version = ["JAVA_RUNTIME_VERSION", "JAVA_VERSION"]
            .iter()
            .find_map(|key| JavaVersion::parse(facts.get(key)?))?;
        Some(Release {
            version,
            vendor: fact("IMPLEMENTOR"),
            arch: fact("OS_ARCH"),
            libc: fact("LIBC"),
            vm: fact("JVM_VARIANT"),
        })
    }

    fn ask(java: &Path) -> Result<Release, Unusable> {
        let properties = properties(java).map_err(Unusable::UnknownVersion)?;
        let version = ["java.runtime.version", "java.version"]
            .iter()
            .find_map(|key| JavaVersion::parse(properties.get(*key)?))
            .ok_or_else(|| {
                Unusable::UnknownVersion("its launcher prints no java.version".to_owned())
            })?;
        let vm = properties
            .get("java.vm.name")
            .filter(|name| name.contains("OpenJ9"))
            .cloned();
        Ok(Release {
            version,
            vendor: properties.get("java.vendor").cloned(),
            arch: properties.get("os.arch").cloned(),
            libc: None,
            vm,
        })
    }

    pub(super) fn check_platform(&self) -> Result<(), Unusable> {
        if let Some(vm) = self
            .vm
            .as_ref()
            .filter(|vm| !vm.eq_ignore_ascii_case("hotspot"))
        {
            return Err(Unusable::OtherVm(vm.clone()));
        }
        let other = |found: &str, needed: &str| {
            Err(Unusable::OtherPlatform {
                found: found.to_owned(),
                needed: needed.to_owned(),
            })
        };
        match self.arch.as_deref().map(architecture) {
            Some(arch) if arch != std::env::consts::ARCH => {
                return other(arch, std::env::consts::ARCH);
            }
            _ => {}
        }
        let needed = if cfg!(target_env = "musl") {
            "musl"
        } else {
            "gnu"
        };
        match self.libc.as_deref() {
            Some(libc) if cfg!(target_os = "linux") && libc != "default" && libc != needed => {
                other(&format!("{libc} libc"), &format!("{needed} libc"))
            }
            _ => Ok(()),
        }
    }
}

/// Rust's name for an architecture Java names differently.
fn architecture(java_name: &str) -> &str {
    match java_name {
        "amd64" | "x64" => "x86_64",
        "arm64" => "aarch64",
        other => other,
    }
}

/// The folder a launcher belongs to, asked of the launcher itself: shims on `PATH` are scripts far from the installation.
pub(super) fn home_of(java: &Path) -> Option<PathBuf> {
    properties(java)
        .ok()?
        .remove("java.home")
        .map(PathBuf::from)
}

/// The system properties `java` prints of itself, or why there are none.
fn properties(java: &Path) -> Result<HashMap<String, String>, String> {
    let output = Command::new(java)
        .args(["-XshowSettings:properties", "-version"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{} does not start: {error}", java.display()))?;
    if !output.status.success() {
        return Err(format!(
            "{} -version ends with {}",
            java.display(),
            output.status
        ));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Ok(text
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_file_of_a_vendor_that_says_everything() {
        let release = Release::parse(concat!(
            "IMPLEMENTOR=\"Eclipse Adoptium\"\n",
            "JAVA_RUNTIME_VERSION=\"25.0.3+9-LTS\"\n",
            "JAVA_VERSION=\"25.0.3\"\n",
            "LIBC=\"gnu\"\n",
            "OS_ARCH=\"x86_64\"\n",
            "SOURCE=\"\"\n",
            "JVM_VARIANT=\"Hotspot\"\n",
        ))
        .expect("has a version");
        assert_eq!(release.version.as_str(), "25.0.3+9-LTS");
        assert_eq!(release.vendor.as_deref(), Some("Eclipse Adoptium"));
        assert_eq!(release.arch.as_deref(), Some("x86_64"));
    }

    #[test]
    fn an_odd_runtime_version_gives_way_to_the_plain_one() {
        let release = Release::parse("JAVA_RUNTIME_VERSION=\"zulu\"\nJAVA_VERSION=\"21.0.1\"\n")
            .expect("has a version");
        assert_eq!(release.version.as_str(), "21.0.1");
        assert_eq!(release.vendor, None);
    }

    #[test]
    fn other_machines_and_other_vms_are_refused() {
        let check = |text: &str| {
            Release::parse(text)
                .expect("has a version")
                .check_platform()
        };
        assert!(matches!(
            check("JAVA_VERSION=\"17\"\nOS_ARCH=\"sparcv9\"\n"),
            Err(Unusable::OtherPlatform { .. })
        ));
        assert_eq!(
            check("JAVA_VERSION=\"17\"\nJVM_VARIANT=\"Openj9\"\n"),
            Err(Unusable::OtherVm("Openj9".to_owned()))
        );
        assert_eq!(check("JAVA_VERSION=\"17\"\n"), Ok(()));
        let other_libc = if cfg!(target_env = "musl") {
            "gnu"
        } else {
            "musl"
        };
        let checked = check(&format!("JAVA_VERSION=\"17\"\nLIBC=\"{other_libc}\"\n"));
        assert_eq!(checked.is_err(), cfg!(target_os = "linux"));
    }
}
