package league

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/rating"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

type Result struct {
	N      int              `json:"n"`
	Worker string           `json:"worker,omitempty"` // TOKEN/NAME, or "" for the machine with the file
	Scores [][sim.Seats]int `json:"scores"`           // one row, by index in Task.LineUp
	Leads  []int            `json:"leads,omitempty"`
	Outs   []Out            `json:"outs,omitempty"`
	Match  *playoff.Pairing `json:"match,omitempty"` // for play-offs and finals
}

// Seats returns the scores by seat.
func (r *Result) Seats(t *schedule.Task) (scores [sim.Seats]int) {
	for seat, place := range t.Places {
		scores[seat] = r.Scores[0][place]
	}
	return scores
}

// Out returns why the player in a place went out, or nil.
func (r *Result) Out(place int) *sim.Failure {
	for i := range r.Outs {
		if o := &r.Outs[i]; o.Place == place {
			return &o.Failure
		}
	}
	return nil
}

// MatchScores returns the scores of a task for a tally.
func (r *Result) MatchScores(t *schedule.Task) rating.MatchScores {
	m := rating.MatchScores{Block: t.Block, Entries: t.Entries(), Scores: r.Seats(t)}
	for _, o := range r.Outs {
		m.Outs[t.Seat(o.Place)] = o.Reason
	}
	return m
}

func (r *Result) playoffResult() playoff.Result {
	p := playoff.Result{Scores: r.Scores[0]}
	for _, o := range r.Outs {
		p.Outs[o.Place] = true
	}
	return p
}

// An Out is a player that went out.
type Out struct {
	Match int `json:"match"` // always 0
	Place int `json:"place"` // index in Task.LineUp
	sim.Failure
}

const (
	maxLine   = 64 << 10
	maxDetail = 256
	maxScore  = 1 << 40 // largest absolute score
)

// Check validates a result, which may be untrusted.
func (r *Result) Check(t *schedule.Task, rounds int) error {
	if r.N != t.N || len(r.Scores) != 1 || len(r.Outs) > sim.Seats || len(r.Worker) > maxName {
		return fmt.Errorf("a result of task %d with %d matches, expected one match of task %d", r.N, len(r.Scores), t.N)
	}
	if (r.Match == nil) != (t.Match == nil) || r.Match != nil && *r.Match != *t.Match {
		return fmt.Errorf("a result of task %d is of another match", r.N)
	}
	for _, row := range r.Scores {
		for _, n := range row {
			if n > maxScore || n < -maxScore {
				return fmt.Errorf("task %d: invalid score %d", r.N, n)
			}
		}
	}
	senseless := func(n int) bool { return n < 0 || n > rounds }
	if r.Leads != nil && len(r.Leads) != 1 || slices.ContainsFunc(r.Leads, senseless) {
		return fmt.Errorf("task %d: %v are no numbers of lead changes", r.N, r.Leads)
	}
	last := -1
	for _, o := range r.Outs {
		if o.Match != 0 || o.Place <= last || o.Place >= sim.Seats ||
			o.Round < 0 || o.Round > rounds || !slices.Contains(sim.Reasons, o.Reason) || len(o.Detail) > maxDetail {
			return fmt.Errorf("task %d: invalid entry of outs", r.N)
		}
		last = o.Place
	}
	return nil
}

// Play plays a task with the entries of the plan. If it returns an error there is no result: ctx
// was cancelled, the match is impossible, or this machine is to blame (*match.MachineError).
func Play(ctx context.Context, f *match.Field, t *schedule.Task) (Result, error) {
	seeds, err := Seeds(t)
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
			o := Out{Place: place, Failure: *out}
			o.Detail = strings.ToValidUTF8(o.Detail[:min(len(o.Detail), maxDetail)], "")
			r.Outs = append(r.Outs, o)
		}
	}
	return r, nil
}
