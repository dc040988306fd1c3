//! Bytes in: files and standard input, decompressed when they are compressed, line by line.

use super::output::reason;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// The longest URL that is checked, in octets.
pub const LONGEST_URL: usize = 1 << 20;

/// A file name that stands for standard input, and a URL that stands for the URLs on it.
pub const STDIN: &str = "-";

const BUFFER: usize = 64 * 1024;

/// The most memory the decoder of an `.xz` file may ask for, in KiB; `xz -9` needs a quarter.
const XZ_MEMORY_KIB: u32 = 256 * 1024;

/// No robots.txt longer than this is read into memory: 256 MiB.
const BODY_CEILING: u64 = 256 << 20;

/// `name` for people: the path, or "standard input".
pub fn display_name(name: &OsStr) -> String {
    match name == STDIN {
        true => "standard input".to_owned(),
        false => super::output::Escaped(name.as_encoded_bytes()).to_string(),
    }
}

/// Opens a file, or standard input for `-`. Directories are refused here, not at the first read.
pub fn open(name: &OsStr) -> io::Result<Box<dyn Read>> {
    if name == STDIN {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(name)?;
    match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(Box::new(file)),
    }
}

/// Reads a whole robots.txt of which the library wants `max_bytes` octets, all if `None`.
/// What lies far behind the limit is not read, so that an endless input costs no memory.
pub fn read_body(from: impl Read, max_bytes: Option<usize>) -> io::Result<Vec<u8>> {
    // Twice the limit, because a UTF-16 file shrinks; a little more shows that there is more.
    let wanted = match max_bytes {
        Some(max) => u64::try_from(max)
            .unwrap_or(u64::MAX)
            .saturating_mul(2)
            .saturating_add(64),
        None => u64::MAX,
    };
    let mut body = Vec::new();
    from.take(wanted.min(BODY_CEILING + 1))
        .read_to_end(&mut body)?;
    match body.len() as u64 > BODY_CEILING {
        true => Err(io::Error::other("larger than 256 MiB; give a smaller file")),
        false => Ok(body),
    }
}

/// The first octets of compressed data, with which no text begins; bzip2 has only letters there.
const COMPRESSED: [(&str, &[u8]); 8] = [
    ("gzip", b"\x1f\x8b"),
    ("xz", b"\xfd7zXZ\0"),
    ("zstd", b"\x28\xb5\x2f\xfd"),
    ("bzip2", b"1AY&SY"),
    ("bzip2", b"\x17\x72\x45\x38\x50\x90"),
    ("zip", b"PK\x03\x04"),
    ("7z", b"7z\xbc\xaf\x27\x1c"),
    ("lz4", b"\x04\x22\x4d\x18"),
];

/// So many octets show what data is compressed with.
const HEAD: usize = 10;

/// What the data that begins with `head` is compressed with; `None` for text. Brotli and deflate
/// cannot be told from text.
pub fn compression(head: &[u8]) -> Option<&'static str> {
    // "BZh", a digit, then the mark of a block or of the end.
    let bzip2 = match head {
        [b'B', b'Z', b'h', b'1'..=b'9', mark @ ..] => mark,
        _ => b"",
    };
    let is = |(name, magic): &(&str, &[u8])| match *name {
        "bzip2" => bzip2.starts_with(magic),
        _ => head.starts_with(magic),
    };
    COMPRESSED.iter().find(|kind| is(kind)).map(|kind| kind.0)
}

/// True for data that begins as no text does, in UTF-8 or in UTF-16 with its mark.
fn is_binary(data: &[u8]) -> bool {
    let head = &data[..data.len().min(HEAD)];
    let is_control = |octet: &u8| *octet < b'\t' || (0x0e..b' ').contains(octet);
    let is_utf16 = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    !is_utf16 && head.iter().any(is_control)
}

fn no_text() -> io::Error {
    io::Error::other("not text; if it is compressed, decompress it first")
}

/// Decompresses, and says in words of this program where that fails.
struct Decoder<R> {
    inner: R,
    kind: &'static str,
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        self.inner.read(buffer).map_err(|error| match error.kind() {
            InvalidData | InvalidInput | UnexpectedEof => io::Error::other(format!(
                "what is compressed there with {} is damaged or cut; get the file once more",
                self.kind
            )),
            _ => error,
        })
    }
}

/// What is behind `reader`, decompressed if its first octets say gzip or xz, and an error if they
/// say another compression, or anything that is no text. The whole content is never in memory; concatenated members and streams
/// are read one after the other.
pub fn decompressed(mut reader: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut head = Vec::new();
    reader.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    let (kind, binary) = (compression(&head), is_binary(&head));
    let whole: BufReader<Chain<_, _>> =
        BufReader::with_capacity(BUFFER, Cursor::new(head).chain(reader));
    let decoder = |kind, inner: Box<dyn Read>| {
        Box::new(BufReader::with_capacity(BUFFER, Decoder { inner, kind }))
    };
    Ok(match kind {
        Some(kind @ "gzip") => decoder(kind, Box::new(MultiGzDecoder::new(whole))),
        Some(kind @ "xz") => {
            let inner = XzReader::new_mem_limit(whole, true, XZ_MEMORY_KIB);
            decoder(kind, Box::new(inner))
        }
        Some(other) => {
            return Err(io::Error::other(format!(
                "compressed with {other}, which this program does not read; decompress it first"
            )));
        }
        None if binary => return Err(no_text()),
        None => Box::new(whole),
    })
}

