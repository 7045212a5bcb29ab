//! `raddle describe`: what a test of a class could use, or which classes of a jar can be tested.

mod class;
mod jar;
mod words;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use raddle_program::describe::{self, ClassDescription, JarDescription};
use raddle_program::name::ClassName;
use serde::Serialize;

use self::class::ClassText;
use self::jar::JarText;
use super::Verdict;
use crate::failure::Failure;
use crate::options::{ClassPathOption, Format, FormatOption, JdkInUse, JdkOption, SCHEMA};
use crate::output::Output;
use crate::subject::{Named, Subject};

const EXAMPLES: &str = "\
Examples:
  raddle describe java.lang.StringBuffer
  raddle describe app.jar
  raddle describe app.jar com.acme.Cache -cp lib/guava.jar
  raddle describe commons-dbcp:commons-dbcp:1.4 org.apache.commons.dbcp.BasicDataSource
  raddle describe java.util.Vector --format json";

/// Arguments of `raddle describe`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Describe {
    /// A class of the JDK or the class path, a jar, a directory, or a Maven coordinate
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    target: String,
    /// A class of the jar, directory or coordinate; without it, all of them are listed
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    class: Option<String>,
    #[command(flatten)]
    class_path: ClassPathOption,
    #[command(flatten)]
    jdk: JdkOption,
    #[command(flatten)]
    format: FormatOption,
}

impl Describe {
    /// Reads the class or the jar and prints what it is.
    pub fn run(self, output: &mut Output) -> miette::Result<Verdict> {
        let subject = Subject::open(&self.target, &self.jdk, &self.class_path)?;
        let description = self.describe(&subject)?;
        match (self.format.format, &description) {
            (Format::Json, description) => output.json(&Document {
                schema: SCHEMA,
                raddle: env!("CARGO_PKG_VERSION"),
                jdk: JdkInUse::from(&subject.jdk),
                description,
            }),
            (Format::Text, Description::Class(class)) => {
                output.text(ClassText {
                    class,
                    jdk: &subject.jdk,
                });
            }
            (Format::Text, Description::Jar(jar)) => {
                output.text(JarText {
                    jar,
                    jdk: &subject.jdk,
                });
            }
        }
        Ok(Verdict::Clean)
    }

    fn describe(&self, subject: &Subject) -> Result<Description, Failure> {
        let name = match (&subject.named, &self.class) {
            (Named::Container(path), None) => {
                let jar = describe::jar(&subject.program, path)?;
                return Ok(Description::Jar(Box::new(jar)));
            }
            (Named::Container(_), Some(class)) => ClassName::from_binary(class),
            (Named::Class(class), None) => class.clone(),
            (Named::Class(target), Some(class)) => {
                return Err(Failure::new(format!(
                    "{target} is a class already, so {class} cannot be looked up in it"
                ))
                .with_help("name one class; other jars go behind -cp"));
            }
            (Named::Factory { class }, _) => {
                return Err(
                    Failure::new(format!("{} names a method", self.target)).with_help(format!(
                        "describe the class that has it: raddle describe {class}"
                    )),
                );
            }
        };
        let class = subject.program.lookup(&name.binary())?;
        let class = describe::class(&subject.program, &class)?;
        Ok(Description::Class(Box::new(class)))
    }
}

/// What was asked for.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Description {
    Class(Box<ClassDescription>),
    Jar(Box<JarDescription>),
}

/// The JSON document: `class` or `jar` beside what every document has.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    raddle: &'static str,
    jdk: JdkInUse,
    #[serde(flatten)]
    description: &'a Description,
}
