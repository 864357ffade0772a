package sshd

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// checkUndisturbed checks that the match continues and newcomers are admitted.
func checkUndisturbed(t *testing.T, r *rig, src *stage, others ...*screenClient) {
	t.Helper()
	rec := src.now()
	grow(rec, 1)
	want := fmt.Sprintf("round %d/200", rec.Edge())
	for _, c := range append(others, r.watch(t, ask{})) {
		c.awaitText(t, want)
	}
}

// deaf is a connection that stops reading when its channel is closed.
type deaf struct {
	net.Conn
	stop chan struct{}
}

func (d deaf) Read(p []byte) (int, error) {
	select {
	case <-d.stop:
		select {} // blocks until the test program ends
	default:
	}
	return d.Conn.Read(p)
}

func TestClientThatNeverReadsIsDropped(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.StallTimeout = 300 * time.Millisecond })
	other := r.watch(t, ask{})
	other.awaitText(t, "round 0/200")
	tcp := connect(t, r.addr)
	_ = tcp.(*net.TCPConn).SetReadBuffer(4096)
	d := deaf{tcp, make(chan struct{})}
	conn, chans, reqs, err := gossh.NewClientConn(d, r.addr, &gossh.ClientConfig{HostKeyCallback: gossh.FixedHostKey(testKey().PublicKey())})
	if err != nil {
		t.Fatal(err)
	}
	c := gossh.NewClient(conn, chans, reqs)
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RequestPty("xterm-direct", 200, 500, nil); err != nil {
		t.Fatal(err)
	}
	close(d.stop)
	_, _ = s.SendRequest("shell", false, nil) // without a reply, since nobody reads
	rec := src.now()
	eventually(t, "it is dropped", func() bool {
		if rec.Edge() < 150 {
			grow(rec, 1)
		}
		other.awaitText(t, fmt.Sprintf("round %d/200", rec.Edge()))
		return r.admission.Drops.Get(string(dropStalled)) != nil
	})
	tcp.Close()
	checkUndisturbed(t, r, src, other)
}

func TestFloodOfKeysIsDiscarded(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	other, c := r.watch(t, ask{}), r.watch(t, ask{})
	grow(src.now(), 100)
	c.awaitText(t, "round 100/200")
	done := make(chan struct{})
	go func() {
		defer close(done)
		flood := strings.Repeat("hl\x1b[Dz\x1b[<0;10;10M", 1000)
		for range 20 {
			if _, err := io.WriteString(c.in, flood); err != nil {
				return
			}
		}
	}()
	for range 20 {
		checkUndisturbed(t, r, src, other)
	}
	c.conn.Close()
	<-done
	if r.counters.discardedInput.Load() == 0 {
		t.Error("no key was thrown away")
	}
	checkUndisturbed(t, r, src, other)
}

func TestRandomBytesHarmNobody(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.Pending = 32 })
	other := r.watch(t, ask{})
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(worker), 7))
			for range 125 {
				c, err := net.Dial("tcp", r.addr)
				if err != nil {
					t.Error(err)
					return
				}
				p := make([]byte, rnd.IntN(3000))
				for i := range p {
					p[i] = byte(rnd.Uint32())
				}
				if rnd.IntN(2) == 0 {
					p = append([]byte("SSH-2.0-OpenSSH_9.9\r\n"), p...)
				}
				_, _ = c.Write(p)
				c.Close()
			}
		})
	}
	wg.Wait()
	checkUndisturbed(t, r, src, other)
}

func TestShutdownTellsViewers(t *testing.T) {
	t.Parallel()
	src := newLobbyStage()
	r := start(t, src, nil)
	a, b, c := r.watch(t, ask{command: "watch match"}), r.watch(t, ask{command: "watch match@0"}), r.watch(t, ask{})
	a.awaitText(t, "round 0/200")
	b.awaitText(t, "paused")
	c.awaitText(t, "choose a match")
	r.shutDown(t)
	for _, k := range []*screenClient{a, b, c} {
		k.awaitExit(t)
		if got := k.received(); !strings.Contains(got, leaveScreen+endClosing.text) {
			t.Errorf("not told and restored: %q", got[max(0, len(got)-200):])
		}
	}
}

func TestSessionHasATimeLimit(t *testing.T) {
	t.Parallel()
	r := start(t, newStage(), func(c *Config) { c.SessionTimeout = 200 * time.Millisecond })
	c := r.watch(t, ask{})
	if got := c.awaitExit(t); got != 0 || !strings.Contains(c.received(), endTooLong.text) {
		t.Errorf("status %d, %q", got, c.received())
	}
}

// files returns the number of open descriptors, or 0 if it is unknown.
func files() int {
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}

// The test counts goroutines and files of the whole process, so it must not run in parallel.
func TestNothingLeaks(t *testing.T) {
	_, r := startStage(t, nil)
	visit := func(i int) {
		c := r.watch(t, ask{})
		c.awaitText(t, "/200")
		switch i % 4 {
		case 0:
			c.press(t, "h?t")
		case 1:
			for k := range 50 {
				_ = c.sess.WindowChange(20+k, 60+k)
			}
		case 2:
			c.press(t, "q")
			c.awaitExit(t)
		}
		c.conn.Close()
	}
	gone := func() bool { return r.admission.Counts().Connections+r.privateQuota.used()+r.countAudiences() == 0 }
	for i := range 8 {
		visit(i)
	}
	eventually(t, "everybody has left", gone)
	goroutines, open := runtime.NumGoroutine(), files()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range 40 {
				visit(worker + i)
			}
		})
	}
	wg.Wait()
	eventually(t, "everybody has left again", gone)
	eventually(t, "all is as before", func() bool { return runtime.NumGoroutine() <= goroutines && files() <= open })
}

func TestMetricsCountViewersAndMatches(t *testing.T) {
	t.Parallel()
	_, r := startStage(t, nil)
	a := r.watch(t, ask{})
	a.press(t, "h")
	a.awaitText(t, "paused")
	r.watch(t, ask{}).awaitText(t, "2 watching")
	var b bytes.Buffer
	r.writeMetrics(&b)
	for _, want := range []string{"gametui_watchers 2\n", "gametui_audiences 1\n", "gametui_private_watchers 1\n",
		"gametui_joins_total 2\n", "gametui_frame_seconds_count ", "go_goroutines "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	for line := range strings.Lines(b.String()) {
		if len(strings.Fields(line)) != 2 && line[0] != '#' {
			t.Errorf("line %q", line)
		}
	}
}
