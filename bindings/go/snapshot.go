package robots

/*
#include "binding.h"
*/
import "C"

import (
	"bytes"
	"errors"
	"unsafe"
)

// ErrSnapshot says that this library cannot use octets as a snapshot; then
// fetch the file again. Every [SnapshotError] is an ErrSnapshot.
var ErrSnapshot = errors.New("robots: these octets cannot be used; fetch anew")

// A SnapshotError tells why octets could not be read. Newer libraries may have
// more reasons.
type SnapshotError int

// The reasons.
const (
	// SnapshotForeign: something else wrote the octets, or they hold another kind
	// of value.
	SnapshotForeign SnapshotError = C.ROBOTS_SNAPSHOT_FOREIGN
	// SnapshotByteOrder: the numbers are in the wrong byte order.
	SnapshotByteOrder SnapshotError = C.ROBOTS_SNAPSHOT_BYTE_ORDER
	// SnapshotVersion: this library does not know the version.
	SnapshotVersion SnapshotError = C.ROBOTS_SNAPSHOT_VERSION
	// SnapshotLength: fewer or more octets than announced.
	SnapshotLength SnapshotError = C.ROBOTS_SNAPSHOT_LENGTH
	// SnapshotChecksum: some octets have changed since they were written.
	SnapshotChecksum SnapshotError = C.ROBOTS_SNAPSHOT_CHECKSUM
	// SnapshotMalformed: the octets are forged: the library never writes such
	// content.
	SnapshotMalformed SnapshotError = C.ROBOTS_SNAPSHOT_MALFORMED
	// SnapshotSettings: the cache that wrote the octets had other agents or
	// options.
	SnapshotSettings SnapshotError = C.ROBOTS_SNAPSHOT_SETTINGS
	// SnapshotOtherOrigin: the entry is of another origin.
	SnapshotOtherOrigin SnapshotError = C.ROBOTS_SNAPSHOT_OTHER_ORIGIN
)

// Error says what is wrong and what to do.
func (e SnapshotError) Error() string {
	return "robots: " + C.GoString(C.robots_snapshot_text(C.int32_t(e)))
}

// Is makes every SnapshotError an [ErrSnapshot].
func (e SnapshotError) Is(target error) bool { return target == ErrSnapshot }

// MarshalBinary writes the matcher as octets, the same on every machine, for
// [UnmarshalMatcher]. The error is [ErrClosed]. Takes linear time.
func (m *Matcher) MarshalBinary() ([]byte, error) {
	native, _ := m.enter()
	if native == nil {
		return nil, ErrClosed
	}
	defer m.h.leave()
	return taken(C.robots_matcher_to_bytes((*C.robots_matcher)(native)))
}

// UnmarshalMatcher reads what [Matcher.MarshalBinary] wrote, in a fraction of
// the time that compiling takes. The error is [ErrSnapshot]; then compile or
// fetch the file again. A checksum finds damaged octets. Forged octets give the
// error, or some valid set of rules.
func UnmarshalMatcher(octets []byte) (*Matcher, error) {
	data, size := octetsOf(octets)
	if m := newMatcher(C.binding_matcher_from_bytes(data, size)); m != nil {
		return m, nil
	}
	return nil, ErrSnapshot
}

// taken copies octets that the library made, and frees them; [ErrClosed] for
// none.
func taken(made *C.robots_bytes) ([]byte, error) {
	if made == nil {
		return nil, ErrClosed
	}
	defer C.robots_bytes_free(made)
	text := C.robots_bytes_str(made)
	if text.len == 0 {
		return []byte{}, nil
	}
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(text.data)), int(text.len))), nil
}
