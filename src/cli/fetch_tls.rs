//! Whose certificates are trusted, and why a secure connection failed.

use super::output::{Escaped, Failure, reason};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};
use rustls::{CertificateError, InvalidMessage, RootCertStore};
use rustls_native_certs::{CertificateResult, ErrorKind};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use ureq::tls::{Certificate, TlsConfig};

/// So many octets of a file of certificates are read; the longest known list has 300 KB.
const LONGEST_FILE: u64 = 64 << 20;

/// Trust in the authorities of the platform and in those whose certificates the files `more` hold.
pub fn config(more: &[PathBuf]) -> Result<TlsConfig, Failure> {
    let mut added = Vec::new();
    for path in more {
        added.extend(certificates(path).map_err(|problem| {
            let shown = Escaped(path.as_os_str().as_encoded_bytes());
            Failure::Message(format!("--ca: {shown}: {problem}"))
        })?);
    }
    let named = ["SSL_CERT_FILE", "SSL_CERT_DIR"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    let roots = roots(&rustls_native_certs::load_native_certs(), named, &added)?;
    Ok(TlsConfig::builder()
        .root_certs(roots.into())
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build())
}

/// All roots of trust. Where the platform has none, the list in this program takes their place;
/// where the environment `named` them and there are none, that is an error, unless others are
/// `added`.
fn roots(
    platform: &CertificateResult,
    named: bool,
    added: &[CertificateDer<'static>],
) -> Result<Vec<Certificate<'static>>, Failure> {
    let mut roots = owned(&platform.certs);
    if roots.is_empty() && !named {
        let built_in = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
        roots.extend(built_in.map(|certificate| Certificate::from_der(certificate)));
    } else if roots.is_empty() {
        let problem = match platform.errors.first().map(|error| (&error.kind, error)) {
            None if added.is_empty() => "no certificate of an authority there".to_owned(),
            None => return Ok(owned(added)),
            Some((ErrorKind::Io { inner, path }, _)) => {
                let shown = Escaped(path.as_os_str().as_encoded_bytes());
                format!("cannot read \"{shown}\": {}", reason(inner))
            }
            Some((_, error)) => error.to_string(),
        };
        return Err(Failure::Message(format!(
            "SSL_CERT_FILE, SSL_CERT_DIR: {problem}; correct them, or unset them"
        )));
    }
    roots.extend(owned(added));
    Ok(roots)
}

/// The certificates in a file, of which there is at least one, and each can be used.
fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let damaged = || "a certificate there is damaged; get the file once more".to_owned();
    let unreadable = |error: pem::Error| match error {
        pem::Error::Io(error) => format!("cannot read it: {}", reason(&error)),
        _ => damaged(),
    };
    let file = File::open(path).map_err(|error| unreadable(pem::Error::Io(error)))?;
    let mut certificates = Vec::new();
    for certificate in CertificateDer::pem_reader_iter(file.take(LONGEST_FILE)) {
        let certificate = certificate.map_err(unreadable)?;
        usable(&certificate).map_err(|_| damaged())?;
        certificates.push(certificate);
    }
    match certificates.is_empty() {
        true => Err("no certificate there; give a file in PEM format".to_owned()),
        false => Ok(certificates),
    }
}

fn usable(certificate: &CertificateDer<'static>) -> Result<(), rustls::Error> {
    RootCertStore::empty().add(certificate.clone())
}

/// Those of `certificates` that can be used; a platform may well have some that cannot.
fn owned(certificates: &[CertificateDer<'static>]) -> Vec<Certificate<'static>> {
    let good = certificates
        .iter()
        .filter(|certificate| usable(certificate).is_ok());
    good.map(|certificate| Certificate::from_der(certificate).to_owned())
        .collect()
}

/// What went wrong, in words that hold nothing of what a stranger sent.
pub fn detail(error: &rustls::Error) -> Option<&'static str> {
    use CertificateError as Bad;
    use rustls::Error;
    Some(match error {
        Error::InvalidCertificate(bad) => match bad {
            Bad::Expired | Bad::ExpiredContext { .. } => "the certificate has expired",
            Bad::NotValidYet | Bad::NotValidYetContext { .. } => "the certificate is not valid yet",
            Bad::NotValidForName | Bad::NotValidForNameContext { .. } => {
                "the certificate is for another host"
            }
            Bad::UnknownIssuer => "the certificate is from no trusted authority; see --ca",
            _ => "the certificate is bad",
        },
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => "the answer is not TLS",
        Error::AlertReceived(_) => "the server refused",
        Error::PeerIncompatible(_) => "no version or cipher in common",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_roots_stand_in_for_none_at_all() {
        let built_in = webpki_root_certs::TLS_SERVER_ROOT_CERTS;
        let count = |certs: &[CertificateDer<'static>], named, added: &[_]| {
            let mut platform = CertificateResult::default();
            platform.certs = certs.to_vec();
            roots(&platform, named, added).ok().map(|roots| roots.len())
        };
        let (one, two) = (&built_in[..1], &built_in[1..3]);
        // What no program could use is not there.
        let bad = [CertificateDer::from(vec![1, 2, 3])];
        for none in [&[][..], &bad] {
            assert_eq!(count(none, false, &[]), Some(built_in.len()));
            assert_eq!(count(none, false, one), Some(built_in.len() + 1));
            assert_eq!(count(none, true, &[]), None);
            assert_eq!(count(none, true, one), Some(1));
        }
        for named in [false, true] {
            assert_eq!(count(one, named, &[]), Some(1));
            assert_eq!(count(one, named, two), Some(3));
        }
    }
}
