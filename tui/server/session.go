package server

import (
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui"
	"game-tui/tui/lobby"
	"game-tui/tui/screen"
)

// Keys that one watcher may press a second, and at once: many times what a
// held key or a dragged mouse gives.
const (
	keyRate  = 60
	keyBurst = 300
)

// A burst of window changes is acted on once in so long.
const resizeTime = 100 * time.Millisecond

// lobbyTime is how old what the lobby says of the matches may be.
const lobbyTime = time.Second

// noticeTime is how long a line for one watcher stands over the shared picture.
const noticeTime = 4 * time.Second

// watcher is one session with a terminal. All of it belongs to one goroutine,
// which alone reads its keys and writes to its terminal.
type watcher struct {
	srv  *Server
	req  *request
	term *terminal
	dec  decoder
	rate bucket
	look look
	size [2]int // of the window, as the client said last

	name  string // of the match, empty in the lobby
	room  *room
	gal   *gallery
	frame *frame
	prog  *program
	own   *screen.Grid // the program's picture that is shown
	lobby *lobby.Model // nil: there is none
	items []lobby.Item // that it shows
	notes notice

	lastKey time.Time
	noMouse bool
	end     *ending
}

// ending is how a session ends.
type ending struct {
	status int
	text   string
}

var (
	endQuit    = &ending{0, "Thank you for watching."}
	endGone    = &ending{0, ""}
	endClosing = &ending{0, "The server is closing down. Thank you for watching."}
	endLong    = &ending{0, "This session has lasted as long as it may. You are welcome to connect again."}
	endGarbage = &ending{1, "What your terminal sends makes no sense here."}
)

// notice is a line in place of the keys, over the shared picture.
type notice struct {
	row   []screen.Cell
	timer *time.Timer
}

func (s *Server) newWatcher(r *request, ch gossh.Channel) *watcher {
	w := &watcher{srv: s, req: r, term: newTerminal(ch, r.link, s.cfg.Stall),
		rate: newBucket(keyRate, keyBurst), lastKey: time.Now()}
	w.term.echo = newEcho(r.conn, r.link, 3*s.cfg.Stall)
	w.size = <-r.resize
	w.look = look{palette: s.cfg.Palette, profile: r.env.profile(), ascii: r.env.ascii()}
	w.look.w, w.look.h = classOf(w.size[0], w.size[1])
	w.notes.timer = time.NewTimer(time.Hour)
	w.notes.timer.Stop()
	return w
}

// run shows what was asked for until the watcher leaves.
func (w *watcher) run(ch gossh.Channel) *ending {
	input := make(chan []byte)
	keys := keyReader{r: ch, bucket: newBucket(w.srv.cfg.Input, 2*w.srv.cfg.Input),
		lost: func(n int) { w.srv.count.lostKeys.Add(int64(n)) }}
	w.srv.spawn(func() { keys.run(input, w.req.link.gone) })

	w.term.text(enterScreen + mouseOn)
	defer w.leave()
	if w.name = w.req.cmd.name; w.name == "" {
		w.name = w.srv.source.Only()
	}
	if w.srv.source.Only() == "" {
		w.lobby = &lobby.Model{}
	}
	if w.name == "" {
		w.showLobby("")
	} else {
		w.open(w.name, w.req.cmd.round)
	}
	w.loop(input)
	return w.end
}

// loop waits for whatever comes next, and for nothing else.
func (w *watcher) loop(input <-chan []byte) {
	life := time.NewTimer(w.srv.cfg.Session)
	defer life.Stop()
	idle := time.NewTicker(max(w.srv.cfg.Idle/8, time.Millisecond))
	defer idle.Stop()
	list := time.NewTicker(lobbyTime)
	defer list.Stop()
	if w.lobby == nil {
		list.Stop()
	}
	esc, resize := newStopped(), newStopped()
	defer esc.Stop()
	defer resize.Stop()
	var resized time.Time
	for w.end == nil {
		ready, done := w.private()
		select {
		case <-w.superseded():
			w.follow()
			w.term.echo.ask()
		case <-ready:
			w.showOwn()
			w.term.echo.ask()
		case <-w.term.echo.answer:
			w.term.echo.answered()
		case <-done:
			w.programEnded()
		case p, ok := <-input:
			if !ok {
				w.end = endGone
				break
			}
			w.dec.feed(p, w.event)
			if w.dec.waiting() {
				esc.Reset(escTime)
			}
		case <-esc.C:
			w.dec.flush(w.event)
		case w.size = <-w.req.resize:
			resize.Reset(max(0, resizeTime-time.Since(resized)))
		case <-resize.C:
			resized = time.Now()
			w.resize()
		case <-w.notes.timer.C:
			w.unsay()
		case <-w.listChanged():
			w.redrawLobby()
		case <-list.C:
			if w.room == nil && !slices.Equal(w.items, w.srv.source.List()) {
				w.redrawLobby()
			}
		case <-idle.C:
			w.idle()
		case <-life.C:
			w.end = endLong
		case <-w.srv.closing:
			w.end = endClosing
		case <-w.req.gone:
			w.end = endGone
		case <-w.req.link.gone:
			w.end = endGone
		}
		if w.dec.hopeless() {
			w.end = endGarbage
			w.srv.count.dropped(dropGarbage)
		}
		if w.term.err != nil && w.end == nil {
			w.end = endGone
		}
	}
}

func newStopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// leave gives back everything and restores the terminal.
func (w *watcher) leave() {
	w.notes.timer.Stop()
	w.exitRoom()
	text := leaveScreen
	if !w.noMouse {
		text = mouseOff + text
	}
	if w.end != nil && w.end.text != "" {
		text += w.end.text + "\r\n"
	}
	w.term.text(text)
	w.term.stall.Stop()
}

// superseded is closed when the gallery has something newer than is shown.
func (w *watcher) superseded() <-chan struct{} {
	if w.gal == nil || w.term.echo.waiting() {
		return nil
	}
	return w.frame.next
}

// private returns what the watcher's own program signals, if it has one.
func (w *watcher) private() (ready, done <-chan struct{}) {
	switch {
	case w.prog == nil:
		return nil, nil
	case w.term.echo.waiting():
		return nil, w.prog.done
	}
	return w.prog.ready, w.prog.done
}

func (w *watcher) listChanged() <-chan struct{} {
	if w.lobby == nil || w.room != nil {
		return nil
	}
	return w.srv.source.Changed()
}

// open enters a match. At a round, and into a recording, everybody has an own
// place in time; otherwise it is the live edge.
func (w *watcher) open(name string, round int) {
	r, err := w.srv.hub.enter(name, w.req.link.place, w.req.link.gone, w.srv.closing)
	if err != nil {
		w.notFound(name, err)
		return
	}
	w.room, w.name = r, name
	l, _ := r.now()
	switch {
	case round >= 0:
		w.startPrivate(tui.Options{Log: l, Round: round, Paused: true})
	case l.Meta().Source != "":
		w.startPrivate(tui.Options{Log: l})
	default:
		w.toGallery()
	}
}

// notFound goes where a match can be chosen, or ends the session.
func (w *watcher) notFound(name string, err error) {
	text := err.Error()
	if errors.Is(err, ErrNotFound) {
		text = "there is no match " + name + " here"
	}
	text = oneLine(text)
	if w.lobby == nil {
		w.end = &ending{1, text}
		return
	}
	w.showLobby(text)
}

// exitRoom leaves program, gallery and match.
func (w *watcher) exitRoom() {
	w.stopProgram()
	w.leaveGallery()
	if w.room != nil {
		w.room.exit()
		w.room, w.name = nil, ""
	}
}

// leaveMatch is what q does: back to the lobby, or out where there is none.
func (w *watcher) leaveMatch() {
	if w.lobby == nil {
		w.end = endQuit
		return
	}
	w.exitRoom()
	w.showLobby("")
}

// resize puts the watcher into the class of its new window. Terminals shuffle
// what they show when they change size, so all of it is written anew.
func (w *watcher) resize() {
	w.term.shown = nil
	w.notes.row = nil
	w.look.w, w.look.h = classOf(w.size[0], w.size[1])
	switch {
	case w.prog != nil:
		w.prog.send(tea.WindowSizeMsg{Width: w.look.w, Height: w.look.h})
	case w.gal != nil:
		w.toGallery()
	default:
		w.redrawLobby()
	}
}

// showLobby shows the list of matches.
func (w *watcher) showLobby(text string) {
	if text != "" {
		w.lobby.Say(text)
	}
	w.redrawLobby()
}

func (w *watcher) redrawLobby() {
	w.items = w.srv.source.List()
	w.lobby.SetItems(w.items)
	w.drawLobby()
}

func (w *watcher) drawLobby() {
	g := &screen.Grid{}
	g.Resize(w.look.w, w.look.h)
	w.lobby.Draw(g, w.look.theme())
	w.term.show(g)
}
