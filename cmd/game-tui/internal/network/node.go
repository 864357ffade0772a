package network

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/time/rate"

	"game-tui/sim/decode"
	"game-tui/sim/lazy"
	"game-tui/sim/league/hub"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd/admission"
)

type NodeOptions struct {
	Addr           string              // HOST:PORT to listen on; port 0 means any free port
	Tokens         []hub.Token         // accepted tokens; if empty, clients need none and can only connect locally
	Rights         hub.PermissionsFunc // returns the permissions of a token
	TLS            *tls.Config
	Insecure       bool   // whether other machines may connect without TLS
	MaxClients     int    // maximum number of clients; the last places are reserved for tokens not in use
	MaxClientsFlag string // name of the flag for MaxClients, used in messages
	Rate           Rate
	Log            func(string)
}

// Limits for clients that have not logged in. A flood from one address delays only that address.
const (
	loginTimeout         = 5 * time.Second
	maxPending           = 64
	maxPendingPerAddress = 128
)

func (o *NodeOptions) limits() admission.Limits {
	return admission.Limits{HandshakeTimeout: loginTimeout, MinPendingAge: 2 * refusalDelay, Pending: maxPending, PendingPerAddress: maxPendingPerAddress, Sessions: o.MaxClients, Groups: len(o.Tokens)}
}

// A Node is a server for other machines. It enforces TLS, tokens and limits itself, and connects
// logged-in clients to the hub.
type Node struct {
	NodeOptions
	hub       *hub.Node
	listener  net.Listener
	admission *admission.Admission
	accounts  map[string]*account // accounts by token name
	infoLine  []byte              // INFO line, sent to each client first

	stop      context.CancelFunc
	work      sync.WaitGroup
	closeOnce sync.Once
}

// Listen starts a server. It refuses addresses that would expose tokens or admit strangers.
func Listen(o NodeOptions) (*Node, error) {
	host, port, err := net.SplitHostPort(o.Addr)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return nil, fmt.Errorf("%q: expected an address such as 0.0.0.0:4222", o.Addr)
	}
	local := hub.IsLoopback(cmp.Or(host, "0.0.0.0"))
	switch {
	case !local && len(o.Tokens) == 0:
		return nil, fmt.Errorf("%s can be reached from other machines; require tokens with --token-file", o.Addr)
	case !local && o.TLS == nil && !o.Insecure:
		return nil, fmt.Errorf("%s can be reached from other machines, and the tokens could be read on the network; add --tls-cert and --tls-key, or --insecure on a network you trust", o.Addr)
	}
	listener, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, err
	}
	n := &Node{NodeOptions: o, listener: listener, accounts: accountsOf(o.Tokens, o.Rate)}
	n.admission = admission.New(o.limits(), n.logEvent)
	if n.hub, err = hub.StartNode(hub.NodeOptions{Tokens: o.Tokens, Permissions: o.Rights, MaxClients: o.MaxClients, Log: n.reportHubMessage}); err != nil {
		listener.Close()
		return nil, err
	}
	var ctx context.Context
	ctx, n.stop = context.WithCancel(context.Background())
	if n.infoLine, err = n.readInfoLine(); err != nil {
		listener.Close()
		n.Close()
		return nil, err
	}
	// Serve returns when the listener is closed.
	n.work.Go(func() { _ = n.admission.Serve(ctx, listener, &n.work, nil, n.serve) })
	return n, nil
}

// readInfoLine returns the INFO line for all clients, without client-specific fields.
func (n *Node) readInfoLine() ([]byte, error) {
	c, err := n.hub.Dial()
	if err != nil {
		return nil, err
	}
	defer c.Close()
	line, err := bufio.NewReaderSize(c, maxLine).ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	text, ok := cutVerb(line, "INFO")
	if !ok {
		return nil, errors.New("the hub sent no INFO")
	}
	info, err := decode.JSON[map[string]any](text, maxLine)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"client_id", "client_ip", "nonce"} {
		delete(info, key)
	}
	if n.TLS != nil {
		info["tls_required"] = true
	}
	text, err = json.Marshal(info)
	return fmt.Appendf(nil, "INFO %s\r\n", text), err
}

func (n *Node) Addr() net.Addr { return n.listener.Addr() }

