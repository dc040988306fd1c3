//! The command line program `robots`: everything is in the modules of [`cli`].
#![deny(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
