//! What C hands over, made into what Rust can hold; and where panics end.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `run`; a panic in it becomes `otherwise`.
pub(super) fn guard<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(value) => value,
        Err(payload) => {
            // Dropping it could panic again.
            std::mem::forget(payload);
            otherwise
        }
    }
}

/// The caller's items; `None` for NULL with a count, and for a count that no
/// memory can hold.
///
/// # Safety
///
/// Unless it is NULL, `data` points to `count` items that stay as they are for
/// as long as the caller lets `'a` be.
pub(super) unsafe fn items<'a, T>(data: *const T, count: usize) -> Option<&'a [T]> {
    if count == 0 {
        return Some(&[]);
    }
    if data.is_null() || count > isize::MAX as usize / size_of::<T>() {
        return None;
    }
    // SAFETY: not NULL, not too long, and the rest is promised.
    Some(unsafe { std::slice::from_raw_parts(data, count) })
}

/// The same, to be written; what is there need not be initialised.
///
/// # Safety
///
/// As [`items`], and nobody else uses that memory.
pub(super) unsafe fn items_mut<'a, T>(
    data: *mut T,
    count: usize,
) -> Option<&'a mut [MaybeUninit<T>]> {
    if count == 0 {
        return Some(&mut []);
    }
    if data.is_null() || count > isize::MAX as usize / size_of::<T>() {
        return None;
    }
    // SAFETY: not NULL, not too long, and the rest is promised.
    Some(unsafe { std::slice::from_raw_parts_mut(data.cast(), count) })
}

/// The caller's octets, under the rules of [`items`].
///
/// # Safety
///
/// As [`items`].
pub(super) unsafe fn bytes<'a>(data: *const c_char, len: usize) -> Option<&'a [u8]> {
    // SAFETY: promised.
    unsafe { items(data.cast(), len) }
}

/// Writes octets into the caller's buffer if they fit, and nothing otherwise.
/// The number of octets, or `None` where the buffer is a misuse.
///
/// # Safety
///
/// As [`items_mut`].
pub(super) unsafe fn write(octets: &[u8], buffer: *mut c_char, capacity: usize) -> Option<usize> {
    // SAFETY: promised.
    let buffer = unsafe { items_mut(buffer.cast::<u8>(), capacity)? };
    if let Some(room) = buffer.get_mut(..octets.len()) {
        for (room, octet) in room.iter_mut().zip(octets) {
            room.write(*octet);
        }
    }
    Some(octets.len())
}

/// A size above this is a mistake, not a later release.
const BEYOND_REASON: usize = 4096;

/// A struct that may grow: integers only, without gaps between them, all zeros
/// the default.
pub(super) trait Growing: Copy + Default {
    /// Its size in the first release.
    const FIRST: usize;
}

/// A struct with its size beside it. Members the caller does not know are 0; a
/// tail that we do not know must be. `None` where it is not, where the size is
/// smaller than it ever was or beyond reason, and for NULL with a size.
///
/// # Safety
///
/// Unless it is NULL, `data` points to `size` octets.
pub(super) unsafe fn sized<T: Growing>(data: *const T, size: usize) -> Option<T> {
    if data.is_null() {
        return (size == 0).then(T::default);
    }
    if size < T::FIRST || size > BEYOND_REASON {
        return None;
    }
    // SAFETY: promised. As octets, since a caller may pack it oddly.
    let given = unsafe { bytes(data.cast(), size)? };
    let (known, tail) = given.split_at(size.min(size_of::<T>()));
    if tail.iter().any(|octet| *octet != 0) {
        return None;
    }
    let mut value = T::default();
    // SAFETY: `known` is no longer than `T`, and any octets make integers.
    unsafe {
        std::ptr::copy_nonoverlapping(known.as_ptr(), (&raw mut value).cast(), known.len());
    }
    Some(value)
}

