package schedule

import (
	"errors"
	"fmt"
	"math"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/league/playoff"
)

// A Format decides which matches a tournament plays. Formats are comparable.
type Format struct{ rules *rules }

var (
	All      = Format{&all}
	Balanced = Format{&balanced}
	Against  = Format{&against}
	Playoff  = Format{&playoffRules}
	Final    = Format{&finalRules}
)

var noFormat = rules{resume: resumeTournament, sets: onePerSeed}

func (f Format) get() *rules {
	if f.rules == nil {
		return &noFormat
	}
	return f.rules
}

// New returns a schedule. Check must have accepted its parameters.
func (f Format) New(p Params) *Schedule {
	perSeed, perSet := f.get().sets(len(p.Players))
	s := &Schedule{Params: p, perSeed: perSeed * perSet, perSet: perSet}
	s.matches = f.get().schedule(s)
	return s
}

func (f Format) String() string { return f.get().name }

// ResumeCommand returns the subcommand of game-tui that resumes a tournament of this format.
func (f Format) ResumeCommand() string { return f.get().resume }

// IsRanking reports whether all players are compared with each other.
func (f Format) IsRanking() bool { return f == All || f == Balanced }

// IsKnockout reports whether results decide which matches follow.
func (f Format) IsKnockout() bool { return f == Playoff || f == Final }

// IsDuel reports whether only the first two players are compared.
func (f Format) IsDuel() bool { return f == Against }

func (f Format) MaxBlocks(p Params) int { return p.maxBlocks(f.TasksPerSeed(p)) }

func (f Format) TasksPerSeed(p Params) int {
	perSeed, tasks := f.get().sets(len(p.Players))
	return perSeed * tasks
}

func (f Format) Describe(p Params) string { return f.get().describe(&p) }

func (f Format) Opponents(p Params) string {
	if f.IsDuel() {
		return againstOpponents(&p)
	}
	pool, dummies := len(p.Players), ""
	for _, is := range Dummies(p.Players) {
		if is {
			pool, dummies = pool-1, ", in matches without a Dummy"
		}
	}
	return fmt.Sprintf("three others of these %d players%s", pool, dummies)
}

// Check validates untrusted parameters.
func (f Format) Check(p Params) error {
	r, n := f.get(), len(p.Players)
	switch {
	case r.schedule == nil:
		return fmt.Errorf("the plan has the unknown format %q", r.name)
	case p.Playoff != nil && f != Playoff:
		return errors.New("the plan has the rules of a play-off, but another format")
	case n < r.least || n > r.most:
		return fmt.Errorf("the plan has %d players, its format %q allows %d to %d", n, r.name, r.least, r.most)
	case r.check != nil:
		return r.check(&p)
	}
	return nil
}

func (f Format) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets the format by its name. Check refuses unknown names.
func (f *Format) UnmarshalText(name []byte) error {
	for _, known := range []Format{All, Balanced, Against, Playoff, Final} {
		if known.rules.name == string(name) {
			*f = known
			return nil
		}
	}
	unknown := noFormat
	unknown.name = string(name)
	f.rules = &unknown
	return nil
}

const (
	MaxPlayers = 200
	MaxPlayoff = 1000 // with Dummies and stand-ins
	MaxTasks   = 4_000_000
)

// Params are the parts of a plan that determine its matches.
type Params struct {
	Players []string // names
	Seed    int32    // of block 0; block b plays Seed+b
	Seeds   int      // number of blocks
	Keyed   bool     // players' seeds come from a key
	Playoff *PlayoffRules
}

// PlayoffRules configure a play-off. The first Entries players of the plan start; the others are
// stand-ins or Dummies, in the order of StandIns.
type PlayoffRules struct {
	Entries  int       `json:"entries"`
	To       int       `json:"to"`     // players left at the end
	StandIns []StandIn `json:"stands"` // begins with the Dummy of round 1
}

// A StandIn lets a player replace an entry from a round on. The latest round counts, then the last
// StandIn.
type StandIn struct {
	Round int `json:"round"`
	Entry int `json:"entry"` // or playoff.Dummy for all Dummies
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

func (e *PlayoffRules) check(players int) error {
	if e == nil || e.Entries < 2 || e.To < 1 || e.To >= e.Entries || len(e.StandIns) == 0 || players != e.Entries+len(e.StandIns) {
		return errors.New("the plan's play-off does not fit its players")
	}
	for i, s := range e.StandIns {
		if s.Round < 1 || s.Entry < playoff.Dummy || s.Entry >= e.Entries || i == 0 && s != (StandIn{1, playoff.Dummy}) {
			return fmt.Errorf("the plan has an invalid stand-in for entry %d from round %d", s.Entry, s.Round)
		}
	}
	return nil
}

// dummyName matches the kits' Dummies, but no folders of students.
var dummyName = lazy.Regexp(`(?i)^(?:AI)?Dummy(?:\.exe)?(?:-\d+)?$`)

func IsDummy(name string) bool { return dummyName().MatchString(name) }

// Dummies reports which entries fill up groups in the play-off, by name. It returns nil if fewer
// than four others play.
func Dummies(names []string) []bool {
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
