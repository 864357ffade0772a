package show

import (
	"context"
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/contest/contesttest"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// program is an outside player that answers at once.
type program struct{}

func (program) Start(context.Context, sim.Init) (string, *sim.Out) { return "", nil }
func (program) Play(context.Context, *sim.Query) sim.Reply         { return sim.Reply{} }
func (program) Close()                                             {}

// TestTheSlowAreNamed: whoever is waited for much longer than others is named from its first match on, and until
// each program has ended a match nobody says how long the rest takes.
func TestTheSlowAreNamed(t *testing.T) {
	t.Parallel()
	g := &league.Program{Argv: []string{"x"}}
	plan := contesttest.Plan(t, 10, g, g, g)
	l := NewTournament("t.jsonl", league.NewLive(plan), time.Time{})
	if left, within := l.rest(plan, time.Minute); left != time.Minute || within != 0 || l.slow(plan) != "" {
		t.Errorf("nothing is measured: %v ± %v, %s", left, within, l.slow(plan))
	}
	field := &match.Field{Entries: make([]match.Entry, len(plan.Player))}
	for i := range field.Entries {
		field.Entries[i].New = func() sim.Player { return program{} }
	}
	field = l.Timed(field)
	var made []sim.Starter
	for i := range 3 {
		made = append(made, field.Entries[i].New().(sim.Starter))
		made[i].Play(t.Context(), nil)
	}
	made[0].Close()
	made[1].Close()
	l.paces.programs[2].waited = 20 * time.Second
	if _, within := l.rest(plan, time.Minute); within >= 0 {
		t.Errorf("known within %v before the third program has ended a match", within)
	}
	if got := l.slow(plan); got != "slow: program2 (20 s in its first match)" {
		t.Error(got)
	}
	made[2].Close()
	l.paces.took = league.Sum{N: 16, Sum: 16 * 4000, Squares: 16*4000*4000 + 15*2000*2000} // 4 s, with a deviation of 2
	left, within := l.rest(plan, time.Minute)
	if left != time.Minute || within != 15*time.Second {
		t.Errorf("%v ± %v", left, within)
	}
	l.Begin(league.Task{LineUp: [sim.Seats]int{0, 1, 2, 3}})
	if left, _ := l.rest(plan, time.Second); left < 19*time.Second {
		t.Errorf("%v left while a match of the slow one has begun", left)
	}
	if s := l.Status(); !strings.Contains(s.Note, "slow: program2 (20 s a match)") {
		t.Errorf("note %q", s.Note)
	}
}
