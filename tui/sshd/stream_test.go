package sshd

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"game-tui/sim/record"
	"game-tui/tui/ui"
)

// slowStage is a stage whose matches open as jobs that the test ends.
type slowStage struct {
	*stage
	mu      sync.Mutex
	held    map[string]chan struct{}
	enrich  chan struct{} // receives each channel that is enriched
	stopped chan string   // matches whose opening nobody waits for any more
}

func newSlowStage(names ...string) *slowStage {
	s := &slowStage{stage: newLobbyStage(), held: map[string]chan struct{}{},
		enrich: make(chan struct{}, 10), stopped: make(chan string, 10)}
	for _, name := range names {
		s.held[name] = make(chan struct{})
	}
	return s
}

func (s *slowStage) Open(ctx context.Context, name string, job JobRunner) (Feed, error) {
	s.mu.Lock()
	held := s.held[name]
	s.mu.Unlock()
	if held == nil {
		return s.stage.Open(ctx, name, job)
	}
	err := job(ctx, func(ctx context.Context) error {
		select {
		case <-held:
			return nil
		case <-ctx.Done():
			s.stopped <- name
			return ctx.Err()
		}
	})
	if err != nil {
		return nil, err
	}
	return slowChannel{FixedFeed{recorded()}, s}, nil
}

type slowChannel struct {
	FixedFeed
	s *slowStage
}

func (c slowChannel) Enrich(context.Context) { c.s.enrich <- struct{}{} }

// newServer returns a server without connections.
func newServer(t *testing.T, src Source, jobs int) *Server {
	t.Helper()
	s := New(Config{Limits: Limits{Jobs: jobs}, HostKey: testKey(), SourceOf: show, Log: slog.New(slog.DiscardHandler)}, src)
	t.Cleanup(func() {
		s.cancel()
		s.wg.Wait()
	})
	return s
}

// enterLater enters a match in the background.
func enterLater(h *Server, name string, from int) (leave func(), got <-chan error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		r, err := h.enterStream(ctx, name, address(from))
		done <- err
		if err == nil {
			<-ctx.Done()
			r.leave()
		}
	}()
	return cancel, done
}

func TestOpeningIsAJob(t *testing.T) {
	t.Parallel()
	s := newSlowStage("a", "b", "c", "d")
	h := newServer(t, s, 1)
	a, gotA := enterLater(h, "a", 1)
	b, _ := enterLater(h, "b", 1)
	h.openingJobs.awaitCounts(t, 2, 0)
	c, gotC := enterLater(h, "c", 1)
	h.openingJobs.awaitCounts(t, 2, 1)
	// A live match needs no job.
	if r, err := h.enterStream(t.Context(), "match", address(1)); err != nil {
		t.Error(err)
	} else {
		r.leave()
	}
	// A second viewer from this address is refused; one from another address waits for a turn.
	if _, err := h.enterStream(t.Context(), "d", address(1)); !errors.Is(err, errWaiting) {
		t.Errorf("a second one waits: %v", err)
	}
	d, gotD := enterLater(h, "d", 2)
	h.openingJobs.awaitCounts(t, 2, 2)
	share, gotShare := enterLater(h, "c", 3)
	eventually(t, "two wait for c", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.streams["c"].refs.Load() == 2
	})
	c() // another viewer still waits for this match
	if err := <-gotC; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	b() // the only viewer who waited for this match leaves
	if name := <-s.stopped; name != "b" {
		t.Errorf("stopped %s", name)
	}
	close(s.held["a"])
	if err := <-gotA; err != nil {
		t.Error(err)
	}
	close(s.held["c"])
	if err := <-gotShare; err != nil {
		t.Error(err)
	}
	close(s.held["d"])
	if err := <-gotD; err != nil {
		t.Error(err)
	}
	for range 3 {
		<-s.enrich
	}
	a()
	share()
	d()
	h.openingJobs.awaitCounts(t, 0, 0)
	h.optionalJobs.awaitCounts(t, 0, 0)
	eventually(t, "all streams are closed", func() bool { return h.watched() == 0 })
}

func TestRecordingsAreShownWithoutJobs(t *testing.T) {
	t.Parallel()
	s := newSlowStage("a")
	close(s.held["a"])
	h := newServer(t, s, 0)
	r, err := h.enterStream(t.Context(), "a", address(1))
	if err != nil {
		t.Fatal(err)
	}
	r.leave()
	h.wg.Wait()
	if len(s.enrich) != 0 {
		t.Error("it is enriched")
	}
}

// TestEscCancelsOpening also checks that a match that opens too late is closed again.
func TestEscCancelsOpening(t *testing.T) {
	t.Parallel()
	src := newSlowStage("old.res")
	r := start(t, src, nil)
	c := r.watch(t, ask{})
	c.awaitText(t, "old.res")
	c.press(t, "/old\r\r")
	c.awaitText(t, "opening old.res…   Esc cancels")
	c.press(t, "?")
	c.awaitText(t, "any other key closes")
	c.press(t, "?")
	c.awaitText(t, "opening old.res…")
	c.press(t, "\x1b")
	c.awaitText(t, "cancelled: opening old.res")
	if name := <-src.stopped; name != "old.res" {
		t.Errorf("%s was called off", name)
	}
	c.press(t, "\r")
	c.awaitText(t, "opening old.res…")
	src.mu.Lock()
	close(src.held["old.res"])
	src.mu.Unlock()
	c.awaitText(t, "round 0/200")
}

func TestUnusableMatchEndsOnlyItsViewers(t *testing.T) {
	t.Parallel()
	src := newStage()
	breaks := atomic.Bool{}
	r := start(t, src, func(c *Config) {
		c.SourceOf = func(rec *record.Record) ui.Source {
			if breaks.Load() {
				panic("boom")
			}
			return show(rec)
		}
	})
	c := r.watch(t, ask{})
	c.awaitText(t, "round 0/")
	breaks.Store(true)
	src.replace()
	eventually(t, "it breaks", func() bool { return r.counters.panics.Load() > 0 })
	c.press(t, "q")
	c.awaitExit(t)
	eventually(t, "nobody is there", func() bool { return r.watched() == 0 })
	c = r.watch(t, ask{})
	c.awaitExit(t)
	if !strings.Contains(c.received(), "cannot show match") {
		t.Errorf("told %q", c.received())
	}
}
