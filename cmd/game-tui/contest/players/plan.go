package players

import (
	"fmt"
	"time"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// GameOf is the game of a record's plan.
func GameOf(record string, p *league.Plan) (sim.Game, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("%s: there is no game %q here", record, p.Game)
	}
	return game, nil
}

// WallOf is how long all answers of a program in a match may take on so many cores.
func WallOf(p *league.Plan, cores int) time.Duration {
	seats := min(ProgramsOf(p)*sim.Seats/min(len(p.Player), sim.Seats), sim.Seats) // that programs take at most
	return play.Shared(p.Limits.MatchWall, cores*seats, cores)
}

// Field is the field of a plan without players.
func Field(game sim.Game, p *league.Plan) *match.Field {
	return &match.Field{Game: game, Spec: match.Spec{Engine: p.Engine, Game: p.Game, Config: p.Config, Limits: MatchLimits(p)}}
}

// ProgramsOf counts the players of a plan that are programs.
func ProgramsOf(p *league.Plan) (n int) {
	for _, e := range p.Player {
		if e.Program != nil {
			n++
		}
	}
	return n
}

// HeldIn reports whether this system keeps the programs of a plan in.
func HeldIn(p *league.Plan) bool { return ProgramsOf(p) == 0 || process.Require.Check() == nil }

// WordOf is the word by which a player of a plan is typed.
func WordOf(e *league.Entry) string {
	if e.Program == nil {
		return e.Builtin
	}
	return process.Written(e.Program.Argv)
}

// MatchLimits are the limits of a plan in matches.
func MatchLimits(p *league.Plan) sim.Limits {
	l := p.Limits
	return sim.Limits{CPU: l.CPU, Wall: l.Wall, MatchWall: l.MatchWall, Memory: l.Memory, Off: l == league.Limits{Sandbox: l.Sandbox}}
}
