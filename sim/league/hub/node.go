package hub

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"game-tui/sim/lazy"
)

// A PermissionsFunc returns the permissions of clients with the named token.
type PermissionsFunc func(name string) *server.Permissions

type NodeOptions struct {
	Tokens      []Token // accepted tokens; if empty, clients need none
	Permissions PermissionsFunc
	MaxClients  int
	Log         func(text string) // receives warnings from the server; must not block
}

// Limits on client connections. Their buffers use at most MaxClients × maxPending bytes.
const (
	maxPayload     = 1 << 20
	maxPending     = 8 << 20
	maxSubs        = 16
	maxControlLine = 1024
	spareConns     = 16 // extra connections, for this program and clients that are disconnecting
	writeTimeout   = 10 * time.Second
	pingInterval   = 20 * time.Second
	startTimeout   = 10 * time.Second
)

// A Node is a NATS server in this program. It does not listen; the caller connects clients with Dial.
type Node struct {
	server     *server.Server
	localToken Token
	log        func(text string)
}

const localName = "coordinator"

func StartNode(o NodeOptions) (*Node, error) {
	n := &Node{localToken: NewToken(localName), log: o.Log}
	opts := &server.Options{
		DontListen: true, ServerName: "game-tui", NoSigs: true, NoLog: true,
		MaxConn: o.MaxClients + spareConns, MaxPayload: maxPayload, MaxPending: maxPending, MaxSubs: maxSubs, MaxControlLine: maxControlLine,
		WriteDeadline: writeTimeout, PingInterval: pingInterval, MaxPingsOut: 2,
		Users: []*server.User{{Username: n.localToken.Name, Password: n.localToken.Secret}},
	}
	tokens := o.Tokens
	if len(tokens) == 0 {
		tokens, opts.NoAuthUser = []Token{anonymousToken}, anonymousToken.Name
	}
	for _, t := range tokens {
		if t.Name == n.localToken.Name {
			return nil, fmt.Errorf("%s is reserved; give that token another name", t.Name)
		}
		opts.Users = append(opts.Users, &server.User{Username: t.Name, Password: t.Secret, Permissions: o.Permissions(t.Name)})
	}
	var err error
	if n.server, err = server.NewServer(opts); err != nil {
		return nil, err
	}
	n.server.Start()
	if !n.server.ReadyForConnections(startTimeout) {
		n.Close()
		return nil, errors.New("the NATS server failed to start")
	}
	// Set the logger only now, because the starting server warns about plain-text passwords.
	n.server.SetLoggerV2(serverLog{o.Log}, false, false, false)
	return n, nil
}

// AnonymousName is the name shared by all clients if the server requires no tokens.
const AnonymousName = "anybody"

var anonymousToken = Token{AnonymousName, AnonymousName}

// Dial returns a connection to the server for one client. The server checks the client's token.
func (n *Node) Dial() (net.Conn, error) { return n.server.InProcessConn() }

// Connect connects this program to the server, with all permissions.
func (n *Node) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(n.server), nats.UserInfo(n.localToken.Name, n.localToken.Secret), nats.Name(localName), nats.MaxReconnects(-1),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			text := err.Error()
			if s != nil {
				text += ": " + s.Subject
			}
			n.log(text)
		}))
}

func (n *Node) Close() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

type serverLog struct{ log func(text string) }

// clientPrefix matches the address and number of a client at the start of a log line.
var clientPrefix = lazy.Regexp(`^.*? cid:[0-9]+ - `)

func (l serverLog) Warnf(format string, v ...any) {
	l.log(clientPrefix().ReplaceAllString(fmt.Sprintf(format, v...), ""))
}

func (l serverLog) Errorf(format string, v ...any) { l.Warnf(format, v...) }
func (l serverLog) Fatalf(format string, v ...any) { l.Warnf(format, v...) }
func (serverLog) Noticef(string, ...any)           {}
func (serverLog) Debugf(string, ...any)            {}
func (serverLog) Tracef(string, ...any)            {}

// WorkerPermissions returns permission to publish under a token's name, and to receive replies and
// end-of-tournament messages.
func WorkerPermissions(name string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{subjectPrefix + ".*." + name + ".*.*"}},
		Subscribe: &server.SubjectPermission{Allow: []string{InboxPrefix(name) + ".>", subjectPrefix + ".*." + verbOver}},
	}
}
