package schedule

import (
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
)

// balancedRules puts each player in about one line-up per seed. All pairs meet equally often.
var balancedRules = rules{
	name: "balanced", resume: resumeTournament, minPlayers: sim.Seats, maxPlayers: MaxPlayers,
	describe: func(p *Params) string {
		return fmt.Sprintf("%d players with all pairs meeting equally often", len(p.Players))
	},
	sets: func(n int) (perSeed, tasks int) { return (n + sim.Seats - 1) / sim.Seats, len(rotations) },
	schedule: func(s *Schedule) matches {
		var lineUps [][sim.Seats]int
		r := &balancer{met: newMeetings(len(s.Players)), rand: dice.Source(s.Seed)}
		return fixedPlan{s, func(_, set, n int) (players, places [sim.Seats]int) {
			for len(lineUps) <= set {
				lineUps = r.appendRound(lineUps)
			}
			return lineUps[set], rotations[n]
		}}
	},
}

type meetings struct {
	n        int
	count    []int32
	minCount int32
}

func newMeetings(n int) meetings { return meetings{n: n, count: make([]int32, n*n)} }

func (m *meetings) add(l [sim.Seats]int, by int) {
	for i, a := range l {
		for _, b := range l[i+1:] {
			m.count[a*m.n+b] += int32(by)
			m.count[b*m.n+a] += int32(by)
		}
	}
}

func (m *meetings) cost(l [sim.Seats]int) int {
	sum := 0
	for i, a := range l {
		for _, b := range l[i+1:] {
			sum += int(m.count[a*m.n+b])
		}
	}
	return sum
}

// balancer computes the line-ups of a balanced plan. In a round each player plays once. If the number
// of players is not a multiple of four, some line-ups contain players of two rounds.
type balancer struct {
	met  meetings
	rand dice.Source
	rest []int
}

func (r *balancer) appendRound(list [][sim.Seats]int) [][sim.Seats]int {
	order := r.rand.Perm(r.met.n)
	r.placeRestFirst(order)
	row := append(slices.Clone(r.rest), order...)
	r.met.minCount = slices.Max(r.met.count)
	for a := range r.met.n {
		for b := range a {
			r.met.minCount = min(r.met.minCount, r.met.count[a*r.met.n+b])
		}
	}
	r.improve(row, len(r.rest))
	for len(row) >= sim.Seats {
		l := [sim.Seats]int(row[:sim.Seats])
		r.rand.Shuffle(l[:])
		r.met.add(l, 1)
		list = append(list, l)
		row = row[sim.Seats:]
	}
	r.rest = slices.Clone(row)
	return list
}

// placeRestFirst reorders players so that the line-up that begins with r.rest contains no player
// twice.
func (r *balancer) placeRestFirst(order []int) {
	if len(r.rest) == 0 {
		return
	}
	free := len(order) - 1
	for i := range sim.Seats - len(r.rest) {
		for slices.Contains(r.rest, order[i]) {
			order[i], order[free] = order[free], order[i]
			free--
		}
	}
}

// sweeps is the maximum number of improving passes per round. Further ones gain little.
const sweeps = 4

// improve swaps players between line-ups while that reduces repeated meetings. It does not move the
// first fixed players.
func (r *balancer) improve(row []int, fixed int) {
	whole := len(row) / sim.Seats * sim.Seats
	for sweep, better := 0, true; better && sweep < sweeps; sweep++ {
		better = false
		for i := fixed; i < len(row); i++ {
			for j := (i/sim.Seats + 1) * sim.Seats; j < len(row); j++ {
				if r.gain(row, i, j, fixed, whole) > 0 {
					row[i], row[j] = row[j], row[i]
					better = true
				}
			}
		}
	}
}

func (r *balancer) gain(row []int, i, j, fixed, whole int) int {
	a, b := row[i], row[j]
	if i < sim.Seats && fixed > 0 && slices.Contains(row[:fixed], b) {
		return 0
	}
	sum := 0
	for k := i / sim.Seats * sim.Seats; k < i/sim.Seats*sim.Seats+sim.Seats; k++ {
		if k != i {
			sum += r.met.weight(a, row[k]) - r.met.weight(b, row[k])
		}
	}
	if j < whole {
		for k := j / sim.Seats * sim.Seats; k < j/sim.Seats*sim.Seats+sim.Seats; k++ {
			if k != j {
				sum += r.met.weight(b, row[k]) - r.met.weight(a, row[k])
			}
		}
	}
	return sum
}

// weight returns the cost of another meeting of a and b. It is much higher for pairs that have met
// often.
func (m *meetings) weight(a, b int) int {
	c := int(m.count[a*m.n+b] - m.minCount)
	return (c+1)*(c+1)*(c+1)*(c+1) - c*c*c*c
}
