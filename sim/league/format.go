package league

import (
	"errors"
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
)

// A Format decides which matches a tournament plays. Formats are comparable; the zero value is
// none.
type Format struct{ rules rules }

var formats = []Format{All, Balanced, Against, Playoff, Final}

type kind int

const (
	ranksAll    kind = iota + 1 // all players are compared with each other
	comparesTwo                 // the first two players are compared
	eliminates                  // results decide which matches follow; a plan has no amendments
)

type rules interface {
	name() string // in tournament files
	resumeCommand() string
	kind() kind
	describe(p *Plan) string
	opponents(p *Plan) string
	check(p *Plan) error
	// sets returns the number of sets per seed, and of tasks per set.
	sets(players int) (perSeed, tasks int)
	schedule(s *Schedule) matches
}

// matches computes the tasks of a Schedule.
type matches interface {
	// known returns the number of tasks that follow from the results.
	known() int
	// planned estimates the number of tasks at the end.
	planned(played int) int
	task(n int) Task
	// received returns task n as sent by a coordinator that may know more results.
	received(n int, m *playoff.Pairing) (Task, error)
	addResult(n int, r *Result)
}

func (f Format) get() rules {
	if f.rules == nil {
		return unknown("")
	}
	return f.rules
}

func (f Format) String() string { return f.get().name() }

// ResumeCommand returns the subcommand of game-tui that resumes a tournament of this format.
func (f Format) ResumeCommand() string { return f.get().resumeCommand() }

// IsRanking reports whether all players are compared with each other.
func (f Format) IsRanking() bool { return f.get().kind() == ranksAll }

// IsKnockout reports whether results decide which matches follow.
func (f Format) IsKnockout() bool { return f.get().kind() == eliminates }

// IsDuel reports whether only the first two players are compared.
func (f Format) IsDuel() bool { return f.get().kind() == comparesTwo }

// Describe says in a few words who meets whom.
func (f Format) Describe(p *Plan) string { return f.get().describe(p) }

// Opponents describes the opponents that P(pass) refers to.
func (f Format) Opponents(p *Plan) string { return f.get().opponents(p) }

func (f Format) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets the format by its name. Plan.Check refuses unknown names.
func (f *Format) UnmarshalText(name []byte) error {
	f.rules = unknown(name)
	for _, known := range formats {
		if known.rules.name() == string(name) {
			*f = known
		}
	}
	return nil
}

type unknown string

func (u unknown) name() string                { return string(u) }
func (unknown) resumeCommand() string         { return ranking{}.resumeCommand() }
func (unknown) kind() kind                    { return 0 }
func (unknown) describe(*Plan) string         { return "" }
func (unknown) opponents(*Plan) string        { return "" }
func (unknown) sets(int) (perSeed, tasks int) { return 1, 1 }
func (unknown) schedule(s *Schedule) matches  { return nil }
func (u unknown) check(*Plan) error {
	return fmt.Errorf("the plan has the unknown format %q", string(u))
}

func (p *Plan) checkCount(least, most int) error {
	switch n := len(p.Players); {
	case p.Playoff != nil:
		return errors.New("the plan has the rules of a play-off, but another format")
	case n < least || n > most:
		return fmt.Errorf("the plan has %d players, its format %q allows %d to %d", n, p.Format.String(), least, most)
	}
	return nil
}

type ranking struct{}

func (ranking) resumeCommand() string { return "tournament --resume" }
func (ranking) kind() kind            { return ranksAll }

func (ranking) opponents(p *Plan) string {
	pool, dummies := len(p.Players), ""
	for _, is := range p.Dummies() {
		if is {
			pool, dummies = pool-1, ", in matches without a Dummy"
		}
	}
	return fmt.Sprintf("three others of these %d players%s", pool, dummies)
}

// A fixed schedule is known from the start. Each block has perSeed tasks.
type fixed struct {
	*Schedule
	// lineUp returns the players of task n of a set, and their seats.
	lineUp func(block, set, n int) (players, places [sim.Seats]int)
}

func (f fixed) known() int             { return f.perSeed * f.plan.Blocks() }
func (f fixed) planned(int) int        { return f.known() }
func (f fixed) addResult(int, *Result) {}

func (f fixed) task(n int) Task {
	block := n / f.perSeed
	t := Task{N: n, Block: block, Seed: f.plan.Seed + int32(block), Keyed: len(f.plan.Keys) > 0}
	t.LineUp, t.Places = f.lineUp(block, n/f.perSet, n%f.perSet)
	return t
}

func (f fixed) received(n int, _ *playoff.Pairing) (Task, error) {
	if n < 0 || n/f.perSeed >= f.plan.MaxBlocks() {
		return Task{}, fmt.Errorf("there is no task %d", n)
	}
	return f.task(n), nil
}

type knockout struct{}

func (knockout) kind() kind                    { return eliminates }
func (knockout) opponents(*Plan) string        { return "" }
func (knockout) sets(int) (perSeed, tasks int) { return 1, 1 }

// knockoutTask returns the task of a match. player returns the player for an entry.
func (s *Schedule) knockoutTask(n int, m playoff.Pairing, player func(entry int) int) Task {
	t := Task{N: n, Block: n, Seed: playoff.Rules{Seed: s.plan.Seed}.MatchSeed(m.Place), Places: rotations[0], Keyed: len(s.plan.Keys) > 0, Match: &m}
	for seat, e := range m.Seats {
		t.LineUp[seat] = player(e)
	}
	return t
}

// checkMatch validates a match that a coordinator sent. Its entries must be in the range from least
// to below most.
func checkMatch(n int, m *playoff.Pairing, round, least, most int) error {
	if n < 0 || m == nil || m.Round < round || slices.ContainsFunc(m.Seats[:], func(e int) bool { return e < least || e >= most }) {
		return fmt.Errorf("task %d is no match of this plan", n)
	}
	return nil
}
