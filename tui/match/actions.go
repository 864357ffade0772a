package match

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/theme"
)

// point puts the cursor on a cell; following ends, since it would take it away.
func (u *update) point(at sim.Pos) {
	rows, cols := u.v.match.size()
	u.s.Cursor = sim.Pos{Row: min(max(at.Row, 0), rows-1), Col: min(max(at.Col, 0), cols-1)}
	u.s.Follow, u.s.Free = 0, false
}

func step(n int) func(*update) {
	return func(u *update) {
		u.move(u.s.Play.Step(n))
	}
}

func first(u *update) {
	u.jumpRound(0)
}

func last(u *update) {
	u.jumpRound(u.s.Play.Edge)
}

// tenth goes to the tenth of the match that the pressed digit names.
func tenth(u *update) {
	if n, err := strconv.Atoi(u.key.Name); err == nil {
		u.jumpRound(u.s.Play.Tenth(n))
	}
}

// stopAt goes to what stands at a place of the turn that led to a round.
func (u *update) stopAt(round, event int) {
	rows := u.v.match.index.Rows()
	if i := rows.Find(round, event); i >= 0 {
		u.goRow(rows.At(i))
	}
}

func play(u *update) {
	p := u.s.Play.Toggle()
	p.Round = min(p.Round, u.s.Horizon()) // playing back begins at the end
	u.move(p)
}

func reverse(u *update) {
	u.move(u.s.Play.Reverse())
	if u.s.Play.Mode == playback.Paused { // nothing moves yet
		way := "on"
		if u.s.Play.Back {
			way = "back"
		}
		u.say(Name("play") + " plays " + way + " from here")
	}
}

func faster(u *update) {
	u.speed(u.s.Play.Faster(), "that is the fastest")
}

func slower(u *update) {
	u.speed(u.s.Play.Slower(), "that is the slowest")
}

// speed goes on at another speed, or says why there is none.
func (u *update) speed(p playback.State, words string) {
	if p == u.s.Play {
		u.say(words)
	}
	u.move(p)
}

func live(u *update) {
	u.leaving(func() { u.move(u.follow()) })
	u.within(u.s.Play.Edge)
	u.ask(Live, "")
}

func zoom(n int) func(*update) {
	return func(u *update) {
		u.zoomAt(n, u.center())
	}
}

// center is the cell that zooming should keep in sight.
func (u *update) center() sim.Pos {
	u.v.load(&u.s)
	if at, ok := u.v.target(&u.s); ok {
		return at
	}
	p := u.v.Layout(&u.s).Port
	return sim.Pos{Row: p.Top + p.High/2, Col: p.Left + p.Wide/2}
}

// zoomAt changes the zoom by n steps around a cell.
func (u *update) zoomAt(n int, at sim.Pos) {
	v, s := u.v, &u.s
	now := v.Layout(s).Port.Zoom
	next := now.Step(n, s.Palette)
	if next == now {
		u.say("that is the farthest zoom")
		if n > 0 {
			u.say("that is the nearest zoom")
		}
		return
	}
	s.Zoom = next
	p := v.Layout(s).Port
	s.Top, s.Left = at.Row-p.High/2, at.Col-p.Wide/2
	u.say("zoom: " + next.String())
	if auto := (&State{values: values{Terminal: s.Terminal}}); v.Layout(auto).Port.Zoom == next {
		s.Zoom = board.Auto // so that a resize finds the best again
	}
}

func pan(rows, cols int) func(*update) {
	return func(u *update) {
		p := u.v.Layout(&u.s).Port
		u.pan(p.Top+rows*max(p.High/8, 2), p.Left+cols*max(p.Wide/8, 2))
	}
}

// pan moves the viewport by hand: it stays there until something is looked for.
func (u *update) pan(top, left int) {
	s := &u.s
	s.Free, s.Follow, s.Event = true, 0, 0
	s.Top, s.Left = top, left
}

func inspect(u *update) {
	s := &u.s
	if s.Inspect {
		s.Inspect = false
		return
	}
	if at, ok := u.v.eventPlace(s.Play.Round, s.Event); ok {
		s.Cursor = at
	} else if port := u.v.Layout(s).Port; s.Cursor == (sim.Pos{}) || !port.Shows(s.Cursor) {
		s.Cursor = u.center()
	}
	s.Inspect, s.Free, s.pages = true, false, nil
}

func inspectOrFollow(u *update) {
	if u.s.Inspect {
		follow(u)
	} else {
		inspect(u)
	}
}

// cursor moves the inspect cursor.
func cursor(rows, cols int) func(*update) {
	return func(u *update) {
		u.point(u.s.Cursor.Plus(sim.Pos{Row: rows, Col: cols}))
	}
}

// tab goes to the next (1) or previous (-1) tab.
func tab(by int) func(*update) {
	return func(u *update) {
		u.s.Tab = panel.Tab(int(u.s.Tab)+int(panel.Tabs)+by) % panel.Tabs
		u.s.Inspect = false
	}
}

func sortCards(u *update) {
	u.s.ByScore = !u.s.ByScore
}

func palette(u *update) {
	s := &u.s
	next := theme.Next(s.Palette, s.profile)
	u.say("palette: " + next.Name)
	if next.Name == s.Palette.Name {
		u.say("this terminal shows no other palette")
	}
	s.palette = next.Name
	s.dress()
}

func mouse(u *update) {
	s := &u.s
	s.NoMouse = !s.NoMouse
	u.say("the mouse is ours again")
	if s.NoMouse {
		u.say("the mouse is the terminal's; " + Name("mouse") + " takes it again")
	}
	u.ask(Mouse, "")
}

// start asks for something that takes time; words say what is being done.
func start(k Kind, words string) func(*update) {
	return func(u *update) { u.request(k, "", words) }
}

// interrupt ends what is under way, or everything.
func interrupt(u *update) {
	if !u.cancelWork() {
		u.ask(Quit, "")
	}
}

// leave closes one thing at a time, the topmost first.
func leave(u *update) {
	s := &u.s
	switch {
	case len(s.pages) > 0:
		s.pop()
	case u.cancelWork():
	case s.Inspect:
		s.Inspect = false
	case !s.Event.None():
		s.dismissed.round, s.dismissed.event = s.Play.Round, s.Event
		s.Event = 0
	case !s.Follow.None():
		s.Follow = 0
	case s.filter != nil:
		u.unfilter()
	case s.Free:
		s.Free = false
	case s.Chances:
		s.Chances = false
	case u.v.banner(s, u.v.load(s)):
		s.NoBanner = true
	case inBranch(s):
		u.switchTo(0)
	case s.opts.shell != nil && s.opts.shell.Back:
		u.ask(Leave, "")
	}
}
