package ui

import (
	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/viewpoint"
)

// Effect is what an update asks of the shell, the program around a Program; the zero value:
// nothing. What has a number is a request, which takes time: the shell answers it with Answer
// of that number, and may report its Progress. A shell that cannot do something says so in
// its Abilities, and is not asked for it.
type Effect struct {
	ID  int // of a request; 0: nothing is waited for
	Ask Ask // nil: nothing
}

// Ask is something that a shell is asked for: one of the types below.
type Ask interface {
	Kind() Kind // empty: no shell refuses it
}

// Kind tells apart what a shell may refuse, by the notice for it.
type Kind string

// The kinds.
const (
	CanSuspend Kind = "nothing can be suspended here"
	CanCopy    Kind = "no command opens this match"
	CanOpen    Kind = "that cannot be done here"
	CanNext    Kind = "a new match cannot be started here" // or the same again
	CanWrite   Kind = "the match cannot be written here"
	CanExport  Kind = "nothing can be exported here"
	CanBranch  Kind = "nothing can be played on from here"
	CanCoach   Kind = "nobody can be coached here"
	CanSteer   Kind = "whoever shows this decides that"
	CanAnalyse Kind = "win chances cannot be looked at here" // no effect: the shell brings what View.Looks says
)

// always is a part of what no shell refuses.
type always struct{}

// Kind is none.
func (always) Kind() Kind { return "" }

// What can be asked for, without more to say.
type (
	Quit    struct{ always }
	Left    struct{ always } // the topmost view, of which nothing is needed any more
	Redraw  struct{ always } // all of the screen: the terminal shows something else
	Suspend struct{}         // and give the terminal back until the program is to go on
	Mouse   struct{ always } // is taken, or left to the terminal: see Window.NoMouse
	Live    struct{ always } // edge of the newest match, where one follows another
	Cancel  struct{ always } // a request, whose answer is not waited for any more
	Next    struct{}         // match: the same players with the next seed
	Again   struct{}         // the same match
)

// Open opens what has a name, from a list.
type Open struct{ Name string }

// Copy is what a command is to open.
type Copy struct {
	Record   *record.Record
	Round    int
	Unit     string // that is followed, as package where writes it; empty: none
	Front    int    // seat of the player in front; -1: none
	IsBranch bool   // the record is a branch, which is in memory only
}

// Keep is the bookmarks of a record, which are to be kept.
type Keep struct {
	always
	Record    *record.Record
	Bookmarks []viewpoint.Bookmark // read only
}

// Write is the record to be written; the note of a branch holds its name.
type Write struct{ Record *record.Record }

// Wanted says what of a match is exported, and how it looks.
type Wanted struct {
	Format                 string // as the file's name ends
	Round                  int    // of pictures; -1: the last
	From, To               int    // of films; -1: the first, the last
	Highlights, NoSpoilers bool
	W, H                   int    // 0: as usual
	Follow                 string // the unit that is kept in sight, as package where writes it; empty: none
	Me                     string // the player in front
	Palette                string
}

// Export is what is to be exported.
type Export struct {
	Wanted
	Record   *record.Record
	Screen   func() *screen.Grid // draws what is shown, for what exports one screen
	Colors   *theme.Palette      // of the watcher
	IsBranch bool                // the record is a branch, which is in memory only
}

// Branch is what is to be played on.
type Branch struct {
	Record *record.Record
	Change branch.Change
}

// Coach is the player, by its seat, whose habits are to be found that cost points.
type Coach struct {
	Record *record.Record
	Seat   int
}

// Steer is what the owner of a show wants of it, which all its watchers see at the same round.
type Steer struct {
	Show interface{ Steer(Steering) }
	By   Steering
}

// Steering is what can be done with a show.
type Steering uint8

// All of it.
const (
	SteerPlay Steering = iota // or pause
	SteerFaster
	SteerSlower
	SteerNext
	SteerBack
)

func (Suspend) Kind() Kind { return CanSuspend }
func (Copy) Kind() Kind    { return CanCopy }
func (Open) Kind() Kind    { return CanOpen }
func (Next) Kind() Kind    { return CanNext }
func (Again) Kind() Kind   { return CanNext }
func (Write) Kind() Kind   { return CanWrite }
func (Export) Kind() Kind  { return CanExport }
func (Branch) Kind() Kind  { return CanBranch }
func (Coach) Kind() Kind   { return CanCoach }
func (Steer) Kind() Kind   { return CanSteer }

// Abilities say what the shell around a program cannot do: the notice for it comes from
// here, wherever the key is pressed, and help and footer leave the key out.
type Abilities struct {
	// Cannot holds the kinds that are not offered, each with words that tell what to do
	// instead, or none.
	Cannot map[Kind]string
	// Back says that Esc leaves a view that was opened from another one, too, when there is
	// nothing else to close.
	Back bool
}

// Refusal is the notice for a kind that the shell does not offer, empty where it does.
func (p *Program) Refusal(k Kind) string {
	if p.can == nil {
		return ""
	}
	switch hint, cannot := p.can.Cannot[k]; {
	case !cannot:
		return ""
	case hint != "":
		return string(k) + "; " + hint
	}
	return string(k)
}

// Ask asks the shell for something, and reports whether it offers that.
func (u *Update) Ask(what Ask) bool {
	if words := u.Refusal(what.Kind()); words != "" {
		u.Notify(words)
		return false
	}
	u.effect = Effect{Ask: what}
	return true
}

// Request asks the shell for something that takes time; words say what is being done, until
// it is. There is one request at a time. It reports whether it is under way.
func (u *Update) Request(what Ask, words string) bool {
	if u.work.id != 0 {
		u.NotifyBusy()
		return false
	}
	if !u.Ask(what) {
		return false
	}
	u.requests++
	u.work = work{u.requests, words}
	u.effect.ID = u.requests
	u.Notice = ""
	return true
}

// NotifyBusy says that a request is under way.
func (u *Update) NotifyBusy() {
	u.Notify("not yet: " + u.work.words + "; " + Name("leave") + " cancels that")
}

// cancelWork ends the request that is under way, if there is one.
func (u *Update) cancelWork() bool {
	if u.work.id == 0 {
		return false
	}
	u.effect = Effect{ID: u.work.id, Ask: Cancel{}}
	u.Notify("cancelled: " + u.work.words)
	u.work = work{}
	return true
}

// Awaits reports whether the answer to a request is still wanted.
func (p *Program) Awaits(id int) bool { return id != 0 && p.work.id == id }

// Busy reports whether a request is under way.
func (p *Program) Busy() bool { return p.work.id != 0 }

// Status stands in place of the keys: a notice, or else what is under way.
func (p *Program) Status() string {
	if p.Notice == "" && p.work.id != 0 {
		return p.work.words + "   " + Name("leave") + " cancels"
	}
	return p.Notice
}

// BindAsk is a key that asks the shell for something and does nothing else.
func BindAsk(id, show, help string, in KeyContext, what Ask, keys ...string) Binding {
	return Bind(id, show, help, in, func(u *Update) { u.Ask(what) }, keys...).Asking(what.Kind())
}
