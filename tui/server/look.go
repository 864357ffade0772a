package server

import (
	"game-tui/sim/record"
	"game-tui/tui/chances"
	"game-tui/tui/watch"
)

// looking is a watcher's look at the chances of a match.
type looking struct {
	look chances.Look // nil: it looks at none
	rec  *record.Record
	want chances.Want
	next <-chan struct{} // closed when there is something newer
}

// looks begins to look at the chances of the match in front where the watcher does, and ends
// it where not.
func (w *watcher) looks() {
	var wants looking
	if w.srv.desk != nil && w.match != nil {
		if want := w.State.Wants(); want != 0 {
			wants = looking{rec: w.inFront(), want: want}
		}
	}
	if w.chances.rec == wants.rec && w.chances.want == wants.want {
		return
	}
	before := w.chances.look
	if wants.want != 0 {
		wants.look = w.srv.desk.Look(wants.rec, wants.want)
	}
	w.chances = wants
	if before != nil { // after the new look, so that the work goes on
		before.Close()
	}
	if wants.look != nil {
		w.analysed()
	}
}

// analysed takes in what is known of the chances now.
func (w *watcher) analysed() {
	now, next, err := w.chances.look.Now()
	w.chances.next = next
	in := watch.Analysed{Now: now}
	if err != nil {
		in.Why = err.Error()
	}
	w.take(in)
}

// lookAway ends the look.
func (w *watcher) lookAway() {
	if w.chances.look != nil {
		w.chances.look.Close()
		w.chances = looking{}
	}
}
