package network

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/decode"
	"game-tui/sim/lazy"
	"game-tui/sim/league/hub"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd/admission"
)

// NodeOptions are the options of Listen.
type NodeOptions struct {
	Addr     string      // HOST:PORT; port 0 is any free one
	Tokens   []hub.Token // if empty, clients of this machine connect without a token
	Rights   hub.Rights  // permissions of a token
	TLS      *tls.Config
	Insecure bool   // listen beyond this machine without TLS
	Clients  int    // at most; the last places are kept for tokens without a client
	Flag     string // name of the flag for Clients, for messages
	Rate     Rate
	Log      func(string)
}

// Limits of clients that have not logged in. A crowd of one address delays only that address.
const (
	loginTime         = 5 * time.Second
	maxPending        = 64
	pendingPerAddress = 128
)

func (o *NodeOptions) limits() admission.Limits {
	return admission.Limits{Handshake: loginTime, MinPendingAge: 2 * refusedTime, Pending: maxPending, PendingPerAddress: pendingPerAddress, Sessions: o.Clients, Groups: len(o.Tokens)}
}

// A Node is a server for other machines. Its listener deals with strangers: TLS, tokens, places and
// rates. Clients that have logged in are joined to the hub.
type Node struct {
	NodeOptions
	hub       *hub.Node
	listener  net.Listener
	admission *admission.Admission
	accounts  map[string]*account // by name of the token
	info      []byte              // first line for each client

	stop  context.CancelFunc
	work  sync.WaitGroup
	close sync.Once
}

// Listen starts a server.
func Listen(o NodeOptions) (*Node, error) {
	listener, err := listen(&o)
	if err != nil {
		return nil, err
	}
	n := &Node{NodeOptions: o, listener: listener, accounts: accountsOf(o.Tokens, o.Rate)}
	n.admission = admission.New(o.limits(), n.print)
	if n.hub, err = hub.StartNode(hub.NodeOptions{Tokens: o.Tokens, Rights: o.Rights, Clients: o.Clients, Log: n.report}); err != nil {
		listener.Close()
		return nil, err
	}
	var ctx context.Context
	ctx, n.stop = context.WithCancel(context.Background())
	if n.info, err = n.firstLine(); err != nil {
		listener.Close()
		n.Close()
		return nil, err
	}
	n.work.Go(func() { _ = n.admission.Serve(ctx, listener, &n.work, nil, n.serve) }) // until it is closed
	return n, nil
}

// listen refuses addresses that would expose tokens or admit strangers.
func listen(o *NodeOptions) (net.Listener, error) {
	host, port, err := net.SplitHostPort(o.Addr)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return nil, fmt.Errorf("%q: expected an address such as 0.0.0.0:4222", o.Addr)
	}
	local := hub.IsLoopback(cmp.Or(host, "0.0.0.0"))
	switch {
	case !local && len(o.Tokens) == 0:
		return nil, fmt.Errorf("%s can be reached from other machines: require tokens with --token-file", o.Addr)
	case !local && o.TLS == nil && !o.Insecure:
		return nil, fmt.Errorf("%s can be reached from other machines, and others on the way could read the tokens: give --tls-cert and --tls-key, or --insecure in a network that you trust", o.Addr)
	}
	return net.Listen("tcp", o.Addr)
}

// firstLine returns the INFO line for all clients, without the fields about one client.
func (n *Node) firstLine() ([]byte, error) {
	c, err := n.hub.Join()
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
		return nil, errors.New("the hub sends no INFO")
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

// Connect connects this program to the hub, with all rights.
func (n *Node) Connect() (*nats.Conn, error) { return n.hub.Connect() }

// closeTime is how long clients may take to read the last messages.
const closeTime = time.Second

// Close ends the server. Messages that the hub has sent still reach clients that read them.
func (n *Node) Close() { n.close.Do(n.end) }

func (n *Node) end() {
	n.stop()
	gone := n.admission.Close()
	n.hub.Close()
	n.admission.DropPending(dropClosing)
	select {
	case <-gone:
	case <-time.After(closeTime):
		n.admission.DropAll(dropClosing)
	}
	n.work.Wait()
}

const dropClosing admission.Reason = "closing"

func (n *Node) report(text string) {
	from := "hub"
	text, own := strings.CutPrefix(text, "nats: ")
	if own { // error of our own client connection
		from = "connection to the hub"
	}
	m := message().FindStringSubmatch(text)
	what := from + ": " + cmp.Or(strings.TrimSpace(m[2]), "message")
	n.admission.Report(what, m[1]+strings.TrimLeft(text[len(m[0]):], " ,:-"))
}

// message matches the clients in quotes and the kind of message at the start of a hub message.
var message = lazy.Regexp(`^((?:"(?:[^"\\]|\\.)*" - )*)([A-Za-z ]*)`)

func (n *Node) print(e admission.Event) {
	text := sanitize.Truncate(e.What, 200)
	if e.Remote != "" {
		text = e.Remote + ": " + text
	}
	if e.Detail != "" {
		text += ": " + sanitize.Truncate(e.Detail, 200)
	}
	n.Log(text)
}
