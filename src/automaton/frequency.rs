//! How often each octet occurs in URLs.

/// How often an octet occurs in real URL paths: 16 plus the binary logarithm
/// of its share (a letter `e`: 12, one of 16).
pub(super) static FREQUENCY: [u8; 256] = {
    let rows: [&[u8; 16]; 6] = [
        b"\0\0\0\0\0\x08\x07\0\x01\x01\0\x05\x03\x0C\x09\x0C", // space to '/'
        b"\x0A\x0A\x09\x08\x08\x08\x08\x08\x09\x09\x04\x03\0\x08\0\x08",
        b"\0\x07\x07\x07\x07\x06\x06\x05\x06\x06\x04\x05\x06\x06\x06\x06",
        b"\x06\x04\x06\x07\x06\x05\x05\x05\x04\x03\x04\0\x02\0\0\x09",
        b"\0\x0C\x0A\x0B\x0B\x0C\x0A\x0A\x0B\x0C\x07\x09\x0B\x0B\x0C\x0C",
        b"\x0B\x06\x0C\x0C\x0C\x0A\x09\x09\x08\x09\x07\0\x03\0\x06\0",
    ];
    let mut table = [0; 256];
    let mut row = 0;
    while row < rows.len() {
        let mut column = 0;
        while column < 16 {
            table[32 + 16 * row + column] = rows[row][column];
            column += 1;
        }
        row += 1;
    }
    table
};
