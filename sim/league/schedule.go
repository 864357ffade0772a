package league

import (
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/playoff"
)

// A Task is one match: a line-up with a seed and a seating.
type Task struct {
	N       int
	Block   int              // 0 to Plan.Blocks()-1
	Seed    int32            // Plan.Seed + Block
	LineUp  [sim.Seats]int   // indices of players in the plan
	Places  [sim.Seats]int   // index in LineUp of each seat's player
	Keyed   bool             // players' seeds are derived from a key
	Players *sim.PlayerSeeds // the derived seeds, set by KeyedTask
	Match   *playoff.Match   // for play-offs and finals
}

// Entries returns the index of each seat's player in the plan.
func (t *Task) Entries() (seats [sim.Seats]int) {
	for seat, place := range t.Places {
		seats[seat] = t.LineUp[place]
	}
	return seats
}

// rotations are the seatings of a line-up, in which each player takes every seat once.
var rotations = [][sim.Seats]int{{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}}

// rivals is the number of opponents in a match.
const rivals = sim.Seats - 1

// Seat returns the seat of a place of the line-up.
func (t *Task) Seat(place int) int { return slices.Index(t.Places[:], place) }

// A Schedule computes the tasks of a plan, fastest in order. It is not safe for concurrent use. A
// set holds the matches that count together. After any number of sets, all players have played
// equally often, within one set, and equally often in each seat.
type Schedule struct {
	plan    *Plan
	perSeed int
	perSet  int
	lineUps [][sim.Seats]int // for All, of a seed; for Balanced, all computed so far
	rounds  *rounds          // for Balanced, computes more line-ups
	keys    map[string]*Key  // known keys of the plan by hash
	knockout
}

// Schedule returns the schedule of a valid plan.
func (p *Plan) Schedule() *Schedule {
	s := &Schedule{plan: p, perSeed: p.tasksPerSeed(), perSet: p.tasksPerSet(), keys: map[string]*Key{}}
	switch p.Design {
	case All:
		s.lineUps = allLineUps(len(p.Player))
	case Balanced:
		s.rounds = &rounds{met: newMeetings(len(p.Player)), rand: dice.Source(p.Seed)}
	case Playoff:
		s.state = playoff.New(playoff.Rules{Entries: p.Playoff.Entries, To: p.Playoff.To, Seed: p.Seed})
		s.learn()
	case Final:
		s.final = playoff.NewFinal(p.Seed, p.Seeds)
		s.learnFinal()
	}
	return s
}

// tasksPerSeed returns the number of tasks of a block.
func (p *Plan) tasksPerSeed() int {
	n, sets := len(p.Player), 1
	switch p.Design {
	case All:
		sets = n * (n - 1) * (n - 2) * (n - 3) / 24
	case Balanced:
		sets = (n + sim.Seats - 1) / sim.Seats
	}
	return sets * p.tasksPerSet()
}

// Tasks returns the number of tasks, for a play-off those known so far.
func (s *Schedule) Tasks() int {
	if s.plan.Design.Knockout() {
		return len(s.known)
	}
	return s.perSeed * s.plan.Blocks()
}

// TasksPerSeed returns the number of tasks of each block.
func (s *Schedule) TasksPerSeed() int { return s.perSeed }
func (s *Schedule) TasksPerSet() int  { return s.perSet }

// tasksPerSet returns the number of tasks that count together.
func (p *Plan) tasksPerSet() int {
	switch p.Design {
	case Against:
		return 2
	case Playoff, Final:
		return 1
	}
	return len(rotations)
}

// MaxBlocks returns the largest possible number of blocks.
func (p *Plan) MaxBlocks() int {
	return int(min(MaxTasks/int64(p.tasksPerSeed()), math.MaxInt32-int64(p.Seed)+1))
}

// Find returns task n, or an error if it does not exist.
func (s *Schedule) Find(n int) (Task, error) {
	if n < 0 || n >= s.Tasks() {
		return Task{}, fmt.Errorf("there is no task %d in this plan of %d", n, s.Tasks())
	}
	return s.Task(n), nil
}

// Task returns task n without players' seeds. N must be in [0, Tasks()).
func (s *Schedule) Task(n int) Task {
	if s.plan.Design.Knockout() {
		return s.known[n]
	}
	block, set, seating := n/s.perSeed, n/s.perSet, n%s.perSet
	t := Task{N: n, Block: block, Seed: s.plan.Seed + int32(block), Keyed: len(s.plan.Keys) > 0}
	switch s.plan.Design {
	case All:
		t.LineUp = turned(s.lineUps[set%len(s.lineUps)], block)
	case Balanced:
		for len(s.lineUps) <= set {
			s.lineUps = s.rounds.appendRound(s.lineUps)
		}
		t.LineUp = s.lineUps[set]
	case Against:
		t.LineUp = s.compared(seating, block)
		seating = block % len(rotations)
	}
	t.Places = rotations[seating]
	return t
}

// compared returns the line-up of one of the two compared players with the three opponents of the
// block.
func (s *Schedule) compared(who, block int) [sim.Seats]int {
	rand := dice.Source(uint64(s.plan.Seed)<<32 | uint64(block))
	l := rand.Perm(len(s.plan.Player) - 2)
	return [sim.Seats]int{who, 2 + l[0], 2 + l[1], 2 + l[2]}
}

