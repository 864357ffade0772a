// Package schedule computes the matches of a tournament: [Format.New] returns a [Schedule] of tasks.
// The tasks of a line-up and seed form a set and count together; all tasks of a seed form a block.
// After any number of sets, all players have played equally often, within one set, and equally
// often in each seat. In a play-off or final, results decide which tasks follow.
package schedule

import (
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
)

// A Task is one match.
type Task struct {
	N       int
	Block   int
	Seed    int32
	LineUp  [sim.Seats]int   // indices of players
	Places  [sim.Seats]int   // index in LineUp by seat
	Keyed   bool             // Players come from a key
	Players *sim.PlayerSeeds // seeds from the key, if known
	Match   *playoff.Pairing // for play-offs and finals
}

func (t *Task) Entries() (seats [sim.Seats]int) {
	for seat, place := range t.Places {
		seats[seat] = t.LineUp[place]
	}
	return seats
}

// Seat returns the seat of an index in LineUp.
func (t *Task) Seat(place int) int { return slices.Index(t.Places[:], place) }

// rotations are the seatings of a line-up. Each player takes every seat once.
var rotations = [][sim.Seats]int{{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}}

const rivals = sim.Seats - 1

type rules struct {
	name        string // in tournament files
	resume      string // subcommand of game-tui that resumes a tournament
	least, most int    // players
	describe    func(p *Params) string
	check       func(p *Params) error // optional
	sets        func(players int) (perSeed, tasks int)
	schedule    func(s *Schedule) matches
}

const resumeTournament = "tournament --resume"

type matches interface {
	known() int             // see Schedule.Tasks
	planned(played int) int // see Schedule.Planned
	task(n int) Task
	// received returns task n as sent by a coordinator that may know more results.
	received(n int, m *playoff.Pairing) (Task, error)
	addResult(n int, r playoff.Result)
}

// A Schedule computes tasks, fastest in order. It is not safe for concurrent use.
type Schedule struct {
	Params
	perSeed int
	perSet  int
	matches matches
}

// Tasks returns the number of tasks, for a play-off those known.
func (s *Schedule) Tasks() int { return s.matches.known() }

// Planned estimates the number of tasks at the end.
func (s *Schedule) Planned(played int) int { return s.matches.planned(played) }

func (s *Schedule) TasksPerSeed() int { return s.perSeed }
func (s *Schedule) TasksPerSet() int  { return s.perSet }

func (s *Schedule) Find(n int) (Task, error) {
	if n < 0 || n >= s.Tasks() {
		return Task{}, fmt.Errorf("there is no task %d in this plan of %d", n, s.Tasks())
	}
	return s.Task(n), nil
}

// Task returns task n, below Tasks().
func (s *Schedule) Task(n int) Task { return s.matches.task(n) }

// AddResult adds a result, on which later tasks may depend.
func (s *Schedule) AddResult(n int, r playoff.Result) { s.matches.addResult(n, r) }

// Issued returns task n as leased by a coordinator, whose plan may have been amended, with the
// players' seeds and the match that it sent, or nil.
func (s *Schedule) Issued(n int, players *sim.PlayerSeeds, m *playoff.Pairing) (t Task, err error) {
	if t, err = s.matches.received(n, m); err != nil {
		return t, err
	}
	if t.Keyed != (players != nil) || t.Keyed && slices.Min(players[:]) < 0 {
		return t, fmt.Errorf("task %d has invalid seeds of its players", n)
	}
	t.Players = players
	return t, nil
}

// A fixed schedule is known from the start.
type fixed struct {
	*Schedule
	// lineUp returns the players of task n of a set, and their seats.
	lineUp func(block, set, n int) (players, places [sim.Seats]int)
}

func (f fixed) known() int                    { return f.perSeed * f.Seeds }
func (f fixed) planned(int) int               { return f.known() }
func (f fixed) addResult(int, playoff.Result) {}

func (f fixed) task(n int) Task {
	block := n / f.perSeed
	t := Task{N: n, Block: block, Seed: f.Seed + int32(block), Keyed: f.Keyed}
	t.LineUp, t.Places = f.lineUp(block, n/f.perSet, n%f.perSet)
	return t
}

func (f fixed) received(n int, _ *playoff.Pairing) (Task, error) {
	if n < 0 || n/f.perSeed >= f.maxBlocks(f.perSeed) {
		return Task{}, fmt.Errorf("there is no task %d", n)
	}
	return f.task(n), nil
}

func onePerSeed(int) (perSeed, tasks int) { return 1, 1 }

// knockout holds the known tasks of a schedule that depends on results.
type knockout struct {
	*Schedule
	tasks       []Task
	player      func(entry, round int) int
	least, most int // range of entries
	firstRound  int
}

func (k *knockout) known() int      { return len(k.tasks) }
func (k *knockout) task(n int) Task { return k.tasks[n] }

func (k *knockout) appendTask(m playoff.Pairing) {
	k.tasks = append(k.tasks, k.newTask(len(k.tasks), m))
}

func (k *knockout) newTask(n int, m playoff.Pairing) Task {
	t := Task{N: n, Block: n, Seed: playoff.Rules{Seed: k.Seed}.MatchSeed(m.Place), Places: rotations[0], Keyed: k.Keyed, Match: &m}
	for seat, e := range m.Seats {
		t.LineUp[seat] = k.player(e, m.Round)
	}
	return t
}

func (k *knockout) received(n int, m *playoff.Pairing) (Task, error) {
	if n < 0 || m == nil || m.Round < k.firstRound || slices.ContainsFunc(m.Seats[:], func(e int) bool { return e < k.least || e > k.most }) {
		return Task{}, fmt.Errorf("task %d is no match of this plan", n)
	}
	return k.newTask(n, *m), nil
}
