package league

import (
	"fmt"
	"slices"

	"game-tui/sim"
)

// Task is one line-up on one seed. Its number is its place in the schedule.
type Task struct {
	N      int
	Block  int              // 0 … Plan.Seeds-1
	Seed   int32            // Plan.Seed + Block
	LineUp [sim.Seats]int   // entries of the plan; two of each in a Versus plan
	Plays  [][sim.Seats]int // one match each: the place in LineUp of who sits on seat 0 … 3
	Keyed  bool             // the seeds of the players come from a key
	// Players are these, of each match: ToPlay has them.
	Players []sim.PlayerSeeds
}

// Entries returns the entry of the plan on each seat in match m of the task.
func (t *Task) Entries(m int) (seats [sim.Seats]int) {
	for seat, place := range t.Plays[m] {
		seats[seat] = t.LineUp[place]
	}
	return seats
}

// rotations are the seatings of a line-up: everybody sits on every seat once.
var rotations = [][sim.Seats]int{{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}}

// duels are the seatings of two players with two seats each, a seating and its
// opposite, so that both have played every seat. Seeds take them in turn.
var duels = [][][sim.Seats]int{
	{{0, 2, 1, 3}, {2, 0, 3, 1}}, // A B A B and B A B A
	{{0, 1, 2, 3}, {2, 3, 0, 1}}, // A A B B and B B A A
	{{0, 2, 3, 1}, {2, 0, 1, 3}}, // A B B A and B A A B
}

// Seat returns the seat on which a place of the line-up sits in match m.
func (t *Task) Seat(m, place int) int { return slices.Index(t.Plays[m][:], place) }

// Schedule computes the tasks of a plan. Asking for them in order is cheap; it
// is used by one goroutine.
//
// In every prefix of the tasks any two players have played equally often to
// within one task, and everybody has sat on each seat equally often.
type Schedule struct {
	plan    *Plan
	perSeed int
	lineUps [][sim.Seats]int // of All: a seed's; of Balanced: those computed so far
	rounds  *rounds          // of Balanced: makes more of them
	key     *Key             // of the plan; nil: there is none, or it is not known
}

// Schedule returns the schedule of a plan that was checked.
func (p *Plan) Schedule() *Schedule {
	s := &Schedule{plan: p, perSeed: p.tasksPerSeed()}
	switch p.Design {
	case All:
		s.lineUps = allLineUps(len(p.Player))
	case Balanced:
		s.rounds = newRounds(len(p.Player), uint64(p.Seed))
	}
	return s
}

// tasksPerSeed is the number of tasks of a block.
func (p *Plan) tasksPerSeed() int {
	n := len(p.Player)
	switch p.Design {
	case All:
		return n * (n - 1) * (n - 2) * (n - 3) / 24
	case Balanced:
		return (n + sim.Seats - 1) / sim.Seats
	}
	return 1
}

// Tasks is the number of tasks of the plan, TasksPerSeed that of each block.
func (s *Schedule) Tasks() int        { return s.perSeed * s.plan.Seeds }
func (s *Schedule) TasksPerSeed() int { return s.perSeed }

// Matches is the number of matches of n tasks.
func (s *Schedule) Matches(n int) int {
	if s.plan.Design == Versus {
		return n * len(duels[0])
	}
	return n * len(rotations)
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
	block := n / s.perSeed
	t := Task{N: n, Block: block, Seed: s.plan.Seed + int32(block), Plays: rotations, Keyed: len(s.plan.Keys) > 0}
	switch s.plan.Design {
	case All:
		t.LineUp = turned(s.lineUps[n%s.perSeed], block)
	case Balanced:
		for len(s.lineUps) <= n {
			s.lineUps = s.rounds.appendRound(s.lineUps)
		}
		t.LineUp = s.lineUps[n]
	case Versus:
		t.LineUp = [sim.Seats]int{0, 0, 1, 1}
		t.Plays = duels[block%len(duels)]
	}
	return t
}

// turned gives the players of a line-up other neighbours on each seed: rotations
// keep neighbours together, and there are six ways to sit in a circle.
func turned(l [sim.Seats]int, block int) [sim.Seats]int {
	circle := [...][3]int{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}, {3, 1, 2}, {1, 3, 2}, {2, 3, 1}}[block%6]
	return [sim.Seats]int{l[0], l[circle[0]], l[circle[1]], l[circle[2]]}
}
