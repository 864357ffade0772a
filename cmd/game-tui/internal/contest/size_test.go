package contest

import (
	"context"
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
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

// TestSizeIsChosenWithoutFinishedMatch checks that a time limit alone gives one seed if no match
// finishes, and that a given size overrides it.
func TestSizeIsChosenWithoutFinishedMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		players int
		size    Size
		want    string
	}{
		{4, Size{Time: time.Millisecond}, "4 players in all possible line-ups, 1 seed from seed 1: 4 matches, 4 per player; as many as fit into 1ms"},
		{6, Size{Time: time.Millisecond}, "6 players with all pairs meeting equally often, 1 seed from seed 1: "},
		{4, Size{Time: time.Millisecond, Matches: 40}, "4 players in all possible line-ups, 10 seeds from seed 1: 40 matches, 40 per player; as many as fit into 1ms"},
		{6, Size{Seeds: cliarg.Seeds{Count: 2}}, "6 players in all possible line-ups, 2 seeds from seed 1: "},
	} {
		p := &league.Plan{EngineVersion: buildinfo.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Seed: 1}
		game, _ := catalog.Find(p.Game)
		field := roster.EmptyField(game, p)
		for i := range c.players {
			p.Players = append(p.Players, league.Entry{Name: string(rune('a' + i)), BuiltinName: "Null"})
			field.Entries = append(field.Entries, match.Entry{New: func() sim.Player { return asleep{} }})
		}
		p.Players[0] = league.Entry{Name: "a", Program: &league.Program{Argv: []string{"x"}}}
		if err := c.size.apply(t.Context(), field, p); err != nil {
			t.Fatal(err)
		}
		if got := c.size.announcement(p, false); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
