//! What the kernel offers to keep tested classes from doing harm.

use serde::Serialize;

use super::checks::Check;

/// The kernel's features that raddle's workers are confined with.
#[derive(Debug, Serialize)]
pub struct Sandbox {
    landlock: Landlock,
    seccomp: Seccomp,
}

/// Rules about files, which a process imposes on itself.
#[derive(Debug, Serialize)]
struct Landlock {
    available: bool,
    /// The version of the kernel's interface; the higher, the more can be forbidden.
    abi: Option<i32>,
    /// Why it is not available.
    problem: Option<String>,
}

/// A filter over system calls.
#[derive(Debug, Serialize)]
struct Seccomp {
    available: bool,
    /// What a filter may do with a call.
    actions: Vec<String>,
}

impl Sandbox {
    pub fn of_this_kernel() -> Sandbox {
        Sandbox {
            landlock: Landlock::try_out(),
            seccomp: Seccomp::of_this_kernel(),
        }
    }

    pub fn checks(&self) -> Vec<Check> {
        vec![self.landlock.check(), self.seccomp.check()]
    }
}

impl Landlock {
    /// Confines a thread that does nothing else: what works there works in a worker.
    #[cfg(target_os = "linux")]
    fn try_out() -> Landlock {
        use landlock::LandlockStatus;
        let attempt = std::thread::Builder::new().spawn(confine_this_thread);
        match attempt.map(std::thread::JoinHandle::join) {
            Ok(Ok(Ok(LandlockStatus::Available {
                effective_abi,
                kernel_abi,
            }))) => {
                let abi = kernel_abi.unwrap_or(effective_abi as i32);
                Landlock {
                    available: true,
                    abi: Some(abi),
                    problem: None,
                }
            }
            Ok(Ok(Ok(LandlockStatus::NotEnabled))) => {
                Landlock::unavailable("the kernel has it, but it was not enabled at boot")
            }
            Ok(Ok(Ok(LandlockStatus::NotImplemented))) => {
                Landlock::unavailable("the kernel was built without it")
            }
            Ok(Ok(Err(error))) => Landlock::unavailable(error.to_string()),
            Ok(Err(_)) | Err(_) => Landlock::unavailable("it could not be tried out"),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn try_out() -> Landlock {
        Landlock::unavailable("it is a feature of Linux")
    }

    fn unavailable(problem: impl Into<String>) -> Landlock {
        Landlock {
            available: false,
            abi: None,
            problem: Some(problem.into()),
        }
    }

    fn check(&self) -> Check {
        match (self.abi, &self.problem) {
            (Some(abi), None) => Check::ok(
                "Landlock",
                format!("ABI {abi}: can keep tested code from writing outside its scratch folder"),
            ),
            (_, problem) => Check::limited(
                "Landlock",
                format!(
                    "{}; tested code can change the files you can change",
                    problem.as_deref().unwrap_or("not available")
                ),
                "use a kernel from 5.13 on with landlock among its security modules \
                 (CONFIG_SECURITY_LANDLOCK=y, and `landlock` in the boot parameter `lsm=`), or run \
                 raddle in a container",
            ),
        }
    }
}

#[cfg(target_os = "linux")]
fn confine_this_thread() -> Result<landlock::LandlockStatus, landlock::RulesetError> {
    use landlock::{ABI, Access, AccessFs, Ruleset, RulesetAttr};
    let ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V1))?
        .create()?;
    Ok(ruleset.restrict_self()?.landlock)
}

impl Seccomp {
    fn of_this_kernel() -> Seccomp {
        let actions = std::fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail");
        let status = std::fs::read_to_string("/proc/self/status");
        Seccomp::read(actions.ok().as_deref(), status.ok().as_deref())
    }

    /// Kernels before 4.14 have no list of actions, but every one with filters has the line.
    fn read(actions: Option<&str>, status: Option<&str>) -> Seccomp {
        let actions: Vec<String> = actions
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let has_line = status
            .unwrap_or_default()
            .lines()
            .any(|line| line.starts_with("Seccomp:"));
        Seccomp {
            available: has_line || !actions.is_empty(),
            actions,
        }
    }

    fn check(&self) -> Check {
        if self.available {
            Check::ok(
                "seccomp",
                "can keep tested code from starting processes and opening sockets",
            )
        } else {
            Check::limited(
                "seccomp",
                "not in this kernel; tested code can start processes and open sockets",
                "use a Linux kernel with CONFIG_SECCOMP_FILTER=y, or run raddle in a container \
                 without network",
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::checks::Status;
    use super::*;

    #[test]
    fn seccomp_is_read_from_either_file() {
        let both = Seccomp::read(Some("kill_process errno allow\n"), Some("Seccomp:\t0\n"));
        assert_eq!(both.actions, ["kill_process", "errno", "allow"]);
        assert!(both.available);
        assert!(Seccomp::read(None, Some("Name:\tx\nSeccomp:\t2\n")).available);
        let none = Seccomp::read(None, Some("Name:\tx\n"));
        assert!(!none.available);
        assert_eq!(none.check().status, Status::Limited);
    }

    #[test]
    fn what_is_missing_comes_with_a_remedy() {
        let check = Landlock::unavailable("not enabled").check();
        assert_eq!(check.status, Status::Limited);
        assert!(check.detail.starts_with("not enabled;"), "{}", check.detail);
        assert!(check.remedy.is_some());
    }

    #[test]
    fn trying_out_does_not_confine_the_process() {
        Landlock::try_out();
        let file = tempfile::NamedTempFile::new().expect("files can still be made");
        std::fs::write(file.path(), "x").expect("and written");
    }
}
