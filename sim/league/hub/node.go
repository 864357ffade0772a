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
	"game-tui/sim/lazy"
)

// Rights say what holders of a token may do.
type Rights func(name string) *server.Permissions

// NodeOptions are the options of StartNode.
type NodeOptions struct {
	Tokens  []Token // if empty, clients need none
	Rights  Rights  // permissions of a token
	Clients int     // maximum number of clients
	// Log gets warnings of the server. client is the number of the client that a warning is about, or 0. Log must
	// not wait.
	Log func(client uint64, text string)
}

// Bounds of what strangers may cost a Node: memory is at most Clients × maxPending.
const (
	maxPayload   = 1 << 20
	maxPending   = 8 << 20
	maxSubs      = 16
	maxLine      = 1024
	slack        = 16 // connections of this program, and of clients that are disconnecting
	writeTime    = 10 * time.Second
	pingInterval = 20 * time.Second
	startTime    = 10 * time.Second
)

// A Node is a NATS server in this program. It stores nothing and does not listen: Join connects a client.
type Node struct {
	server *server.Server
	self   Token
	log    func(client uint64, text string)
}

// localName is the name of this program on its own Node.
const localName = "coordinator"

// StartNode starts a server.
func StartNode(o NodeOptions) (*Node, error) {
	n := &Node{self: NewToken(localName), log: o.Log}
	opts := &server.Options{
		DontListen: true, ServerName: "game-tui", NoSigs: true, NoLog: true,
		MaxConn: o.Clients + slack, MaxPayload: maxPayload, MaxPending: maxPending, MaxSubs: maxSubs, MaxControlLine: maxLine,
		WriteDeadline: writeTime, PingInterval: pingInterval, MaxPingsOut: 2,
		Users: []*server.User{{Username: n.self.Name, Password: n.self.Secret}},
	}
	tokens := o.Tokens
	if len(tokens) == 0 {
		tokens, opts.NoAuthUser = []Token{anyToken}, anyToken.Name
	}
	for _, t := range tokens {
		if t.Name == n.self.Name {
			return nil, fmt.Errorf("%s is the name of this program itself: give that token another one", t.Name)
		}
		opts.Users = append(opts.Users, &server.User{Username: t.Name, Password: t.Secret, Permissions: o.Rights(t.Name)})
	}
	var err error
	if n.server, err = server.NewServer(opts); err != nil {
		return nil, err
	}
	n.server.Start()
	if !n.server.ReadyForConnections(startTime) {
		n.Close()
		return nil, errors.New("the server does not start")
	}
	n.server.SetLoggerV2(serverLog{o.Log}, false, false, false) // not before, since it warns of plain passwords
	return n, nil
}

// NoPlace is the prefix of the error for a client that has to wait for a place.
const NoPlace = "no place: "

// Anybody is the name of everybody where no token is needed.
const Anybody = "anybody"

var anyToken = Token{Anybody, Anybody}

// Join returns a connection to the server for one client. The server checks the client's token.
func (n *Node) Join() (net.Conn, error) { return n.server.InProcessConn() }

// Connect connects this program to its own node, with all rights.
func (n *Node) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(n.server), nats.UserInfo(n.self.Name, n.self.Secret), nats.Name(localName), nats.MaxReconnects(-1),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			text := err.Error()
			if s != nil {
				text += ": " + s.Subject
			}
			n.log(0, text)
		}))
}

// Close ends the server.
func (n *Node) Close() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// serverLog is the logger of a NATS server. It forwards warnings and errors.
type serverLog struct {
	log func(client uint64, text string)
}

// clientID matches the number of a client in a line of the server.
var clientID = lazy.Regexp(` cid:([0-9]+) - `)

func (l serverLog) Warnf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	var client uint64
	if m := clientID().FindStringSubmatchIndex(text); m != nil {
		client, _ = strconv.ParseUint(text[m[2]:m[3]], 10, 64) // 0 if the number is too large
		text = text[m[1]:]
	}
	l.log(client, text)
}

func (l serverLog) Errorf(format string, v ...any) { l.Warnf(format, v...) }
func (l serverLog) Fatalf(format string, v ...any) { l.Warnf(format, v...) }
func (serverLog) Noticef(string, ...any)           {}
func (serverLog) Debugf(string, ...any)            {}
func (serverLog) Tracef(string, ...any)            {}

// WorkerRights let a token ask for tasks and hand in results under its own name.
func WorkerRights(name string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{prefix + ".*." + name + ".*.*"}},
		Subscribe: &server.SubjectPermission{Allow: []string{Inbox(name) + ".>", prefix + ".*." + verbOver}},
	}
}

// Inbox is where the holder of a token is answered.
func Inbox(name string) string { return "_INBOX." + name }

// IsLoopback reports whether a host is this machine, for others out of reach.
func IsLoopback(host string) bool {
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

// Server says how to reach a server.
type Address struct {
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
func (d *Address) Name() string { return cmp.Or(d.Token.Name, anyToken.Name) }

// Check says what is wrong with the addresses, before anything is sent.
func (d *Address) Check() error {
	_, err := d.servers()
	return err
}

// servers are the addresses with their schemes.
func (d *Address) servers() ([]string, error) {
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
		case u.Scheme == "nats" && d.CA == nil && !IsLoopback(u.Hostname()) && !d.Insecure:
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
func (d *Address) Connect(ctx context.Context, name string, log func(string)) (*nats.Conn, error) {
	servers, err := d.servers()
	if err != nil {
		return nil, err
	}
	opts := []nats.Option{
		nats.Name(name), nats.Timeout(dialTime), nats.MaxReconnects(-1), nats.ReconnectWait(retryEvery), nats.ReconnectJitter(retryEvery/2, retryEvery/2),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2), nats.IgnoreDiscoveredServers(), nats.NoEcho(),
		nats.CustomInboxPrefix(Inbox(d.Name())), nats.ReconnectBufSize(-1),
	}
	opts = append(opts, d.logOptions(log)...)
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
		if final := d.permanentError(err); final != nil {
			return nil, final
		}
		if !waits {
			waits = true
			log(d.waitingText(err))
		}
		if !pause(ctx, retryEvery) {
			return nil, ctx.Err()
		}
	}
}

// logged returns options that log each kind of error once, and the number of further ones at the end.
func (d *Address) logOptions(log func(string)) []nats.Option {
	var faults clean.Tally
	note := func(text string) {
		if text = d.URL + ": " + clean.Truncate(text, maxReason); faults.Add(text) {
			log(text)
		}
	}
	return []nats.Option{
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { note(err.Error()) }),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			if _, place, ok := strings.Cut(err.Error(), NoPlace); ok {
				note(NoPlace + place)
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) {
			for text, n := range faults.Repeats() {
				log(fmt.Sprintf("%s, %d more times", text, n))
			}
		}),
	}
}

// waiting returns the message for a client that waits for the server.
func (d *Address) waitingText(err error) string {
	if _, place, ok := strings.Cut(err.Error(), NoPlace); ok {
		return fmt.Sprintf("%s has no place: %s: waiting for one", d.URL, clean.Truncate(place, maxReason))
	}
	return fmt.Sprintf("%s cannot be reached (%s): waiting for it", d.URL, clean.Truncate(err.Error(), maxReason))
}

// refused describes what a server will go on refusing; nil for what may pass.
func (d *Address) permanentError(err error) error {
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
