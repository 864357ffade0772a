// Package schedule computes the matches of a tournament: [Format.New] returns a [Schedule] of
// tasks. The tasks of a line-up and seed form a set and count together; all tasks of a seed form a
// block. In [All] and [Balanced], players' match counts never differ by more than a set, which
// gives each player every seat once. In a play-off or final, results decide which tasks follow.
package schedule

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/league/playoff"
)

// A Task is one match.
type Task struct {
	N           int
	Block       int
	Seed        int32
	LineUp      [sim.Seats]int // indices of the four players in Params.Players
	Places      [sim.Seats]int // index in LineUp of each seat's player
	Keyed       bool           // whether PlayerSeeds come from a key
	PlayerSeeds *sim.PlayerSeeds
	Pairing     *playoff.Pairing // for play-offs and finals only
}

func (t *Task) Entries() (entries [sim.Seats]int) {
	for seat, place := range t.Places {
		entries[seat] = t.LineUp[place]
	}
	return entries
}

// Seat returns the seat of the player LineUp[place].
func (t *Task) Seat(place int) int { return slices.Index(t.Places[:], place) }

// rotations are the seatings of a line-up. Each player takes every seat once.
var rotations = [][sim.Seats]int{{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}}

type rules struct {
	name                   string
	resumeCommand          string
	minPlayers, maxPlayers int
	describe               func(p *Params) string
	check                  func(p *Params) error
	sets                   func(playerCount int) (setsPerSeed, tasksPerSet int)
	newSource              func(s *Schedule) taskSource
}

const resumeTournament = "tournament --resume"

type taskSource interface {
	knownTasks() int
	plannedTasks(played int) int
	task(n int) Task
	// taskWithPairing returns task n, given its pairing from a coordinator that may have more results.
	taskWithPairing(n int, m *playoff.Pairing) (Task, error)
	addResult(n int, r playoff.Result)
}

// A Schedule computes tasks. It is fastest if they are requested in order. It is not safe for
// concurrent use.
type Schedule struct {
	Params
	tasksPerSeed int
	tasksPerSet  int
	source       taskSource
}

// Tasks returns the number of tasks. For a play-off or final, it counts only those already known.
func (s *Schedule) Tasks() int { return s.source.knownTasks() }

// PlannedTasks estimates the tournament's total number of tasks, given the number played.
func (s *Schedule) PlannedTasks(played int) int { return s.source.plannedTasks(played) }

func (s *Schedule) TasksPerSeed() int { return s.tasksPerSeed }
func (s *Schedule) TasksPerSet() int  { return s.tasksPerSet }

func (s *Schedule) Find(n int) (Task, error) {
	if n < 0 || n >= s.Tasks() {
		return Task{}, fmt.Errorf("no task %d in this plan of %d tasks", n, s.Tasks())
	}
	return s.Task(n), nil
}

// Task returns task n, which must be less than Tasks().
func (s *Schedule) Task(n int) Task { return s.source.task(n) }

// AddResult adds a result, on which later tasks may depend.
func (s *Schedule) AddResult(n int, r playoff.Result) { s.source.addResult(n, r) }

// IssuedTask returns task n with the seeds and pairing received from the coordinator, either of which
// may be nil. The coordinator's plan may be newer.
func (s *Schedule) IssuedTask(n int, seeds *sim.PlayerSeeds, m *playoff.Pairing) (t Task, err error) {
	if t, err = s.source.taskWithPairing(n, m); err != nil {
		return t, err
	}
	if t.Keyed != (seeds != nil) || t.Keyed && slices.Min(seeds[:]) < 0 {
		return t, fmt.Errorf("task %d has invalid player seeds", n)
	}
	t.PlayerSeeds = seeds
	return t, nil
}

// fixedMatches is a schedule that does not depend on results.
type fixedMatches struct {
	*Schedule
	// lineUp returns the players of task n of a set, and their seats.
	lineUp func(block, set, n int) (players, places [sim.Seats]int)
}

func (f fixedMatches) knownTasks() int               { return f.tasksPerSeed * f.Seeds }
func (f fixedMatches) plannedTasks(int) int          { return f.knownTasks() }
func (f fixedMatches) addResult(int, playoff.Result) {}

