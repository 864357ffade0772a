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
	// Scores has a row a match, in the order of Task.Plays, and a column a place
	// of Task.LineUp.
	Scores [][sim.Seats]int `json:"scores"`
	// Leads has how often the lead changed hands in each of the matches; empty: nobody counted.
	Leads []int          `json:"leads,omitempty"`
	Outs  []Out          `json:"outs,omitempty"`  // in order of match and place
	Match *playoff.Match `json:"match,omitempty"` // of a play-off: which one this is
}

// Seats are the scores of match m of the task by seat.
func (r *Result) Seats(t *Task, m int) (scores [sim.Seats]int) {
	for seat, place := range t.Plays[m] {
		scores[seat] = r.Scores[m][place]
	}
	return scores
}

// token is the name of the token of the worker that played.
func (r *Result) token() string {
	token, _, _ := strings.Cut(r.Worker, "/")
	return token
}

// Out says why the player of a place went out in match m; nil: it did not.
func (r *Result) Out(m, place int) *sim.Out {
	for i := range r.Outs {
		if o := &r.Outs[i]; o.Match == m && o.Place == place {
			return &o.Out
		}
	}
	return nil
}

// outs are the reasons why players went out in match m, by place.
func (r *Result) outs(m int) (list [sim.Seats]sim.Reason) {
	for _, o := range r.Outs {
		if o.Match == m {
			list[o.Place] = o.Reason
		}
	}
	return list
}

// Out says that a player went out.
type Out struct {
	Match int `json:"match"` // row of Scores
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
	if r.N != t.N || len(r.Scores) != len(t.Plays) || len(r.Outs) > len(t.Plays)*sim.Seats || len(r.Worker) > maxName {
		return fmt.Errorf("a result of task %d with %d matches does not fit task %d with %d", r.N, len(r.Scores), t.N, len(t.Plays))
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
	if r.Leads != nil && len(r.Leads) != len(t.Plays) || slices.ContainsFunc(r.Leads, senseless) {
		return fmt.Errorf("task %d: %v make no sense as changes of the lead in %d matches", r.N, r.Leads, len(t.Plays))
	}
	last := -1
	for _, o := range r.Outs {
		at := o.Match*sim.Seats + o.Place
		if o.Match < 0 || o.Match >= len(t.Plays) || o.Place < 0 || o.Place >= sim.Seats || at <= last ||
			o.Round < 0 || o.Round > rounds || !slices.Contains(sim.Reasons, o.Reason) || len(o.Detail) > maxDetail {
			return fmt.Errorf("task %d: an entry of its outs makes no sense", r.N)
		}
		last = at
	}
	return nil
}

// Play plays the matches of a task, from Schedule.ToPlay, among the entries of a field, which
// are those of the plan. An error means that there is no result: ctx has ended, or a match
// cannot be made; a *match.MachineError that it may be tried again.
func Play(ctx context.Context, f *match.Field, t *Task) (Result, error) {
	r := Result{N: t.N, Scores: make([][sim.Seats]int, len(t.Plays)), Leads: make([]int, len(t.Plays)), Match: t.Match}
	for m := range t.Plays {
		seeds, err := t.Seeds(m)
		if err != nil {
			return Result{}, err
		}
		row, _, err := f.Play(ctx, seeds, t.Entries(m), match.Options{})
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
