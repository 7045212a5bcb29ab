//! Keeps tested code from hurting the machine: random calls on random classes delete files, open sockets and start processes.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetStatus,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use serde::{Deserialize, Serialize};

/// Whether to protect the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sandbox {
    /// As well as the kernel can.
    #[default]
    On,
    /// Not at all.
    Off,
}

/// What really protects the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protection {
    /// Landlock: nothing but the worker's own folder can be written to.
    pub files: bool,
    /// Seccomp: no processes, no sockets, no signals to others.
    pub system_calls: bool,
    /// Limits on memory, files and core dumps.
    pub resources: bool,
}

const GIB: u64 = 1 << 30;

/// Protects the machine from this process and everything it will become.
pub fn apply(sandbox: Sandbox, scratch: &Path) -> Protection {
    if sandbox == Sandbox::Off {
        return Protection::default();
    }
    Protection {
        resources: limit_resources().is_ok(),
        files: restrict_files(scratch).unwrap_or(false),
        system_calls: filter_system_calls().is_ok(),
    }
}

fn limit_resources() -> io::Result<()> {
    let limits = [
        // The JVM reserves far more address space than it uses; this stops a flood of native memory.
        (Resource::As, 8 * GIB),
        (Resource::Fsize, GIB / 4),
        (Resource::Nofile, 4096),
        (Resource::Core, 0),
    ];
    for (resource, limit) in limits {
        setrlimit(
            resource,
            Rlimit {
                current: Some(limit),
                maximum: Some(limit),
            },
        )?;
    }
    Ok(())
}

fn restrict_files(scratch: &Path) -> Result<bool, Box<dyn std::error::Error>> {
    let abi = ABI::V5;
    let all = AccessFs::from_all(abi);
    let status = Ruleset::default()
        .handle_access(all)?
        .create()?
        .add_rule(PathBeneath::new(
            PathFd::new("/")?,
            AccessFs::from_read(abi),
        ))?
        .add_rule(PathBeneath::new(
            PathFd::new("/dev/null")?,
            AccessFs::WriteFile,
        ))?
        .add_rule(PathBeneath::new(PathFd::new(scratch)?, all))?
        .restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

fn filter_system_calls() -> Result<(), Box<dyn std::error::Error>> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let forbidden: &[i64] = &[
        #[cfg(target_arch = "x86_64")]
        libc::SYS_fork,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_vfork,
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_socket,
        libc::SYS_ptrace,
        libc::SYS_process_vm_writev,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_setns,
        libc::SYS_unshare,
        libc::SYS_chroot,
        libc::SYS_pivot_root,
        libc::SYS_reboot,
        libc::SYS_kexec_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_sethostname,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_send_signal,
    ];
    let me = u64::from(std::process::id());
    let mut rules: std::collections::BTreeMap<i64, Vec<SeccompRule>> =
        forbidden.iter().map(|&call| (call, Vec::new())).collect();
    let only_threads = SeccompCondition::new(
        0,
        SeccompCmpArgLen::Qword,
        SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64),
        0,
    )?;
    rules.insert(libc::SYS_clone, vec![SeccompRule::new(vec![only_threads])?]);
    for signal in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo] {
        let to_others = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, me)?;
        rules.insert(signal, vec![SeccompRule::new(vec![to_others])?]);
    }
    let denied = SeccompAction::Errno(libc::EPERM as u32);
    let filter: BpfProgram =
        SeccompFilter::new(rules, SeccompAction::Allow, denied, arch)?.try_into()?;
    // The flags of clone3 are behind a pointer, which no filter can look at: without it, libraries use clone.
    let absent = SeccompAction::Errno(libc::ENOSYS as u32);
    let clone3 = [(libc::SYS_clone3, Vec::new())].into_iter().collect();
    let no_clone3: BpfProgram =
        SeccompFilter::new(clone3, SeccompAction::Allow, absent, arch)?.try_into()?;
    seccompiler::apply_filter_all_threads(&filter)?;
    seccompiler::apply_filter_all_threads(&no_clone3)?;
    Ok(())
}
