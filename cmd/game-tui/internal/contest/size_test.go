package contest

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// asleep is a program that never answers.
type asleep struct{}

func (asleep) Start(context.Context, sim.StartInfo) (string, *sim.Failure) { return "", nil }
func (asleep) Close()                                                      {}

func (asleep) Play(ctx context.Context, _ *sim.Query) sim.Reply {
	<-ctx.Done()
	return sim.Reply{}
}

// TestSampleEndsWithoutFinishedMatch: the announcement says so, and the plan can still be
// completed.
func TestSampleEndsWithoutFinishedMatch(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, c := range []struct {
		players int
		size    Size
		want    string
	}{
		{4, Size{Time: time.Millisecond}, "4 players in all line-ups, from seed 1 as many seeds as fit into 1ms; no match has ended in the first 1 s"},
		{6, Size{Time: time.Millisecond}, "6 players in line-ups in which all meet equally often, from seed 1 as many seeds as fit into 1ms; no match has ended in the first 1 s"},
		{4, Size{Time: time.Millisecond, Matches: 40}, "4 players in all line-ups, 10 seeds from seed 1: 40 matches, 40 of each player; no match has ended in the first 1 s; all matches take at most 21 min if programs use all of the time for their answers"},
		{4, Size{Time: time.Millisecond, Matches: 4}, "4 players in all line-ups, 1 seed from seed 1: 4 matches, 4 of each player; no match has ended in the first 1 s; all matches take at most 3 min if programs use all of the time for their answers"},
	} {
		p := &league.Plan{Engine: buildinfo.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Seed: 1,
			Limits: league.Limits{Limits: sim.Limits{CPU: time.Second, Wall: time.Minute, MatchWall: time.Minute, Memory: 1 << 30}}}
		game, _ := catalog.Find(p.Game)
		field := roster.Field(game, p)
		for i := range c.players {
			p.Players = append(p.Players, league.Entry{Name: string(rune('a' + i)), Builtin: "Null"})
			field.Entries = append(field.Entries, match.Entry{New: func() sim.Player { return asleep{} }})
		}
		p.Players[0] = league.Entry{Name: "a", Program: &league.Program{Argv: []string{"x"}}}
		v, err := c.size.measure(t.Context(), field, p)
		if err != nil || v.match != 0 || v.untimed != 1 {
			t.Fatalf("%+v: %+v, %v", c.size, v, err)
		}
		if got := v.announce(p, &c.size, false); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
