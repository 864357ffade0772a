package play

import (
	"cmp"
	"fmt"
	"slices"

	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
)

// FailOn lists the kinds of results for which a command ends with exit code 1: out, loss or worse.
type FailOn []string

// FailedError says what a command was to fail on.
type FailedError struct{ Kind, Why string }

func (e *FailedError) Error() string { return "--fail-on " + e.Kind + ": " + e.Why }

// Has reports whether a kind is named.
func (f FailOn) Has(kind string) bool { return slices.Contains(f, kind) }

// Check is an error where a kind is named and has come about; why is a format.
func (f FailOn) Check(kind string, happened bool, why string, values ...any) error {
	if !happened || !f.Has(kind) {
		return nil
	}
	return &FailedError{kind, clean.Line(fmt.Sprintf(why, values...))}
}

// Player is an error where a player has gone out, or has not won all of its matches, and that is named.
func (f FailOn) Player(name string, p *league.Player) error {
	outs := 0
	for _, n := range p.Outs {
		outs += n
	}
	lost := p.Matches - p.Wins - p.Shared
	return cmp.Or(f.Check("out", outs > 0, "%s went out in %s", name, numbers.Count(outs, "match")),
		f.Check("loss", lost > 0, "%s lost %s", name, numbers.Count(lost, "match")))
}
