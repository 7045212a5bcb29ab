//! What tests of this crate share.

use std::sync::{Arc, OnceLock};

use raddle_program::jdk::Environment;
use raddle_program::program::Program;

/// The JDK that raddle would use here, without a class path.
pub(crate) fn jdk() -> Arc<Program> {
    static PROGRAM: OnceLock<Arc<Program>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let choice = Environment::of_this_process()
            .choose(None)
            .expect("the tests need a JDK");
        Arc::new(Program::open(&choice.jdk, &[]).expect("the JDK's image opens"))
    });
    Arc::clone(program)
}
