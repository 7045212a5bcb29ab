//! Messages between a worker and its parent: a length, then the message in postcard's format.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::instrument::Counts;
use crate::job::{Job, JobReport};
use crate::jvm::{Compiler, Handover};
use crate::sandbox::{Protection, Sandbox};

/// The first message to a worker: what JVM to start.
#[derive(Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The JVM's library.
    pub libjvm: PathBuf,
    /// The class path, as `java -cp` takes it.
    pub class_path: String,
    /// How to hand over.
    pub handover: Handover,
    /// How to compile.
    pub compiler: Compiler,
    /// A folder to work in, the only one that may be written to.
    pub scratch: PathBuf,
    /// How to protect the machine from the tested code.
    pub sandbox: Sandbox,
    /// Classes with hooks at method entry and exit.
    pub coverage: Vec<String>,
    /// How long one execution may take.
    pub hang: Duration,
    /// Which of the allowed cores to stay on, if staying helps.
    pub core: Option<usize>,
}

/// To a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request<'a> {
    /// Start the JVM.
    Start(Box<Setup>),
    /// Do a job.
    Run(Cow<'a, Job>),
}

/// From a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Response {
    /// The JVM is up.
    Ready {
        /// What protects the machine.
        protection: Protection,
        /// How rewriting the JDK's first classes went.
        counts: Counts,
    },
    /// The job is done.
    Done(Box<JobReport>),
    /// The job, or the start, cannot be done.
    Failed(String),
    /// The job cannot be done, nor any other from now on.
    Broken(String),
}

/// How many bytes tell the length.
const LENGTH: usize = 4;

/// No message is longer; a length beyond it is garbage.
const LIMIT: u32 = 1 << 30;

/// Sends a message.
pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    // In one piece: every write could wake the reader.
    let mut bytes = vec![0; LENGTH];
    bytes = postcard::to_extend(message, bytes).map_err(io::Error::other)?;
    let length = (bytes.len() - LENGTH) as u32;
    bytes[..LENGTH].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)?;
    to.flush()
}

/// Receives a message.
pub fn receive<M: DeserializeOwned>(from: &mut impl Read) -> io::Result<M> {
    let mut length = [0; LENGTH];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LIMIT {
        return Err(io::Error::other("a message of impossible length"));
    }
    let mut bytes = vec![0; length as usize];
    from.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}
