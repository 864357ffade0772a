package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
)

// FailOn is what --fail-on names: what a command ends with exit code 1 for, in scripts.
type FailOn struct {
	Kinds []string // that there are
	named []string
}

// Set reads kinds with commas between them.
func (f *FailOn) Set(text string) error {
	f.named = strings.Split(text, ",")
	for _, kind := range f.named {
		if !slices.Contains(f.Kinds, kind) {
			return fmt.Errorf("type %s", strings.Join(f.Kinds, ", "))
		}
	}
	return nil
}

func (f *FailOn) String() string { return strings.Join(f.named, ",") }
func (*FailOn) Type() string     { return "string" }

// FailedError says what a command was to fail on.
type FailedError struct{ Kind, Why string }

func (e *FailedError) Error() string { return "--fail-on " + e.Kind + ": " + e.Why }

// Has reports whether a kind is named.
func (f *FailOn) Has(kind string) bool { return slices.Contains(f.named, kind) }

// Check is an error where a kind is named and has come about; why is a format.
func (f *FailOn) Check(kind string, happened bool, why string, values ...any) error {
	if !happened || !f.Has(kind) {
		return nil
	}
	return &FailedError{kind, clean.Line(fmt.Sprintf(why, values...))}
}

// Player is an error where a player has gone out, or has not won all of its matches, and that is named.
func (f *FailOn) Player(name string, p *league.Player) error {
	outs := 0
	for _, n := range p.Outs {
		outs += n
	}
	lost := p.Matches - p.Wins - p.Shared
	return cmp.Or(f.Check("out", outs > 0, "%s went out in %s", name, numbers.Count(outs, "match")),
		f.Check("loss", lost > 0, "%s lost %s", name, numbers.Count(lost, "match")))
}