// Connect connects this program to the hub, without restrictions.
func (n *Node) Connect() (*nats.Conn, error) { return n.hub.Connect() }

const closeTimeout = time.Second

// Close stops the server. For closeTimeout, clients may still read messages that the hub has sent.
func (n *Node) Close() { n.closeOnce.Do(n.shutdown) }

func (n *Node) shutdown() {
	n.stop()
	gone := n.admission.Close()
	n.hub.Close()
	n.admission.DropPending(dropClosing)
	select {
	case <-gone:
	case <-time.After(closeTimeout):
		n.admission.DropAll(dropClosing)
	}
	n.work.Wait()
}

const dropClosing admission.Reason = "closing"

func (n *Node) reportHubMessage(text string) {
	from := "hub"
	text, isOurs := strings.CutPrefix(text, "nats: ")
	if isOurs { // The error concerns this program's own connection.
		from = "connection to the hub"
	}
	m := hubMessagePattern().FindStringSubmatch(text)
	what := from + ": " + cmp.Or(strings.TrimSpace(m[2]), "message")
	n.admission.Report(what, m[1]+strings.TrimLeft(text[len(m[0]):], " ,:-"))
}

// hubMessagePattern matches the beginning of a hub log message: quoted client names, then the kind of
// message.
var hubMessagePattern = lazy.Regexp(`^((?:"(?:[^"\\]|\\.)*" - )*)([A-Za-z ]*)`)

func (n *Node) logEvent(e admission.Event) {
	text := sanitize.Truncate(e.Kind, 200)
	if e.Remote != "" {
		text = e.Remote + ": " + text
	}
	if e.Detail != "" {
		text += ": " + sanitize.Truncate(e.Detail, 200)
	}
	n.Log(text)
}

// A Rate limits all connections of a token together. Excess traffic waits; nothing is dropped.
type Rate struct {
	Messages          int // maximum messages per second from clients
	BytesIn, BytesOut int // maximum bytes per second from and to clients
}

type account struct {
	name                  string
	secretHash            [sha256.Size]byte
	rate                  Rate
	lineLimiter           *rate.Limiter // limits protocol lines; a message takes at least two
	inLimiter, outLimiter *rate.Limiter // limit bytes from and to clients
}

// accountsOf returns the accounts by token name. If there are no tokens, all clients share one
// account.
func accountsOf(tokens []hub.Token, r Rate) map[string]*account {
	if len(tokens) == 0 {
		tokens = []hub.Token{{}}
	}
	list := map[string]*account{}
	for _, t := range tokens {
		perSecond := func(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(n), max(n/4, 1)) }
		list[t.Name] = &account{name: cmp.Or(t.Name, hub.AnonymousName), secretHash: sha256.Sum256([]byte(t.Secret)), rate: r,
			lineLimiter: perSecond(2 * r.Messages), inLimiter: perSecond(r.BytesIn), outLimiter: perSecond(r.BytesOut)}
	}
	return list
}

// maxLine is the maximum length in bytes of the first line in either direction.
const maxLine = 4096

func (n *Node) serve(l *admission.Link) {
	var c net.Conn = l
	if _, err := l.Write(n.infoLine); err != nil {
		return
	}
	if n.TLS != nil {
		secure := tls.Server(l, n.TLS)
		if err := secure.HandshakeContext(l.Context()); err != nil {
			if l.Context().Err() == nil && !errors.Is(err, io.EOF) {
				l.Report("TLS failed", err.Error())
				delayRefusal(l)
			}
			return
		}
		c = secure
	}
	in := bufio.NewReaderSize(c, maxLine)
	line, err := in.ReadSlice('\n')
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		return
	}
	a, fault := n.login(line)
	if a == nil {
		l.Report("login failed", fault)
		refuse(l, c, "Authorization Violation")
		return
	}
	switch why := l.StartSession(a.name); why {
	case "":
		n.forward(l, c, in, line, a)
	case admission.RefusalGone:
	case admission.RefusalFull, admission.RefusalReserved:
		text := fmt.Sprintf("%s%s (%s on the server sets the limit)", hub.ServerFullPrefix, why, n.MaxClientsFlag)
		// Report it once without an address, because waiting clients keep reconnecting.
		n.admission.Report(a.name+": "+text, "")
		refuse(l, c, text)
	default:
		refuse(l, c, hub.ServerFullPrefix+string(why))
	}
}

