package server

import (
	"context"
	"errors"

	"game-tui/sim/clean"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
	"game-tui/tui/where"
)

// begin shows what was asked for: a match, or what watchers come to.
func (w *watcher) begin() {
	name := w.req.cmd.Name
	if name == "" {
		name = w.srv.source.Only()
	}
	if home := w.srv.hub.home; home != nil {
		w.Program = ui.New(w.options(w.abilities("")), home.home.source.Open(ui.Opening{}))
		w.comeHome()
		if name == "" {
			w.settle(w.Program)
			return
		}
	}
	at := where.Place{Name: name, Round: w.req.cmd.Round, Unit: w.req.cmd.Unit}
	st, err := w.srv.hub.enter(w.req.ctx, name, w.req.link.network)
	if err != nil {
		w.notFound(name, err)
		return
	}
	w.entered(0, at, st)
}

// entered shows a match that has been opened, over what the watcher came from; id is that
// of the request, 0 where there was none.
func (w *watcher) entered(id int, at where.Place, st *stream) {
	now, _ := st.now()
	if err := at.Check(now.rec); err != nil {
		st.exit()
		w.notFound(at.Name, err)
		return
	}
	first := w.stream == nil
	w.leaveStream()
	w.stream = st
	w.shows(now)
	view := now.source.Open(w.opening(at, now))
	var in ui.Input = ui.Opened{View: view}
	if id != 0 {
		in = ui.Answer{ID: id, In: in}
	}
	if can := w.abilities(at.Name); first {
		w.Program = ui.New(w.options(can), view)
	} else {
		w.Program, _ = w.Program.Able(can).Update(in)
	}
	w.status = st.status(now)
	w.Program = w.status.update(w.Program, status{})
	w.SkipTime() // opening it took its time
	w.settle(w.fitted(w.Program))
}

// opening is how a match opens. At a round, and into a recording, everybody has an own
// place in time; otherwise it is the live edge.
func (w *watcher) opening(at where.Place, now subject) ui.Opening {
	meta := now.rec.Meta()
	o := ui.Opening{Place: viewpoint.Of(at.Round, at.Unit), Live: at.Round < 0 && meta.Source == "", Paused: at.Round >= 0, Me: w.req.cmd.me}
	if w.srv.plays() {
		o.Players = w.srv.cfg.Branching.Players(meta.Game.Name())
	}
	return o
}

// notOpened says why a match is not shown.
func notOpened(name string, err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, ErrNotFound):
		text = "there is no match " + name + " here"
	case errors.Is(err, context.Canceled):
		text = endClosing.text
	}
	return clean.Short(text, maxLine)
}

// notFound says so where a match can be chosen, or ends the session.
func (w *watcher) notFound(name string, err error) {
	text := notOpened(name, err)
	if w.stream == nil {
		w.end = &ending{1, text}
		return
	}
	p, _ := w.Program.Update(ui.Notice{Text: text})
	w.settle(p)
}