/// The robots.txt behind `reader`, decompressed like [`decompressed`] and read like [`read_body`].
pub fn read_robots_txt(
    reader: impl Read + 'static,
    max_bytes: Option<usize>,
) -> io::Result<Vec<u8>> {
    let body = read_body(decompressed(reader)?, max_bytes)?;
    match compression(&body) {
        None if is_binary(&body) => Err(no_text()),
        None => Ok(body),
        Some(kind) => Err(io::Error::other(format!(
            "what it holds is compressed once more, with {kind}; decompress it first"
        ))),
    }
}

/// One line of [`Lines`].
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// The octets without the line end.
    Text(&'a [u8]),
    /// Longer than the limit; skipped.
    TooLong,
}

/// Numbered lines of bounded length. Memory: one line, at most the limit.
pub struct Lines<R> {
    reader: R,
    limit: usize,
    number: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `limit` octets, line end included.
    pub fn new(reader: R, limit: usize) -> Self {
        Lines {
            reader,
            limit,
            number: 0,
            buffer: Vec::new(),
        }
    }

    /// The number of the line read last, from 1; 0 before the first.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What the lines are read from.
    pub fn reader(&self) -> &R {
        &self.reader
    }

    /// The next line; `None` at the end. LF ends a line; one CR before it is dropped with it.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let limit = self.limit as u64;
        if self
            .reader
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut self.buffer)?
            == 0
        {
            return Ok(None);
        }
        self.number += 1;
        match self.buffer.strip_suffix(b"\n") {
            Some(text) => Ok(Some(Line::Text(text.strip_suffix(b"\r").unwrap_or(text)))),
            None if self.buffer.len() < self.limit => Ok(Some(Line::Text(&self.buffer))),
            // Exactly at the limit: too long unless the input ends here.
            None if self.reader.skip_until(b'\n')? > 0 => Ok(Some(Line::TooLong)),
            None => Ok(Some(Line::Text(&self.buffer))),
        }
    }
}

/// "cannot read NAME: why".
pub fn cannot_read(name: &OsStr, error: &io::Error) -> String {
    format!("cannot read {}: {}", display_name(name), reason(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], limit: usize) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(input, limit);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(match line {
                Line::Text(text) => Some(text.to_vec()),
                Line::TooLong => None,
            });
        }
        assert_eq!(lines.number(), all.len() as u64);
        all
    }

    #[test]
    fn lines_end_at_lf_and_are_bounded() {
        let text = |line: &str| Some(line.as_bytes().to_vec());
        assert_eq!(lines(b"", 8), []);
        assert_eq!(
            lines(b"a\r\n\nb\rc", 8),
            [text("a"), text(""), text("b\rc")]
        );
        assert_eq!(
            lines(b"1234567\n12345678\nx", 8),
            [text("1234567"), None, text("x")]
        );
        assert_eq!(lines(b"12345678", 8), [text("12345678")]);
        assert_eq!(lines(b"123456789abcdef\nx\n", 8), [None, text("x")]);
    }

    #[test]
    fn bodies_are_cut_far_behind_the_limit() {
        assert_eq!(read_body(&b"abc"[..], None).unwrap(), b"abc");
        assert_eq!(read_body(io::repeat(b'a'), Some(100)).unwrap().len(), 264);
        assert_eq!(read_body(&b"abc"[..], Some(usize::MAX)).unwrap(), b"abc");
    }

    #[test]
    fn plain_input_of_any_length_passes_through() {
        for input in [
            &b""[..],
            b"{",
            b"{\"a\":1}\n",
            b"\t\n\x0b\x0c\r \x7f\x80\xff",
            b"123456789a\0",
            b"\xff\xfeU\0s\0",
            b"\xfe\xff\0U\0s",
            b"\xfd7zXZ",
            b"BZh91AY&S",
        ] {
            let mut out = Vec::new();
            decompressed(input).unwrap().read_to_end(&mut out).unwrap();
            assert_eq!(out, input);
        }
    }

    #[test]
    fn what_begins_as_no_text_does_is_refused() {
        // Octets of control, and with them lzma, lzip, compress, lzo, an empty zip and others.
        for input in [
            &b"\0"[..],
            b"\x08",
            b"\x0e",
            b"\x1b[1m",
            b"\x1f",
            b"123456789\x1f",
            b"U\0s\0e\0r\0",
            b"]\0\0\x80\0",
            b"LZIP\x01",
            b"\x1f\x9d\x90",
            b"\x89LZO\0",
            b"PK\x05\x06",
            b"Rar!\x1a\x07",
            b"\x50\x2a\x4d\x18",
        ] {
            let problem = decompressed(input).err().map(|error| error.to_string());
            let text = "not text; if it is compressed, decompress it first";
            assert_eq!(problem.as_deref(), Some(text), "{input:?}");
        }
    }
}
