package league

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/playoff"
)

// Result is what came of one task.
type Result struct {
	N      int    `json:"n"`
	Worker string `json:"worker,omitempty"` // who played it, TOKEN/NAME; empty: the machine with the record
	// Scores has one row, of the match, and a column a place of Task.LineUp.
	Scores [][sim.Seats]int `json:"scores"`
	// Leads has how often the lead changed hands in the match; empty: nobody counted.
	Leads []int          `json:"leads,omitempty"`
	Outs  []Out          `json:"outs,omitempty"`  // in order of place
	Match *playoff.Match `json:"match,omitempty"` // of a play-off: which one this is
}

// Seats are the scores by seat.
func (r *Result) Seats(t *Task) (scores [sim.Seats]int) {
	for seat, place := range t.Places {
		scores[seat] = r.Scores[0][place]
	}
	return scores
}

// token is the name of the token of the worker that played.
func (r *Result) token() string {
	token, _, _ := strings.Cut(r.Worker, "/")
	return token
}

// Out says why the player of a place went out; nil: it did not.
func (r *Result) Out(place int) *sim.Out {
	for i := range r.Outs {
		if o := &r.Outs[i]; o.Place == place {
			return &o.Out
		}
	}
	return nil
}

// outs are the reasons why players went out, by place.
func (r *Result) outs() (list [sim.Seats]sim.Reason) {
	for _, o := range r.Outs {
		list[o.Place] = o.Reason
	}
	return list
}

// Out says that a player went out.
type Out struct {
	Match int `json:"match"` // row of Scores: 0
	Place int `json:"place"` // column of Scores
	sim.Out
}

// Bounds of a result, which may come from anybody.
const (
	maxLine   = 64 << 10
	maxDetail = 256
	maxScore  = 1 << 40 // and -maxScore the least
)

// Check says what is wrong with a result of a task, in one line.
func (r *Result) Check(t *Task, rounds int) error {
	if r.N != t.N || len(r.Scores) != 1 || len(r.Outs) > sim.Seats || len(r.Worker) > maxName {
		return fmt.Errorf("a result of task %d with %d matches does not fit task %d with one", r.N, len(r.Scores), t.N)
	}
	if !r.oneMatch(t) {
		return fmt.Errorf("a result of task %d is of another match", r.N)
	}
	for _, row := range r.Scores {
		for _, n := range row {
			if n > maxScore || n < -maxScore {
				return fmt.Errorf("task %d: %d is no score", r.N, n)
			}
		}
	}
	senseless := func(n int) bool { return n < 0 || n > rounds }
	if r.Leads != nil && len(r.Leads) != 1 || slices.ContainsFunc(r.Leads, senseless) {
		return fmt.Errorf("task %d: %v make no sense as changes of the lead", r.N, r.Leads)
	}
	last := -1
	for _, o := range r.Outs {
		if o.Match != 0 || o.Place <= last || o.Place >= sim.Seats ||
			o.Round < 0 || o.Round > rounds || !slices.Contains(sim.Reasons, o.Reason) || len(o.Detail) > maxDetail {
			return fmt.Errorf("task %d: an entry of its outs makes no sense", r.N)
		}
		last = o.Place
	}
	return nil
}

// Play plays a task, from Schedule.ToPlay, among the entries of a field, which
// are those of the plan. An error means that there is no result: ctx has ended, or the match
// cannot be made; a *match.MachineError that it may be tried again.
func Play(ctx context.Context, f *match.Field, t *Task) (Result, error) {
	seeds, err := t.Seeds()
	if err != nil {
		return Result{}, err
	}
	row, _, err := f.Play(ctx, seeds, t.Entries(), match.Options{})
	if err != nil {
		return Result{}, err
	}
	r := Result{N: t.N, Scores: make([][sim.Seats]int, 1), Leads: []int{row.Result.Leads}, Match: t.Match}
	for place := range t.LineUp {
		seat := t.Seat(place)
		r.Scores[0][place] = row.Result.Scores[seat]
		if out := row.Result.Outs[seat]; out != nil {
			o := Out{Place: place, Out: *out}
			o.Detail = strings.ToValidUTF8(o.Detail[:min(len(o.Detail), maxDetail)], "")
			r.Outs = append(r.Outs, o)
		}
	}
	return r, nil
}
