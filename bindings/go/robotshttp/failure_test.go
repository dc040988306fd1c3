package robotshttp

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// What package net and its friends say, and what it means.
func TestFailures(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	read := func(err error) error { return &net.OpError{Op: "read", Net: "tcp", Err: err} }
	for _, c := range []struct {
		err  error
		want robots.Failure
	}{
		{dial(&net.DNSError{Err: "no such host", Name: "x", IsNotFound: true}), robots.FailureDNS},
		{dial(&net.DNSError{Err: "i/o timeout", Name: "x", IsTimeout: true}), robots.FailureDNS},
		{dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)), robots.FailureConnect},
		{dial(os.NewSyscallError("connect", syscall.EHOSTUNREACH)), robots.FailureConnect},
		{dial(syscall.ECONNRESET), robots.FailureConnect},
		{dial(os.ErrDeadlineExceeded), robots.FailureTimeout},
		{dial(fmt.Errorf("10.0.0.1: %w", ErrRefused)), robots.FailureRefused},
		{&net.OpError{Op: "proxyconnect", Net: "tcp", Err: errors.New("x")}, robots.FailureConnect},
		{context.DeadlineExceeded, robots.FailureTimeout},
		{read(os.ErrDeadlineExceeded), robots.FailureTimeout},
		{&url.Error{Op: "Get", URL: "x", Err: context.DeadlineExceeded}, robots.FailureTimeout},
		{read(os.NewSyscallError("read", syscall.ECONNRESET)), robots.FailureReset},
		{read(syscall.EPIPE), robots.FailureReset},
		{io.EOF, robots.FailureReset},
		{fmt.Errorf("transport connection broken: %w", io.ErrUnexpectedEOF), robots.FailureReset},
		{net.ErrClosed, robots.FailureReset},
		{&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, robots.FailureTLS},
		{x509.HostnameError{Certificate: new(x509.Certificate), Host: "x"}, robots.FailureTLS},
		{x509.CertificateInvalidError{Cert: new(x509.Certificate)}, robots.FailureTLS},
		{tls.RecordHeaderError{Msg: "x"}, robots.FailureTLS},
		{tls.AlertError(40), robots.FailureTLS},
		{errors.New("remote error: tls: handshake failure"), robots.FailureTLS},
		{errors.New("http: server gave HTTP response to HTTPS client"), robots.FailureTLS},
		{errors.New(`net/http: HTTP/1.x transport connection broken: malformed HTTP status code "x"`), robots.FailureProtocol},
		{errors.New("net/http: server response headers exceeded 10 bytes; aborted"), robots.FailureProtocol},
		{errors.New("stream error: stream ID 1; PROTOCOL_ERROR; received from peer"), robots.FailureProtocol},
		{errors.New("http2: server sent GOAWAY and closed the connection"), robots.FailureProtocol},
		{gzip.ErrHeader, robots.FailureUndecodable},
		{gzip.ErrChecksum, robots.FailureUndecodable},
		{zlib.ErrHeader, robots.FailureUndecodable},
		{flate.CorruptInputError(7), robots.FailureUndecodable},
		{errCoding, robots.FailureUndecodable},
		{errors.New("anything else"), robots.FailureOther},
		{context.Canceled, robots.FailureOther},
	} {
		if got := failure(context.Background(), c.err); got != c.want {
			t.Errorf("%v: %v, not %v", c.err, got, c.want)
		}
	}
	for err, want := range map[error]robots.Failure{
		io.ErrUnexpectedEOF: robots.FailureTruncated, io.EOF: robots.FailureTruncated,
		syscall.ECONNRESET: robots.FailureReset, gzip.ErrChecksum: robots.FailureUndecodable,
	} {
		same(t, broken(context.Background(), err), want)
	}
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	same(t, failure(late, errors.New("net/http: request canceled")), robots.FailureTimeout)
}

// Gates that nobody closes leave nothing behind.
func TestDroppedGates(t *testing.T) {
	before := runtime.NumGoroutine()
	rounds := 3000
	if debugging {
		rounds = 20
	}
	for range rounds {
		gate, err := New(Config{Agent: "ExampleBot", Budget: 1 << 20, Transport: octets{200, "", "", []byte(rules)}})
		if err != nil {
			t.Fatal(err)
		}
		same(t, check(t, gate, private).Line, uint32(2))
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("%d goroutines, %d before", now, before)
	}
	var resident int
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		var pages int
		fmt.Sscan(string(text), &pages, &resident)
	}
	if most := 256 << 20 / os.Getpagesize(); resident > most {
		t.Errorf("%d pages resident", resident)
	}
}
