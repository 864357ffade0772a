package play

import (
	"fmt"
	"io"

	"game-tui/sim/clean"
	"game-tui/sim/match"
)

// Outs holds who went out in the matches of a batch, and why: the first ones.
type Outs struct {
	lines []string
	more  int
}

// maxOuts is how many of them are told.
const maxOuts = 5

// add takes in a match.
func (o *Outs) add(r *match.Result) {
	for seat, out := range r.Outs {
		switch {
		case out == nil:
		case len(o.lines) == maxOuts:
			o.more++
		default:
			o.lines = append(o.lines, fmt.Sprintf("seed %d: player %d (%s) out: %s",
				r.Spec.Seed, seat, clean.Line(r.Names[seat]), clean.Line(out.Text())))
		}
	}
}

// Print tells them.
func (o *Outs) Print(w io.Writer) {
	for _, line := range o.lines {
		fmt.Fprintln(w, line)
	}
	if o.more > 0 {
		fmt.Fprintf(w, "and %d more: --json tells all\n", o.more)
	}
}