// turned returns a line-up with neighbours that differ from seed to seed, because rotations keep
// neighbours together.
func turned(l [sim.Seats]int, block int) [sim.Seats]int {
	circle := [...][3]int{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}, {3, 1, 2}, {1, 3, 2}, {2, 3, 1}}[block%6]
	return [sim.Seats]int{l[0], l[circle[0]], l[circle[1]], l[circle[2]]}
}

// allLineUps returns all line-ups of n players, 4 ≤ n ≤ AllUpTo, ordered such that after any number
// of them players have played equally often within one. It prefers line-ups whose pairs have met
// least, and backtracks.
func allLineUps(n int) [][sim.Seats]int {
	var all [][sim.Seats]int
	for a := range n {
		for b := a + 1; b < n; b++ {
			for c := b + 1; c < n; c++ {
				for d := c + 1; d < n; d++ {
					all = append(all, [sim.Seats]int{a, b, c, d})
				}
			}
		}
	}
	o := ordering{met: newMeetings(n), played: make([]int, n), left: all}
	o.next()
	return o.list
}

// ordering is the search for that order.
type ordering struct {
	met    meetings
	played []int
	left   [][sim.Seats]int
	list   [][sim.Seats]int
}

// next orders the remaining line-ups and reports whether that succeeded.
func (o *ordering) next() bool {
	if len(o.left) == 0 {
		return true
	}
	for _, l := range o.candidates() {
		i := slices.Index(o.left, l)
		o.left = slices.Delete(o.left, i, i+1)
		o.list = append(o.list, l)
		o.count(l, 1)
		if o.next() {
			return true
		}
		o.count(l, -1)
		o.list = o.list[:len(o.list)-1]
		o.left = slices.Insert(o.left, i, l)
	}
	return false
}

func (o *ordering) count(l [sim.Seats]int, by int) {
	for _, e := range l {
		o.played[e] += by
	}
	o.met.add(l, by)
}

// candidates returns the possible next line-ups, those whose pairs have met least first.
func (o *ordering) candidates() [][sim.Seats]int {
	var list [][sim.Seats]int
	for _, l := range o.left {
		o.count(l, 1)
		if slices.Max(o.played)-slices.Min(o.played) <= 1 {
			list = append(list, l)
		}
		o.count(l, -1)
	}
	slices.SortStableFunc(list, func(a, b [sim.Seats]int) int { return o.met.cost(a) - o.met.cost(b) })
	return list
}

// meetings counts how often pairs of players were in a line-up together.
type meetings struct {
	n     int
	count []int32 // n×n, symmetric
	least int32   // smallest count, set by settle
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

// cost returns how often the pairs of a line-up have met.
func (m *meetings) cost(l [sim.Seats]int) int {
	sum := 0
	for i, a := range l {
		for _, b := range l[i+1:] {
			sum += int(m.count[a*m.n+b])
		}
	}
	return sum
}

// rounds computes the line-ups of a balanced plan. In a round each player plays once. If the number
// of players is not a multiple of four, some line-ups contain players of two rounds.
type rounds struct {
	met  meetings
	rand dice.Source
	rest []int // up to three players of the last round without a line-up
}

// appendRound appends the line-ups of the next round.
func (r *rounds) appendRound(list [][sim.Seats]int) [][sim.Seats]int {
	order := r.rand.Perm(r.met.n)
	r.restFirst(order)
	row := append(slices.Clone(r.rest), order...)
	r.met.settle()
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

// restFirst moves the players that are in the rest behind the places of the line-up they wait for.
func (r *rounds) restFirst(order []int) {
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

// sweeps is how often a round is improved; more gain little.
const sweeps = 4

// improve swaps players between line-ups while that reduces repeated meetings. The first fixed
// players stay.
func (r *rounds) improve(row []int, fixed int) {
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

// gain returns how much swapping two players reduces meetings.
func (r *rounds) gain(row []int, i, j, fixed, whole int) int {
	a, b := row[i], row[j]
	if i < sim.Seats && fixed > 0 && slices.Contains(row[:fixed], b) {
		return 0 // a player cannot meet itself
	}
	sum := 0
	for k := i / sim.Seats * sim.Seats; k < i/sim.Seats*sim.Seats+sim.Seats; k++ {
		if k != i {
			sum += r.met.weight(a, row[k]) - r.met.weight(b, row[k])
		}
	}
	if j < whole { // the last players have no line-up yet
		for k := j / sim.Seats * sim.Seats; k < j/sim.Seats*sim.Seats+sim.Seats; k++ {
			if k != j {
				sum += r.met.weight(b, row[k]) - r.met.weight(a, row[k])
			}
		}
	}
	return sum
}

// weight is the cost of another meeting. It is much higher for pairs that have met more often than
// others.
func (m *meetings) weight(a, b int) int {
	c := int(m.count[a*m.n+b] - m.least)
	return (c+1)*(c+1)*(c+1)*(c+1) - c*c*c*c
}

// settle updates the smallest count.
func (m *meetings) settle() {
	m.least = m.count[1]
	for a := range m.n {
		for b := range a {
			m.least = min(m.least, m.count[a*m.n+b])
		}
	}
}
