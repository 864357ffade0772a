package network

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"game-tui/sim/league/hub"
	"game-tui/tui/sshd/admission"
)

// pipes is a listener for in-process connections, which work inside a synctest bubble.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return nil }

// dial connects to the listener and reads the first line from the server.
func (p pipes) dial(t *testing.T) (net.Conn, *bufio.Reader) {
	t.Helper()
	near, far := net.Pipe()
	t.Cleanup(func() { near.Close() })
	p <- far
	in := bufio.NewReader(near)
	if line, err := in.ReadString('\n'); !strings.HasPrefix(line, "INFO ") {
		t.Errorf("first line: got %q, %v, want INFO", line, err)
	}
	return near, in
}

// listenPipes runs the listener of a Node without a hub until the test ends.
func listenPipes(t *testing.T, o NodeOptions) (*Node, pipes, *messages) {
	t.Helper()
	p, log := make(pipes), &messages{}
	o.Log = log.print
	n := &Node{NodeOptions: o, infoLine: []byte("INFO {}\r\n"), accounts: accountsOf(o.Tokens, o.Rate)}
	n.admission = admission.New(o.limits(), n.logEvent)
	var work sync.WaitGroup
	work.Go(func() { _ = n.admission.Serve(context.Background(), p, &work, nil, n.serve) })
	t.Cleanup(func() {
		close(p)
		n.admission.Close()
		n.admission.DropAll(dropClosing)
		work.Wait()
	})
	return n, p, log
}

// TestRefusedClientsKeepTheirPlaces checks that a client whose login failed occupies its place for
// a second, which keeps the log short.
func TestRefusedClientsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	cert, _ := certificate(t)
	for _, c := range []struct {
		name, text string
		tls        *tls.Config
	}{
		{"TLS", "no TLS at all\r\n", cert},
		{"login", "CONNECT {}\r\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n, p, log := listenPipes(t, NodeOptions{Tokens: []hub.Token{hub.NewToken("anna")}, TLS: c.tls, MaxClients: 9})
				out, in := p.dial(t)
				_, _ = io.WriteString(out, c.text)
				go io.Copy(io.Discard, in)
				time.Sleep(refusalDelay - 1) // fake time of the synctest bubble
				if got := n.admission.Counts().Pending; got != 1 {
					t.Errorf("got %d places before a second has passed, want 1", got)
				}
				if got := log.String(); !strings.Contains(got, c.name+" failed: ") {
					t.Errorf("got the log %q, want %s failed", got, c.name)
				}
				out.Close()
			})
		})
	}
}

// TestCrowdOfRefusedClientsReadsWhy checks that a refused client gets an answer even if others wait
// for its place.
func TestCrowdOfRefusedClientsReadsWhy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, p, _ := listenPipes(t, NodeOptions{Tokens: []hub.Token{hub.NewToken("anna")}, MaxClients: 9})
		var clients sync.WaitGroup
		for range maxPending {
			out, in := p.dial(t)
			clients.Go(func() {
				time.Sleep(10 * time.Millisecond) // simulated login latency
				_, _ = io.WriteString(out, "CONNECT {}\r\n")
				if got, err := in.ReadString('\n'); got != "-ERR 'Authorization Violation'\r\n" {
					t.Errorf("got the answer %q, %v", got, err)
				}
				out.Close()
			})
		}
		p.dial(t) // waits for a free place
		clients.Wait()
	})
}

// TestClosingServerLogsNoRefusals checks that clients that connect during shutdown get an answer
// and that the log stays short.
func TestClosingServerLogsNoRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		anna := hub.NewToken("anna")
		n, p, log := listenPipes(t, NodeOptions{Tokens: []hub.Token{anna}, MaxClients: 9})
		out, in := p.dial(t)
		_ = n.admission.Close()
		_, _ = fmt.Fprintf(out, "CONNECT {\"user\":\"anna\",\"pass\":%q}\r\n", anna.Secret)
		if got, err := in.ReadString('\n'); !strings.Contains(got, string(admission.RefusalClosing)) {
			t.Errorf("got the answer %q, %v, want %s", got, err, admission.RefusalClosing)
		}
		if got := log.String(); got != "" {
			t.Errorf("got the log %q, want nothing", got)
		}
		out.Close()
	})
}

// TestMessagesOfTheHubHaveKinds checks that a harmless message does not hide other kinds and that
// text from a client is not used as a kind.
func TestMessagesOfTheHubHaveKinds(t *testing.T) {
	t.Parallel()
	log := &messages{}
	n := &Node{NodeOptions: NodeOptions{Log: log.print}}
	n.admission = admission.New(admission.Limits{}, n.logEvent)
	for _, text := range []string{
		"Readloop processing time: 3s", `"evil \" - x:1" - "$G/user:evil" - Publish Violation - Subject "a"`, "Readloop processing time: 4s", `"$G/user:evil" - Publish Violation - Subject "b"`,
		"Slow Consumer Detected: WriteDeadline of 10s exceeded", "nats: slow consumer, messages dropped: x", "7 of 9",
	} {
		n.reportHubMessage(text)
	}
	want := `hub: Readloop processing time: 3s
hub: Publish Violation: "evil \" - x:1" - "$G/user:evil" - Subject "a"
hub: Slow Consumer Detected: WriteDeadline of 10s exceeded
connection to the hub: slow consumer: messages dropped: x
hub: message: 7 of 9`
	if got := log.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
