package league

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/sanitize"
)

// Against compares the first two players: on each seed both play the same match, in the same seat,
// against the same three opponents.
var Against = Format{againstFormat{}}

type againstFormat struct{}

func (againstFormat) name() string                  { return "against" }
func (againstFormat) resumeCommand() string         { return All.ResumeCommand() }
func (againstFormat) kind() kind                    { return comparesTwo }
func (againstFormat) check(p *Plan) error           { return p.checkCount(2+rivals, MaxPlayers) }
func (againstFormat) sets(int) (perSeed, tasks int) { return 1, 2 }

func (f againstFormat) describe(p *Plan) string {
	return fmt.Sprintf("%s against %s, each with %s", sanitize.Line(p.Players[0].Name), sanitize.Line(p.Players[1].Name), f.opponents(p))
}

func (againstFormat) opponents(p *Plan) string {
	names := p.Names()[2:]
	if len(names) == rivals {
		return sanitize.JoinNames(names, rivals)
	}
	return "three of " + sanitize.JoinNames(names, 8)
}

func (againstFormat) schedule(s *Schedule) matches {
	seed, n := s.plan.Seed, len(s.plan.Players)-2
	return fixed{s, func(block, _, who int) (players, places [sim.Seats]int) {
		rand := dice.Source(uint64(seed)<<32 | uint64(block))
		l := rand.Perm(n)
		return [sim.Seats]int{who, 2 + l[0], 2 + l[1], 2 + l[2]}, rotations[block%len(rotations)]
	}}
}
