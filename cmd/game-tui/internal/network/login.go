package network

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"game-tui/sim/decode"
	"game-tui/sim/league/hub"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd/admission"
)

// A Rate limits all connections of a token together. Traffic beyond it waits; nothing is dropped.
type Rate struct {
	Messages int // a second, from clients
	In, Out  int // bytes a second, from clients and to them
}

type account struct {
	name    string
	secret  [sha256.Size]byte
	rate    Rate
	lines   *rate.Limiter // lines of the protocol: a message has two
	in, out *rate.Limiter // bytes
}

// accountsOf returns an account for each token, or one for all clients.
func accountsOf(tokens []hub.Token, r Rate) map[string]*account {
	if len(tokens) == 0 {
		tokens = []hub.Token{{}}
	}
	list := map[string]*account{}
	for _, t := range tokens {
		perSecond := func(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(n), max(n/4, 1)) }
		list[t.Name] = &account{name: cmp.Or(t.Name, hub.Anybody), secret: sha256.Sum256([]byte(t.Secret)), rate: r,
			lines: perSecond(2 * r.Messages), in: perSecond(r.In), out: perSecond(r.Out)}
	}
	return list
}

// maxLine bounds the first line in either direction.
const maxLine = 4096

func (n *Node) serve(l *admission.Link) {
	var c net.Conn = l
	if _, err := l.Write(n.info); err != nil {
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
	switch why := l.Start(a.name); why {
	case "":
		n.forward(l, c, in, line, a)
	case admission.Gone:
	case admission.Full, admission.Reserved:
		text := fmt.Sprintf("%s%s; the server's %s allows no more", hub.NoPlace, why, n.Flag)
		n.admission.Report(a.name+": "+text, "") // not of the link: a client that waits comes again and again
		refuse(l, c, text)
	default:
		refuse(l, c, hub.NoPlace+string(why))
	}
}

// login returns the account for the first line of a client, or nil and the fault.
func (n *Node) login(line []byte) (a *account, fault string) {
	text, ok := cutVerb(line, "CONNECT")
	if !ok {
		return nil, "not a NATS client"
	}
	c, err := decode.JSON[struct{ User, Pass string }](text, maxLine)
	if err != nil {
		return nil, "not a NATS client"
	}
	a = n.accounts[c.User]
	var want [sha256.Size]byte // zero if there is no such token
	if a != nil {
		want = a.secret
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

// cutVerb cuts a leading verb off a line.
func cutVerb(line []byte, verb string) (rest []byte, ok bool) {
	if len(line) <= len(verb) || !strings.EqualFold(string(line[:len(verb)]), verb) {
		return nil, false
	}
	return bytes.TrimSpace(line[len(verb):]), true
}

// refusedTime is how long a refused client waits, so that guessing stays slow.
const refusedTime = time.Second

func delayRefusal(l *admission.Link) {
	select {
	case <-time.After(refusedTime):
	case <-l.Context().Done():
	}
}

// refuse sends an error and waits until the client hangs up.
func refuse(l *admission.Link, c net.Conn, text string) {
	delayRefusal(l)
	if _, err := fmt.Fprintf(c, "-ERR '%s'\r\n", text); err == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c, 1<<20)) // at most as long as a login may take
	}
}

// forward joins a client to the hub until either side hangs up.
func (n *Node) forward(l *admission.Link, c net.Conn, in *bufio.Reader, line []byte, a *account) {
	to, err := n.hub.Join()
	if err != nil {
		return
	}
	defer to.Close()
	out := bufio.NewReaderSize(to, maxLine)
	if _, err := out.ReadSlice('\n'); err != nil { // n.info was sent in its place
		return
	}
	if _, err := to.Write(line); err != nil {
		return
	}
	n.work.Go(func() {
		transfer(timed{c}, out, func(p []byte) error { return spend(l.Context(), a.out, len(p)) })
		l.Close()
	})
	transfer(to, in, func(p []byte) error {
		err := a.spend(l.Context(), p)
		if min(a.in.Tokens(), a.lines.Tokens()) < 1 {
			l.Report("slowed down", fmt.Sprintf("%s sends more than %d messages or %d KiB a second", a.name, a.rate.Messages, a.rate.In>>10))
		}
		return err
	})
}

// transfer copies until either end fails. The function cost may wait before each piece.
func transfer(to io.Writer, from io.Reader, cost func(p []byte) error) {
	buf := make([]byte, 16<<10)
	for {
		k, err := from.Read(buf)
		if k > 0 && (cost(buf[:k]) != nil || write(to, buf[:k]) != nil) || err != nil {
			return
		}
	}
}

func write(to io.Writer, p []byte) error {
	_, err := to.Write(p)
	return err
}

// spend waits until the account may send p. Each message has at least two line ends.
func (a *account) spend(ctx context.Context, p []byte) error {
	return errors.Join(spend(ctx, a.in, len(p)), spend(ctx, a.lines, bytes.Count(p, []byte{'\n'})))
}

func spend(ctx context.Context, limit *rate.Limiter, n int) error {
	for n > 0 {
		k := min(n, limit.Burst())
		if err := limit.WaitN(ctx, k); err != nil {
			return err
		}
		n -= k
	}
	return nil
}

const writeTime = 10 * time.Second

// timed is a connection whose writes fail after writeTime.
type timed struct{ net.Conn }

func (t timed) Write(p []byte) (int, error) {
	_ = t.SetWriteDeadline(time.Now().Add(writeTime)) // a connection that has none is closed
	return t.Conn.Write(p)
}