// login checks the first line of a client. It returns the client's account, or nil and the reason
// for refusal.
func (n *Node) login(line []byte) (a *account, reason string) {
	text, ok := cutVerb(line, "CONNECT")
	if !ok {
		return nil, "not a NATS client"
	}
	c, err := decode.JSON[struct{ User, Pass string }](text, maxLine)
	if err != nil {
		return nil, "not a NATS client"
	}
	a = n.accounts[c.User]
	var want [sha256.Size]byte // want stays zero if there is no such token.
	if a != nil {
		want = a.secretHash
	}
	got := sha256.Sum256([]byte(c.Pass))
	right := subtle.ConstantTimeCompare(got[:], want[:]) == 1
	switch {
	case right && a != nil:
		return a, ""
	case c.User == "":
		return nil, "no token"
	case a == nil:
		return nil, fmt.Sprintf("unknown token name %s", sanitize.Truncate(c.User, 40))
	}
	return nil, "wrong token for " + a.name
}

// cutVerb removes the leading verb of a protocol line; ok is false if the line has another verb.
func cutVerb(line []byte, verb string) (rest []byte, ok bool) {
	if len(line) <= len(verb) || !strings.EqualFold(string(line[:len(verb)]), verb) {
		return nil, false
	}
	return bytes.TrimSpace(line[len(verb):]), true
}

// refusalDelay is the delay before a refusal, so that guessing tokens is slow.
const refusalDelay = time.Second

func delayRefusal(l *admission.Link) {
	select {
	case <-time.After(refusalDelay):
	case <-l.Context().Done():
	}
}

// refuse sends an error after a delay and waits until the client hangs up.
func refuse(l *admission.Link, c net.Conn, text string) {
	delayRefusal(l)
	if _, err := fmt.Fprintf(c, "-ERR '%s'\r\n", text); err == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c, 1<<20)) // The login deadline limits how long this takes.
	}
}

// forward copies data between a client and the hub until either side closes the connection.
func (n *Node) forward(l *admission.Link, c net.Conn, in *bufio.Reader, line []byte, a *account) {
	to, err := n.hub.Dial()
	if err != nil {
		return
	}
	defer to.Close()
	out := bufio.NewReaderSize(to, maxLine)
	// Skip the hub's INFO line; the client has already received n.info.
	if _, err := out.ReadSlice('\n'); err != nil {
		return
	}
	if _, err := to.Write(line); err != nil {
		return
	}
	n.work.Go(func() {
		transfer(timedConn{c}, out, func(p []byte) error { return waitN(l.Context(), a.outLimiter, len(p)) })
		l.Close()
	})
	transfer(to, in, func(p []byte) error {
		// Each message has at least two lines, so limiting lines also limits messages.
		err := errors.Join(waitN(l.Context(), a.inLimiter, len(p)), waitN(l.Context(), a.lineLimiter, bytes.Count(p, []byte{'\n'})))
		if min(a.inLimiter.Tokens(), a.lineLimiter.Tokens()) < 1 {
			l.Report("slowed down", fmt.Sprintf("%s sends more than %d messages or %d KiB a second", a.name, a.rate.Messages, a.rate.BytesIn>>10))
		}
		return err
	})
}

// transfer copies data until reading, writing or throttle fails. Before each write it calls
// throttle, which may wait.
func transfer(dst io.Writer, src io.Reader, throttle func(p []byte) error) {
	buf := make([]byte, 16<<10)
	for {
		k, err := src.Read(buf)
		if k > 0 {
			if throttle(buf[:k]) != nil {
				return
			}
			if _, err := dst.Write(buf[:k]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// waitN waits until the limiter allows n more events.
func waitN(ctx context.Context, limiter *rate.Limiter, n int) error {
	for n > 0 {
		k := min(n, limiter.Burst())
		if err := limiter.WaitN(ctx, k); err != nil {
			return err
		}
		n -= k
	}
	return nil
}

const writeTimeout = 10 * time.Second

// timedConn is a connection whose writes fail after writeTimeout.
type timedConn struct{ net.Conn }

func (t timedConn) Write(p []byte) (int, error) {
	_ = t.SetWriteDeadline(time.Now().Add(writeTimeout)) // If this fails, so does the write.
	return t.Conn.Write(p)
}
