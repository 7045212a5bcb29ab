//! Standard output, where results go and nothing else, and notes on standard error.

use std::io::{self, BufWriter, ErrorKind, Write};

use anstream::AutoStream;
use serde::Serialize;

use crate::failure::Failure;

/// A buffered stream of results that survives a reader who leaves.
///
/// Colour is kept on terminals only, and `NO_COLOR` is heeded. When the reader closes the pipe
/// (`raddle … | head`), the rest is dropped quietly, and the exit code stays that of the verdict.
pub struct Output {
    stream: Box<dyn Write>,
    /// The first error that is not a closed pipe; reported by [`Output::finish`].
    error: Option<io::Error>,
    closed: bool,
}

impl Output {
    /// This process's standard output.
    pub fn stdout() -> Output {
        Output::to(BufWriter::new(AutoStream::auto(io::stdout())))
    }

    fn to(stream: impl Write + 'static) -> Output {
        Output {
            stream: Box::new(stream),
            error: None,
            closed: false,
        }
    }

    /// Writes `text` as it is.
    pub fn text(&mut self, text: impl std::fmt::Display) {
        self.attempt(|stream| write!(stream, "{text}"));
    }

    /// Writes `text` and ends the line.
    pub fn line(&mut self, text: impl std::fmt::Display) {
        self.attempt(|stream| writeln!(stream, "{text}"));
    }

    /// Writes a JSON document, indented, on lines of its own.
    pub fn json(&mut self, document: &impl Serialize) {
        self.attempt(|stream| {
            serde_json::to_writer_pretty(&mut *stream, document)?;
            stream.write_all(b"\n")
        });
    }

    /// Everything out: says whether all of it could be written.
    pub fn finish(&mut self) -> miette::Result<()> {
        self.attempt(|stream| stream.flush());
        match self.error.take() {
            Some(error) => {
                Err(Failure::new(format!("the results cannot be written: {error}")).into())
            }
            None => Ok(()),
        }
    }

    fn attempt(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.closed || self.error.is_some() {
            return;
        }
        match write(&mut self.stream) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => self.error = Some(error),
        }
    }
}

/// Tells what takes time or might surprise, apart from the results.
pub fn note(text: impl std::fmt::Display) {
    // Nobody is left to tell if standard error is closed.
    let _ = writeln!(anstream::stderr(), "raddle: {text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        let mut output = Output::to(Failing(ErrorKind::BrokenPipe));
        output.line("result");
        output.json(&["result"]);
        assert!(output.finish().is_ok());
    }

    #[test]
    fn a_full_disk_is_one() {
        let mut output = Output::to(Failing(ErrorKind::StorageFull));
        output.json(&["result"]);
        let error = output.finish().expect_err("nothing was written");
        assert!(error.to_string().contains("cannot be written"), "{error}");
    }
}
