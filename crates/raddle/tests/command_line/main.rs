//! raddle as its users meet it: the binary is run, its output read.
#![cfg(unix)]

mod acme;
mod describe;
mod doctor;
mod machine;
mod maven_central;
mod usage;
