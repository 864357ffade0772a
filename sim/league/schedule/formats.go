package schedule

import (
	"errors"
	"fmt"
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
