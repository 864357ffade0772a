package league

import (
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/playoff"
)

// Task is one match: a line-up on one seed, in one of its seatings. Its number is its place in the schedule.
type Task struct {
	N       int
	Block   int              // 0 … Plan.Blocks()-1
	Seed    int32            // Plan.Seed + Block
	LineUp  [sim.Seats]int   // entries of the plan
	Places  [sim.Seats]int   // in LineUp, of who sits on seat 0 … 3
	Keyed   bool             // the seeds of the players come from a key
	Players *sim.PlayerSeeds // these: ToPlay has them
	Match   *playoff.Match   // of a play-off
}

// Entries returns the entry of the plan on each seat.
func (t *Task) Entries() (seats [sim.Seats]int) {
	for seat, place := range t.Places {
		seats[seat] = t.LineUp[place]
	}
	return seats
}

// rotations are the seatings of a line-up: everybody sits on every seat once.
var rotations = [][sim.Seats]int{{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}}

// rivals are the others in a match, by number.
const rivals = sim.Seats - 1

// Seat returns the seat on which a place of the line-up sits.
func (t *Task) Seat(place int) int { return slices.Index(t.Places[:], place) }

// Schedule computes the tasks of a plan. Asking for them in order is cheap; it
// is used by one goroutine.
//
// A set is the matches that count together: those of a line-up on a seed, or the two that are compared. In
// every prefix of the sets any two players have played equally often to within one set, and everybody
// has sat on each seat equally often.
type Schedule struct {
	plan    *Plan
	perSeed int
	perSet  int
	lineUps [][sim.Seats]int // of All: a seed's; of Balanced: those computed so far
	rounds  *rounds          // of Balanced: makes more of them
	keys    map[string]*Key  // of the plan, by their hashes, as far as they are known
	knockout
}

// Schedule returns the schedule of a plan that was checked.
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

// tasksPerSeed is the number of tasks of a block.
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

// Tasks is the number of tasks of the plan; of a play-off, of those that are known by now.
func (s *Schedule) Tasks() int {
	if s.plan.Design.Knockout() {
		return len(s.known)
	}
	return s.perSeed * s.plan.Blocks()
}

// TasksPerSeed is the number of tasks of each block, TasksPerSet that of each set.
func (s *Schedule) TasksPerSeed() int { return s.perSeed }
func (s *Schedule) TasksPerSet() int  { return s.perSet }

// tasksPerSet is the number of tasks that count together.
func (p *Plan) tasksPerSet() int {
	switch p.Design {
	case Against:
		return 2
	case Playoff, Final:
		return 1
	}
	return len(rotations)
}

// MaxBlocks is how many blocks there can be.
func (p *Plan) MaxBlocks() int {
	return int(min(MaxTasks/int64(p.tasksPerSeed()), math.MaxInt32-int64(p.Seed)+1))
}

// Find returns task n, or an error that says that there is none.
func (s *Schedule) Find(n int) (Task, error) {
	if n < 0 || n >= s.Tasks() {
		return Task{}, fmt.Errorf("there is no task %d in this plan of %d", n, s.Tasks())
	}
	return s.Task(n), nil
}

// Task returns task n, 0 ≤ n < Tasks: who plays whom, on which seed. To play it, see ToPlay.
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

// compared is the line-up of one of the two that are compared: before the three rivals of the block.
func (s *Schedule) compared(who, block int) [sim.Seats]int {
	rand := dice.Source(uint64(s.plan.Seed)<<32 | uint64(block))
	l := rand.Perm(len(s.plan.Player) - 2)
	return [sim.Seats]int{who, 2 + l[0], 2 + l[1], 2 + l[2]}
}

// turned gives the players of a line-up other neighbours on each seed: rotations
// keep neighbours together, and there are six ways to sit in a circle.
func turned(l [sim.Seats]int, block int) [sim.Seats]int {
	circle := [...][3]int{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}, {3, 1, 2}, {1, 3, 2}, {2, 3, 1}}[block%6]
	return [sim.Seats]int{l[0], l[circle[0]], l[circle[1]], l[circle[2]]}
}

// allLineUps lists all line-ups of n players, 4 ≤ n ≤ AllUpTo, in an order in
// which every prefix has all players equally often to within one. Of the line-ups
// that keep to this it takes the one whose pairs have met least; where that leads
// nowhere it goes back.
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

// ordering is a search for an order of line-ups.
type ordering struct {
	met    meetings
	played []int
	left   [][sim.Seats]int
	list   [][sim.Seats]int
}

// next puts the rest of the line-ups in order and reports whether that worked.
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

// candidates are the line-ups after which all have played equally often to
// within one, those whose pairs have met least first.
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

// meetings counts how often each pair of players was in a line-up together.
type meetings struct {
	n     int
	count []int32 // n×n, symmetric
	least int32   // of all pairs, when it was last settled
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

// cost is how often the pairs of a line-up have met already.
func (m *meetings) cost(l [sim.Seats]int) int {
	sum := 0
	for i, a := range l {
		for _, b := range l[i+1:] {
			sum += int(m.count[a*m.n+b])
		}
	}
	return sum
}

// rounds makes the line-ups of a balanced plan. In a round everybody plays once;
// rounds follow each other without a gap, so that where the number of players is
// no multiple of four a line-up has players of two rounds.
type rounds struct {
	met  meetings
	rand dice.Source
	rest []int // of the round before, fewer than four, who wait for a line-up
}

// appendRound appends the line-ups that the next round fills.
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

// restFirst moves those who wait behind the places of the line-up they wait for.
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

// sweeps is how often a row is gone through to improve it: more find little.
const sweeps = 4

// improve exchanges players between the line-ups of a row while that lowers the
// number of times that pairs meet again. The first fixed of the row stay.
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

// gain is by how much exchanging two players lowers the meetings of the row.
func (r *rounds) gain(row []int, i, j, fixed, whole int) int {
	a, b := row[i], row[j]
	if i < sim.Seats && fixed > 0 && slices.Contains(row[:fixed], b) {
		return 0 // nobody plays against himself
	}
	sum := 0
	for k := i / sim.Seats * sim.Seats; k < i/sim.Seats*sim.Seats+sim.Seats; k++ {
		if k != i {
			sum += r.met.weight(a, row[k]) - r.met.weight(b, row[k])
		}
	}
	if j < whole { // those at the end have no line-up yet
		for k := j / sim.Seats * sim.Seats; k < j/sim.Seats*sim.Seats+sim.Seats; k++ {
			if k != j {
				sum += r.met.weight(b, row[k]) - r.met.weight(a, row[k])
			}
		}
	}
	return sum
}

// weight is what one more meeting of two players costs: those who have met more
// often than others cost much more.
func (m *meetings) weight(a, b int) int {
	c := int(m.count[a*m.n+b] - m.least)
	return (c+1)*(c+1)*(c+1)*(c+1) - c*c*c*c
}

// settle finds out how often the pair that has met least has met.
func (m *meetings) settle() {
	m.least = m.count[1]
	for a := range m.n {
		for b := range a {
			m.least = min(m.least, m.count[a*m.n+b])
		}
	}
}
