//! The robots.txt engine.
#![deny(unsafe_code)]
