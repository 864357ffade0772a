package sshd

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/lobby"
)

// wanderer moves its units at random, so that every game has events.
type wanderer struct{ frame sim.Frame }

func (w *wanderer) Play(_ context.Context, q *sim.Query) sim.Reply {
	q.State.FillFrame(&w.frame)
	var o sim.Orders
	for _, u := range w.frame.Units {
		if int(u.Seat) == q.Seat && u.OnBoard {
			o.Give(sim.Order{Unit: u.ID, Kind: 'm', Dir: int8(q.Rand.Random(0, 3))})
		}
	}
	return sim.NewReply(&o)
}

// played returns a whole match, played once for all tests.
var played = sync.OnceValue(func() *record.Record {
	g := catalog.Default()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: 30}
	var players [sim.Seats]sim.Player
	for i := range players {
		players[i] = &wanderer{}
		spec.Players[i].Name = fmt.Sprintf("Player%d", i)
	}
	_, rec, err := match.Play(context.Background(), g, spec, players, match.Options{})
	if err != nil {
		panic(err)
	}
	return rec
})

// stage is a source with recordings and one live match, which the test extends.
type stage struct {
	only string
	mu   sync.Mutex
	live *record.Record
	next chan struct{}
	list []lobby.Item
	home *lobby.Lobby // nil means that there is only one match

	starts time.Duration // result of StartsIn
	silent time.Duration // result of SilentFor
}

func newStage() *stage {
	return &stage{only: "match", live: newMatchRecord(), next: make(chan struct{}),
		list: []lobby.Item{{Name: "match", Title: "Harry Potter", Progress: "live", IsLive: true}}}
}

func newLobbyStage() *stage {
	s := newStage()
	s.only, s.home = "", lobby.New(s.List)
	s.list = append(s.list, lobby.Item{Name: "old.res", Title: "Harry Potter", Origin: "seed 30", Players: "Seeker Hunter Greedy Null", Time: time.Date(2025, 9, 1, 17, 30, 0, 0, time.UTC),
		Result: lobby.Result{Scores: "Greedy wins 2134, Hunter 1207, Seeker 1033, Null 601", Length: "200 rounds 0:40"}})
	return s
}

// newMatchRecord returns a match that has not begun.
func newMatchRecord() *record.Record {
	rec := played()
	return record.New(*rec.Meta(), rec.State(0))
}

// recorded returns a recording of the match.
func recorded() *record.Record {
	rec := played()
	meta := *rec.Meta()
	meta.Source = "old.res"
	r := record.New(meta, rec.State(0))
	grow(r, rec.Rounds())
	return r
}

// grow appends n rounds to a match.
func grow(rec *record.Record, n int) {
	src := played()
	for range n {
		k := rec.Edge()
		t := *src.Turn(k)
		for i := range t.Reports { // measured times vary
			t.Reports[i].CPU, t.Reports[i].TotalCPU = 0, 0
		}
		rec.Append(&t, src.State(k+1))
	}
	if rec.Edge() == rec.Rounds() {
		rec.End(nil)
	}
}

func (s *stage) now() *record.Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live
}

// replace replaces the live match by a new one.
func (s *stage) replace() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live = newMatchRecord()
	close(s.next)
	s.next = make(chan struct{})
}

func (s *stage) List() []lobby.Item {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

func (s *stage) add(it lobby.Item) {
	s.mu.Lock()
	s.list = append(s.list[:len(s.list):len(s.list)], it)
	s.mu.Unlock()
	s.home.Notify()
}

func (s *stage) Home() ui.Source {
	if s.home == nil {
		return nil
	}
	return s.home
}

func (s *stage) OnlyMatch() string { return s.only }

func (s *stage) Open(_ context.Context, name string, _ JobRunner) (Feed, error) {
	switch name {
	case "match":
		return stageChannel{s}, nil
	case "old.res":
		return FixedFeed{recorded()}, nil
	case "long.res":
		return nil, errors.New(longError)
	case "bad.res":
		return nil, fmt.Errorf("bad.res:3: expected a number\x1b[2J")
	}
	return nil, ErrNotFound
}

const longError = "long.res:9120: expected the strength of wizard 12 as a whole number"

func (s *stage) Fetch(name string, w io.Writer) error {
	if name != "match" {
		return ErrNotFound
	}
	_, err := w.Write(bytes.Repeat([]byte("line\n"), 40_000))
	return err
}

// stageChannel is the live match of a stage.
type stageChannel struct{ s *stage }

func (c stageChannel) Current() (*record.Record, <-chan struct{}) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.live, c.s.next
}

func (stageChannel) ViewerJoined() {}

func (c stageChannel) StartsIn() time.Duration {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.starts
}

func (c stageChannel) SilentFor() time.Duration {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.silent
}

// setSilent sets how long the source of the live match has been silent.
func (s *stage) setSilent(silent time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent = silent
}

// startIn sets the time until the live match begins.
func (s *stage) startIn(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts = d
}

var testKey = sync.OnceValue(func() gossh.Signer { return newKey() })

func newKey() gossh.Signer {
	_, secret, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err)
	}
	key, err := gossh.NewSignerFromKey(secret)
	if err != nil {
		panic(err)
	}
	return key
}

// A rig is a server on a loopback port.
type rig struct {
	*Server
	addr string
	stop context.CancelFunc
	done chan struct{}
	out  *lines
}

