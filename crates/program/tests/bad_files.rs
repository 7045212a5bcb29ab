//! Files of the class path that are not what they should be: each is refused with a message that helps.

mod support;

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use raddle_program::container::{Container, ContainerError, JdkImage, limits};
use raddle_program::program::Program;
use support::{compile, jar, jdk};

fn open(path: &Path) -> Result<Program, ContainerError> {
    Program::open(jdk(), &[path.to_owned()])
}

/// A jar of one real class.
fn good_jar(directory: &Path) -> (PathBuf, Vec<u8>) {
    let compiled = compile(&[(
        "A.java",
        "public class A { public int get() { return 1; } }",
    )]);
    let path = directory.join("good.jar");
    jar(&path, &[("A.class", &compiled.read("A"))]);
    let bytes = fs::read(&path).unwrap();
    assert!(open(&path).is_ok());
    (path, bytes)
}

#[test]
fn no_such_file() {
    let error = open(Path::new("/no/such/app.jar")).unwrap_err();
    assert!(matches!(error, ContainerError::NoSuchFile { .. }));
    let message = error.to_string();
    assert!(
        message.contains("/no/such/app.jar") && message.contains("does not exist"),
        "{message}"
    );
}

#[test]
fn not_a_zip() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.jar");
    for content in [
        &b"this is not a jar at all, but it is long enough to be looked at"[..],
        b"",
        b"P",
        &[0; 5000],
    ] {
        fs::write(&path, content).unwrap();
        let error = open(&path).unwrap_err();
        assert!(matches!(error, ContainerError::NotAZip { .. }), "{error}");
        assert!(error.to_string().contains("notes.jar"), "{error}");
    }
    let error = open(Path::new("/dev/zero")).unwrap_err();
    assert!(
        matches!(error, ContainerError::Unreadable { .. }),
        "{error}"
    );
}

#[test]
fn truncated_jar() {
    let directory = tempfile::tempdir().unwrap();
    let (path, bytes) = good_jar(directory.path());
    for length in 4..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let error = Container::open(&path, 17).expect_err("cut off");
        assert!(
            matches!(
                error,
                ContainerError::TruncatedJar { .. } | ContainerError::DamagedJar { .. }
            ),
            "{length}: {error}"
        );
        assert!(
            error.to_string().contains("again"),
            "says what to do: {error}"
        );
    }
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(matches!(
        open(&path).unwrap_err(),
        ContainerError::TruncatedJar { .. }
    ));
}

#[test]
fn damaged_jars_never_panic() {
    let directory = tempfile::tempdir().unwrap();
    let (path, bytes) = good_jar(directory.path());
    for at in 0..bytes.len() {
        for value in [0, 0xff, bytes[at] ^ 1] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            fs::write(&path, &damaged).unwrap();
            let Ok(container) = Container::open(&path, 17) else {
                continue;
            };
            for class in container.classes().unwrap() {
                // Whatever comes out: an answer, in no time.
                let _ = container.read(&class.name);
            }
        }
    }
}

#[test]
fn unpacked_bytes_must_be_the_declared_ones() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("liar.jar");
    jar(&path, &[("A.class", &[7; 100_000])]);
    let bytes = fs::read(&path).unwrap();
    // The central directory's declared size, 24 bytes into its header.
    let header = bytes
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap();
    for declared in [10u32, 200_000] {
        let mut lying = bytes.clone();
        lying[header + 24..header + 28].copy_from_slice(&declared.to_le_bytes());
        fs::write(&path, &lying).unwrap();
        let container = Container::open(&path, 17).unwrap();
        let error = container.read("A").unwrap_err();
        assert!(
            matches!(error, ContainerError::DamagedJar { .. }),
            "{error}"
        );
        assert!(error.to_string().contains("liar.jar"), "{error}");
    }
}

