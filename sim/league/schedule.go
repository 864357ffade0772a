package league

import (
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
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
	perSeed int             // tasks of a block
	perSet  int             // tasks that count together
	keys    map[string]*Key // known keys of the plan by hash
	matches matches
}

// Schedule returns the schedule of a valid plan.
func (p *Plan) Schedule() *Schedule {
	sets, tasks := p.Format.get().sets(len(p.Players))
	s := &Schedule{plan: p, perSeed: sets * tasks, perSet: tasks, keys: map[string]*Key{}}
	s.matches = p.Format.get().schedule(s)
	return s
}

// Tasks returns the number of tasks, for a play-off those known so far.
func (s *Schedule) Tasks() int { return s.matches.known() }

// TasksPerSeed returns the number of tasks of each block.
func (s *Schedule) TasksPerSeed() int { return s.perSeed }
func (s *Schedule) TasksPerSet() int  { return s.perSet }

func (p *Plan) tasksPerSeed() int {
	sets, tasks := p.Format.get().sets(len(p.Players))
	return sets * tasks
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
func (s *Schedule) Task(n int) Task { return s.matches.task(n) }
