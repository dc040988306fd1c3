//! Nothing to do in an ordinary build.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
