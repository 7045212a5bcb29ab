//! raddle in an environment the test makes: nothing of the machine's own shows through.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// A machine with its own home, `PATH` and folder of JDKs, all empty at first.
pub struct Machine {
    folder: TempDir,
}

impl Machine {
    pub fn new() -> Machine {
        let machine = Machine {
            folder: tempfile::tempdir().expect("temporary folder"),
        };
        for folder in ["home", "bin", "jdks"] {
            fs::create_dir(machine.folder.path().join(folder)).expect("folder");
        }
        machine
    }

    /// Links resolved, as raddle prints it.
    pub fn path(&self) -> PathBuf {
        self.folder.path().canonicalize().expect("it exists")
    }

    pub fn raddle<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = Command::cargo_bin("raddle").expect("cargo has built it");
        command
            .env_clear()
            .env("HOME", self.path().join("home"))
            .env("PATH", self.path().join("bin"))
            .env("RADDLE_JDK_FOLDERS", self.path().join("jdks"))
            .current_dir(self.path())
            .args(arguments);
        command
    }

    /// A file of the given content, in folders made as needed.
    pub fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let file = self.path().join(name);
        fs::create_dir_all(file.parent().expect("in a folder")).expect("folder");
        fs::write(&file, content).expect("file");
        file
    }

    /// A made-up JDK: what is looked at is there, and empty.
    pub fn jdk(&self, name: &str, version: &str) -> PathBuf {
        for file in ["bin/java", "bin/javac", "lib/modules", LIBJVM] {
            self.file(&format!("jdks/{name}/{file}"), b"");
        }
        let release = format!("JAVA_VERSION=\"{version}\"\nIMPLEMENTOR=\"Acme\"\n");
        self.file(&format!("jdks/{name}/release"), release.as_bytes());
        self.path().join("jdks").join(name)
    }

    /// A program on `PATH` that runs the shell script.
    #[cfg(unix)]
    pub fn program(&self, name: &str, script: &str) {
        let stand_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stand-in");
        std::os::unix::fs::symlink(stand_in, self.path().join("bin").join(name)).expect("link");
        self.file(&format!("bin/{name}.sh"), script.as_bytes());
    }

    /// `text` with this machine's folder called `[machine]`.
    pub fn redact(&self, text: &[u8]) -> String {
        let text = String::from_utf8(text.to_vec()).expect("UTF-8");
        text.replace(&self.path().display().to_string(), "[machine]")
    }
}

const LIBJVM: &str = if cfg!(target_os = "macos") {
    "lib/server/libjvm.dylib"
} else {
    "lib/server/libjvm.so"
};
