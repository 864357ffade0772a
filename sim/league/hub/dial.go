package hub

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/clean"
)

// Dial says how to reach a server.
type Dial struct {
	URL      string // nats://HOST:PORT or tls://HOST:PORT, several with commas
	Token    Token  // zero: none
	CA       []byte // certificates that are trusted, PEM; nil: those of the system
	Insecure bool   // without TLS beyond this machine
}

// Times of connections.
const (
	dialTime   = 10 * time.Second
	retryEvery = time.Second
	askTime    = 20 * time.Second
)

// Name is the name under which the server knows this program.
func (d *Dial) Name() string { return cmp.Or(d.Token.Name, anybody.Name) }

// Check says what is wrong with the addresses, before anything is sent.
func (d *Dial) Check() error {
	_, err := d.servers()
	return err
}

// servers are the addresses with their schemes.
func (d *Dial) servers() ([]string, error) {
	var list []string
	for _, word := range strings.Split(d.URL, ",") {
		if !strings.Contains(word, "://") {
			word = "nats://" + word
		}
		u, err := url.Parse(word)
		switch {
		case err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "":
			return nil, fmt.Errorf("%q: expected an address such as tls://HOST:4222", word)
		case u.User != nil:
			return nil, fmt.Errorf("%s: a token in an address can be read by others on this machine: put it into a file for --token-file", u.Host)
		case u.Scheme == "nats" && d.CA == nil && !isLoopback(u.Hostname()) && !d.Insecure:
			return nil, fmt.Errorf("%s is another machine, and others on the way could read the token: type tls://%s, or insist with --insecure", word, u.Host)
		}
		if u.Port() == "" {
			u.Host += ":4222"
		}
		list = append(list, u.Scheme+"://"+u.Host)
	}
	return list, nil
}

// Connect connects to the server, trying again until it is there, ctx ends or it refuses; and comes
// back by itself. log gets once why it takes longer, and what the server refuses later.
func (d *Dial) Connect(ctx context.Context, name string, log func(string)) (*nats.Conn, error) {
	servers, err := d.servers()
	if err != nil {
		return nil, err
	}
	opts := []nats.Option{
		nats.Name(name), nats.Timeout(dialTime), nats.MaxReconnects(-1), nats.ReconnectWait(retryEvery), nats.ReconnectJitter(retryEvery/2, retryEvery/2),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2), nats.IgnoreDiscoveredServers(), nats.NoEcho(),
		nats.CustomInboxPrefix(Inbox(d.Name())), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log(fmt.Sprintf("%s: %v", d.URL, err)) }),
	}
	if d.Token != (Token{}) {
		opts = append(opts, nats.UserInfo(d.Token.Name, d.Token.Secret))
	}
	if d.CA != nil {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(d.CA) {
			return nil, errors.New("--tls-ca: no certificate in it")
		}
		opts = append(opts, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	waits := false
	for {
		c, err := nats.Connect(strings.Join(servers, ","), opts...)
		if err == nil {
			return c, nil
		}
		if final := d.refused(err); final != nil {
			return nil, final
		}
		if !waits {
			waits = true
			log(fmt.Sprintf("%s cannot be reached (%s): waiting for it", d.URL, clean.Short(err.Error(), maxReason)))
		}
		if !pause(ctx, retryEvery) {
			return nil, ctx.Err()
		}
	}
}

// refused describes what a server will go on refusing; nil for what may pass.
func (d *Dial) refused(err error) error {
	who := "anybody without a token"
	if d.Token != (Token{}) {
		who = "the token of " + d.Token.Name
	}
	text := err.Error()
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), strings.Contains(strings.ToLower(text), "authorization violation"):
		return fmt.Errorf("%s does not let in %s: ask the organizer for a file for --token-file", d.URL, who)
	case unknown:
		return fmt.Errorf("%s: this machine does not trust its certificate: name one that it can trust with --tls-ca", d.URL)
	case host, invalid:
		return fmt.Errorf("%s: %v", d.URL, err)
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("%s has no TLS: type nats:// for a server without, or start it with --tls-cert", d.URL)
	}
	return nil
}

// pause waits; false when ctx has ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
