package sshd

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/simtest"
)

// dialFrom connects from another address of this machine.
func (r *rig) dialFrom(t *testing.T, host string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(host)}}
	tcp, err := d.Dial("tcp", r.addr)
	if err != nil {
		t.Skip(err) // only Linux has all of 127.0.0.0/8
	}
	conn, chans, reqs, err := gossh.NewClientConn(tcp, r.addr, &gossh.ClientConfig{User: "test", Auth: auth,
		HostKeyCallback: gossh.FixedHostKey(testKey().PublicKey())})
	if err != nil {
		tcp.Close()
		return nil, err
	}
	return gossh.NewClient(conn, chans, reqs), nil
}

func TestCrowdDelaysOnlyItsAddress(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, 8, 100} { // connections of an address: any number, fewer and more than may be pending
		r := start(t, newLobbyStage(), func(c *Config) {
			c.Pending, c.ConnectionsPerAddress = 16, limit
			c.HandshakeTimeout, c.MinPendingAge = time.Hour, time.Hour
		})
		for range 150 {
			c, err := net.Dial("tcp", r.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
		}
		for range 20 {
			c, err := r.dialFrom(t, "127.0.0.2")
			if err != nil {
				t.Fatalf("limit %d: %v", limit, err)
			}
			if out, _, status := execute(t, c, "list"); status != 0 || !strings.Contains(out, "match") {
				t.Errorf("limit %d: status %d, %q", limit, status, out)
			}
			c.Close()
		}
	}
}

// Up to refusedPerAddress further connections learn why they are refused.
const spare = 4

func TestSurplusConnectionsAreClosedAtOnce(t *testing.T) {
	t.Parallel()
	r := start(t, newStage(), func(c *Config) {
		c.Pending, c.ConnectionsPerAddress = 2, 3
		c.HandshakeTimeout, c.MinPendingAge = time.Hour, time.Hour
	})
	for range 3 + spare {
		c := connect(t, r.addr)
		defer c.Close()
	}
	eventually(t, "they are taken in", func() bool {
		n := r.admission.Counts()
		return n.Connections == 3+spare && n.Pending == 2
	})
	for range 100 {
		c := connect(t, r.addr)
		_ = c.SetReadDeadline(simtest.Deadline(t))
		if n, err := io.Copy(io.Discard, c); n != 0 || err != nil && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%d bytes, %v", n, err)
		}
		c.Close()
	}
}
