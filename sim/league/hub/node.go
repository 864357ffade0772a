package hub

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"game-tui/sim/clean"
)

// Rights say what holders of a token may do.
type Rights func(name string) *server.Permissions

// NodeOptions say where a Node listens, and whom it lets in.
type NodeOptions struct {
	Addr     string      // HOST:PORT; port 0 is any free one
	Tokens   []Token     // none: everybody may connect
	Rights   Rights      // of the holder of a token, or of everybody
	TLS      *tls.Config // nil: without
	Clients  int         // at a time
	Insecure bool        // without TLS beyond this machine
}

// Bounds of what strangers may cost a Node: memory is at most Clients × maxPending.
const (
	maxPayload   = 1 << 20
	maxPending   = 8 << 20
	maxSubs      = 16
	maxLine      = 1024
	loginTime    = 5 * time.Second
	writeTime    = 10 * time.Second
	pingInterval = 20 * time.Second
	startTime    = 10 * time.Second
)

// Node is a NATS server in this program. It keeps nothing.
type Node struct {
	server *server.Server
	self   Token
	tokens int
}

// localName is the name of this program on its own Node.
const localName = "coordinator"

// StartNode starts a server.
func StartNode(o NodeOptions) (*Node, error) {
	host, port, err := splitAddr(o.Addr)
	if err != nil {
		return nil, err
	}
	if local := isLoopback(host); !local && len(o.Tokens) == 0 {
		return nil, fmt.Errorf("%s can be reached from other machines: let nobody in without a token: --token-file", o.Addr)
	} else if !local && o.TLS == nil && !o.Insecure {
		return nil, fmt.Errorf("%s can be reached from other machines, and others on the way could read the tokens: give --tls-cert and --tls-key, or insist with --insecure", o.Addr)
	}
	n := &Node{self: NewToken(localName), tokens: len(o.Tokens)}
	opts := &server.Options{
		Host: host, Port: port, ServerName: "game-tui", NoSigs: true, NoLog: true,
		MaxConn: o.Clients + 1, MaxPayload: maxPayload, MaxPending: maxPending, MaxSubs: maxSubs, MaxControlLine: maxLine,
		AuthTimeout: loginTime.Seconds(), WriteDeadline: writeTime, PingInterval: pingInterval, MaxPingsOut: 2,
		Users: []*server.User{{Username: n.self.Name, Password: n.self.Secret}},
	}
	tokens := o.Tokens
	if len(tokens) == 0 {
		tokens, opts.NoAuthUser = []Token{anybody}, anybody.Name
	}
	for _, t := range tokens {
		if t.Name == n.self.Name {
			return nil, fmt.Errorf("%s is the name of this program itself: give that token another one", t.Name)
		}
		opts.Users = append(opts.Users, &server.User{Username: t.Name, Password: t.Secret, Permissions: o.Rights(t.Name)})
	}
	if o.TLS != nil {
		opts.TLS, opts.TLSConfig, opts.TLSTimeout = true, o.TLS, loginTime.Seconds()
	}
	// The server would end the program where it cannot listen: find that out before.
	l, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, err
	}
	_ = l.Close()
	if n.server, err = server.NewServer(opts); err != nil {
		return nil, err
	}
	n.server.Start()
	if !n.server.ReadyForConnections(startTime) {
		n.Close()
		return nil, errors.New("the server does not listen")
	}
	return n, nil
}

// Anybody is the name of everybody where no token is needed.
const Anybody = "anybody"

var anybody = Token{Anybody, Anybody}

// Addr is where the node listens.
func (n *Node) Addr() net.Addr { return n.server.Addr() }

// Tokens is the number of tokens with which others are let in; 0: everybody is.
func (n *Node) Tokens() int { return n.tokens }

// Connect connects this program to its own node, with all rights.
func (n *Node) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(n.server), nats.UserInfo(n.self.Name, n.self.Secret), nats.Name(localName))
}

// Close ends the server.
func (n *Node) Close() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// WorkerRights let a token ask for tasks and hand in results under its own name.
func WorkerRights(name string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{prefix + ".*." + name + ".*.*"}},
		Subscribe: &server.SubjectPermission{Allow: []string{Inbox(name) + ".>", prefix + ".*." + verbOver}},
	}
}

// Inbox is where the holder of a token is answered.
func Inbox(name string) string { return "_INBOX." + name }

func splitAddr(addr string) (host string, port int, err error) {
	host, word, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(word)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("%q: expected an address such as 0.0.0.0:4222", addr)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return cmp.Or(host, "0.0.0.0"), port, nil
}

// isLoopback reports whether a host is this machine, for others out of reach.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Token is a name and the secret that proves it.
type Token struct{ Name, Secret string }

// Bounds of tokens.
const (
	minSecret = 16
	maxSecret = 200
	maxTokens = 1000
)

// NewToken makes a token of that name.
func NewToken(name string) Token {
	secret := make([]byte, 20)
	_, _ = rand.Read(secret) // never fails
	return Token{name, hex.EncodeToString(secret)}
}

// ReadTokens reads lines NAME TOKEN. Empty lines and those that begin with # are
// passed over. Errors name the line.
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
		case len(words) != 2:
			return nil, fmt.Errorf("%d: expected a line NAME TOKEN", n)
		case !clean.IsToken(words[0]):
			return nil, fmt.Errorf("%d: a name has 1 to 30 letters, digits, - and _", n)
		case names[words[0]]:
			return nil, fmt.Errorf("%d: a second token of %s", n, words[0])
		case len(words[1]) < minSecret || len(words[1]) > maxSecret:
			return nil, fmt.Errorf("%d: the token of %s has %d characters, expected %d to %d", n, words[0], len(words[1]), minSecret, maxSecret)
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
