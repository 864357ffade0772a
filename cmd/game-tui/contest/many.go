package contest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/nats-io/nats.go"

	"game-tui/cmd/game-tui/network"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/clean"
	"game-tui/sim/league/hub"
)

// Many says how a tournament is played by many machines.
type Many struct {
	network.Access
	Listen, NATS string
	Share        string
	Cores        int
	Workers      int

	share float64 // of --verify
	node  *hub.Node
	conn  *nats.Conn
}

// spare are connections for workers for which there is no room, to learn that.
const spare = 16

// manyNames are the flags that say it.
var manyNames = []string{"listen", "nats", "token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "verify", "cores", "max-workers"}

// open reaches the workers before anything is played, or says why that cannot be.
func (m *Many) open(ctx context.Context, wasTyped func(flag string) bool, log func(string)) (err error) {
	on := m.Listen != "" || m.NATS != ""
	for _, name := range manyNames {
		if wasTyped(name) && name != "cores" && !on {
			return fmt.Errorf("--%s is for workers: let them come with --listen ADDRESS or --nats URL", name)
		}
	}
	switch {
	case m.Cores < 0 || m.Cores == 0 && !on:
		return errors.New("--cores must be at least 1; 0 leaves all to workers, with --listen or --nats")
	case m.Workers < 1:
		return errors.New("--max-workers must be at least 1")
	case !on:
		return nil
	}
	if err := network.IdleFlags(wasTyped, "--listen", "--nats", m.Listen != ""); err != nil {
		return err
	}
	if m.share, err = typed.Share(m.Share); err != nil {
		return fmt.Errorf("--verify %q: %w", m.Share, err)
	}
	if m.NATS != "" {
		d, err := m.Dial(ctx, m.NATS)
		if err != nil {
			return err
		}
		m.conn, err = d.Connect(ctx, "coordinator", log)
		return err
	}
	if err := m.MakeTokens("worker", log); err != nil {
		return err
	}
	if m.node, err = m.Node(ctx, m.Listen, m.Workers+spare, hub.WorkerRights); err != nil {
		return fmt.Errorf("--listen %w", err)
	}
	if m.conn, err = m.node.Connect(); err != nil {
		return err
	}
	scheme := "nats"
	if m.Cert != "" {
		scheme = "tls"
	}
	line := fmt.Sprintf("workers: game-tui worker %s://%s", scheme, reachedAt(m.node.Addr()))
	if m.Tokens != "" {
		line += " --token-file FILE"
	} else {
		line += ", without a token from this machine (--token-file asks for one)"
	}
	log(line)
	return nil
}

// reachedAt is the address that others type: where all addresses of this machine are
// listened on, its name.
func reachedAt(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	name, err := os.Hostname()
	if err != nil || name == "" {
		name = "HOST"
	}
	return net.JoinHostPort(clean.Word(name, 100), strconv.Itoa(tcp.Port))
}

// close ends the connection and the server.
func (m *Many) close() {
	if m.conn != nil {
		m.conn.Close()
	}
	if m.node != nil {
		m.node.Close()
	}
}
