package match

import (
	"time"

	"game-tui/tui/branch"
	"game-tui/tui/chances"
	"game-tui/tui/playback"
	"game-tui/tui/ui"
)

// Replaced is an input: a match takes the place of the one that is watched.
type Replaced struct {
	Match  *Match
	Paused bool
}

// take takes in an input.
func (u *update) take(in ui.Input) {
	s := &u.s
	switch e := in.(type) {
	case ui.Pointer:
		s.State = s.touched()
		u.pointer(e)
	case ui.Tick:
		u.tick(e.Elapsed)
	case ui.Begun:
		u.begin()
	case ui.Changed:
		u.settle()
	case ui.Close:
		u.dismiss()
	case ui.Grown:
		u.grown()
	case ui.Newer:
		s.Newer = true
		u.Notify("the next match has begun: " + Name("live") + " goes there")
	case ui.Watching:
		s.Watchers = e.N
	case ui.Starting:
		s.starts = 0
		if s.waits() {
			s.starts = max(e.In, 0)
		}
	case ui.Silent:
		s.silent = e.For.Truncate(time.Second)
	case chances.Analysed:
		if _, want := s.Looks(&u.Program); want != 0 {
			s.analysed = e
		}
	case branch.Played:
		u.played(e)
	case Replaced:
		u.replace(func() { s.replaced(e.Match, nil) })
		if s.Play.Mode = playback.Playing; e.Paused {
			s.Play.Mode = playback.Paused
		}
	}
}

// begin takes in how far the match has come, for a new watcher.
func (u *update) begin() {
	s := &u.s
	s.grow()
	switch {
	case s.Still:
		s.Play = s.Play.Pause()
		return
	case s.opts.Live:
		s.Play = s.follow()
	case s.opening > 0 || s.opts.Paused:
		u.reach()
	}
	if note := u.v.match.note(); note != "" {
		u.Notify(note)
	}
}

// grown takes in that more is known of the match.
func (u *update) grown() {
	round := u.s.Play.Round
	u.s.grow()
	if u.s.opening > 0 {
		u.reach()
	}
	if u.s.Play.Round != round {
		u.s.Event = 0
	}
	u.pauseOnOut()
}

// tick lets time pass.
func (u *update) tick(d time.Duration) {
	s := &u.s
	s.starts = max(s.starts-d, 0)
	t := s.tour
	u.move(s.Play.Tick(d))
	if s.tour = t; t != nil {
		u.onTour()
	}
	u.pauseOnOut()
}

// settle makes the state sensible after a change: it moves the viewport to what the watcher
// wants to see (the cursor, the followed unit, the event stopped at, the action). What is
// dragged lies under a page.
func (u *update) settle() {
	v, s := u.v, &u.s
	s.Seen = max(s.Seen, v.load(s))
	s.Play = s.Play.Hurried(v.hurries(s))
	if unit := v.Unit(s.Follow); unit != nil && s.Inspect && unit.On {
		s.Cursor = unit.At
	}
	l := v.layout(s)
	if !l.Port.Whole() {
		if at, ok := v.target(s); ok {
			l.Port.Reveal(at)
		}
	}
	s.Top, s.Left = l.Port.Top, l.Port.Left
	if s.page != 0 {
		s.drag = dragNothing
	}
}

// dismiss closes the topmost thing that Esc closes.
func (u *update) dismiss() {
	s := &u.s
	switch {
	case s.Inspect:
		s.Inspect = false
	case !s.Event.None():
		s.dismissed.round, s.dismissed.event = s.Play.Round, s.Event
		s.Event = 0
	case !s.Follow.None():
		s.Follow = 0
	case s.filter != nil:
		s.filter = nil
		u.Notify("all events again")
	case s.Free:
		s.Free = false
	case s.Chances:
		s.Chances = false
	case s.banner(u.v.load(s)):
		s.NoBanner = true
	case s.inBranch():
		u.SwitchTo(0)
	}
}
