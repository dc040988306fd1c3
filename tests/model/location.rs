//! Redirect targets: RFC 3986 section 5.2 for `http` and `https`.

use robots::access::Cause;

/// A reference, resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The URL to ask for: scheme and host in lower case, without the usual
    /// port, userinfo and fragment.
    Url(String),
    /// There is no target, such as an empty one, or one that cannot be asked.
    None(Cause),
}

pub fn resolve(base: &str, reference: &str) -> Target {
    let reference = reference.trim_matches([' ', '\t']);
    let reference = reference.split('#').next().unwrap_or("");
    if reference.is_empty() {
        return Target::None(Cause::NoLocation);
    }
    let (scheme, rest) = base.split_once("://").expect("an absolute base");
    let slash = rest.find('/').expect("a base with a path");
    let (authority, base_path) = rest.split_at(slash);

    let colon = reference.find(':').filter(|&at| {
        let name = &reference[..at];
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    if let Some(at) = colon {
        let scheme = reference[..at].to_ascii_lowercase();
        return match reference[at + 1..].strip_prefix("//") {
            Some(rest) => absolute(&scheme, rest),
            None if matches!(&scheme[..], "http" | "https") => Target::None(Cause::BadLocation),
            None => Target::None(Cause::NotHttp),
        };
    }
    if let Some(rest) = reference.strip_prefix("//") {
        return absolute(scheme, rest);
    }
    let (path, query) = cut_query(reference);
    let base_path = cut_query(base_path).0;
    let path = if path.starts_with('/') {
        path.to_string()
    } else if path.is_empty() {
        base_path.to_string()
    } else {
        let folder = base_path.rfind('/').expect("a path begins with a slash");
        format!("{}/{path}", &base_path[..folder])
    };
    Target::Url(format!(
        "{scheme}://{authority}{}{query}",
        without_dots(&path)
    ))
}

fn cut_query(text: &str) -> (&str, &str) {
    text.split_at(text.find('?').unwrap_or(text.len()))
}

fn absolute(scheme: &str, rest: &str) -> Target {
    let usual = match scheme {
        "http" => "80",
        "https" => "443",
        _ => return Target::None(Cause::NotHttp),
    };
    let (authority, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().unwrap_or("");
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    if name.is_empty() || (!port.is_empty() && port.parse::<u16>().is_err()) {
        return Target::None(Cause::BadLocation);
    }
    let mut url = format!("{scheme}://{}", name.to_ascii_lowercase());
    if !port.is_empty() && port != usual {
        url = format!("{url}:{port}");
    }
    let (path, query) = cut_query(rest);
    let path = if path.is_empty() { "/" } else { path };
    Target::Url(format!("{url}{}{query}", without_dots(path)))
}

/// RFC 3986 5.2.4, for a path that begins with a slash.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let parts: Vec<&str> = path[1..].split('/').collect();
    for (at, part) in parts.iter().enumerate() {
        match *part {
            "." | ".." => {
                if *part == ".." {
                    kept.pop();
                }
                if at + 1 == parts.len() {
                    kept.push("");
                }
            }
            part => kept.push(part),
        }
    }
    format!("/{}", kept.join("/"))
}

#[test]
fn targets() {
    let base = "https://a.example/f/robots.txt?q";
    for (reference, expected) in [
        ("x", "https://a.example/f/x"),
        ("../x", "https://a.example/x"),
        ("/a/../x/.", "https://a.example/x/"),
        ("?y", "https://a.example/f/robots.txt?y"),
        ("//U@B.example:443#f", "https://b.example/"),
        ("HTTP://b.example.:443/%72", "http://b.example.:443/%72"),
    ] {
        assert_eq!(
            resolve(base, reference),
            Target::Url(expected.into()),
            "{reference}"
        );
    }
    for reference in ["", " ", "#x"] {
        assert_eq!(resolve(base, reference), Target::None(Cause::NoLocation));
    }
    for (reference, cause) in [
        ("ftp://a.example/", Cause::NotHttp),
        ("data:,x", Cause::NotHttp),
        ("http://", Cause::BadLocation),
        ("http:x", Cause::BadLocation),
        ("http://a:x/", Cause::BadLocation),
        ("https://a:99999/", Cause::BadLocation),
    ] {
        let target = resolve(base, reference);
        assert_eq!(target, Target::None(cause), "{reference}");
    }
}
