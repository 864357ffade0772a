package schedule

import (
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
)

// balancedRules puts each player in about one line-up per seed. All pairs meet equally often.
var balancedRules = rules{
	name: "balanced", resumeCommand: resumeTournament, minPlayers: sim.Seats, maxPlayers: MaxPlayers,
	describe: func(p *Params) string {
		return fmt.Sprintf("%d players with all pairs meeting equally often", len(p.Players))
	},
	sets: func(n int) (setsPerSeed, tasksPerSet int) { return (n + sim.Seats - 1) / sim.Seats, len(rotations) },
	newSource: func(s *Schedule) taskSource {
		var lineUps [][sim.Seats]int
		r := &balancer{meetings: newMeetings(len(s.Players)), rand: dice.Source(s.Seed)}
		return fixedMatches{s, func(_, set, n int) (players, places [sim.Seats]int) {
			for len(lineUps) <= set {
				lineUps = r.appendRound(lineUps)
			}
			return lineUps[set], rotations[n]
		}}
	},
}

type meetings struct {
	n        int
	counts   []int32
	minCount int32
}

func newMeetings(n int) meetings { return meetings{n: n, counts: make([]int32, n*n)} }

func (m *meetings) add(l [sim.Seats]int, delta int) {
	for i, a := range l {
		for _, b := range l[i+1:] {
			m.counts[a*m.n+b] += int32(delta)
			m.counts[b*m.n+a] += int32(delta)
		}
	}
}

func (m *meetings) cost(l [sim.Seats]int) int {
	sum := 0
	for i, a := range l {
		for _, b := range l[i+1:] {
			sum += int(m.counts[a*m.n+b])
		}
	}
	return sum
}

// balancer computes the line-ups of a balanced plan. In a round each player plays once. If the number
// of players is not a multiple of four, some line-ups contain players of two rounds.
type balancer struct {
	meetings meetings
	rand     dice.Source
	leftover []int
}

func (r *balancer) appendRound(list [][sim.Seats]int) [][sim.Seats]int {
	order := r.rand.Perm(r.meetings.n)
	r.avoidRepeats(order)
	row := append(slices.Clone(r.leftover), order...)
	r.meetings.minCount = slices.Max(r.meetings.counts)
	for a := range r.meetings.n {
		for b := range a {
			r.meetings.minCount = min(r.meetings.minCount, r.meetings.counts[a*r.meetings.n+b])
		}
	}
	r.reduceRepeats(row, len(r.leftover))
	for len(row) >= sim.Seats {
		l := [sim.Seats]int(row[:sim.Seats])
		r.rand.Shuffle(l[:])
		r.meetings.add(l, 1)
		list = append(list, l)
		row = row[sim.Seats:]
	}
	r.leftover = slices.Clone(row)
	return list
}

// avoidRepeats reorders players so that the line-up that begins with r.leftover contains no player
// twice.
func (r *balancer) avoidRepeats(order []int) {
	if len(r.leftover) == 0 {
		return
	}
	free := len(order) - 1
	for i := range sim.Seats - len(r.leftover) {
		for slices.Contains(r.leftover, order[i]) {
			order[i], order[free] = order[free], order[i]
			free--
		}
	}
}

// maxSweeps is the maximum number of improving passes per round. Further ones gain little.
const maxSweeps = 4

// reduceRepeats swaps players between line-ups while that reduces repeated meetings. It does not
// move the first fixedCount players.
func (r *balancer) reduceRepeats(row []int, fixedCount int) {
	completeLen := len(row) / sim.Seats * sim.Seats
	for sweep, better := 0, true; better && sweep < maxSweeps; sweep++ {
		better = false
		for i := fixedCount; i < len(row); i++ {
			for j := (i/sim.Seats + 1) * sim.Seats; j < len(row); j++ {
				if r.gain(row, i, j, fixedCount, completeLen) > 0 {
					row[i], row[j] = row[j], row[i]
					better = true
				}
			}
		}
	}
}

func (r *balancer) gain(row []int, i, j, fixedCount, completeLen int) int {
	a, b := row[i], row[j]
	if i < sim.Seats && fixedCount > 0 && slices.Contains(row[:fixedCount], b) {
		return 0
	}
	sum := 0
	for k := i / sim.Seats * sim.Seats; k < i/sim.Seats*sim.Seats+sim.Seats; k++ {
		if k != i {
			sum += r.meetings.pairCost(a, row[k]) - r.meetings.pairCost(b, row[k])
		}
	}
	if j < completeLen {
		for k := j / sim.Seats * sim.Seats; k < j/sim.Seats*sim.Seats+sim.Seats; k++ {
			if k != j {
				sum += r.meetings.pairCost(b, row[k]) - r.meetings.pairCost(a, row[k])
			}
		}
	}
	return sum
}

// pairCost returns the cost of another meeting of a and b. It is much higher for pairs that have met
// often.
func (m *meetings) pairCost(a, b int) int {
	c := int(m.counts[a*m.n+b] - m.minCount)
	return (c+1)*(c+1)*(c+1)*(c+1) - c*c*c*c
}
