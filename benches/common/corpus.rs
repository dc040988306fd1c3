//! W6: real robots.txt files and URLs, from a directory outside the project.
//!
//! `ROBOTS_CORPUS` names it. Looked for there:
//! - `files/`: the robots.txt files, one each (needed);
//! - `urls_by_robots.tsv` or `urls_by_robots.tsv.xz`: file name, tab, a URL of
//!   that file's host (optional; without it no host has URLs of its own);
//! - `urls.txt` or `urls.txt.xz`: one URL a line (optional; without it the rest
//!   of a file's URLs are made up).

use super::random::Random;
use super::settings::Settings;
use super::workloads::{Body, Url, made_up_path};
use std::collections::HashMap;
use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// URLs put to each file.
pub const URLS_PER_FILE: usize = 20;
/// URLs of a host's own put to it in the hot measurements.
const URLS_PER_HOST: usize = 32;

/// A real file with its URLs.
pub struct RealFile {
    pub body: Body,
    pub urls: Vec<Url>,
}

/// What was found.
pub struct Corpus {
    /// A sample of all files, each with [`URLS_PER_FILE`] URLs: its host's own as
    /// far as there are any, then others drawn at random.
    pub files: Vec<RealFile>,
    /// Files with at least four URLs of their own host, and up to 32 of those.
    pub hosts: Vec<RealFile>,
    /// Where the files and URLs come from, for the report.
    pub about: String,
}

/// The text of `name` or `name.xz` in `dir`.
fn read(dir: &Path, name: &str) -> Option<String> {
    let octets = match fs::read(dir.join(name)) {
        Ok(octets) => octets,
        Err(_) => {
            let packed = fs::read(dir.join(format!("{name}.xz"))).ok()?;
            let mut octets = Vec::new();
            let mut unpacked = lzma_rust2::XzReader::new(packed.as_slice(), true);
            unpacked.read_to_end(&mut octets).ok()?;
            octets
        }
    };
    Some(String::from_utf8_lossy(&octets).into_owned())
}

/// Path and query of a URL.
fn path_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = rest.find(['/', '?', '#']).map_or("", |at| &rest[at..]);
    let path = path.split('#').next().unwrap_or("");
    if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("/{path}")
    }
}

fn file_names(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(dir) else {
        return Vec::new();
    };
    let mut names: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    names.retain(|name| name.is_file());
    names.sort();
    names
}

/// Reads the corpus; says why when there is none.
pub fn load(settings: &Settings) -> Option<Corpus> {
    let Some(dir) = env::var_os("ROBOTS_CORPUS").map(PathBuf::from) else {
        println!("ROBOTS_CORPUS is not set: no real files (W6). It names a directory with");
        println!("files/ and, if there are any, urls_by_robots.tsv[.xz] and urls.txt[.xz].");
        return None;
    };
    let mut names = file_names(&dir.join("files"));
    if names.is_empty() {
        println!("{}: no files, so no W6", dir.join("files").display());
        return None;
    }
    let mut own: HashMap<String, Vec<Url>> = HashMap::new();
    let own_text = read(&dir, "urls_by_robots.tsv");
    for line in own_text.as_deref().unwrap_or("").lines() {
        if let Some((file, url)) = line.split_once('\t') {
            let url = url.split('\t').next().unwrap_or(url);
            let urls = own.entry(file.to_owned()).or_default();
            urls.push(Url::on_site(&path_of(url)));
        }
    }
    let any_text = read(&dir, "urls.txt");
    let any: Vec<&str> = any_text.as_deref().unwrap_or("").lines().collect();

    let mut random = Random(6);
    let of_host = |name: &Path, random: &mut Random, most: usize| -> Vec<Url> {
        let key = name.file_name().unwrap_or_default().to_string_lossy();
        let mut urls = own.get(key.as_ref()).cloned().unwrap_or_default();
        random.shuffle(&mut urls);
        urls.truncate(most);
        urls
    };
    let total = names.len();
    let mut hosts = Vec::new();
    for name in &names {
        let urls = of_host(name, &mut random, URLS_PER_HOST);
        if urls.len() >= 4
            && let Ok(octets) = fs::read(name)
        {
            let body = Body::new(octets);
            hosts.push(RealFile { body, urls });
        }
    }
    if settings.files != 0 && settings.files < names.len() {
        random.shuffle(&mut names);
        names.truncate(settings.files);
    }
    if settings.smoke {
        hosts.truncate(settings.files);
    }
    let mut files = Vec::new();
    let mut own_count = 0;
    for name in &names {
        let Ok(octets) = fs::read(name) else { continue };
        let mut urls = of_host(name, &mut random, URLS_PER_FILE);
        own_count += urls.len();
        while urls.len() < URLS_PER_FILE {
            let path = match any.len() {
                0 => made_up_path(&mut random),
                count => path_of(any[random.below(count)]),
            };
            urls.push(Url::on_site(&path));
        }
        let body = Body::new(octets);
        files.push(RealFile { body, urls });
    }
    let octets: usize = files.iter().map(|file| file.body.octets.len()).sum();
    let rest = match any.len() {
        0 => "made up (no urls.txt)".to_owned(),
        count => format!("drawn from {count} real URLs"),
    };
    let about = format!(
        "{} of {total} real files, {:.1} MB, {URLS_PER_FILE} URLs each: {own_count} of the file's \
         own host, the rest {rest}. {} hosts with at least 4 URLs of their own.",
        files.len(),
        octets as f64 / 1e6,
        hosts.len(),
    );
    Some(Corpus {
        files,
        hosts,
        about,
    })
}
