package league

import (
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
)

// A Task is one match.
type Task struct {
	N       int
	Block   int
	Seed    int32
	LineUp  [sim.Seats]int   // indices in Plan.Players
	Places  [sim.Seats]int   // index in LineUp by seat
	Keyed   bool             // Players come from a key
	Players *sim.PlayerSeeds // seeds, set by KeyedTask
	Match   *playoff.Pairing // for play-offs and finals
}

// Entries returns the index in Plan.Players by seat.
func (t *Task) Entries() (seats [sim.Seats]int) {
	for seat, place := range t.Places {
		seats[seat] = t.LineUp[place]
	}
	return seats
}

// rotations are the seatings of a line-up. Each player takes every seat once.
var rotations = [][sim.Seats]int{{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}}

const rivals = sim.Seats - 1

// Seat returns the seat of an index in LineUp.
func (t *Task) Seat(place int) int { return slices.Index(t.Places[:], place) }

// A Schedule computes the tasks of a plan, fastest in order. It is not safe for concurrent use. A
// set holds the matches that count together. After any number of sets, all players have played
// equally often, within one set, and equally often in each seat.
type Schedule struct {
	plan    *Plan
	perSeed int
	perSet  int
	keys    map[string]*Key // known keys by hash
	matches matches
}

func (p *Plan) Schedule() *Schedule {
	sets, tasks := p.Format.get().sets(len(p.Players))
	s := &Schedule{plan: p, perSeed: sets * tasks, perSet: tasks, keys: map[string]*Key{}}
	s.matches = p.Format.get().schedule(s)
	return s
}

// Tasks returns the number of tasks, for a play-off those known.
func (s *Schedule) Tasks() int { return s.matches.known() }

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

func (s *Schedule) Find(n int) (Task, error) {
	if n < 0 || n >= s.Tasks() {
		return Task{}, fmt.Errorf("there is no task %d in this plan of %d", n, s.Tasks())
	}
	return s.Task(n), nil
}

// Task returns task n, below Tasks(), without players' seeds.
func (s *Schedule) Task(n int) Task { return s.matches.task(n) }
