package server

import (
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"game-tui/sim/log"
	"game-tui/tui"
	"game-tui/tui/board"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
)

// toGallery takes the watcher to the live edge, among those who look alike. What
// the terminal shows stays there until the gallery's picture replaces it.
func (w *watcher) toGallery() {
	w.stopProgram()
	old := w.gal
	w.gal = w.room.join(w.look)
	if old != nil {
		old.leave()
	}
	w.frame = w.gal.latest()
	if w.frame.grid != nil {
		w.term.show(w.withNotice(w.frame.grid))
	}
}

func (w *watcher) leaveGallery() {
	if w.gal != nil {
		w.gal.leave()
		w.gal, w.frame = nil, nil
	}
}

// follow shows what the gallery has that is newer.
func (w *watcher) follow() {
	if w.notes.row != nil {
		w.frame = w.gal.latest()
		if w.frame.grid != nil {
			w.term.show(w.withNotice(w.frame.grid))
		}
		return
	}
	var skipped int64
	w.frame, skipped = w.term.catchUp(w.gal, w.frame)
	w.srv.count.skipped.Add(skipped)
}

// say puts a line in place of the keys, for this watcher alone.
func (w *watcher) say(text string) {
	base, v := w.base()
	if base == nil {
		return
	}
	v.Notice = text
	l := w.log()
	g := newPainter(w.look).paint(l, w.room.past.of(l), &v)
	if g.W != base.W || g.H != base.H {
		return
	}
	w.notes.row = append([]screen.Cell(nil), g.Row(g.H-1)...)
	w.notes.timer.Reset(noticeTime)
	w.term.show(w.withNotice(base))
}

// unsay takes the line away.
func (w *watcher) unsay() {
	w.notes.timer.Stop()
	if w.notes.row == nil {
		return
	}
	w.notes.row = nil
	if base, _ := w.base(); base != nil {
		w.term.show(base)
	}
}

// base is the picture under the line, and what is on it.
func (w *watcher) base() (*screen.Grid, tui.View) {
	if w.prog != nil {
		return w.own, w.prog.looking()
	}
	if w.frame != nil {
		return w.frame.grid, w.frame.view
	}
	return nil, tui.View{}
}

// log is the match as it is now.
func (w *watcher) log() *log.Log {
	l, _ := w.room.now()
	return l
}

// withNotice is the picture with the line, if there is one.
func (w *watcher) withNotice(g *screen.Grid) *screen.Grid {
	if len(w.notes.row) != g.W {
		return g
	}
	c := &screen.Grid{}
	c.CopyFrom(g)
	copy(c.Row(c.H-1), w.notes.row)
	return c
}

// event takes one key or mouse event.
func (w *watcher) event(e uv.Event) {
	if w.end != nil {
		return
	}
	w.lastKey = time.Now()
	if w.rate.take(1, w.lastKey) == 0 {
		w.srv.count.lostKeys.Add(1)
		return
	}
	k, isKey := e.(uv.KeyPressEvent)
	name := ""
	if isKey {
		name = tea.KeyPressMsg(k).String()
	}
	switch {
	case name == "ctrl+c":
		w.end = endQuit
	case w.room == nil:
		if isKey {
			w.lobbyKey(tea.KeyPressMsg(k))
		}
	case name == "m":
		w.toggleMouse()
	case w.prog != nil:
		w.ownKey(e, name)
	default:
		w.sharedKey(e, name)
	}
}

func (w *watcher) lobbyKey(k tea.KeyPressMsg) {
	act := w.lobby.Key(k)
	switch {
	case act.Quit:
		w.end = endQuit
	case act.Open != "":
		w.open(act.Open, -1)
	case k.String() == "t":
		w.look = w.look.nextPalette()
		w.drawLobby()
	default:
		w.drawLobby()
	}
}

// toggleMouse gives the mouse to the terminal, or takes it.
func (w *watcher) toggleMouse() {
	w.noMouse = !w.noMouse
	if w.noMouse {
		w.term.text(mouseOff)
		w.say("the mouse is the terminal's; m takes it again")
		return
	}
	w.term.text(mouseOn)
	w.say("the mouse is ours again")
}