/// Writes a struct that may grow into room of the size beside it: what the
/// caller does not know is left out, and what we do not know becomes 0. `None`,
/// and nothing written, as for [`sized`] and for NULL.
///
/// # Safety
///
/// Unless it is NULL, `out` points to `size` octets that nobody else uses.
#[cfg(feature = "cache")]
pub(super) unsafe fn write_sized<T: Growing>(value: &T, out: *mut T, size: usize) -> Option<()> {
    if size < T::FIRST || size > BEYOND_REASON {
        return None;
    }
    // SAFETY: promised. As octets, since a caller may pack it oddly.
    let room = unsafe { items_mut(out.cast::<u8>(), size)? };
    // SAFETY: integers without gaps between them, as octets.
    let octets = unsafe { items((&raw const *value).cast::<u8>(), size_of::<T>())? };
    let all = octets.iter().copied().chain(std::iter::repeat(0));
    for (room, octet) in room.iter_mut().zip(all) {
        room.write(octet);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_the_value() {
        assert_eq!(guard(1, || 2), 2);
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        assert_eq!(guard(1, || panic!("a defect")), 1);
        std::panic::set_hook(hook);
    }

    #[test]
    fn null_with_a_count_is_nothing() {
        // SAFETY: NULL is a case.
        unsafe {
            assert_eq!(items::<u32>(std::ptr::null(), 0), Some(&[][..]));
            assert_eq!(items::<u32>(std::ptr::null(), 1), None);
            assert!(items_mut::<u32>(std::ptr::null_mut(), 1).is_none());
            assert_eq!(bytes(std::ptr::null(), 0), Some(&b""[..]));
        }
        let one = [1u64];
        // SAFETY: refused by its length before it is looked at.
        unsafe {
            assert_eq!(items(one.as_ptr(), isize::MAX as usize / 8 + 1), None);
            assert_eq!(items(one.as_ptr(), 1), Some(&one[..]));
        }
    }

    #[test]
    fn what_does_not_fit_is_not_written() {
        let mut buffer = [7u8; 4];
        let data = buffer.as_mut_ptr().cast::<c_char>();
        // SAFETY: the sizes are right.
        unsafe {
            assert_eq!(write(b"abcde", data, 4), Some(5));
            assert_eq!(write(b"abc", data, 2), Some(3));
            assert_eq!(write(b"", std::ptr::null_mut(), 0), Some(0));
            assert_eq!(write(b"abc", std::ptr::null_mut(), 3), None);
        }
        assert_eq!(buffer, [7; 4]);
        // SAFETY: the size is right.
        assert_eq!(
            unsafe { write(b"abc", buffer.as_mut_ptr().cast(), 4) },
            Some(3)
        );
        assert_eq!(&buffer, b"abc\x07");
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    #[repr(C)]
    struct Pair {
        first: u32,
        second: u32,
    }

    impl Growing for Pair {
        const FIRST: usize = 4;
    }

    #[test]
    fn sizes_of_growing_structs() {
        let given = [1u32, 2, 0, 0, 3];
        // SAFETY: each size is at most that of the array, or refused first.
        let read = |size| unsafe { sized::<Pair>(given.as_ptr().cast(), size) };
        let both = Pair {
            first: 1,
            second: 2,
        };
        assert_eq!(read(0), None);
        assert_eq!(read(3), None, "smaller than it ever was");
        assert_eq!(
            read(4),
            Some(Pair {
                first: 1,
                second: 0
            }),
            "an old program"
        );
        assert_eq!(read(8), Some(both));
        assert_eq!(read(16), Some(both), "a new program, new members unused");
        assert_eq!(read(20), None, "a new program, new member used");
        assert_eq!(read(4097), None);
        // SAFETY: NULL is a case.
        unsafe {
            assert_eq!(sized(std::ptr::null(), 0), Some(Pair::default()));
            assert_eq!(sized::<Pair>(std::ptr::null(), 8), None);
        }
    }
    #[cfg(feature = "cache")]
    #[test]
    fn growing_structs_are_written() {
        let pair = Pair {
            first: 1,
            second: 2,
        };
        let write = |size| {
            let mut room = [7u32; 5];
            // SAFETY: each size is at most that of the array, or refused first.
            let done = unsafe { write_sized(&pair, room.as_mut_ptr().cast(), size) };
            (done.is_some(), room)
        };
        assert_eq!(write(0), (false, [7; 5]));
        assert_eq!(write(3), (false, [7; 5]));
        assert_eq!(write(4), (true, [1, 7, 7, 7, 7]));
        assert_eq!(write(8), (true, [1, 2, 7, 7, 7]));
        assert_eq!(write(16), (true, [1, 2, 0, 0, 7]));
        assert_eq!(write(4097), (false, [7; 5]));
        // SAFETY: NULL is a case.
        assert!(unsafe { write_sized(&pair, std::ptr::null_mut(), 8) }.is_none());
    }
}
