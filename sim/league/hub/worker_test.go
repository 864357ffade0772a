package hub

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// gatedPlayer is a player that gives no orders until open is closed.
type gatedPlayer struct {
	sim.Player
	waits chan<- struct{}
	open  <-chan struct{}
}

func (g gatedPlayer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	select {
	case g.waits <- struct{}{}:
	default:
	}
	<-g.open
	return g.Player.Play(ctx, q)
}

// restart replaces coordinator and server and resumes the file, as after a crash.
func (m *meeting) restart(o DispatcherOptions) {
	m.Helper()
	m.coord.Close(false)
	m.unplug()
	m.node.Close()
	if err := m.engine.Close(); err != nil {
		m.Fatal(err)
	}
	record, err := league.Resume(m.file, func(*league.Plan) error { return nil })
	if err != nil {
		m.Fatal(err)
	}
	m.engine = league.NewEngine(record, false)
	o.Log = m.log
	m.dispatcher = NewDispatcher(m.engine, o)
	if m.node, err = StartNode(NodeOptions{Permissions: WorkerPermissions, MaxClients: 20, Log: func(string) {}}); err != nil {
		m.Fatal(err)
	}
	m.Cleanup(m.node.Close)
	m.url, m.unplug = serve(m.T, m.node, m.url)
	conn, err := m.node.Connect()
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(conn.Close)
	if m.coord, err = NewCoordinator(conn, m.dispatcher, nil); err != nil {
		m.Fatal(err)
	}
}

// TestWorkerContinuesAfterCoordinatorCrash restarts the coordinator while its only worker is
// playing.
func TestWorkerContinuesAfterCoordinatorCrash(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 4), nil, DispatcherOptions{}, nil)
	waits, open := make(chan struct{}, 1), make(chan struct{})
	release := sync.OnceFunc(func() { close(open) })
	defer release()
	o := m.worker("one", Token{})
	o.Prepare = func(_ context.Context, p *league.Plan, _ []int, _ league.FetchFunc) (*Players, error) {
		f := fieldOf(p)
		for i, e := range f.Entries {
			f.Entries[i] = match.Entry{Player: e.Player, New: func() sim.Player { return gatedPlayer{e.New(), waits, open} }}
		}
		return &Players{Field: f, Close: func() {}}, nil
	}
	done := m.startWorker(o)
	simtest.Receive(t, "a match of the worker", waits)
	m.restart(DispatcherOptions{})
	release()
	m.finish()
	if err := simtest.Receive(t, "the worker's end", done); err != nil {
		t.Error(err)
	}
}

// silentSubject is the subject of requests that are never answered.
const silentSubject = "game-tui.p.anybody.one.silent"

// silent subscribes to silentSubject and never replies. It closes asked on the first request.
func (m *meeting) silent() (c *nats.Conn, asked <-chan struct{}) {
	m.Helper()
	c, err := m.node.Connect()
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(c.Close)
	come := make(chan struct{})
	if _, err = c.Subscribe(silentSubject, func(*nats.Msg) { close(come) }); err == nil {
		err = c.Flush()
	}
	if err != nil {
		m.Fatal(err)
	}
	return c, come
}

func TestRequestFailsWithTheConnection(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 1), nil, DispatcherOptions{}, nil)
	_, asked := m.silent()
	c := m.connect(anonymousToken)
	failed := make(chan error, 1)
	go func() {
		_, err := Request(t.Context(), c, silentSubject, nil)
		failed <- err
	}()
	simtest.Receive(t, "the question", asked)
	m.node.Close()
	if err := simtest.Receive(t, "the end of the question", failed); err == nil {
		t.Error("there is an answer")
	}
}

func TestWorkerWaitsForAPlace(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 1), nil, DispatcherOptions{}, nil)
	at := time.Now()
	m.dispatcher.mu.Lock()
	m.dispatcher.MaxWorkers, m.dispatcher.now = 1, func() time.Time { return at }
	m.dispatcher.mu.Unlock()
	if id, _, no := m.dispatcher.Join("anybody/killed", 1); id == "" {
		t.Fatal(no)
	}
	o, said := m.worker("one", Token{}), make(chan string, 10)
	o.Log = func(text string) { said <- text }
	done := m.startWorker(o)
	want := m.url + " has no free place (the tournament has reached its maximum number of workers; see tournament --max-workers); waiting for one"
	simtest.Receive(t, "that it is connected", said)
	if text := simtest.Receive(t, "why it waits", said); text != want {
		t.Errorf("said %q, want %q", text, want)
	}
	m.dispatcher.mu.Lock()
	at = at.Add(sessionTimeout) // the other worker stays silent
	m.dispatcher.mu.Unlock()
	m.finish()
	if err := simtest.Receive(t, "the worker's end", done); err != nil {
		t.Error(err)
	}
	close(said)
	for text := range said {
		if text == want {
			t.Error("it says that again")
		}
	}
}
