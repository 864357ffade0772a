package schedule

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/sanitize"
)

// against compares the first two players: on each seed both play the same match, in the same seat,
// against the same three opponents.
var against = rules{
	name: "against", resume: resumeTournament, least: 2 + rivals, most: MaxPlayers,
	describe: func(p *Params) string {
		return fmt.Sprintf("%s against %s, each with %s", sanitize.Line(p.Players[0]), sanitize.Line(p.Players[1]), againstOpponents(p))
	},
	sets: func(int) (perSeed, tasks int) { return 1, 2 },
	schedule: func(s *Schedule) matches {
		return fixed{s, func(block, _, who int) (players, places [sim.Seats]int) {
			rand := dice.Source(uint64(s.Seed)<<32 | uint64(block))
			l := rand.Perm(len(s.Players) - 2)
			return [sim.Seats]int{who, 2 + l[0], 2 + l[1], 2 + l[2]}, rotations[block%len(rotations)]
		}}
	},
}

func againstOpponents(p *Params) string {
	names := p.Players[2:]
	if len(names) == rivals {
		return sanitize.JoinNames(names, rivals)
	}
	return "three of " + sanitize.JoinNames(names, 8)
}
