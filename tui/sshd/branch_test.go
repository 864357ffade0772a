package sshd

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/record"
	"game-tui/tui/replay/branch"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

// branching returns branches equal to the whole match. The first begins once begin is closed.
func branching(begin <-chan struct{}) *Branching {
	return &Branching{
		Players: func(string) []string { return []string{"Demo"} },
		Play: func(ctx context.Context, _ *record.Record, c branch.Change, progress func(string)) (branch.Result, error) {
			progress("7 of 32 dice")
			select {
			case <-begin:
			case <-ctx.Done():
				return branch.Result{}, ctx.Err()
			}
			meta := *played().Meta()
			meta.Note = fmt.Sprintf("branch of seed 30 from round %d: other dice", c.Round)
			meta.Heading = fmt.Sprintf("branch from round %d", c.Round)
			return branch.Result{Record: played().WithMeta(meta), Round: c.Round, ChangeText: fmt.Sprint("other dice from ", c.Round), Worth: "that was worth it"}, nil
		},
	}
}

func (q *quota) awaitCount(t *testing.T, n int) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d are taken", n), func() bool { return q.used() == n })
}

// The viewer plays a private branch, returns to the shared match and finds the branch again.
func TestBranchOverSSH(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.Branching = branching(closedChannel) })
	grow(src.now(), 30)
	c := r.watch(t, ask{})
	c.awaitText(t, "round 30/")
	c.press(t, "B")
	c.awaitText(t, "what-if from round 30")
	c.awaitText(t, "Demo replaces Player0")
	c.press(t, "\r")
	c.awaitText(t, "B: other dice from 30")
	c.awaitText(t, "that was worth it")
	r.branchQuota.awaitCount(t, branchSize(src.now(), 30))
	if private := r.privateQuota.used(); private != 1 {
		t.Errorf("%d private viewers", private)
	}
	grow(src.now(), 1)
	c.press(t, "y")
	c.awaitText(t, noLinkToBranch)
	c.press(t, "w")
	c.awaitText(t, "cannot save branches here")
	c.press(t, "|")
	c.awaitText(t, "A: original match")
	c.press(t, "y") // copies a command that others can run
	c.awaitText(t, "watch match@30")
	c.press(t, "w")
	c.awaitText(t, "cannot save matches here; run: ssh HOST fetch match")
	c.press(t, "\x1b")
	c.awaitText(t, "Harry Potter  seed 30")
	c.awaitText(t, "round 30/")
	c.press(t, "L")
	c.awaitText(t, "round 31/")
	eventually(t, "no private place is taken", func() bool { return r.privateQuota.used() == 0 })
	c.press(t, "B")
	c.awaitText(t, "other dice from 30; that was worth it")
	c.press(t, "\x1b[BRmine\r")
	c.awaitText(t, "mine: other dice from 30; that was worth it")
	c.press(t, "\r")
	c.awaitText(t, "B: mine")
	c.press(t, "L") // also works in a branch
	c.awaitText(t, "Harry Potter  seed 30")
	c.awaitText(t, "round 31/")
	c.press(t, "B\x1b[B\r")
	c.awaitText(t, "B: mine")
	src.replace()
	c.awaitText(t, "next match")
	c.press(t, "L")
	c.awaitText(t, "round 0/")
	r.branchQuota.awaitCount(t, 0)
}

