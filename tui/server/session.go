package server

import (
	"context"
	"errors"
	"slices"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/clean"
	"game-tui/tui/lobby"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/where"
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

// watcher is one session with a terminal. All of it belongs to one goroutine,
// which alone reads its keys, changes its state and writes to its terminal.
type watcher struct {
	srv  *Server
	req  *request
	term *terminal
	dec  decoder
	rate bucket
	size [2]int // of the window, as the client said last

	watch.Driver
	name   string       // of the match, empty in the lobby
	stream *stream      // nil in the lobby
	match  *watch.Match // that is looked at; nil in the lobby

	board     *boardPlace // at the dashboard; nil: there is a lobby
	lobbyView *watch.Viewer
	lobby     *watch.Choice // in the lobby that was left
	items     []lobby.Item  // that the lobby shows

	gal   *gallery // nil: the watcher does not follow
	frame *frame
	alone private

	drawn    drawing
	wake     alarms
	requests requests
	looking  looking
	branches branches

	resized time.Time // when a change of the window was acted on last
	lastKey time.Time
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
	endBroken  = &ending{1, "Something went wrong with your view. You are welcome to connect again."}
)

func (s *Server) newWatcher(r *request, ch gossh.Channel) *watcher {
	w := &watcher{srv: s, req: r, term: newTerminal(ch, r.link, s.cfg.Stall),
		rate: newBucket(keyRate, keyBurst), lastKey: time.Now(), wake: newAlarms(), requests: newRequests()}
	w.Age(w.lastKey, nil)
	w.term.lag = newLagProbe(r.conn, r.link, 3*s.cfg.Stall)
	w.size = <-r.resize
	return w
}

// options are how the watcher's matches open.
func (w *watcher) options() watch.Options {
	width, height := classOf(w.size[0], w.size[1])
	palette := w.srv.cfg.Palette
	if w.board != nil {
		palette = w.board.state.Palette.Name
	}
	return watch.Options{W: width, H: height, Palette: palette, Profile: w.req.env.profile(),
		ASCII: w.req.env.ascii(), Me: w.req.cmd.me, NoSpoilers: w.srv.cfg.NoSpoiler, Shell: w.shell()}
}

// shell is what cannot be done over SSH.
func (w *watcher) shell() *watch.Shell {
	cannot := map[watch.Kind]string{
		watch.Suspend: "", watch.Next: "", watch.Again: "", watch.Write: "ssh HOST fetch " + w.name + " gets it"}
	if w.srv.desk == nil {
		cannot[watch.Analyse] = ""
	}
	if !w.srv.plays() {
		cannot[watch.Branch] = ""
	}
	return &watch.Shell{Back: w.srv.board() != nil, Cannot: cannot}
}

// run shows what was asked for until the watcher leaves.
func (w *watcher) run(ch gossh.Channel) *ending {
	input := make(chan []byte)
	keys := keyReader{r: ch, bucket: newBucket(w.srv.cfg.Input, 2*w.srv.cfg.Input),
		lost: func(n int) { w.srv.count.lostKeys.Add(int64(n)) }}
	w.srv.spawn(func() { keys.run(input, w.req.link.gone) })

	w.term.text(enterScreen + mouseOn)
	defer w.leave()
	if w.name = w.req.cmd.Name; w.name == "" {
		w.name = w.srv.source.Only()
	}
	if w.name == "" {
		w.showLobby("")
	} else {
		w.open(where.Place{Name: w.name, Round: w.req.cmd.Round, Unit: w.req.cmd.Unit})
	}
	w.loop(input)
	return w.end
}

// hasLobby reports whether there is a lobby to go back to.
func (w *watcher) hasLobby() bool { return w.srv.source.Only() == "" }

// loop waits for whatever comes next, and for nothing else. The end of the input
// is the end of the channel and of the connection too.
func (w *watcher) loop(input <-chan []byte) {
	w.wake.in(alarmLife, w.srv.cfg.Session)
	w.wake.in(alarmIdle, w.srv.cfg.Idle)
	for w.end == nil {
		w.keepBranches()
		w.looks()
		w.show()
		select {
		case <-w.superseded():
			w.follow()
		case <-w.begun():
			w.take(watch.Newer{})
		case <-w.alone.growth():
			w.grown()
		case <-w.looking.next:
			w.analysed()
		case <-w.wake.timer.C:
			w.alarmed()
		case <-w.term.lag.answer:
			w.term.lag.answered()
		case p, ok := <-input:
			if !ok {
				w.end = endGone
				break
			}
			w.dec.feed(p, w.event)
			if wait := w.dec.waiting(); wait > 0 {
				w.wake.in(alarmEsc, wait)
			}
		case answer := <-w.requests.answers:
			answer()
		case w.size = <-w.req.resize:
			w.wake.in(alarmResize, max(0, resizeTime-time.Since(w.resized)))
		case <-w.boardFresh():
			w.refreshBoard()
		case <-w.listChanged():
			w.list()
		case <-w.srv.closing:
			w.end = endClosing
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

// alarmed does what it was woken for.
func (w *watcher) alarmed() {
	for what, due := range w.wake.due() {
		if !due || w.end != nil {
			continue
		}
		switch alarm(what) {
		case alarmState:
			if w.onBoard() {
				w.boardTake(watch.Tick{Elapsed: w.board.state.Wait()})
			} else {
				w.Age(time.Now(), w.change)
			}
		case alarmGrowth:
			w.alone.quiet = false
		case alarmEsc:
			w.dec.flush(w.event)
		case alarmResize:
			w.resized = time.Now()
			w.resize()
		case alarmIdle:
			w.idle()
		case alarmList:
			if w.stream == nil && w.board == nil {
				w.relist()
			}
		case alarmSource:
			w.listen()
		case alarmLife:
			w.end = endLong
		}
	}
}

// leave gives back everything and restores the terminal.
func (w *watcher) leave() {
	w.wake.timer.Stop()
	w.cancel()
	close(w.requests.over)
	w.leaveStream()
	end := w.end
	if end == nil {
		end = endBroken
	}
	text := leaveScreen
	if !w.State.NoMouse {
		text = mouseOff + text
	}
	if end.text != "" {
		text += end.text + "\r\n"
	}
	w.term.text(text)
	w.term.stall.Stop()
}

func (w *watcher) listChanged() <-chan struct{} {
	if w.stream != nil || w.board != nil {
		return nil
	}
	return w.srv.source.Changed()
}

// open enters a match. At a round, and into a recording, everybody has an own
// place in time; otherwise it is the live edge.
func (w *watcher) open(at where.Place) {
	st, err := w.srv.hub.enter(at.Name, w.req.link.place, w.req.link.gone, w.srv.closing)
	if err != nil {
		w.notFound(at.Name, err)
		return
	}
	w.entered(at, st)
}

// entering opens a match from the lobby while that goes on.
func (w *watcher) entering(id int, at where.Place) func(context.Context) answer {
	from := w.req.link.place
	return func(ctx context.Context) answer {
		st, err := w.srv.hub.enter(at.Name, from, ctx.Done(), w.srv.closing)
		return func(wanted bool) {
			switch {
			case err == nil && wanted:
				w.entered(at, st)
			case err == nil:
				st.exit()
			case wanted:
				w.take(watch.Done{ID: id, Err: errors.New(notOpened(at.Name, err))})
			}
		}
	}
}

// entered shows a match that has been opened.
func (w *watcher) entered(at where.Place, st *stream) {
	rec, _ := st.now()
	if err := at.Check(rec); err != nil {
		st.exit()
		w.notFound(at.Name, err)
		return
	}
	w.name = at.Name
	o := w.options()
	if w.srv.plays() {
		o.Shell.Players = w.srv.cfg.Branching.Players(rec.Meta().Game.Name())
	}
	if w.lobbyView != nil {
		w.lobby, w.lobbyView, w.items = w.State.Choice(), nil, nil
	}
	w.stream = st
	o.Place, o.Paused, o.Live = at.View(), at.Round >= 0, at.Round < 0 && rec.Meta().Source == ""
	w.match = st.matches.of(rec)
	var state watch.State
	w.view(func(v *watch.Viewer) {
		state = v.Open(o).WithTerminalOf(&w.State)
		w.State = v.Follow(state) // where everybody is, if there is no place for more
		state, _ = v.Update(state, watch.Watching{N: int(st.watchers.Load())})
		state, _ = v.Update(state, watch.Starting{In: st.starts()})
		state, _ = v.Update(state, watch.Silent{For: st.silent()})
	})
	w.place(state)
}

// notOpened says why a match is not shown.
func notOpened(name string, err error) string {
	text := err.Error()
	if errors.Is(err, ErrNotFound) {
		text = "there is no match " + name + " here"
	}
	return clean.Short(text, maxLine)
}

// notFound goes where a match can be chosen, or ends the session.
func (w *watcher) notFound(name string, err error) {
	text := notOpened(name, err)
	if !w.hasLobby() {
		w.end = &ending{1, text}
		return
	}
	w.showLobby(text)
}

// leaveStream leaves gallery and match.
func (w *watcher) leaveStream() {
	w.lookAway()
	w.forgetBranches()
	w.leaveGallery()
	w.notAlone()
	if w.stream != nil {
		w.stream.exit()
		w.stream, w.match, w.name = nil, nil, ""
	}
}

// leaveMatch is what q does: back to the lobby, or out where there is none.
func (w *watcher) leaveMatch() {
	if w.stream == nil || !w.hasLobby() {
		w.end = endQuit
		return
	}
	w.leaveStream()
	w.showLobby("")
}

// showLobby shows the list of matches, and what there is to say.
func (w *watcher) showLobby(text string) {
	if w.srv.board() != nil {
		w.showBoard(text)
		return
	}
	if w.lobbyView == nil {
		if w.lobby != nil {
			w.lobby.Items = w.srv.source.List()
		}
		var s watch.State
		w.lobbyView, s = watch.Lobby(w.options(), w.lobby)
		w.State = s.WithTerminalOf(&w.State)
	}
	w.list()
	if text != "" {
		w.take(watch.Said{Text: text})
	}
}

// list takes in what there is to choose from.
func (w *watcher) list() {
	w.items = w.srv.source.List()
	w.wake.in(alarmList, lobbyTime)
	w.take(watch.Listed{Items: w.items})
}

// relist takes it in where it is not what the lobby shows.
func (w *watcher) relist() {
	if slices.Equal(w.items, w.srv.source.List()) {
		w.wake.in(alarmList, lobbyTime)
		return
	}
	w.list()
}

// listen takes in whether the source of the match is silent, for a watcher on its own.
func (w *watcher) listen() {
	if w.stream == nil || w.gal != nil {
		return
	}
	w.wake.in(alarmSource, idleTime)
	if d := w.stream.silent(); d > 0 || w.State.Silent() {
		w.take(watch.Silent{For: d})
	}
}

// resize puts the watcher into the class of its new window. Terminals shuffle
// what they show when they change size, so all of it is written anew.
func (w *watcher) resize() {
	w.term.shown = nil
	width, height := classOf(w.size[0], w.size[1])
	w.take(watch.Resize{W: width, H: height})
}

// drawing is what a watcher has drawn for itself.
type drawing struct {
	grid  *screen.Grid // that its terminal shows; nil: it shows something else
	state watch.State  // on it
}
