package contest

import (
	"fmt"
	"io"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
)

// misfit is a match that came out differently.
type misfit struct {
	Task  int          `json:"task"`
	Match int          `json:"match"`
	Seed  int32        `json:"seed"`
	Seats []misfitSeat `json:"seats"`
	Leads []int        `json:"lead_changes,omitempty"` // recorded and played, where they differ
	// late says that a program had no time left, in the record or here; lateHere: here. Where it
	// had none left in the same round of both, time explains no difference.
	late, lateHere bool
}

// misfitSeat is a player of it, with what is recorded and what was played.
type misfitSeat struct {
	Seat        int    `json:"seat"`
	Player      string `json:"player"`
	Recorded    int    `json:"recorded"`
	Played      int    `json:"played"`
	RecordedOut string `json:"recorded_out,omitempty"` // why it went out, and when
	PlayedOut   string `json:"played_out,omitempty"`
}

// misfitOf is what differs in match m of a task; nil: nothing.
func misfitOf(plan *league.Plan, task *league.Task, m int, recorded, played *league.Result) *misfit {
	d := misfit{Task: task.N, Match: m, Seed: task.Seed}
	was, is := recorded.Seats(task, m), played.Seats(task, m)
	for seat, place := range task.Plays[m] {
		before, after := recorded.Out(m, place), played.Out(m, place)
		e := &plan.Player[task.LineUp[place]]
		s := misfitSeat{seat, e.Name, was[seat], is[seat], outText(before), outText(after)}
		if s.Recorded != s.Played || s.RecordedOut != s.PlayedOut {
			d.Seats = append(d.Seats, s)
		}
		if e.Program != nil && s.RecordedOut != s.PlayedOut {
			d.lateHere = d.lateHere || byTime(after)
			d.late = d.late || d.lateHere || byTime(before)
		}
	}
	if recorded.Leads != nil && recorded.Leads[m] != played.Leads[m] {
		d.Leads = []int{recorded.Leads[m], played.Leads[m]}
	}
	if d.Seats == nil && d.Leads == nil {
		return nil
	}
	return &d
}

// byTime reports whether a player went out since it had no time left.
func byTime(o *sim.Out) bool {
	return o != nil && (o.Reason == sim.OutCPU || o.Reason == sim.OutWall)
}

// outText says why a player went out, and when; not its last words, which may differ.
func outText(o *sim.Out) string {
	if o == nil {
		return ""
	}
	return (&sim.Out{Round: o.Round, Reason: o.Reason}).Text()
}

func (d *misfit) write(w io.Writer) {
	at := fmt.Sprintf("task %d, match %d, seed %d: ", d.Task, d.Match, d.Seed)
	if d.late {
		at = "by time: " + at
	}
	for _, s := range d.Seats {
		fmt.Fprintf(w, "%sseat %d, %s: %s recorded, %s played\n", at, s.Seat, clean.Line(s.Player), side(s.Recorded, s.RecordedOut), side(s.Played, s.PlayedOut))
	}
	if d.Leads != nil {
		fmt.Fprintf(w, "%s%s of the lead recorded, %d played\n", at, numbers.Count(d.Leads[0], "change"), d.Leads[1])
	}
}

// side is a score, and why its player went out.
func side(score int, out string) string {
	if out == "" {
		return fmt.Sprint(score)
	}
	return fmt.Sprintf("%d (%s)", score, out)
}
