package contest

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// held is a player that fails to start on one seed because the machine is busy.
type held struct {
	sim.Player
	seed int32
}

func (h held) Start(_ context.Context, in sim.StartInfo) (string, *sim.Failure) {
	if in.Seed == sim.PlayerSeed(h.seed, in.Seat) {
		return "", &sim.Failure{Reason: sim.FailedMachine, Detail: "busy"}
	}
	return in.Name, nil
}

func (held) Close() {}

// TestBusyMachineSkipsMatches checks that skipped matches have no result and are listed in the
// error.
func TestBusyMachineSkipsMatches(t *testing.T) {
	t.Parallel()
	p := &league.Plan{EngineVersion: buildinfo.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Format: schedule.All, Seed: 1, Seeds: 5}
	for _, name := range []string{"a", "b", "c", "d"} {
		p.Players = append(p.Players, league.Entry{Name: name, BuiltinName: "Null"})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	game, _ := catalog.Find(p.Game)
	field := roster.EmptyField(game, p)
	for range p.Players {
		null, err := play.NewBuiltin(game, "Null", nil)
		if err != nil {
			t.Fatal(err)
		}
		field.Entries = append(field.Entries, match.Entry{Player: null.Player, New: func() sim.Player { return held{null.New(), 3} }})
	}
	engine := league.NewEngine(league.NewInMemoryFile(p), false)
	c := localRun{engine: engine, dispatcher: newLocalDispatcher(engine), field: field, cores: 2, progressWriter: io.Discard, monitor: show.NewMonitor("", engine, time.Time{})}
	err := c.play(t.Context())
	engine.View(func(s *league.Standings) {
		if s.PlayedTasks != 16 || s.HasResult(8) {
			t.Errorf("%d tasks of 20 have a result, that of seed 3: %v", s.PlayedTasks, s.HasResult(8))
		}
	})
	var missed *match.MissedError
	if !errors.As(err, &missed) || !strings.HasPrefix(err.Error(), "4 matches could not be played on this machine; seed 3: player ") {
		t.Errorf("%v", err)
	}
}

// TestRankedProgramsGetSecretSeeds also checks that comparisons and built-in players do not use
// secret seeds.
func TestRankedProgramsGetSecretSeeds(t *testing.T) {
	t.Parallel()
	program := league.Entry{Program: &league.Program{}}
	builtin := league.Entry{BuiltinName: "Demo"}
	for what, c := range map[string]struct {
		players []league.Entry
		keys    int
	}{
		"two programs":       {[]league.Entry{program, program}, 0},
		"a program in four":  {[]league.Entry{builtin, builtin, builtin, program}, 1},
		"five programs":      {[]league.Entry{program, program, program, program, program}, 1},
		"built-in players":   {[]league.Entry{builtin, builtin, builtin, builtin, builtin}, 0},
		"two built-in ones":  {[]league.Entry{builtin, builtin}, 0},
		"the smallest table": {[]league.Entry{builtin, builtin, program}, 1},
	} {
		p := &league.Plan{Players: c.players, Seeds: 7}
		if len(c.players) == 2 {
			p.Format = schedule.Against
		}
		key := addSecretKey(p)
		if (key != nil) != (c.keys > 0) || len(p.Keys) != c.keys || c.keys > 0 && p.Keys[0].Seeds != 7 {
			t.Errorf("%s: key %v, the plan %v", what, key, p.Keys)
		}
	}
	a, b := addSecretKey(&league.Plan{Players: []league.Entry{builtin, builtin, program}, Seeds: 1}), addSecretKey(&league.Plan{Players: []league.Entry{builtin, builtin, program}, Seeds: 1})
	if *a == *b {
		t.Error("two plans have the same key")
	}
}

func TestWorkerRefusesHigherLimits(t *testing.T) {
	t.Parallel()
	fits := sim.Limits{CPU: time.Second, Wall: time.Second, MatchWall: time.Minute, Memory: 1 << 20}
	more, none := fits, fits
	more.Wall, none.Memory = 2*time.Minute, 0
	f := Worker{MaxLimits: roster.UntrustedLimits}
	for want, limits := range map[string]sim.Limits{
		"": fits,
		"the tournament sets --wall=2m0s, but this worker's maximum is 1m0s; to raise it, start the worker with --wall=2m0s": more,
		"sets no limits for programs; workers require them":                                                                  none,
		"sets no limits for programs": {},
	} {
		err := f.checkLimits(&league.Plan{Limits: league.Limits{Limits: limits}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", limits, err, want)
		}
	}
}