func (f fixedMatches) task(n int) Task {
	block := n / f.tasksPerSeed
	t := Task{N: n, Block: block, Seed: f.Seed + int32(block), Keyed: f.Keyed}
	t.LineUp, t.Places = f.lineUp(block, n/f.tasksPerSet, n%f.tasksPerSet)
	return t
}

func (f fixedMatches) taskWithPairing(n int, _ *playoff.Pairing) (Task, error) {
	if n < 0 || n/f.tasksPerSeed >= f.maxBlocks(f.tasksPerSeed) {
		return Task{}, fmt.Errorf("no task %d", n)
	}
	return f.task(n), nil
}

func onePerSeed(int) (setsPerSeed, tasksPerSet int) { return 1, 1 }

// knockout holds the known tasks of a schedule that depends on results.
type knockout struct {
	*Schedule
	tasks              []Task
	player             func(entry, round int) int
	minEntry, maxEntry int
	firstRound         int
}

func (k *knockout) knownTasks() int { return len(k.tasks) }
func (k *knockout) task(n int) Task { return k.tasks[n] }

func (k *knockout) appendTask(m playoff.Pairing) {
	k.tasks = append(k.tasks, k.newTask(len(k.tasks), m))
}

func (k *knockout) newTask(n int, m playoff.Pairing) Task {
	t := Task{N: n, Block: n, Seed: playoff.Rules{Seed: k.Seed}.MatchSeed(m.Place), Places: rotations[0], Keyed: k.Keyed, Pairing: &m}
	for seat, e := range m.Seats {
		t.LineUp[seat] = k.player(e, m.Round)
	}
	return t
}

func (k *knockout) taskWithPairing(n int, m *playoff.Pairing) (Task, error) {
	if n < 0 || m == nil || m.Round < k.firstRound || slices.ContainsFunc(m.Seats[:], func(e int) bool { return e < k.minEntry || e > k.maxEntry }) {
		return Task{}, fmt.Errorf("task %d is not a match of this plan", n)
	}
	return k.newTask(n, *m), nil
}

// A Format decides which matches a tournament plays. Formats are comparable.
type Format struct{ rules *rules }

var (
	All      = Format{&allRules}
	Balanced = Format{&balancedRules}
	Against  = Format{&againstRules}
	Playoff  = Format{&playoffRules}
	Final    = Format{&finalRules}
)

var unknownRules = rules{resumeCommand: resumeTournament, sets: onePerSeed}

func (f Format) ruleSet() *rules { return cmp.Or(f.rules, &unknownRules) }

// New returns a schedule. Check must have accepted its parameters.
func (f Format) New(p Params) *Schedule {
	setsPerSeed, tasksPerSet := f.ruleSet().sets(len(p.Players))
	s := &Schedule{Params: p, tasksPerSeed: setsPerSeed * tasksPerSet, tasksPerSet: tasksPerSet}
	s.source = f.ruleSet().newSource(s)
	return s
}

func (f Format) String() string { return f.ruleSet().name }

// ResumeCommand returns the subcommand of game-tui that resumes a tournament of this format.
func (f Format) ResumeCommand() string { return f.ruleSet().resumeCommand }

// IsRanking reports whether all players are compared with each other.
func (f Format) IsRanking() bool { return f == All || f == Balanced }

// IsKnockout reports whether results decide which matches follow.
func (f Format) IsKnockout() bool { return f == Playoff || f == Final }

// IsDuel reports whether only the first two players are compared.
func (f Format) IsDuel() bool { return f == Against }

func (f Format) MaxBlocks(p Params) int { return p.maxBlocks(f.TasksPerSeed(p)) }

func (f Format) TasksPerSeed(p Params) int {
	setsPerSeed, tasksPerSet := f.ruleSet().sets(len(p.Players))
	return setsPerSeed * tasksPerSet
}

func (f Format) Describe(p Params) string { return f.ruleSet().describe(&p) }

func (f Format) DescribeOpponents(p Params) string {
	if f.IsDuel() {
		return describeAgainstOpponents(&p)
	}
	pool, dummies := len(p.Players), ""
	for _, isDummy := range FindDummies(p.Players) {
		if isDummy {
			pool, dummies = pool-1, ", in matches without a Dummy"
		}
	}
	return fmt.Sprintf("three others among these %d players%s", pool, dummies)
}

