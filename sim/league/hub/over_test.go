package hub

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// TestOnlyWhoIsThereIsWaitedFor: the end waits for each session that is there and was not told that
// it is over, however many were told that have gone since.
func TestOnlyWhoIsThereIsWaitedFor(t *testing.T) {
	t.Parallel()
	m := meet(t, testPlan(t, 1), nil, DeskOptions{}, nil)
	at := time.Now()
	m.desk.mu.Lock()
	m.desk.now = func() time.Time { return at }
	m.desk.mu.Unlock()
	bye := &nats.Msg{Data: encode(playing{Bye: true})}
	gone, _, _ := m.desk.Join("a/gone", 1)
	m.coord.playing(gone, bye)
	m.desk.mu.Lock()
	at = at.Add(silent)
	m.desk.mu.Unlock()
	here, _, _ := m.desk.Join("a/here", 1)
	if n := m.desk.uninformed(); n != 1 {
		t.Errorf("%d were not told, one is there", n)
	}
	m.coord.playing(here, bye)
	if n := m.desk.uninformed(); n != 0 {
		t.Errorf("%d were not told, all said that they have heard it", n)
	}
}

// TestWhoJoinsAtTheEndIsToldSo: a worker that comes when all is played and checked makes no
// players, and leaves. Its session before is not waited for.
func TestWhoJoinsAtTheEndIsToldSo(t *testing.T) {
	t.Parallel()
	m := meet(t, testPlan(t, 1), nil, DeskOptions{Local: true}, nil)
	m.plays()
	m.desk.mu.Lock()
	m.desk.due++
	m.desk.mu.Unlock()
	before, _, _ := m.desk.Join(anybody.Name+"/one", 1)
	if before == "" {
		t.Fatal("a worker is sent away while a check may give it work")
	}
	m.desk.mu.Lock()
	m.desk.due--
	m.desk.mu.Unlock()
	o := m.worker("one", Token{})
	o.Prepare = func(context.Context, *league.Plan, []int, league.Fetch) (*Players, error) {
		return nil, errors.New("players are made for nothing")
	}
	ctx, cancel := simtest.Context(t)
	defer cancel()
	if err := Work(ctx, o); err != nil {
		t.Error(err)
	}
	if n := m.desk.Counts().Workers; n > 0 {
		t.Errorf("%d sessions are there", n)
	}
}
