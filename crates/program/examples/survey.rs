//! Reads every class of published jars, as a proof that none is too old, too new or too odd:
//!
//! ```text
//! cargo run --release -p raddle-program --example survey [COORDINATE…]
//! ```
//!
//! Needs Maven and the network. Without arguments a list of large jars is read, old and new, of several languages.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use raddle_program::class::Class;
use raddle_program::describe;
use raddle_program::jdk::{Environment, Jdk};
use raddle_program::maven::{Coordinate, Resolver};
use raddle_program::origin::Origin;
use raddle_program::program::Program;
use raddle_program::signature::{ClassSignature, GenericType, MethodSignature};

const JARS: [&str; 14] = [
    "org.scala-lang:scala-compiler:2.13.14",
    "org.scala-lang:scala-library:2.10.7",
    "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.0.21",
    "org.jetbrains.kotlin:kotlin-stdlib:1.9.25",
    "com.google.guava:guava:33.3.1-jre",
    "org.apache.groovy:groovy:4.0.24",
    "org.clojure:clojure:1.12.0",
    "org.hibernate.orm:hibernate-core:6.6.3.Final",
    "org.apache.lucene:lucene-core:9.12.0",
    "org.bouncycastle:bcprov-jdk18on:1.79",
    "org.python:jython-standalone:2.7.4",
    "xalan:xalan:2.7.0",
    "org.hsqldb:hsqldb:2.3.3",
    "log4j:log4j:1.1.3",
];

fn main() -> ExitCode {
    let jdk = Environment::of_this_process()
        .choose(None)
        .expect("a JDK")
        .jdk;
    println!("{jdk}");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let list = if arguments.is_empty() {
        JARS.map(str::to_owned).to_vec()
    } else {
        arguments
    };
    let resolver = Resolver::of_this_process(jdk.home());
    let mut failures = 0;
    for text in list {
        let coordinate: Coordinate = text.parse().expect("a coordinate");
        let resolved = match resolver.cached(&coordinate) {
            Some(resolution) => Ok(resolution),
            None => resolver.ask_maven(&coordinate),
        };
        match resolved {
            Ok(resolution) => {
                let path: Vec<_> = resolution.files().map(Path::to_owned).collect();
                failures += survey(&jdk, &text, &path);
            }
            Err(error) => {
                println!("{text}: {error}");
                failures += 1;
            }
        }
    }
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Reads the first jar of a class path in every way there is; returns how many classes could not be read.
fn survey(jdk: &Jdk, name: &str, path: &[std::path::PathBuf]) -> usize {
    let program = Program::open(jdk, path).expect("opens");
    let container = program.containers().nth(1).expect("the jar");
    let classes = container.classes().expect("listed");
    let (mut methods, mut signatures, mut odd_signatures, mut failures) = (0, 0, 0, 0);
    let start = Instant::now();
    container.scan(&classes, |located, bytes| {
        let origin = Origin::Jar {
            path: container.path().into(),
        };
        let read = bytes.map_err(|error| error.to_string()).and_then(|bytes| {
            let class = Class::read(bytes.to_vec(), origin).map_err(|error| error.to_string())?;
            class.constants().map_err(|error| error.to_string())?;
            Ok(class)
        });
        match read {
            Ok(class) => {
                methods += class.methods().len();
                let parsed = class
                    .generic_text()
                    .map(|text| ClassSignature::parse(text).is_some());
                let of_methods = class
                    .methods()
                    .iter()
                    .filter_map(|method| method.generic_text());
                let of_fields = class
                    .fields()
                    .iter()
                    .filter_map(|field| field.generic_text());
                let all = parsed
                    .into_iter()
                    .chain(of_methods.map(|text| MethodSignature::parse(text).is_some()))
                    .chain(of_fields.map(|text| GenericType::parse(text).is_some()));
                for understood in all {
                    signatures += 1;
                    odd_signatures += usize::from(!understood);
                }
            }
            Err(error) => {
                println!("  {}: {error}", located.name);
                failures += 1;
            }
        }
    });
    let parsed = start.elapsed();
    let start = Instant::now();
    let described = describe::jar(&program, container.path()).expect("described");
    println!(
        "{name}: {} classes, {methods} methods, {signatures} generic signatures ({odd_signatures} not understood) in {parsed:.0?}; \
         index and description in {:.0?}, {} testable, {failures} failures",
        classes.len(),
        start.elapsed(),
        described.testable,
    );
    failures
}
