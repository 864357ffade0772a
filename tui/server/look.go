package server

import (
	"game-tui/tui/chances"
	watch "game-tui/tui/match"
)

// looking is what a watcher looks at, and when there is more to be heard of it.
type looking struct {
	chances.Looking
	next <-chan struct{} // closed when there is something newer
}

// looks begins to look at the match in front for what the watcher wants, and ends it where
// that is nothing.
func (w *watcher) looks() {
	if w.srv.desk == nil || w.match == nil {
		return
	}
	begun := w.looking.At(w.srv.desk, w.inFront(), w.State.Wants())
	switch {
	case begun:
		w.analysed()
	case w.looking.Look == nil:
		w.looking.next = nil
	}
}

// analysed takes in what is known now.
func (w *watcher) analysed() {
	now, next, err := w.looking.Now()
	w.looking.next = next
	in := watch.Analysed{Now: now}
	if err != nil {
		in.Why = err.Error()
	}
	w.take(in)
}

// lookAway ends the look.
func (w *watcher) lookAway() {
	w.looking.End()
	w.looking.next = nil
}