// Check validates untrusted parameters.
func (f Format) Check(p Params) error {
	r, n := f.ruleSet(), len(p.Players)
	switch {
	case r.newSource == nil:
		return fmt.Errorf("the plan has the unknown format %q", r.name)
	case p.Playoff != nil && f != Playoff:
		return errors.New("the plan has play-off rules but another format")
	case n < r.minPlayers || n > r.maxPlayers:
		return fmt.Errorf("the plan has %d players, but format %q allows %d to %d", n, r.name, r.minPlayers, r.maxPlayers)
	case r.check != nil:
		return r.check(&p)
	}
	return nil
}

func (f Format) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets the format by name. Check rejects unknown names.
func (f *Format) UnmarshalText(name []byte) error {
	for _, known := range []Format{All, Balanced, Against, Playoff, Final} {
		if known.rules.name == string(name) {
			*f = known
			return nil
		}
	}
	unknown := unknownRules
	unknown.name = string(name)
	f.rules = &unknown
	return nil
}

const (
	MaxPlayers        = 200
	MaxPlayoffPlayers = 1000 // including Dummies and stand-ins
	MaxTasks          = 4_000_000
)

// Params holds the parts of a plan that determine its matches.
type Params struct {
	Players []string
	Seed    int32 // seed of block 0; block b plays Seed+b
	Seeds   int
	Keyed   bool // whether the players' seeds come from a key
	Playoff *PlayoffRules
}

// PlayoffRules configures a play-off. The first Entries players of the plan start. The others are
// stand-ins or Dummies, in the order of StandIns.
type PlayoffRules struct {
	Entries   int       `json:"entries"`
	Survivors int       `json:"to"`
	StandIns  []StandIn `json:"stands"` // The first one is the Dummy, from round 1.
}

// A StandIn replaces an entry with another player from a round on. If several apply, the one with
// the latest Round takes precedence, or the last of those.
type StandIn struct {
	Round int `json:"round"`
	Entry int `json:"entry"` // replaced entry, or playoff.Dummy for all Dummies
}

// PlayerFor returns the player for an entry, or for playoff.Dummy, in a round.
func (e *PlayoffRules) PlayerFor(entry, round int) int {
	player, since := entry, 0
	for i, s := range e.StandIns {
		if s.Entry == entry && s.Round <= round && s.Round >= since {
			player, since = e.Entries+i, s.Round
		}
	}
	return player
}

func (e *PlayoffRules) check(playerCount int) error {
	if e == nil || e.Entries < 2 || e.Survivors < 1 || e.Survivors >= e.Entries || len(e.StandIns) == 0 || playerCount != e.Entries+len(e.StandIns) {
		return errors.New("the plan's play-off does not fit its players")
	}
	for i, s := range e.StandIns {
		if s.Round < 1 || s.Entry < playoff.Dummy || s.Entry >= e.Entries || i == 0 && s != (StandIn{1, playoff.Dummy}) {
			return fmt.Errorf("the plan has an invalid stand-in for entry %d from round %d", s.Entry, s.Round)
		}
	}
	return nil
}

// dummyName matches the names of the kits' Dummies, but not the names of students' folders.
var dummyName = lazy.Regexp(`(?i)^(?:AI)?Dummy(?:\.exe)?(?:-\d+)?$`)

func IsDummy(name string) bool { return dummyName().MatchString(name) }

// FindDummies reports which entries are named like the Dummies that fill incomplete play-off groups. It
// returns nil without Dummies or with fewer than four other entries.
func FindDummies(names []string) []bool {
	list, others := make([]bool, len(names)), 0
	for i, name := range names {
		if list[i] = IsDummy(name); !list[i] {
			others++
		}
	}
	if others < sim.Seats || others == len(list) {
		return nil
	}
	return list
}

func (p *Params) maxBlocks(tasksPerSeed int) int {
	return int(min(MaxTasks/int64(tasksPerSeed), math.MaxInt32-int64(p.Seed)+1))
}
