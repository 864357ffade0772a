package server

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/record"
	"game-tui/tui/tuitest"
	"game-tui/tui/watch"
)

// branching plays on what the whole match is; it begins when it is told to.
func branching(begin <-chan struct{}) *Branching {
	return &Branching{
		Players: func(string) []string { return []string{"Demo"} },
		Play: func(ctx context.Context, _ *record.Record, c watch.Change, progress func(string)) (*record.Record, string, error) {
			progress("7 of 32 dice")
			select {
			case <-begin:
			case <-ctx.Done():
				return nil, "", ctx.Err()
			}
			meta := *played().Meta()
			meta.Note = fmt.Sprintf("branch of seed 30 from round %d: other dice", c.Round)
			meta.Heading = fmt.Sprintf("branch from round %d", c.Round)
			return played().With(meta), "that was worth it", nil
		},
	}
}

func (r *room) is(t *testing.T, bytes int) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d bytes of branches", bytes), func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.taken == bytes
	})
}

// A watcher plays a match on, looks at the branch on its own, goes back to what all
// watch, and finds the branch again, until it leaves.
func TestWhatIfOverSSH(t *testing.T) {
	t.Parallel()
	src := newStage()
	grow(src.now(), 30)
	r := start(t, src, func(c *Config) { c.Branching = branching(closed) })
	c := r.watch(t, ask{})
	c.sees(t, "round 30/")
	c.press(t, "B")
	c.sees(t, "what if, from round 30")
	c.sees(t, "Demo plays for Player0")
	c.press(t, "\r")
	c.sees(t, "branch from round 30, L leads back")
	c.sees(t, "that was worth it")
	r.room.is(t, branchSize(src.now(), 30))
	if _, _, private := r.adm.numbers(); private != 1 {
		t.Errorf("%d look around", private)
	}
	grow(src.now(), 1)
	c.press(t, "y")
	c.sees(t, onlyHere)
	c.press(t, "L")
	c.sees(t, "round 31/")
	if strings.Contains(c.text(), "branch from") {
		t.Errorf("still in the branch:\n%s", c.text())
	}
	eventually(t, "no private place is taken", func() bool { _, _, n := r.adm.numbers(); return n == 0 })
	c.press(t, "B")
	c.sees(t, "round 30: other dice")
	c.press(t, "\x1b[B\r")
	c.sees(t, "branch from round 30")
	src.replace()
	c.sees(t, "next match")
	c.press(t, "L")
	c.sees(t, "round 0/")
	r.room.is(t, 0)
}

// Of one address one branch is played on and one waits. Those who leave in the middle, or
// do not want it any more, leave nothing behind.
func TestWhatIfIsBounded(t *testing.T) {
	t.Parallel()
	src := newStage()
	grow(src.now(), 30)
	r := start(t, src, func(c *Config) { c.Branching = branching(nil) })
	var clients []*screenClient
	for i := range 3 {
		c := r.watch(t, ask{})
		c.sees(t, "round 30/")
		c.press(t, "B\r")
		if i == 0 {
			c.sees(t, "7 of 32 dice")
		}
		r.hub.extras.are(t, 1, min(i, 1))
		clients = append(clients, c)
	}
	clients[2].sees(t, "something else from your address")
	clients[0].conn.Close()
	clients[1].sees(t, "7 of 32 dice")
	r.hub.extras.are(t, 1, 0)
	clients[1].press(t, "\x03")
	clients[1].sees(t, "cancelled")
	r.hub.extras.are(t, 0, 0)
	r.room.is(t, 0)
	r.room.take(roomBytes)
	clients[2].press(t, "B\r")
	clients[2].sees(t, "too many branches are kept")
	r.room.give(roomBytes)
}

// A long match is not played on, and what breaks gives back what it took.
func TestWhatIfOfALongMatch(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	long := bytes.ReplaceAll(configs.Default(g.Name()), []byte("200"), []byte("90000"))
	rec := tuitest.Played(t, g, long, 2)
	r := start(t, newStage(), func(c *Config) { c.Branching = branching(closed) })
	if _, err := r.playOn(t.Context(), rec, watch.Change{Round: 1}, netip.Prefix{}, func(string) {}); err == nil || !strings.Contains(err.Error(), "too many rounds to play on here") {
		t.Errorf("%d rounds: %v", rec.Rounds(), err)
	}
	r.cfg.Branching.Play = func(context.Context, *record.Record, watch.Change, func(string)) (*record.Record, string, error) {
		panic("boom")
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = r.playOn(t.Context(), played(), watch.Change{Round: 1}, netip.Prefix{}, nil)
	}()
	r.room.is(t, 0)
	r.hub.extras.are(t, 0, 0)
}

// Where no work is done for visitors, or there is no place to look around, the key says so.
func TestNoWhatIfOverSSH(t *testing.T) {
	t.Parallel()
	for words, change := range map[string]func(*Config){
		"nothing can be played on from here": func(c *Config) { c.Jobs = 0 },
		noPlace:                              func(c *Config) { c.Private = 0 },
	} {
		src := newStage()
		grow(src.now(), 30)
		r := start(t, src, func(c *Config) { c.Branching = branching(closed); change(c) })
		c := r.watch(t, ask{})
		c.sees(t, "round 30/")
		c.press(t, "B")
		c.sees(t, words)
	}
}
