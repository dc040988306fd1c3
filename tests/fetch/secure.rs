//! Authorities, and servers with certificates from them.
//!
//! All are made here, for dates that are past, far from now, or both.

use super::{RULES, listen};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An authority of our own.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

/// First and last year of a certificate.
pub type Years = (i32, i32);

pub const ALWAYS: Years = (1975, 4096);

impl Authority {
    pub fn new(name: &str) -> Authority {
        let mut params = CertificateParams::new([]).unwrap();
        params
            .distinguished_name
            .push(rcgen::DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    pub fn der(&self) -> &CertificateDer<'static> {
        self.0.der()
    }

    /// What a server shows that claims to be `host`.
    pub fn server(&self, host: &str, (first, last): Years) -> ServerConfig {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        params.not_before = date_time_ymd(first, 1, 1);
        params.not_after = date_time_ymd(last, 1, 1);
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap()
    }
}

pub fn pem(der: &[u8]) -> String {
    let base64 = STANDARD.encode(der);
    format!("-----BEGIN CERTIFICATE-----\n{base64}\n-----END CERTIFICATE-----\n")
}

/// A directory for the files of one test.
pub fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tls-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A file with the certificates of `authorities`.
pub fn file_of(path: &Path, authorities: &[&Authority]) -> String {
    let text = authorities.iter().map(|authority| pem(authority.der()));
    fs::write(path, text.collect::<String>()).unwrap();
    path.to_str().unwrap().to_owned()
}

pub type Secure = StreamOwned<ServerConnection, TcpStream>;

/// A server of robots.txt; how many requests came through to it.
pub struct Server {
    pub port: u16,
    requests: Arc<AtomicUsize>,
}

impl Server {
    /// Answers each request by `answer`.
    pub fn start(config: ServerConfig, answer: fn(&mut Secure)) -> Server {
        let config = Arc::new(config);
        let requests = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&requests);
        let at = listen(move |stream| {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = StreamOwned::new(connection, stream);
            let mut head = Vec::new();
            let mut octet = [0];
            while !head.ends_with(b"\r\n\r\n") {
                match stream.read(&mut octet) {
                    Ok(1) => head.push(octet[0]),
                    _ => return,
                }
            }
            seen.fetch_add(1, Ordering::SeqCst);
            answer(&mut stream);
        });
        Server {
            port: at.port(),
            requests,
        }
    }

    pub fn url(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

pub fn send(stream: &mut Secure, headers: &str, body: &str) {
    let _ = write!(stream, "HTTP/1.1 200 X\r\n{headers}\r\n{body}");
    let _ = stream.flush();
}

/// The rules, and a proper end.
pub fn rules(stream: &mut Secure) {
    let length = format!("Content-Length: {}\r\n", RULES.len());
    send(stream, &length, RULES);
    stream.conn.send_close_notify();
    let _ = stream.flush();
}
