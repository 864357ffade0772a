// Package contesttest creates tournament files for tests.
package contesttest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// Plan returns a plan with the given programs and four built-in players.
func Plan(t *testing.T, seeds int, programs ...*league.Program) *league.Plan {
	t.Helper()
	p := &league.Plan{EngineVersion: buildinfo.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Format: schedule.All, Seed: 3, Seeds: seeds,
		Limits: league.Limits{Limits: sim.Limits{CPU: time.Second, Wall: time.Minute, MatchWall: time.Minute, Memory: 1 << 30}}}
	for i, g := range programs {
		p.Players = append(p.Players, league.Entry{Name: "program" + string(rune('0'+i)), Program: g})
	}
	for _, name := range []string{"Null", "Demo", "Greedy", "Null"} {
		p.Players = append(p.Players, league.Entry{Name: name + strings.Repeat("-2", len(p.Players)/3), BuiltinName: name})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// FinalPlan returns the plan of a grand final between 16 players that give no orders, with one match
// per semifinal and final.
func FinalPlan(t *testing.T) *league.Plan {
	t.Helper()
	p := Plan(t, 1)
	p.Format, p.Players = schedule.Final, nil
	for i := range 16 {
		p.Players = append(p.Players, league.Entry{Name: fmt.Sprint("p", i), BuiltinName: "Null"})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// WriteFile plays the matches between built-in players and writes the results, changed by modify, to a
// tournament file. Matches with programs get zero scores.
func WriteFile(t *testing.T, p *league.Plan, modify func(*league.Result)) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	file, err := league.Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	field := Field(t, p)
	s := p.Schedule()
	for n := range s.Tasks() {
		task := s.Task(n)
		r := league.Result{N: n, Scores: make([][sim.Seats]int, 1)}
		if !slices.ContainsFunc(task.LineUp[:], func(e int) bool { return p.Players[e].Program != nil }) {
			if r, err = league.Play(t.Context(), field, &task); err != nil {
				t.Fatal(err)
			}
		}
		modify(&r)
		if err := file.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// Field returns the field of a plan. Programs in it cannot play.
func Field(t *testing.T, p *league.Plan) *match.Field {
	t.Helper()
	game, _ := catalog.Find(p.Game)
	field, err := roster.New(game, p, sandbox.Off, nil).Field(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return field
}