func TestViewerHasAtMostEightBranches(t *testing.T) {
	t.Parallel()
	src := newStage()
	grow(src.now(), 30)
	b, played := branching(closedChannel), 0
	play := b.Play
	b.Play = func(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (branch.Result, error) {
		p, err := play(ctx, rec, c, progress)
		played++
		p.Worth = fmt.Sprintf("worth %d points", played)
		return p, err
	}
	r := start(t, src, func(c *Config) { c.Branching = b })
	c := r.watch(t, ask{})
	c.awaitText(t, "round 30/")
	for n := range ui.DefaultMaxBranches {
		c.press(t, "B/same players\r\r")
		c.awaitText(t, fmt.Sprintf("worth %d points", n+1))
	}
	c.press(t, "B/same players\r\r")
	c.awaitText(t, "branches can be kept")
	r.branchQuota.awaitCount(t, ui.DefaultMaxBranches*branchSize(src.now(), 30))
}

// One branch per address is played and one waits. Viewers who leave or cancel release everything.
func TestBranchesAreBounded(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.Branching = branching(nil) })
	grow(src.now(), 30)
	var clients []*screenClient
	for i := range 3 {
		c := r.watch(t, ask{})
		c.awaitText(t, "round 30/")
		c.press(t, "B\r")
		if i == 0 {
			c.awaitText(t, "7 of 32 dice")
		}
		r.optionalJobs.awaitCounts(t, 1, min(i, 1))
		clients = append(clients, c)
	}
	clients[2].awaitText(t, "another request from your address")
	clients[0].conn.Close()
	clients[1].awaitText(t, "7 of 32 dice")
	r.optionalJobs.awaitCounts(t, 1, 0)
	clients[1].press(t, "\x03")
	clients[1].awaitText(t, "cancelled")
	r.optionalJobs.awaitCounts(t, 0, 0)
	r.branchQuota.awaitCount(t, 0)
	_ = r.branchQuota.acquire(address(1), maxTotalBranchBytes)
	clients[2].press(t, "B\r")
	clients[2].awaitText(t, "too many branches on this server")
	r.branchQuota.release(address(1), maxTotalBranchBytes)
}

// A branch that panics releases its memory too.
func TestBranchOfLongMatchIsRefused(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	long := bytes.ReplaceAll(configs.Default(g.Name()), []byte("200"), []byte("90000"))
	rec := tuitest.PlayMatch(t, g, long, 2)
	r := start(t, newStage(), func(c *Config) { c.Branching = branching(closedChannel) })
	if _, _, err := r.playBranch(t.Context(), rec, branch.Change{Round: 1}, netip.Prefix{}, func(string) {}); err == nil || !strings.Contains(err.Error(), "too many rounds for a branch") {
		t.Errorf("%d rounds: %v", rec.Rounds(), err)
	}
	r.cfg.Branching.Play = func(context.Context, *record.Record, branch.Change, func(string)) (branch.Result, error) {
		panic("boom")
	}
	func() {
		defer func() { _ = recover() }()
		_, _, _ = r.playBranch(t.Context(), played(), branch.Change{Round: 1}, netip.Prefix{}, nil)
	}()
	r.branchQuota.awaitCount(t, 0)
	r.optionalJobs.awaitCounts(t, 0, 0)
}

func TestBranchNeedsJobsAndPrivatePlaces(t *testing.T) {
	t.Parallel()
	for words, change := range map[string]func(*Config){
		"cannot try what-ifs here": func(c *Config) { c.Jobs = 0 },
		noPrivateScreen:            func(c *Config) { c.PrivateViewers = 0 },
	} {
		src, r := startStage(t, func(c *Config) { c.Branching = branching(closedChannel); change(c) })
		grow(src.now(), 30)
		c := r.watch(t, ask{})
		c.awaitText(t, "round 30/")
		c.press(t, "B")
		c.awaitText(t, words)
	}
}

// A panic while a branch is played ends only that request.
func TestBranchPanicAfterViewerLeft(t *testing.T) {
	t.Parallel()
	src := newStage()
	grow(src.now(), 30)
	b := branching(nil)
	began, ended := make(chan struct{}), make(chan struct{})
	b.Play = func(ctx context.Context, _ *record.Record, _ branch.Change, _ func(string)) (branch.Result, error) {
		close(began)
		<-ctx.Done()
		<-ended
		panic("boom")
	}
	r := start(t, src, func(c *Config) { c.Branching = b })
	c := r.watch(t, ask{})
	c.awaitText(t, "round 30/")
	c.press(t, "B\r")
	<-began
	c.press(t, "\x03q")
	c.awaitExit(t)
	close(ended)
	r.branchQuota.awaitCount(t, 0)
	eventually(t, "it is counted", func() bool { return r.counters.panics.Load() == 1 })
	other := r.watch(t, ask{})
	other.awaitText(t, "round 30/")
}

var closedChannel = func() chan struct{} {
	ch := make(chan struct{})
	close(ch)
	return ch
}()
