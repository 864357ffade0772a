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
	next <-chan struct{} // closed when there is something newer
}

// looks begins to look at the chances of the match where the watcher does, and ends it
// where not.
func (w *watcher) looks() {
	wants := w.srv.desk != nil && w.match != nil && w.State.Analyses()
	if !wants || w.chances.rec != w.match.Record {
		w.lookAway()
	}
	if wants && w.chances.look == nil {
		w.chances = looking{look: w.srv.desk.Look(w.match.Record), rec: w.match.Record}
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
