package schedule

import (
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/sanitize"
)

// MaxAllPlayers is the maximum number of players for the format All; eight players have 70 line-ups per
// seed.
const MaxAllPlayers = 8

// allRules plays each line-up of four with each seed.
var allRules = rules{
	name: "all", resumeCommand: resumeTournament, minPlayers: sim.Seats, maxPlayers: MaxAllPlayers,
	describe: func(p *Params) string { return fmt.Sprintf("%d players in all possible line-ups", len(p.Players)) },
	sets: func(n int) (setsPerSeed, tasksPerSet int) {
		return n * (n - 1) * (n - 2) * (n - 3) / 24, len(rotations)
	},
	newSource: func(s *Schedule) taskSource {
		lineUps := allLineUps(len(s.Players))
		circles := [...][3]int{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}, {3, 1, 2}, {1, 3, 2}, {2, 3, 1}}
		return fixedMatches{s, func(block, set, n int) (players, places [sim.Seats]int) {
			l := lineUps[set%len(lineUps)]
			// Rotations keep the same neighbours, so the circle varies from seed to seed.
			c := circles[block%len(circles)]
			return [sim.Seats]int{l[0], l[c[0]], l[c[1]], l[c[2]]}, rotations[n]
		}}
	},
}

// allLineUps returns all line-ups of n players in a fair order. Line-ups whose players have met
// least often come first.
func allLineUps(n int) [][sim.Seats]int {
	var lineUps [][sim.Seats]int
	for a := range n {
		for b := a + 1; b < n; b++ {
			for c := b + 1; c < n; c++ {
				for d := c + 1; d < n; d++ {
					lineUps = append(lineUps, [sim.Seats]int{a, b, c, d})
				}
			}
		}
	}
	o := ordering{meetings: newMeetings(n), matchCounts: make([]int, n), remaining: lineUps}
	o.orderRemaining()
	return o.ordered
}

type ordering struct {
	meetings    meetings
	matchCounts []int
	remaining   [][sim.Seats]int
	ordered     [][sim.Seats]int
}

// orderRemaining orders the remaining line-ups. It reports whether it succeeded.
func (o *ordering) orderRemaining() bool {
	if len(o.remaining) == 0 {
		return true
	}
	for _, l := range o.candidates() {
		i := slices.Index(o.remaining, l)
		o.remaining = slices.Delete(o.remaining, i, i+1)
		o.ordered = append(o.ordered, l)
		o.add(l, 1)
		if o.orderRemaining() {
			return true
		}
		o.add(l, -1)
		o.ordered = o.ordered[:len(o.ordered)-1]
		o.remaining = slices.Insert(o.remaining, i, l)
	}
	return false
}

func (o *ordering) add(l [sim.Seats]int, delta int) {
	for _, e := range l {
		o.matchCounts[e] += delta
	}
	o.meetings.add(l, delta)
}

func (o *ordering) candidates() [][sim.Seats]int {
	var list [][sim.Seats]int
	for _, l := range o.remaining {
		o.add(l, 1)
		if slices.Max(o.matchCounts)-slices.Min(o.matchCounts) <= 1 {
			list = append(list, l)
		}
		o.add(l, -1)
	}
	slices.SortStableFunc(list, func(a, b [sim.Seats]int) int { return o.meetings.cost(a) - o.meetings.cost(b) })
	return list
}

// againstRules compares the first two players: on each seed both play the same match, in the same seat,
// against the same three opponents.
var againstRules = rules{
	name: "against", resumeCommand: resumeTournament, minPlayers: 1 + sim.Seats, maxPlayers: MaxPlayers,
	describe: func(p *Params) string {
		return fmt.Sprintf("%s against %s, each with %s", sanitize.Line(p.Players[0]), sanitize.Line(p.Players[1]), describeAgainstOpponents(p))
	},
	sets: func(int) (setsPerSeed, tasksPerSet int) { return 1, 2 },
	newSource: func(s *Schedule) taskSource {
		return fixedMatches{s, func(block, _, player int) (players, places [sim.Seats]int) {
			rand := dice.Source(uint64(s.Seed)<<32 | uint64(block))
			l := rand.Perm(len(s.Players) - 2)
			return [sim.Seats]int{player, 2 + l[0], 2 + l[1], 2 + l[2]}, rotations[block%len(rotations)]
		}}
	},
}

func describeAgainstOpponents(p *Params) string {
	names := p.Players[2:]
	if len(names) == sim.Seats-1 {
		return sanitize.JoinNames(names, sim.Seats-1)
	}
	return "three of " + sanitize.JoinNames(names, 8)
}