#[test]
fn zip_bomb_in_one_entry() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bomb.jar");
    let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    writer
        .start_file("A.class", zip::write::SimpleFileOptions::default())
        .unwrap();
    let zeros = vec![0; 1 << 20];
    for _ in 0..=limits::CLASS_BYTES >> 20 {
        writer.write_all(&zeros).unwrap();
    }
    writer.finish().unwrap();
    assert!(fs::metadata(&path).unwrap().len() < 100_000, "it is a bomb");
    let container = Container::open(&path, 17).unwrap();
    let error = container.read("A").unwrap_err();
    assert!(matches!(error, ContainerError::ZipBomb { .. }), "{error}");
    assert!(
        error.to_string().contains("bomb.jar") && error.to_string().contains("A.class"),
        "{error}"
    );
}

/// Many entries that each stay below the limit: refused by what they declare, before anything is unpacked.
#[test]
fn zip_bomb_in_many_entries() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bomb.jar");
    let count = limits::JAR_BYTES / limits::CLASS_BYTES + 1;
    let names: Vec<String> = (0..count)
        .map(|number| format!("p/C{number}.class"))
        .collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"x"[..])).collect();
    jar(&path, &entries);
    let mut bytes = fs::read(&path).unwrap();
    let headers: Vec<usize> = (0..bytes.len() - 4)
        .filter(|at| &bytes[*at..at + 4] == b"PK\x01\x02")
        .collect();
    assert_eq!(headers.len() as u64, count);
    for header in headers {
        bytes[header + 24..header + 28]
            .copy_from_slice(&(limits::CLASS_BYTES as u32).to_le_bytes());
    }
    fs::write(&path, &bytes).unwrap();
    let error = open(&path).unwrap_err();
    assert!(matches!(error, ContainerError::ZipBomb { .. }), "{error}");
}

/// The tables of the JDK's image without the resources: small enough to be damaged many times.
fn image_tables() -> Vec<u8> {
    let mut file = fs::File::open(jdk().modules()).unwrap();
    let mut header = [0; 28];
    file.read_exact(&mut header).unwrap();
    let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().unwrap()) as usize;
    let mut bytes = vec![0; 28 + 8 * word(16) + word(20) + word(24)];
    file.seek(SeekFrom::Start(0)).unwrap();
    file.read_exact(&mut bytes).unwrap();
    bytes
}

#[test]
fn damaged_images() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("modules");
    let refuse = |content: &[u8], part: &str| {
        fs::write(&path, content).unwrap();
        let error = JdkImage::open(&path).unwrap_err();
        assert!(
            matches!(error, ContainerError::DamagedImage { .. }),
            "{error}"
        );
        assert!(error.to_string().contains(part), "{error}");
    };
    let tables = image_tables();
    refuse(b"", "shorter");
    refuse(&[0; 100], "does not start");
    refuse(&tables[..28], "tables");
    refuse(&tables[..tables.len() - 1], "tables");
    let mut version = tables.clone();
    version[6] = 9;
    refuse(&version, "version 9");
    let mut empty = tables.clone();
    empty[16..20].fill(0);
    refuse(&empty, "tables");

    // Without its resources the image opens, and says of every class that it is cut off.
    fs::write(&path, &tables).unwrap();
    let image = JdkImage::open(&path).unwrap();
    let error = image.module_info("java.base").unwrap_err();
    assert!(error.to_string().contains("cut off"), "{error}");
}

#[test]
fn mutated_images_never_panic() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("modules");
    let tables = image_tables();
    let mut state = 0x1234_5678_9abc_def0u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..60 {
        let mut mutated = tables.clone();
        for _ in 0..1 + random(2_000) {
            let at = random(mutated.len());
            mutated[at] = random(256) as u8;
        }
        // The header stays mostly whole, or nothing behind it is ever looked at.
        mutated[..28].copy_from_slice(&tables[..28]);
        fs::write(&path, &mutated).unwrap();
        let Ok(image) = JdkImage::open(&path) else {
            continue;
        };
        let container = Container::Image(image);
        let _ = container.read("java/lang/Object");
        if let Ok(classes) = container.classes() {
            container.scan(classes.iter().step_by(50), |_, bytes| drop(bytes));
        }
    }
}