// lines is a log for tests.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start runs a server until the end of the test, and then checks for leaks.
func start(t *testing.T, src Source, change func(*Config)) *rig {
	t.Helper()
	out := &lines{}
	cfg := Config{Limits: DefaultLimits, HostKey: testKey(), SourceOf: show, Log: slog.New(slog.NewTextHandler(out, nil))}
	cfg.ConnectionsPerAddress = 0
	if change != nil {
		change(&cfg)
	}
	srv := New(cfg, src)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &rig{Server: srv, addr: l.Addr().String(), stop: cancel, done: make(chan struct{}), out: out}
	go func() {
		defer close(r.done)
		if err := srv.Serve(ctx, l, time.Second); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		r.shutDown(t)
		links := srv.admission.Counts()
		if links.Connections+srv.privateQuota.used()+srv.countAudiences()+srv.watched() != 0 {
			t.Errorf("left over: %+v, %d private, %d audiences, %d matches",
				links, srv.privateQuota.used(), srv.countAudiences(), srv.watched())
		}
	})
	return r
}

// watched returns the number of matches with viewers.
func (s *Server) watched() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.streams)
}

// startStage starts a server with one live match that has not begun.
func startStage(t *testing.T, change func(*Config)) (*stage, *rig) {
	t.Helper()
	src := newStage()
	return src, start(t, src, change)
}

func (r *rig) shutDown(t *testing.T) {
	t.Helper()
	r.stop()
	simtest.Receive(t, "the end of the server", r.done)
}

// dial connects without opening a session.
func (r *rig) dial(auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", r.addr, &gossh.ClientConfig{User: "test", Auth: auth,
		HostKeyCallback: gossh.FixedHostKey(testKey().PublicKey())})
}

func (r *rig) mustDial(t *testing.T, auth ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	c, err := r.dial(auth...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// screenClient is a client with a terminal emulator.
type screenClient struct {
	conn *gossh.Client
	sess *gossh.Session
	in   io.Writer

	mu    sync.Mutex
	em    *vt.Emulator
	raw   bytes.Buffer
	ended bool
}

// ask describes the session that a client requests.
type ask struct {
	term    string
	env     map[string]string
	w, h    int
	command string
	auth    []gossh.AuthMethod
}

// watch connects with a terminal.
func (r *rig) watch(t *testing.T, a ask) *screenClient {
	t.Helper()
	if a.term == "" {
		a.term = "xterm-256color"
	}
	if a.w == 0 {
		a.w, a.h = 100, 40
	}
	c := &screenClient{conn: r.mustDial(t, a.auth...)}
	c.em = vt.NewEmulator(min(a.w, 500), min(a.h, 200))
	go func() { _, _ = io.Copy(io.Discard, c.em) }() // tests answer requests themselves
	var err error
	if c.sess, err = c.conn.NewSession(); err != nil {
		t.Fatal(err)
	}
	for k, v := range a.env {
		_ = c.sess.Setenv(k, v)
	}
	if err := c.sess.RequestPty(a.term, a.h, a.w, gossh.TerminalModes{}); err != nil {
		t.Fatal(err)
	}
	c.in, _ = c.sess.StdinPipe()
	out, _ := c.sess.StdoutPipe()
	go c.read(out)
	if a.command != "" {
		err = c.sess.Start(a.command)
	} else {
		err = c.sess.Shell()
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *screenClient) read(out io.Reader) {
	buf := make([]byte, 32<<10)
	for {
		n, err := out.Read(buf)
		c.mu.Lock()
		_, _ = c.em.Write(buf[:n])
		c.raw.Write(buf[:n])
		c.ended = err != nil
		c.mu.Unlock()
		if err != nil {
			_ = c.em.InputPipe().(io.Closer).Close() // Close of the emulator would race with its Read
			return
		}
	}
}

// text returns the screen without colours.
func (c *screenClient) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for y := range c.em.Height() {
		for x := range c.em.Width() {
			if cell := c.em.CellAt(x, y); cell != nil && cell.Content != "" {
				b.WriteString(cell.Content)
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// await waits for a condition on what the client has received so far.
func (c *screenClient) await(t *testing.T, what string, true func() bool) {
	t.Helper()
	screentest.Await(t, what, true, c.text)
}

// awaitText waits for a text on the screen.
func (c *screenClient) awaitText(t *testing.T, want string) {
	t.Helper()
	c.await(t, "wait for "+want, func() bool { return strings.Contains(c.text(), want) })
}

func (c *screenClient) press(t *testing.T, keys string) {
	t.Helper()
	if _, err := io.WriteString(c.in, keys); err != nil {
		t.Fatal(err)
	}
}

// received returns all received bytes.
func (c *screenClient) received() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.raw.String()
}

// awaitExit waits for the end of the session and returns its exit status, or -1 if it has none.
func (c *screenClient) awaitExit(t *testing.T) int {
	t.Helper()
	c.await(t, "wait for the end", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.ended
	})
	return exitStatus(c.sess.Wait())
}

func exitStatus(err error) int {
	switch e := err.(type) {
	case nil:
		return 0
	case *gossh.ExitError:
		return e.ExitStatus()
	}
	return -1
}

// eventually waits for a condition inside the server.
func eventually(t *testing.T, what string, true func() bool) {
	t.Helper()
	simtest.Await(t, what, true, nil)
}

// mine is a state that cannot be drawn.
type mine struct{ sim.State }

func (mine) FillFrame(*sim.Frame) { panic("boom") }

// untold is a game without a table of win chances, so only drawing reads its states.
type untold struct{ sim.Game }

func (untold) Name() string { return "untold" }
