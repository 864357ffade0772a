package sshload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
)

// client is a watcher that reads cheaply: of all that it gets it looks for the
// round alone, which every frame that changes it writes whole.
type client struct {
	conn  ssh.Conn
	ch    ssh.Channel
	round int // newest round seen, -1 none; of the goroutine that reads
	bytes atomic.Int64
	seen  func(round int, at time.Time) // called for every new round; may be nil
	there chan struct{}                 // closed with the first frame
	ended chan struct{}
}

// dial connects, asks for a terminal and waits for the first frame.
func dial(addr string, seen func(round int, at time.Time)) (*client, error) {
	tcp, err := net.DialTimeout("tcp", addr, 20*time.Second)
	if err != nil {
		return nil, err
	}
	return attach(tcp, addr, seen)
}

func attach(tcp net.Conn, addr string, seen func(round int, at time.Time)) (*client, error) {
	c := &client{round: -1, seen: seen, there: make(chan struct{}), ended: make(chan struct{})}
	conn, chans, reqs, err := ssh.NewClientConn(tcp, addr, &ssh.ClientConfig{User: "bench",
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 20 * time.Second}) // the key was made for this run
	if err != nil {
		tcp.Close()
		return nil, err
	}
	c.conn = conn
	go ssh.DiscardRequests(reqs)
	go func() {
		for n := range chans {
			_ = n.Reject(ssh.Prohibited, "")
		}
	}()
	if err := c.open(); err != nil {
		conn.Close()
		return nil, err
	}
	go c.read()
	select {
	case <-c.there:
		return c, nil
	case <-time.After(20 * time.Second):
		c.close()
		return nil, errors.New("no first frame in 20 s")
	}
}

func (c *client) open() error {
	ch, reqs, err := c.conn.OpenChannel("session", nil)
	if err != nil {
		return err
	}
	c.ch = ch
	go ssh.DiscardRequests(reqs)
	pty := ssh.Marshal(struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{"xterm-direct", 100, 40, 0, 0, "\x00"})
	for _, r := range []struct {
		name    string
		payload []byte
	}{{"pty-req", pty}, {"shell", nil}} {
		if ok, err := ch.SendRequest(r.name, true, r.payload); err != nil || !ok {
			return fmt.Errorf("%s: refused (%v)", r.name, err)
		}
	}
	return nil
}

// resize sends a change of the window.
func (c *client) resize(w, h uint32) error {
	_, err := c.ch.SendRequest("window-change", false, ssh.Marshal(struct{ W, H, X, Y uint32 }{w, h, 0, 0}))
	return err
}

func (c *client) press(key string) error {
	_, err := io.WriteString(c.ch, key)
	return err
}

func (c *client) close() {
	c.conn.Close()
	<-c.ended
}

var word = []byte("round ")

// longest is the longest text that is looked for: "round 1234/2000".
const longest = 16

func (c *client) read() {
	defer close(c.ended)
	buf := make([]byte, 16<<10)
	kept := 0 // bytes of the read before, which may hold half of the text
	for {
		n, err := c.ch.Read(buf[kept:])
		if n > 0 {
			c.bytes.Add(int64(n))
			c.look(buf[:kept+n])
			n += kept
			kept = min(n, longest)
			copy(buf, buf[n-kept:n])
		}
		if err != nil {
			return
		}
	}
}

// look finds the last round in what came; the word stands elsewhere too.
func (c *client) look(p []byte) {
	for i := bytes.LastIndex(p, word); i >= 0; i = bytes.LastIndex(p[:i], word) {
		digits, _, found := bytes.Cut(p[i+len(word):], []byte("/"))
		r, err := strconv.Atoi(string(digits[:min(len(digits), longest)]))
		if !found || err != nil {
			continue
		}
		if c.round == r {
			return
		}
		if c.round < 0 {
			close(c.there)
		}
		if c.round = r; c.seen != nil {
			c.seen(r, time.Now())
		}
		return
	}
}
