package match

import (
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
)

// noticeTime is how long a notice stands in place of the keys.
const noticeTime = 4 * time.Second

// update is a State that is being made, and what is asked of the shell.
type update struct {
	v      *Viewer
	s      State
	effect Effect
	key    Key // that is pressed
}

// Update makes of a state and an input the next state, and the effect that the
// shell is to carry out. The old state stays as it is.
func (v *Viewer) Update(s State, in Input) (State, Effect) {
	u := update{v: v.front(&s), s: s}
	u.take(in)
	u.settle()
	return u.s, u.effect
}

func (u *update) take(in Input) {
	s := &u.s
	switch e := in.(type) {
	case Key:
		s.opening = 0
		u.press(e)
	case Paste:
		s.opening = 0
		u.paste(e.Text)
	case Pointer:
		s.opening = 0
		u.pointer(e)
	case Tick:
		u.tick(e.Elapsed)
	case Grown:
		u.grown()
	case Opened:
		u.opened(e)
	case Resize:
		if e.W > 0 && e.H > 0 {
			s.W, s.H = screen.Clamp(e.W, e.H)
		}
	case Colors:
		if e.Profile != s.profile {
			s.profile = e.Profile
			s.dress()
		}
	case Said:
		u.say(e.Text)
	case Newer:
		s.Newer = true
		u.say("the next match has begun: " + Name("live") + " goes there")
	case Progress:
		if s.Awaits(e.ID) {
			s.work.words = e.Text
		}
	case Done:
		u.done(e)
	case Watching:
		s.Watchers = e.N
	case Starting:
		s.starts = 0
		if s.waits() {
			s.starts = max(e.In, 0)
		}
	case Silent:
		s.silent = e.For.Truncate(time.Second)
	case Analysed:
		u.analyse(e)
	case Listed:
		u.listed(e.Items)
	}
}

// say shows a line to the watcher for a while.
func (u *update) say(text string) { u.s.Notice, u.s.notice = text, noticeTime }

// done takes in the answer to a request, unless it has been cancelled.
func (u *update) done(e Done) {
	if !u.s.Awaits(e.ID) {
		return
	}
	u.s.work = work{}
	if u.say(e.Text); e.Err != nil {
		u.say(e.Err.Error())
	}
}

// tick lets time pass.
func (u *update) tick(d time.Duration) {
	s := &u.s
	s.starts = max(s.starts-d, 0)
	if s.Notice != "" {
		if s.notice -= d; s.notice <= 0 {
			s.Notice, s.notice = "", 0
		}
	}
	t := s.tour
	u.move(s.Play.Tick(d))
	if s.tour = t; t != nil {
		u.onTour()
	}
	u.pauseOnOut()
}

// grow takes in how far the record has come.
func (u *update) grow() {
	u.s.Play = u.v.grown(u.s.Play)
	if u.v.match.pair != nil {
		u.s.beside = u.v.match.other.Record.Edge()
	}
	if !u.s.waits() {
		u.s.starts = 0
	}
}

// grown is the clock in the match, as far as that has come.
func (v *Viewer) grown(p playback.State) playback.State {
	rec := v.match.Record
	over, _ := rec.Over()
	return p.Grow(rec.Edge(), rec.Rounds(), over)
}

// waits reports whether no match is played: this one has not begun, or is over.
func (s *State) waits() bool { return s.Play.Edge == 0 || s.Play.Over }

func (u *update) grown() {
	if u.v.match == nil {
		return
	}
	round := u.s.Play.Round
	u.grow()
	if u.s.opening > 0 {
		u.reach()
	}
	if u.s.Play.Round != round {
		u.s.Event = 0
	}
	u.pauseOnOut()
}

// opened starts the viewer's match in place of the one before.
func (u *update) opened(e Opened) {
	s := &u.s
	s.ofMatch = ofMatch{branches: s.switched(e)}
	s.opts.pair = u.v.match.pair != nil
	s.SecondFront = s.opts.pair
	u.v = u.v.front(s)
	s.Notice, s.work, s.Event, s.Follow, s.NoBanner = "", work{}, 0, 0, false
	s.Play = s.Play.Go(0)
	s.Play.Back = false
	u.grow()
	round := e.Round
	if s.branches != nil {
		s.resume()
		if l := &s.branches.left[s.branches.at]; round < 0 {
			round, s.View = l.place.Round, l.place.View
		}
	}
	s.Play = s.Play.Go(round)
	s.Play.Mode = playback.Playing
	if e.Paused {
		s.Play.Mode = playback.Paused
	}
}

// reach goes to the round that the watcher asked to open at, or as near as the
// match has come.
func (u *update) reach() {
	s := &u.s
	p := s.Play.Go(s.opening)
	if !s.opts.paused {
		p.Mode = playback.Playing
	}
	s.Play = p
	if p.Over && s.opening > p.Edge {
		u.say("there are rounds 0 to " + strconv.Itoa(p.Edge))
	}
	if p.Round == s.opening || p.Over {
		s.opening = 0
	}
}

// move changes the clock; an event that was stopped at belongs to its round.
func (u *update) move(p playback.State) {
	if p.Round != u.s.Play.Round {
		u.s.Event, u.s.tour = 0, nil
	}
	if p.Back || p.Mode == playback.Live {
		u.s.tour = nil
	}
	u.s.Play = p
}

// pauseOnOut stops the clock in the round in which a player goes out.
func (u *update) pauseOnOut() {
	s := &u.s
	if !s.opts.outPause {
		return
	}
	t := u.v.match.Record.Turn(s.Play.Round - 1)
	if t == nil || t.Known&sim.KnownReports == 0 {
		return
	}
	for seat := range t.Seats {
		if bit := uint8(1) << seat; t.Seats[seat].Out != nil && s.outs&bit == 0 {
			s.outs |= bit
			s.Play = s.Play.Pause()
			u.say(u.v.match.names[seat] + " is out: " + string(t.Seats[seat].Out.Reason))
		}
	}
}

// settle makes the state sensible after a change: it moves the viewport to what
// the watcher wants to see (the cursor, the followed unit, the event stopped at,
// the action), and brings the pages into line.
func (u *update) settle() {
	v, s := u.v, &u.s
	if v.match != nil {
		k := v.load(s)
		s.Seen = max(s.Seen, k)
		s.Play = s.Play.Hurried(v.hurries(s))
		if unit := v.unit(s.Follow); unit != nil && s.Inspect && unit.On {
			s.Cursor = unit.At
		}
		l := v.Layout(s)
		if !l.Port.Whole() {
			if at, ok := v.target(s); ok {
				l.Port.Reveal(at)
			}
		}
		s.Top, s.Left = l.Port.Top, l.Port.Left
	}
	for i, p := range s.pages {
		if fit := p.fit(v, s); fit != p {
			pages := append([]page(nil), s.pages...)
			pages[i] = fit
			s.pages = pages
		}
	}
}

// goTyped goes to a round, as near as the match has it, and says so.
func (u *update) goTyped(n int) {
	u.jumpRound(n)
	switch p := u.s.Play; {
	case u.s.Horizon() < p.Edge: // which has been said
	case n > p.Last:
		u.say("the match has " + sim.Count(p.Last, "round") + ", this is round " + strconv.Itoa(p.Round))
	case n > p.Edge && p.Over:
		u.say("the match ended early: this is its last round")
	case n > p.Edge:
		u.say("round " + strconv.Itoa(n) + " is not played yet, this is the newest")
	}
}
