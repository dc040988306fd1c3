//! Next to nothing in an ordinary build: where ROBOTS_PORTABLE is set, the code
//! does without SIMD, so that its tests can run over both forms. With the
//! feature `header`, writes include/robots/robots.h from src/capi.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ROBOTS_PORTABLE");
    if std::env::var_os("ROBOTS_PORTABLE").is_some() {
        println!("cargo::rustc-cfg=robots_portable");
    }
    #[cfg(feature = "header")]
    header::write();
}

#[cfg(feature = "header")]
mod header {
    use std::fmt::Write as _;
    use std::path::Path;
    use std::{env, fs};

    /// Where a part of the manual begins: its first function, and its heading.
    const PARTS: [(&str, &str); 12] = [
        ("robots_version", "Versions and texts"),
        ("robots_check_once", "One question, no object"),
        ("robots_matcher_new", "robots_matcher: one crawler's rules"),
        ("robots_txt_parse", "robots_txt: a whole file"),
        ("robots_url_origin", "URLs: which robots.txt governs one"),
        (
            "robots_lines_new",
            "robots_lines: what google/robotstxt reports",
        ),
        (
            "robots_state_new",
            "robots_state: what is remembered of one origin",
        ),
        (
            "robots_fetch_new",
            "robots_fetch: one attempt to get a robots.txt",
        ),
        (
            "robots_cache_new",
            "robots_cache: everything known of many origins",
        ),
        (
            "robots_hit_decision",
            "robots_hit: what is known of one origin",
        ),
        (
            "robots_ticket_url",
            "robots_ticket: an attempt for a robots_cache",
        ),
        (
            "robots_cache_to_bytes",
            "A robots_cache as octets, and what holds octets",
        ),
    ];

    pub fn write() {
        println!("cargo::rerun-if-changed=src/capi");
        println!("cargo::rerun-if-changed=include/robots/robots.h");
        let root = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
        let source = Path::new(&root).join("src/capi/mod.rs");
        let text = fs::read_to_string(&source).expect("src/capi/mod.rs");
        let mut out = Vec::new();
        cbindgen::Builder::new()
            .with_config(config(&text))
            .with_src(&source)
            .generate()
            .expect("cbindgen reads src/capi")
            .write(&mut out);
        let header = tidy(&with_parts(&String::from_utf8(out).expect("UTF-8")));
        let path = Path::new(&root).join("include/robots/robots.h");
        if fs::read_to_string(&path).ok().as_deref() != Some(&header) {
            fs::create_dir_all(path.parent().expect("a folder")).expect("include/robots");
            fs::write(&path, header).expect("include/robots/robots.h");
        }
    }

    fn config(text: &str) -> cbindgen::Config {
        cbindgen::Config {
            header: Some(overview(text)),
            language: cbindgen::Language::C,
            cpp_compat: true,
            include_guard: Some("ROBOTS_ROBOTS_H".into()),
            no_includes: true,
            sys_includes: vec!["stddef.h".into(), "stdint.h".into()],
            after_includes: Some(versions()),
            style: cbindgen::Style::Both,
            usize_is_size_t: true,
            line_length: 90,
            tab_width: 4,
            documentation_style: cbindgen::DocumentationStyle::Doxy,
            documentation_length: cbindgen::DocumentationLength::Full,
            ..Default::default()
        }
    }

    /// The module's own comment, as a C comment.
    fn overview(text: &str) -> String {
        let mut out = String::from(
            "/* robots.h - the C interface of librobots.\n *\n \
             * Written by `make header` from src/capi; edit that, not this.\n *\n",
        );
        let mut code = false;
        for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
            if line.trim_start().starts_with("```") {
                code = !code;
                continue;
            }
            let line = line.strip_prefix("# ").unwrap_or(line);
            let (line, heading) = match line.strip_prefix(" # ") {
                Some(heading) if !code => (heading, true),
                _ => (line.strip_prefix(' ').unwrap_or(line), false),
            };
            assert!(!line.contains("/*") && !line.contains("*/"), "{line}");
            let line = if heading {
                line.to_uppercase()
            } else if code {
                format!("    {line}")
            } else {
                line.replace('`', "")
            };
            writeln!(out, " * {line}").expect("a string");
        }
        let trimmed: Vec<_> = out.lines().map(str::trim_end).collect();
        trimmed.join("\n") + "\n */"
    }

    fn versions() -> String {
        let part = |name| env::var(format!("CARGO_PKG_VERSION{name}")).expect("set by cargo");
        format!(
            "\n/** Version of this header; that of the library is robots_version(). */\n\
             #define ROBOTS_VERSION \"{}\"\n\
             #define ROBOTS_VERSION_MAJOR {}\n\
             #define ROBOTS_VERSION_MINOR {}\n\
             #define ROBOTS_VERSION_PATCH {}",
            part(""),
            part("_MAJOR"),
            part("_MINOR"),
            part("_PATCH"),
        )
    }

    /// Puts headings before the parts of the manual.
    fn with_parts(header: &str) -> String {
        let mut out = header.to_owned();
        let functions = out.find("extern \"C\"").expect("functions");
        for (function, heading) in PARTS {
            let at = out[functions..]
                .find(&format!("{function}("))
                .and_then(|name| out[..functions + name].rfind("/**"))
                .unwrap_or_else(|| panic!("{function} has no comment"));
            let rule = "-".repeat(76);
            out.insert_str(at, &format!("/* {rule}\n * {heading}\n */\n\n"));
        }
        out
    }

    /// Short comments on one line, related macros without gaps, no backticks.
    fn tidy(header: &str) -> String {
        let mut out: Vec<String> = Vec::new();
        let header = header.replace('`', "");
        for line in header.lines() {
            let short =
                line.trim() == "*/" && matches!(&out[..], [.., open, _] if open.trim() == "/**");
            if short {
                let text = out.pop().expect("matched");
                let open = out.pop().expect("matched");
                let text = text.trim().trim_start_matches("* ");
                out.push(format!("{open} {text} */"));
                continue;
            }
            let family = |line: &str| {
                let name = line.strip_prefix("#define ROBOTS_")?;
                Some(name.split('_').next()?.to_owned())
            };
            // Only a macro whose comment is one line can stand without a gap.
            let same = match &out[..] {
                [.., before, gap, comment] if gap.is_empty() && comment.ends_with("*/") => {
                    family(before).is_some() && family(before) == family(line)
                }
                _ => false,
            };
            if same {
                out.remove(out.len() - 2);
            }
            out.push(line.to_owned());
        }
        out.join("\n") + "\n"
    }
}
