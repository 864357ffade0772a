package tournament

import (
	"time"

	"game-tui/sim/league"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// State is all that one watcher looks at. Together with a snapshot it decides every
// cell of the screen.
type State struct {
	W, H    int
	Palette *theme.Palette

	player int // entry that is chosen, -1: none
	other  int // entry that it is compared with, -1: all
	page   page
	at     int // line of the page that is chosen, or the first that is shown

	Notice  string        // one line for the watcher, in place of the keys
	notice  time.Duration // how long it stays
	Busy    bool          // what was asked for is under way; the notice stays
	Touched bool          // somebody has pressed a key

	profile theme.Profile
	ascii   bool
	palette string
	cannot  Actions
	visitor bool
}

// page is what lies over the standing.
type page uint8

const (
	standing page = iota
	matches       // of the chosen player that are worth a look
	outs
	help
)

// Options say how the dashboard opens.
type Options struct {
	W, H    int
	Palette string // name; empty: the profile's default
	Profile theme.Profile
	ASCII   bool
	Cannot  Actions // that the shell does not offer
	Visitor bool    // leaving ends nothing but the visit
}

// Action is what a shell is asked to do.
type Action uint8

// Actions is a set of them.
type Actions uint8

// The actions.
const (
	None    Action = iota
	Open           // the match of the effect
	Leave          // q
	Quit           // Ctrl+c
	Redraw         // the screen, whole
	Suspend        // the program
)

func (a Actions) has(x Action) bool { return a&(1<<x) != 0 }

// With is the set with another action.
func (a Actions) With(x Action) Actions { return a | 1<<x }

// Effect is what an input asks of the shell.
type Effect struct {
	Action Action
	Match  league.Where // to open
}

// New is the state of a watcher who comes.
func New(o Options) State {
	s := State{player: -1, other: -1, profile: o.Profile, ascii: o.ASCII, palette: o.Palette, cannot: o.Cannot, visitor: o.Visitor}
	s.W, s.H = screen.Clamp(o.W, o.H)
	s.dress()
	return s
}

func (s *State) dress() {
	s.Palette = theme.For(s.palette, s.profile)
	if s.ascii {
		s.Palette = s.Palette.Plain()
	}
}

// Wait is how long until the state needs a Tick; 0: it needs none.
func (s *State) Wait() time.Duration {
	if s.Notice == "" || s.Busy {
		return 0
	}
	return max(s.notice, time.Millisecond)
}

const noticeTime = 4 * time.Second

// Asked is an input: what was asked for is under way.
type Asked struct{ Text string }

// Update makes of a state and an input the next state, and what the shell is to do.
// Inputs are those of package watch, as far as they mean something here.
func (b *Board) Update(s State, in watch.Input) (State, Effect) {
	now, _ := b.Now()
	u := update{b, now, s}
	e := u.take(in)
	return u.s, e
}

// update is a State that is being made.
type update struct {
	board *Board
	now   *Snapshot
	s     State
}

func (u *update) take(in watch.Input) Effect {
	s := &u.s
	switch in := in.(type) {
	case watch.Key:
		return u.press(in)
	case watch.Tick:
		if s.Wait() > 0 {
			if s.notice -= in.Elapsed; s.notice <= 0 {
				s.Notice = ""
			}
		}
	case watch.Resize:
		if in.W > 0 && in.H > 0 {
			s.W, s.H = screen.Clamp(in.W, in.H)
		}
	case watch.Colors:
		s.profile = in.Profile
		s.dress()
	case watch.Said:
		s.Busy, s.Notice, s.notice = false, in.Text, noticeTime
	case Asked:
		s.Busy, s.Notice = true, in.Text
	}
	return Effect{}
}
