package network

import (
	"bufio"
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/league/hub"
	"game-tui/sim/simtest"
)

// messages is a log that tests can read.
type messages struct {
	mu   sync.Mutex
	list []string
}

func (m *messages) print(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, text)
}

func (m *messages) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.list, "\n")
}

// says waits for log lines that match.
func (m *messages) says(t *testing.T, lines ...string) {
	t.Helper()
	for _, line := range lines {
		simtest.Await(t, line, func() bool { return regexp.MustCompile(line).MatchString(m.String()) }, m.String)
	}
}

// start starts a node on loopback. By default, it accepts workers.
func start(t *testing.T, o NodeOptions) (*Node, *messages) {
	t.Helper()
	log := &messages{}
	o.Addr, o.Rights, o.MaxClientsFlag, o.Log = "127.0.0.1:0", hub.WorkerPermissions, "--max-workers", log.print
	if o.MaxClients == 0 {
		o.MaxClients = 20
	}
	if o.Rate == (Rate{}) {
		o.Rate = Rate{Messages: 10_000, BytesIn: 8 << 20, BytesOut: 100 << 20}
	}
	n, err := Listen(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n, log
}

// connect connects with a token from a loopback address.
func connect(t *testing.T, n *Node, token hub.Token, host string) *nats.Conn {
	t.Helper()
	c, err := nats.Connect(n.Addr().String(), nats.UserInfo(token.Name, token.Secret), nats.CustomInboxPrefix(hub.InboxPrefix(cmp.Or(token.Name, hub.AnonymousName))), nats.Timeout(30*time.Second),
		nats.SetCustomDialer(&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(host)}}), nats.RetryOnFailedConnect(true), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// answers makes the node answer the requests of all workers.
func answers(t *testing.T, n *Node) {
	t.Helper()
	own, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(own.Close)
	if _, err := own.Subscribe("game-tui.>", func(m *nats.Msg) {
		if m.Reply != "" {
			_ = m.Respond(m.Data)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := own.Flush(); err != nil {
		t.Fatal(err)
	}
}

// asks sends a request as a worker and retries until it gets an answer.
func asks(t *testing.T, c *nats.Conn, token string) {
	t.Helper()
	ctx, cancel := simtest.Context(t)
	defer cancel()
	var m *nats.Msg
	simtest.Await(t, "an answer for "+token, func() bool {
		var err error
		m, err = hub.Request(ctx, c, "game-tui.any."+token+".one.join", []byte("hello")) // fails while the client is not connected
		return err == nil
	}, nil)
	if string(m.Data) != "hello" {
		t.Errorf("answer %q", m.Data)
	}
}

// TestListenRefuses checks that servers beyond loopback require tokens and TLS.
func TestListenRefuses(t *testing.T) {
	t.Parallel()
	token := hub.NewToken("anna")
	for _, c := range []struct {
		o    NodeOptions
		want string
	}{
		{NodeOptions{Addr: "0.0.0.0:0"}, "require tokens with --token-file"},
		{NodeOptions{Addr: ":0", Tokens: []hub.Token{token}}, "add --tls-cert and --tls-key, or --insecure on a network you trust"},
		{NodeOptions{Addr: "127.0.0.1"}, "expected an address such as 0.0.0.0:4222"},
		{NodeOptions{Addr: "127.0.0.1:99999"}, "expected an address"},
		{NodeOptions{Addr: "127.0.0.1:0", Tokens: []hub.Token{{Name: "coordinator", Secret: token.Secret}}}, "give that token another name"},
	} {
		c.o.Rights, c.o.MaxClients, c.o.Log = hub.WorkerPermissions, 4, func(string) {}
		n, err := Listen(c.o)
		if err == nil {
			n.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestFailedLoginsAreLogged checks that the log states which login failed and why, without secrets.
func TestFailedLoginsAreLogged(t *testing.T) {
	t.Parallel()
	anna := hub.NewToken("anna")
	n, log := start(t, NodeOptions{Tokens: []hub.Token{anna}})
	for _, c := range []struct {
		name, first, want string
	}{
		{"no token", `CONNECT {}`, "no token"},
		{"wrong secret", `CONNECT {"user":"anna","pass":"guessed-secret"}`, "wrong token for anna"},
		{"secret of nobody", `CONNECT {"user":"ben","pass":"guessed-secret"}`, "unknown token name ben"},
		{"control characters", `connect {"user":"\u001b[2Jben\n","pass":"guessed-secret"}`, `unknown token name \?\[2Jben `},
		{"another protocol", "GET / HTTP/1.1", "not a NATS client"},
		{"no JSON", "CONNECT guessed-secret", "not a NATS client"},
		{"endless", "CONNECT " + strings.Repeat(" ", 100_000), "not a NATS client"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tcp, err := net.Dial("tcp", n.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer tcp.Close()
			_ = tcp.SetDeadline(simtest.Deadline(t))
			in := bufio.NewReader(tcp)
			if info, err := in.ReadString('\n'); err != nil || !strings.HasPrefix(info, "INFO {") || strings.Contains(info, "client_id") {
				t.Fatalf("%q, %v", info, err)
			}
			if _, err := io.WriteString(tcp, c.first+"\r\nPING\r\n"); err != nil {
				t.Fatal(err)
			}
			if got, err := in.ReadString('\n'); got != "-ERR 'Authorization Violation'\r\n" {
				t.Errorf("answer %q, %v", got, err)
			}
			log.says(t, "(?m)^"+regexp.QuoteMeta(tcp.LocalAddr().String())+": login failed: "+c.want+"$")
		})
	}
	t.Cleanup(func() {
		if strings.Contains(log.String(), "secret") {
			t.Errorf("a secret is in the log:\n%s", log)
		}
	})
}

// TestWorkersReadWhyTheyAreRefused checks that a refused worker gets a message its operator can act
// on.
func TestWorkersReadWhyTheyAreRefused(t *testing.T) {
	t.Parallel()
	anna := hub.NewToken("anna")
	n, _ := start(t, NodeOptions{Tokens: []hub.Token{anna}})
	open, _ := start(t, NodeOptions{})
	for _, c := range []struct {
		url   string
		token hub.Token
		want  string
	}{
		{n.Addr().String(), hub.Token{}, "rejects clients without a token; ask the organizer for a token file (--token-file)"},
		{n.Addr().String(), hub.NewToken("anna"), "rejects the token anna; ask"},
		{n.Addr().String(), hub.NewToken("ben"), "rejects the token ben; ask"},
		{"tls://" + n.Addr().String(), anna, "does not use TLS; connect with nats://, or start the server with --tls-cert"},
		{open.Addr().String(), anna, "rejects the token anna; ask"},
		{open.Addr().String(), hub.Token{}, ""},
		{n.Addr().String(), anna, ""},
	} {
		t.Run(c.url+" "+c.token.Name, func(t *testing.T) {
			t.Parallel()
			d := hub.Address{URLs: c.url, Token: c.token}
			conn, err := d.Connect(t.Context(), "worker", func(text string) { t.Error(text) })
			if err == nil {
				conn.Close()
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// TestCrowdKeepsNobodyOut checks that idle connections do not block other clients, from the same
// address or elsewhere.
func TestCrowdKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	for _, crowd := range []int{150, 1000} {
		for _, host := range []string{"127.0.0.1", "127.0.0.2"} {
			t.Run(fmt.Sprint(crowd, " ", host), func(t *testing.T) {
				t.Parallel()
				if l, err := net.Listen("tcp", host+":0"); err != nil {
					t.Skip(err) // only Linux accepts all of 127.0.0.0/8
				} else {
					l.Close()
				}
				anna := hub.NewToken("anna")
				n, log := start(t, NodeOptions{Tokens: []hub.Token{anna}})
				answers(t, n)
				for range crowd {
					c, err := net.Dial("tcp", n.Addr().String())
					if err != nil {
						t.Fatal(err)
					}
					defer c.Close()
				}
				asks(t, connect(t, n, anna, host), "anna")
				if n := n.admission.Counts().Connections; n > 2*maxPending+maxPending+2 {
					t.Errorf("%d connections are kept", n)
				}
				if log.String() != "" {
					t.Errorf("said %s", log)
				}
			})
		}
	}
}

// TestPlacesAreKeptForOtherTokens checks that one token cannot occupy all places. Surplus
// connections get the reason and wait.
func TestPlacesAreKeptForOtherTokens(t *testing.T) {
	t.Parallel()
	evil, anna := hub.NewToken("evil"), hub.NewToken("anna")
	n, log := start(t, NodeOptions{Tokens: []hub.Token{evil, anna}, MaxClients: 80})
	answers(t, n)
	first := login(t, n, evil)
	for range 199 {
		login(t, n, evil)
	}
	simtest.Await(t, "all but one place are taken", func() bool { return n.admission.Counts().Sessions == 79 }, nil)
	asks(t, connect(t, n, anna, "127.0.0.1"), "anna")
	log.says(t, `(?m)^evil: no place: the remaining places are reserved; try again later \(--max-workers on the server sets the limit\)$`)
	said := make(chan string, 10)
	d := hub.Address{URLs: n.Addr().String(), Token: evil}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	got := make(chan error, 1)
	go func() {
		c, err := d.Connect(ctx, "worker", func(text string) { said <- text })
		if err == nil {
			c.Close()
		}
		got <- err
	}()
	if text := simtest.Receive(t, "why there is no place", said); !strings.HasSuffix(text, " has no free place (the server is full; try again later (--max-workers on the server sets the limit)); waiting for one") {
		t.Errorf("the worker reads %q", text)
	}
	first.Close()
	cancel()
	if err := simtest.Receive(t, "the end of the worker", got); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// login connects with a token without waiting for an answer.
func login(t *testing.T, n *Node, token hub.Token) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", n.Addr().String())
	if err == nil {
		t.Cleanup(func() { c.Close() })
		_, err = fmt.Fprintf(c, "CONNECT {\"user\":%q,\"pass\":%q}\r\n", token.Name, token.Secret)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// flood sends the same message on its own connection as fast as possible until stop is called.
func flood(t *testing.T, n *Node, token hub.Token, text string) (stop func()) {
	t.Helper()
	c := login(t, n, token)
	var both sync.WaitGroup
	both.Go(func() { _, _ = io.Copy(io.Discard, c) })
	both.Go(func() {
		var err error
		for many := []byte(strings.Repeat(text, 1000)); err == nil; {
			_, err = c.Write(many)
		}
	})
	stop = sync.OnceFunc(func() {
		c.Close()
		both.Wait()
	})
	t.Cleanup(stop)
	return stop
}

// TestFloodDelaysNobodyElse checks that a flooding token is slowed down, other tokens lose no
// messages, and the log stays short.
func TestFloodDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	evil, anna := hub.NewToken("evil"), hub.NewToken("anna")
	n, log := start(t, NodeOptions{Tokens: []hub.Token{evil, anna}, Rate: Rate{Messages: 5000, BytesIn: 1 << 20, BytesOut: 100 << 20}})
	answers(t, n)
	honest := connect(t, n, anna, "127.0.0.1")
	asks(t, honest, "anna")
	stops := []func(){
		flood(t, n, evil, "PUB game-tui.any.evil.one.playing 0\r\n\r\n"),
		flood(t, n, evil, "PUB game-tui.any.evil.one.join _INBOX.evil.x 0\r\n\r\n"),
		flood(t, n, evil, "PUB game-tui.any.anna.one.playing 0\r\n\r\n"),
		flood(t, n, evil, "PING\r\n"),
	}
	log.says(t, `: slowed down: evil sends more than 5000 messages or 1024 KiB a second`, `hub: Publish Violation: .*user:evil" - Subject "game-tui.any.anna.one.playing"`)
	for range 500 {
		asks(t, honest, "anna")
	}
	if got := honest.Stats().Reconnects; got != 0 {
		t.Errorf("the honest worker was cut %d times", got)
	}
	for _, stop := range stops {
		stop()
	}
	if lines := strings.Count(log.String(), "\n") + 1; lines > 20 {
		t.Errorf("%d lines:\n%.3000s", lines, log)
	}
}

// TestCloseDeliversWhatWasSent checks that messages published before Close reach their subscribers.
func TestCloseDeliversWhatWasSent(t *testing.T) {
	t.Parallel()
	n, _ := start(t, NodeOptions{})
	c := connect(t, n, hub.Token{}, "127.0.0.1")
	got := make(chan *nats.Msg, 1)
	if _, err := c.ChanSubscribe("game-tui.p.over", got); err != nil {
		t.Fatal(err)
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	silent, err := net.Dial("tcp", n.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	own, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if err := errors.Join(own.Publish("game-tui.p.over", make([]byte, 500_000)), own.Flush()); err != nil {
		t.Fatal(err)
	}
	n.Close()
	if m := simtest.Receive(t, "the last message", got); len(m.Data) != 500_000 {
		t.Errorf("%d bytes", len(m.Data))
	}
	if n := n.admission.Counts().Connections; n > 0 {
		t.Errorf("%d connections are left", n)
	}
}

// TestTLS checks that workers that trust the certificate can connect and that others get a useful
// error.
func TestTLS(t *testing.T) {
	t.Parallel()
	cert, pem := certificate(t)
	token := hub.NewToken("anna")
	n, log := start(t, NodeOptions{Tokens: []hub.Token{token}, TLS: cert})
	own, err := n.Connect()
	if err != nil {
		t.Fatalf("its own connection: %v", err)
	}
	defer own.Close()
	for _, c := range []struct {
		ca   []byte
		want string
	}{{pem, ""}, {nil, "; specify trusted certificates with --tls-ca"}} {
		d := hub.Address{URLs: "tls://" + n.Addr().String(), Token: token, CA: c.ca}
		l, err := d.Connect(t.Context(), "x", func(s string) { t.Error(s) })
		if err == nil {
			l.Close()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	log.says(t, `TLS failed: remote error: tls: bad certificate`)
}

// certificate returns a self-signed certificate for loopback and the text to trust it with.
func certificate(t testing.TB) (*tls.Config, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12},
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
