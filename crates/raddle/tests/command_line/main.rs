//! raddle as its users meet it: the binary is run, its output read.
#![cfg(unix)]

mod acme;
mod bank;
mod check;
mod describe;
mod doctor;
mod machine;
mod maven_central;
mod replay;
mod results;
mod usage;