// sharedKey takes a key of somebody who follows. What changes the look changes
// the gallery; everything else that means something needs a program.
func (w *watcher) sharedKey(e uv.Event, name string) {
	zoom := 0
	switch name {
	case "q":
		w.leaveMatch()
		return
	case "L":
		w.unsay()
		return
	case "esc":
		if over, _ := w.log().Over(); !over { // afterwards there is a banner to dismiss
			w.unsay()
			return
		}
	case "n", "N":
		w.say("a new match cannot be started here")
		return
	case "w":
		w.say("the match cannot be written here; ssh HOST fetch " + w.name + " gets it")
		return
	case "t":
		w.unsay()
		w.look = w.look.nextPalette()
		w.toGallery()
		return
	case "z":
		zoom = 1
	case "Z":
		zoom = -1
	}
	if m, ok := e.(uv.MouseWheelEvent); ok {
		switch m.Button {
		case uv.MouseWheelUp:
			zoom = 1
		case uv.MouseWheelDown:
			zoom = -1
		}
	}
	if zoom != 0 {
		w.unsay()
		w.look = w.look.zoomed(w.log(), zoom)
		w.toGallery()
		return
	}
	if !changes(e) {
		return
	}
	v := w.frame.view
	if w.startPrivate(tui.Options{Log: w.log(), View: &v}) {
		w.prog.send(e)
	}
}

// changes reports whether an event can change what a follower sees.
func changes(e uv.Event) bool {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		return slices.ContainsFunc(tui.Keys, func(k tui.Key) bool { return key.Matches(tea.KeyPressMsg(e), k.Binding) })
	case uv.MouseClickEvent:
		return e.Button == uv.MouseLeft
	}
	return false
}

// ownKey takes a key of somebody with a program.
func (w *watcher) ownKey(e uv.Event, name string) {
	if name == "L" {
		w.backToLive()
		return
	}
	if !w.prog.send(e) {
		w.srv.count.lostKeys.Add(1)
	}
}

// startPrivate gives the watcher a program of its own; where there is none left
// it is told so and follows.
func (w *watcher) startPrivate(o tui.Options) bool {
	if !w.srv.adm.takePrivate() {
		if w.gal == nil {
			w.toGallery()
		}
		w.say("all places for looking around are taken, try again later")
		return false
	}
	w.notes.row = nil
	w.notes.timer.Stop()
	o.History = w.room.past.of(o.Log)
	o.W, o.H, o.Palette, o.Profile = w.look.w, w.look.h, w.look.palette, w.look.profile
	o.NoSpoilers = w.srv.cfg.NoSpoiler
	room := w.room
	o.Watchers = func() int { return int(room.watchers.Load()) }
	o.ASCII = w.look.ascii
	w.prog = startProgram(o)
	w.leaveGallery()
	return true
}

// stopProgram ends the watcher's own program, if there is one. Its last picture
// stays on the terminal.
func (w *watcher) stopProgram() {
	if w.prog == nil {
		return
	}
	w.prog.stop()
	w.prog, w.own = nil, nil
	w.srv.adm.givePrivate()
}

// showOwn shows the newest picture of the watcher's own program.
func (w *watcher) showOwn() {
	g := w.prog.take()
	if g == nil {
		return
	}
	w.term.show(w.withNotice(g))
	if w.own != nil {
		w.prog.give(w.own)
	}
	w.own = g
}

// backToLive returns to the gallery, with the zoom and palette that the watcher
// has chosen meanwhile.
func (w *watcher) backToLive() {
	w.prog.settle()
	v := w.prog.looking()
	if v.Palette != nil {
		w.look.palette, w.look.zoom = v.Palette.Name, v.Zoom
	}
	w.toGallery()
}

// programEnded takes over when the program has ended by itself: the watcher
// left, or it broke.
func (w *watcher) programEnded() {
	what, stack := w.prog.panicked()
	if what == nil {
		w.leaveMatch()
		return
	}
	w.srv.hub.broke("a private program", what, stack)
	w.look.zoom = board.Auto
	w.toGallery()
	w.say("something went wrong with your view; this is the live edge")
}

// idle brings those back to the live edge who are not there and have pressed
// nothing for long: they may have forgotten it.
func (w *watcher) idle() {
	if w.prog == nil || time.Since(w.lastKey) < w.srv.cfg.Idle {
		return
	}
	if w.prog.looking().Play.Mode != playback.Live {
		w.backToLive()
	}
}
