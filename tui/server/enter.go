package server

import (
	"context"
	"errors"
	"time"

	"game-tui/sim/clean"
	"game-tui/tui/place"
	"game-tui/tui/ui"
	"game-tui/tui/where"
)

// begin shows what was asked for: a match, or what watchers come to.
func (w *watcher) begin() {
	name := w.req.cmd.Name
	if name == "" {
		name = w.srv.source.Only()
	}
	if home := w.srv.hub.home; home != nil {
		w.turn(func() {
			w.Program = ui.New(w.options(w.abilities("")), home.home.source.Open(ui.Opening{}))
		})
		w.comeHome()
		if name == "" {
			w.settle(w.Program)
			return
		}
	}
	at := where.Place{Name: name, Round: w.req.cmd.Round, Unit: w.req.cmd.Unit}
	st, err := w.srv.hub.enter(name, w.req.link.network, w.req.link.gone, w.srv.closing)
	if err != nil {
		w.notFound(name, err)
		return
	}
	w.entered(0, at, st)
}

// entering opens a match while the watcher goes on; fail says why it is not opened.
func (w *watcher) entering(id int, at where.Place, fail func(error)) func(context.Context) answer {
	from := w.req.link.network
	return func(ctx context.Context) answer {
		st, err := w.srv.hub.enter(at.Name, from, ctx.Done(), w.srv.closing)
		return func(wanted bool) {
			switch {
			case err == nil && wanted:
				w.entered(id, at, st)
			case err == nil:
				st.exit()
			case wanted:
				fail(errors.New(notOpened(at.Name, err)))
			}
		}
	}
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
	w.turn(func() {
		view := now.source.Open(w.opening(at, now))
		if can := w.abilities(at.Name); first {
			w.Program = ui.New(w.options(can), view)
		} else {
			w.Program, _ = w.Program.Able(can).Update(opened(id, view))
		}
		w.told = st.facts(now)
		w.Program = w.told.tell(w.Program, facts{})
	})
	w.Age(time.Now(), nil) // opening it took its time
	w.settle(w.fitted(w.Program))
}

// opened is the input that shows a view, as the answer to a request or without one.
func opened(id int, v ui.View) ui.Input {
	if id == 0 {
		return ui.Opened{View: v}
	}
	return ui.Answer{ID: id, In: ui.Opened{View: v}}
}

// opening is how a match opens. At a round, and into a recording, everybody has an own
// place in time; otherwise it is the live edge.
func (w *watcher) opening(at where.Place, now subject) ui.Opening {
	meta := now.rec.Meta()
	o := ui.Opening{Place: place.Of(at.Round, at.Unit), Live: at.Round < 0 && meta.Source == "", Paused: at.Round >= 0, Me: w.req.cmd.me}
	if w.srv.plays() {
		o.Players = w.srv.cfg.Branching.Players(meta.Game.Name())
	}
	return o
}

// notOpened says why a match is not shown.
func notOpened(name string, err error) string {
	text := err.Error()
	if errors.Is(err, ErrNotFound) {
		text = "there is no match " + name + " here"
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
	w.settle(w.update(w.Program, ui.Notice{Text: text}))
}
