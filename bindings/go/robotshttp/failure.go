package robotshttp

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"

	robots "github.com/librobots/librobots/bindings/go"
)

// ErrRefused is for the dialer or the transport of a gate: an error that wraps
// it says that the crawler itself declined to make the request. The robots.txt
// then counts as unreachable, not as missing.
var ErrRefused = errors.New("robotshttp: the crawler declines to ask that address")

// failure tells why there was no response.
func failure(ctx context.Context, err error) robots.Failure {
	var (
		dns       *net.DNSError
		operation *net.OpError
		timed     interface{ Timeout() bool }
	)
	switch {
	case errors.Is(err, ErrRefused):
		return robots.FailureRefused
	case errors.As(err, &dns):
		return robots.FailureDNS
	case errors.Is(err, context.DeadlineExceeded), errors.Is(ctx.Err(), context.DeadlineExceeded),
		errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timed) && timed.Timeout():
		return robots.FailureTimeout
	case isTLS(err):
		return robots.FailureTLS
	case errors.As(err, &operation) && (operation.Op == "dial" || operation.Op == "proxyconnect"):
		return robots.FailureConnect
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.ECONNABORTED),
		errors.Is(err, syscall.EPIPE), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, net.ErrClosed):
		return robots.FailureReset
	case isCoding(err):
		return robots.FailureUndecodable
	case isProtocol(err):
		return robots.FailureProtocol
	}
	return robots.FailureOther
}

// broken tells why a body was not whole.
func broken(ctx context.Context, err error) robots.Failure {
	switch why := failure(ctx, err); {
	case why == robots.FailureReset && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)):
		return robots.FailureTruncated
	default:
		return why
	}
}

func isTLS(err error) bool {
	var (
		certificate *tls.CertificateVerificationError
		unknown     x509.UnknownAuthorityError
		hostname    x509.HostnameError
		invalid     x509.CertificateInvalidError
		record      tls.RecordHeaderError
		alert       tls.AlertError
	)
	if errors.As(err, &certificate) || errors.As(err, &unknown) || errors.As(err, &hostname) ||
		errors.As(err, &invalid) || errors.As(err, &record) || errors.As(err, &alert) {
		return true
	}
	// Some have no type of their own.
	text := err.Error()
	return strings.Contains(text, "tls: ") || strings.Contains(text, "HTTP response to HTTPS client")
}

func isCoding(err error) bool {
	var (
		corrupt flate.CorruptInputError
		much    *http.MaxBytesError
	)
	return errors.Is(err, errCoding) || errors.As(err, &corrupt) || errors.As(err, &much) ||
		errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) ||
		errors.Is(err, zlib.ErrHeader) || errors.Is(err, zlib.ErrChecksum) || errors.Is(err, zlib.ErrDictionary)
}

// isProtocol knows what package net/http says, which has no types for it.
func isProtocol(err error) bool {
	text := err.Error()
	for _, part := range []string{
		"malformed", "invalid byte in chunk", "chunk length", "chunked", "header", "bad Content-Length",
		"unsupported transfer encoding", "protocol", "http2", "stream error", "connection error", "line too long",
	} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
