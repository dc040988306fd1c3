#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| robots_fuzz::snapshot::run(data));
