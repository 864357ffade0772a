package league

import (
	"context"
	"strings"

	"game-tui/sim"
	"game-tui/sim/match"
)

// Play plays the matches of a task, from Schedule.ToPlay, among the entries of a field, which
// are those of the plan. An error means that there is no result: ctx has ended, or a match
// cannot be made; a *match.MachineError that it may be tried again.
func Play(ctx context.Context, f *match.Field, t *Task) (Result, error) {
	r := Result{N: t.N, Scores: make([][sim.Seats]int, len(t.Plays)), Leads: make([]int, len(t.Plays))}
	for m := range t.Plays {
		seeds, err := t.Seeds(m)
		if err != nil {
			return Result{}, err
		}
		row, err := f.Play(ctx, seeds, t.Entries(m), match.Options{})
		if err != nil {
			return Result{}, err
		}
		r.Leads[m] = row.Result.Leads
		var outs [sim.Seats]*sim.Out // by place
		for seat, place := range t.Plays[m] {
			r.Scores[m][place] = row.Result.Scores[seat]
			outs[place] = row.Result.Outs[seat]
		}
		for place, out := range outs {
			if out != nil {
				o := Out{m, place, *out}
				o.Detail = strings.ToValidUTF8(o.Detail[:min(len(o.Detail), maxDetail)], "")
				r.Outs = append(r.Outs, o)
			}
		}
	}
	return r, nil
}
