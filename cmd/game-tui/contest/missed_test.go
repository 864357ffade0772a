package contest

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/version"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// held is a player that this machine does not start on a seed.
type held struct {
	sim.Player
	seed int32
}

func (h held) Start(_ context.Context, in sim.Init) (string, *sim.Out) {
	if in.Seed == sim.PlayerSeed(h.seed, in.Seat) {
		return "", &sim.Out{Reason: sim.OutMachine, Detail: "busy"}
	}
	return in.Name, nil
}

func (held) Close() {}

// TestTournamentOutlivesABusyMachine: what the machine holds up has no result, and is
// named; the rest is played.
func TestTournamentOutlivesABusyMachine(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Engine: version.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Design: league.Versus, Seed: 1, Seeds: 5,
		Player: []league.Entry{{Name: "a", Builtin: "Null"}, {Name: "b", Builtin: "Null"}}}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	game, _ := catalog.Find(p.Game)
	field := players.Field(game, p)
	for range p.Player {
		null, err := play.Builtin(game, "Null", nil)
		if err != nil {
			t.Fatal(err)
		}
		field.Entries = append(field.Entries, match.Entry{Seat: null.Seat, New: func() sim.Player { return held{null.New(), 3} }})
	}
	engine := league.NewEngine(league.Memory(p), false)
	c := playing{engine: engine, desk: alone(engine), field: field, cores: 2, progress: io.Discard}
	err := c.play(t.Context())
	engine.View(func(s *league.Standings) {
		if s.Tasks != 4 || s.Done(2) {
			t.Errorf("%d tasks of 5 have a result, that of seed 3: %v", s.Tasks, s.Done(2))
		}
	})
	var missed *match.MissedError
	if !errors.As(err, &missed) || !strings.HasPrefix(err.Error(), "this machine kept 1 of the matches from being played; seed 3: player ") {
		t.Errorf("%v", err)
	}
}
