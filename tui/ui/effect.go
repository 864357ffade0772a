package ui

import (
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
)

// An Effect is what an update asks of the shell. The zero value asks for nothing. If it has an ID,
// the shell reports Progress and an Answer.
type Effect struct {
	ID  int
	Ask Ask
}

type Ask interface {
	Capability() Capability
}

// A Capability is a kind of request that a shell may refuse. Its value is the notice for that.
type Capability string

const (
	CanSuspend Capability = "cannot suspend here"
	CanCopy    Capability = "no command opens this match"
	CanOpen    Capability = "cannot open matches here"
	CanNext    Capability = "n and N need a match played here" // also for Replay
	CanWrite   Capability = "cannot save matches here"
	CanExport  Capability = "cannot export here"
	CanBranch  Capability = "cannot play what-ifs here"
	CanCoach   Capability = "cannot coach here"
	CanSteer   Capability = "only the presenter controls the show"
	CanAnalyse Capability = "no win chances here" // not a request: see AnalysisTargeter
)

// always is embedded by asks that no shell refuses.
type always struct{}

func (always) Capability() Capability { return "" }

type (
	Quit       struct{ always }
	ViewClosed struct{ always } // the top view was closed
	Redraw     struct{ always }
	Suspend    struct{}
	Mouse      struct{ always } // Window.NoMouse has changed
	Live       struct{ always } // go to the live edge of the newest match
	Cancel     struct{ always } // cancel the request with this ID
	PlayNext   struct{}         // play the same players with the next seed
	Replay     struct{}
)

type Open struct{ Name string }

// Copy copies the command that opens a place in a match.
type Copy struct {
	Record   *record.Record
	Round    int
	Unit     string // followed unit as in location.Address, or ""
	Front    int    // highlighted seat, or -1
	IsBranch bool
}

type SaveBookmarks struct {
	always
	Record    *record.Record
	Bookmarks []location.Bookmark
}

// Write writes a record to a file. The note of a branch holds its name.
type Write struct{ Record *record.Record }

type ExportOptions struct {
	Format                 string // file extension
	Round                  int    // for pictures; -1 is the last round
	From, To               int    // for films; -1 is the first or last round
	Highlights, NoSpoilers bool
	W, H                   int    // 0 means the default
	Follow                 string // unit to keep visible, as in location.Address, or ""
	Me                     string
	Palette                string
}

type Export struct {
	ExportOptions
	Record   *record.Record
	Screen   func() *screen.Grid // for formats of one screen
	Colors   *theme.Palette
	IsBranch bool // the record is only in memory
}

type Branch struct {
	Record *record.Record
	Change branch.Change
}

// Coach studies the habits of a player.
type Coach struct {
	Record *record.Record
	Seat   int
}

// Steer controls a show that all viewers see at the same round.
type Steer struct {
	Show interface{ Steer(Steering) }
	By   Steering
}

type Steering uint8

const (
	SteerPlay Steering = iota
	SteerFaster
	SteerSlower
	SteerNext
	SteerBack
)

func (Suspend) Capability() Capability  { return CanSuspend }
func (Copy) Capability() Capability     { return CanCopy }
func (Open) Capability() Capability     { return CanOpen }
func (PlayNext) Capability() Capability { return CanNext }
func (Replay) Capability() Capability   { return CanNext }
func (Write) Capability() Capability    { return CanWrite }
func (Export) Capability() Capability   { return CanExport }
func (Branch) Capability() Capability   { return CanBranch }
func (Coach) Capability() Capability    { return CanCoach }
func (Steer) Capability() Capability    { return CanSteer }

// Abilities describe what a shell cannot do. Help and footer omit the keys for that.
type Abilities struct {
	// Cannot holds the refused kinds with hints, which may be empty.
	Cannot map[Capability]string
	// Back means that Esc also leaves a view that was opened from another one.
	Back bool
}

func (p *Program) Refusal(k Capability) string {
	if p.abilities == nil {
		return ""
	}
	switch hint, cannot := p.abilities.Cannot[k]; {
	case !cannot:
		return ""
	case hint != "":
		return string(k) + "; " + hint
	}
	return string(k)
}

// Ask asks the shell and reports whether the shell is able to.
func (u *Update) Ask(what Ask) bool {
	if words := u.Refusal(what.Capability()); words != "" {
		u.Notify(words)
		return false
	}
	u.effect = Effect{Ask: what}
	return true
}

// Request asks the shell for something that takes time, described by words. It reports whether the
// request was started; there is one at a time.
func (u *Update) Request(what Ask, words string) bool {
	if u.running.id != 0 {
		u.NotifyBusy()
		return false
	}
	if !u.Ask(what) {
		return false
	}
	u.requests++
	u.running = runningRequest{u.requests, words}
	u.effect.ID = u.requests
	u.Notice = ""
	return true
}

func (u *Update) NotifyBusy() {
	u.Notify("busy: " + u.running.text + "; " + Name("leave") + " cancels")
}

func (u *Update) cancelRequest() bool {
	if u.running.id == 0 {
		return false
	}
	u.effect = Effect{ID: u.running.id, Ask: Cancel{}}
	u.Notify("cancelled: " + u.running.text)
	u.running = runningRequest{}
	return true
}

// Awaits reports whether the answer to a request is still wanted.
func (p *Program) Awaits(id int) bool { return id != 0 && p.running.id == id }

func (p *Program) Busy() bool { return p.running.id != 0 }

func (p *Program) Status() string {
	if p.Notice == "" && p.running.id != 0 {
		return p.running.text + "   " + Name("leave") + " cancels"
	}
	return p.Notice
}

func BindAsk(id, show, help string, in KeyContext, what Ask, keys ...string) Binding {
	return Bind(id, show, help, in, func(u *Update) { u.Ask(what) }, keys...).Requiring(what.Capability())
}
