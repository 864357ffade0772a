package server

import (
	"time"

	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	dashboard "game-tui/tui/tournament"
	"game-tui/tui/where"
)

// TournamentSource is a source of the matches of a tournament, which watchers choose from
// a dashboard in place of a lobby. Matches are called as dashboard.Name has them.
type TournamentSource interface {
	Source
	Board() *dashboard.Board
}

// boardPlace is a watcher's place at the dashboard, kept while a match is watched.
type boardPlace struct {
	board *dashboard.Board
	state dashboard.State
	now   *dashboard.Snapshot
	fresh <-chan struct{} // closed when there is a newer snapshot
	asked int             // the number of the last request
	dirty bool            // the terminal shows something else
	frame *boardFrame     // that it shows, where it is not dirty
}

// board is the dashboard that this server has in place of a lobby, or nil.
func (s *Server) board() *dashboard.Board {
	if t, ok := s.source.(TournamentSource); ok {
		return t.Board()
	}
	return nil
}

// onBoard reports whether the watcher looks at the dashboard.
func (w *watcher) onBoard() bool { return w.board != nil && w.stream == nil }

// showBoard goes to the dashboard, and says what there is to say.
func (w *watcher) showBoard(text string) {
	if w.board == nil {
		o := w.options()
		var cannot dashboard.Actions
		w.board = &boardPlace{board: w.srv.board(), state: dashboard.New(dashboard.Options{W: o.W, H: o.H,
			Palette: o.Palette, Profile: o.Profile, ASCII: o.ASCII, Visitor: true, Cannot: cannot.With(dashboard.Suspend)})}
	}
	b := w.board
	b.now, b.fresh = b.board.Now()
	width, height := classOf(w.size[0], w.size[1]) // it may have changed meanwhile
	w.boardTake(watch.Resize{W: width, H: height})
	w.boardTake(watch.Said{Text: text})
}

// boardFresh is closed when the dashboard has something newer than is shown.
func (w *watcher) boardFresh() <-chan struct{} {
	if !w.onBoard() || w.term.lag.waiting() {
		return nil
	}
	return w.board.fresh
}

// refreshBoard takes over what is newer.
func (w *watcher) refreshBoard() {
	b := w.board
	b.now, b.fresh = b.board.Now()
	b.dirty = true
}

// boardTake takes in an input, and does what it asks for.
func (w *watcher) boardTake(in watch.Input) {
	if done, ok := in.(watch.Done); ok {
		in = watch.Said{Text: done.Text}
		if done.Err != nil {
			in = watch.Said{Text: done.Err.Error()}
		}
	}
	b := w.board
	b.dirty = true
	var e dashboard.Effect
	b.state, e = b.board.Update(b.state, in)
	switch e.Action {
	case dashboard.Leave, dashboard.Quit:
		w.end = endQuit
	case dashboard.Redraw:
		w.term.shown = nil
	case dashboard.Open:
		b.asked++
		b.state, _ = b.board.Update(b.state, dashboard.Asked{Text: "playing it again…"})
		w.request(b.asked, w.entering(b.asked, where.Whole(dashboard.Name(e.Match))))
	}
	var due time.Time
	if wait := b.state.Wait(); wait > 0 {
		due = time.Now().Add(wait)
	}
	w.wake.set(alarmState, due)
}

// awaits reports whether the answer to a request is still wanted.
func (w *watcher) awaits(id int) bool {
	if w.onBoard() {
		return w.board.state.Busy && w.board.asked == id
	}
	return w.State.Awaits(id)
}

// drawBoard makes the terminal show the dashboard, unless the client still has to show
// what was sent before.
func (w *watcher) drawBoard() {
	b := w.board
	before := b.frame != nil && w.term.shown == b.frame.grid // no other grid is ever at its place
	if w.term.shown != nil && (w.term.lag.waiting() || !b.dirty && before) {
		return
	}
	w.srv.turns <- struct{}{}
	defer func() { <-w.srv.turns }()
	f := w.srv.boards.frame(boardView{b.state, b.now}, func(g *screen.Grid) { b.board.Draw(g, &b.state, b.now) })
	var diff []byte
	if before && f != b.frame {
		diff = f.after(b.frame.grid)
	}
	if diff != nil {
		w.term.send(diff, f.grid)
	} else {
		w.term.show(f.grid)
	}
	w.drawn.drop()
	b.frame, b.dirty = f, false
	w.term.lag.ask()
}
