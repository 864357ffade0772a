package play

import (
	"cmp"
	"fmt"
	"slices"

	"game-tui/sim/league/rating"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// FailOn lists the results for which a command exits with code 1: out, loss or worse.
type FailOn []string

// A FailedError is returned if a condition of FailOn is met.
type FailedError struct{ Kind, Why string }

func (e *FailedError) Error() string { return "--fail-on " + e.Kind + ": " + e.Why }

func (f FailOn) Has(kind string) bool { return slices.Contains(f, kind) }

// Check returns an error if kind is listed and has happened.
func (f FailOn) Check(kind string, happened bool, why string, values ...any) error {
	if !happened || !f.Has(kind) {
		return nil
	}
	return &FailedError{kind, sanitize.Line(fmt.Sprintf(why, values...))}
}

// Player returns an error if the player went out or lost matches and that is listed.
func (f FailOn) Player(name string, p *rating.Player) error {
	outs := 0
	for _, n := range p.Outs {
		outs += n
	}
	lost := p.Matches - p.Wins - p.Shared
	return cmp.Or(f.Check("out", outs > 0, "%s went out in %s", name, format.Count(outs, "match")),
		f.Check("loss", lost > 0, "%s lost %s", name, format.Count(lost, "match")))
}
