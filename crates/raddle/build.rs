//! The JVM looks for its agent by name in the running program: the entry must be exported and must not be dropped.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol=Agent_OnLoad_raddle");
    println!("cargo:rustc-link-arg-bins=-Wl,-u,Agent_OnLoad_raddle");
}
