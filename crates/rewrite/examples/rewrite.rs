//! Rewrites a folder of class files into another one, to look at with javap or to run.
//!
//! ```text
//! cargo run -p raddle-rewrite --example rewrite -- FROM TO
//! java --patch-module java.base=TO/java.base -cp TO/classes Main
//! ```
//!
//! The hooks, in `TO/java.base`, do nothing. Prints the sites.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::PathBuf;

use raddle_rewrite::Options;
use support::{EVERYTHING, HOST, Tally, folder_classes, host, write_class};

fn main() {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [from, to] = arguments.as_slice() else {
        eprintln!("usage: rewrite FROM TO");
        std::process::exit(2);
    };
    write_class(&to.join("java.base"), HOST, &host::idle(HOST));
    let (options, to) = (
        Options {
            reset_statics: true,
            ..EVERYTHING
        },
        to.join("classes"),
    );
    let mut tally = Tally::default();
    for (name, bytes) in folder_classes(from) {
        let Some(rewritten) = tally.rewrite(&name, &bytes, &options, &to) else {
            write_class(&to, &name, &bytes);
            continue;
        };
        for (number, site) in rewritten.sites.sites.iter().enumerate() {
            let method = rewritten
                .sites
                .method(site)
                .map_or("", |method| &method.name);
            let member = rewritten
                .sites
                .member(site)
                .map(|member| format!(" {}.{}", member.owner, member.name));
            let (kind, line) = (site.kind, site.line);
            println!(
                "{number:6} {name}.{method}:{line} {kind:?}{}",
                member.unwrap_or_default()
            );
        }
    }
    println!("{tally:?}");
}
