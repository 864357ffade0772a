package hub

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/sanitize"
)

// ServerFullPrefix is the prefix of the error that a client gets if it must wait because the server
// is full.
const ServerFullPrefix = "no place: "

// An Address specifies a server or the servers of a cluster, and how to connect.
type Address struct {
	URLs     string // comma-separated URLs: nats://HOST:PORT or tls://HOST:PORT
	Token    Token  // token for the server; zero if it needs none
	CA       []byte // trusted certificates in PEM; nil means the system's certificates
	Insecure bool   // whether to allow connections to other machines without TLS
}

const (
	dialTimeout    = 10 * time.Second
	retryEvery     = time.Second
	requestTimeout = 20 * time.Second
)

func (a *Address) TokenName() string { return cmp.Or(a.Token.Name, anonymousToken.Name) }

// Servers returns the URLs. It returns an error if one is invalid, contains a token, or would
// receive the token unencrypted.
func (a *Address) Servers() ([]string, error) {
	var list []string
	for _, word := range strings.Split(a.URLs, ",") {
		if !strings.Contains(word, "://") {
			word = "nats://" + word
		}
		u, err := url.Parse(word)
		switch {
		case err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "":
			return nil, fmt.Errorf("%q: expected an address such as tls://HOST:4222", word)
		case u.User != nil:
			return nil, fmt.Errorf("%s: a token in the address is visible to other users of this machine; use --token-file instead", u.Host)
		case u.Scheme == "nats" && a.CA == nil && !IsLoopback(u.Hostname()) && !a.Insecure:
			return nil, fmt.Errorf("%s would receive the token unencrypted; use tls://%s, or --insecure on a network you trust", word, u.Host)
		}
		if u.Port() == "" {
			u.Host += ":4222"
		}
		list = append(list, u.Scheme+"://"+u.Host)
	}
	return list, nil
}

// Connect connects to the server and re-establishes lost connections. It retries until it succeeds,
// ctx ends, or the server permanently refuses the client. log receives each delay and error once.
func (a *Address) Connect(ctx context.Context, name string, log func(string)) (*nats.Conn, error) {
	servers, err := a.Servers()
	if err != nil {
		return nil, err
	}
	var known sanitize.Tally
	note := func(text string) {
		if known.Add(text) {
			log(text)
		}
	}
	opts := []nats.Option{
		nats.Name(name), nats.Timeout(dialTimeout), nats.MaxReconnects(-1), nats.ReconnectWait(retryEvery), nats.ReconnectJitter(retryEvery/2, retryEvery/2),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2), nats.IgnoreDiscoveredServers(), nats.NoEcho(),
		nats.CustomInboxPrefix(InboxPrefix(a.TokenName())), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			note(a.URLs + ": " + sanitize.Truncate(err.Error(), maxReason))
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { note(a.waitingText(err)) }),
	}
	if a.Token != (Token{}) {
		opts = append(opts, nats.UserInfo(a.Token.Name, a.Token.Secret))
	}
	if a.CA != nil {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(a.CA) {
			return nil, errors.New("--tls-ca: no certificate in this file")
		}
		opts = append(opts, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	for {
		c, err := nats.Connect(strings.Join(servers, ","), opts...)
		if err == nil {
			return c, nil
		}
		if final := a.permanentError(err); final != nil {
			return nil, final
		}
		note(a.waitingText(err))
		if !pause(ctx, retryEvery) {
			return nil, ctx.Err()
		}
	}
}

func (a *Address) waitingText(err error) string {
	if _, reason, ok := strings.Cut(err.Error(), ServerFullPrefix); ok {
		return fmt.Sprintf("%s has no free place (%s); waiting for one", a.URLs, sanitize.Truncate(reason, maxReason))
	}
	return fmt.Sprintf("%s cannot be reached (%s); retrying", a.URLs, sanitize.Truncate(err.Error(), maxReason))
}

// permanentError returns a description of an error that retrying cannot fix, or nil.
func (a *Address) permanentError(err error) error {
	who := "clients without a token"
	if a.Token != (Token{}) {
		who = "the token " + a.Token.Name
	}
	text := err.Error()
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), strings.Contains(strings.ToLower(text), "authorization violation"):
		return fmt.Errorf("%s rejects %s; ask the organizer for a token file (--token-file)", a.URLs, who)
	case untrusted:
		return fmt.Errorf("%s: %v; specify trusted certificates with --tls-ca", a.URLs, err)
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("%s does not use TLS; connect with nats://, or start the server with --tls-cert", a.URLs)
	}
	return nil
}

// InboxPrefix returns the prefix of the subjects on which a client receives replies.
func InboxPrefix(name string) string { return "_INBOX." + name }

// IsLoopback reports whether a host can only be reached from this machine.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// A Token is a name and a secret that authenticates it.
type Token struct{ Name, Secret string }

const (
	minSecretLen = 16
	maxSecretLen = 200
	maxTokens    = 1000
)

// NewToken returns a token with a random secret.
func NewToken(name string) Token {
	secret := make([]byte, 20)
	_, _ = rand.Read(secret)
	return Token{name, fmt.Sprintf("%x", secret)}
}

// ReadTokens parses lines of the form NAME TOKEN. It skips empty lines and comments, which begin
// with #. Errors begin with the line number.
func ReadTokens(text []byte) ([]Token, error) {
	var list []Token
	names := map[string]bool{}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		words := strings.Fields(string(line))
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			continue
		case len(words) != 2 || !sanitize.IsToken(words[0]):
			return nil, fmt.Errorf("%d: expected a line NAME TOKEN, with a name of 1 to 30 letters, digits, - and _", n)
		case names[words[0]]:
			return nil, fmt.Errorf("%d: duplicate token for %s", n, words[0])
		case len(words[1]) < minSecretLen || len(words[1]) > maxSecretLen:
			return nil, fmt.Errorf("%d: the token for %s has %d characters, expected %d to %d", n, words[0], len(words[1]), minSecretLen, maxSecretLen)
		case len(list) == maxTokens:
			return nil, fmt.Errorf("%d: more than %d tokens", n, maxTokens)
		}
		names[words[0]] = true
		list = append(list, Token{words[0], words[1]})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("1: expected a line NAME TOKEN")
	}
	return list, nil
}
