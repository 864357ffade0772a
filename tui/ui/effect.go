package ui

import (
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
)

// An Effect is a request to the shell. The zero value requests nothing. If ID is set, the shell
// reports Progress and finally sends an Answer, unless Request is Cancel.
type Effect struct {
	ID      int
	Request Request
}

type Request interface {
	Capability() Capability
}

// A Capability identifies a kind of request that a shell may refuse. Its text is the notice shown
// on refusal.
type Capability string

const (
	CanSuspend Capability = "cannot suspend here"
	CanCopy    Capability = "no command opens this match"
	CanOpen    Capability = "cannot open matches here"
	CanPlay    Capability = "n and N need a match played here" // required by PlayNext and Replay
	CanWrite   Capability = "cannot save matches here"
	CanExport  Capability = "cannot export here"
	CanBranch  Capability = "cannot try what-ifs here"
	CanCoach   Capability = "coaching is not available here"
	CanSteer   Capability = "only the presenter controls the show"
	CanAnalyse Capability = "no win chances here" // required for win-chance analysis; see AnalysisTargeter
)

// alwaysSupported is embedded in requests that every shell supports.
type alwaysSupported struct{}

func (alwaysSupported) Capability() Capability { return "" }

type (
	Quit         struct{ alwaysSupported }
	ViewClosed   struct{ alwaysSupported }
	Redraw       struct{ alwaysSupported }
	Suspend      struct{}
	MouseToggled struct{ alwaysSupported } // Window.NoMouse has changed
	GoLive       struct{ alwaysSupported } // opens the newest match at its live edge
	Cancel       struct{ alwaysSupported }
	PlayNext     struct{} // plays a match with the same players and the next seed
	Replay       struct{}
)

type Open struct{ Name string }

// CopyCommand copies to the clipboard the shell command that opens a match at a given place.
type CopyCommand struct {
	Record          *record.Record
	Round           int
	Unit            string // followed unit, formatted as in location.Address, or ""
	HighlightedSeat int    // highlighted seat, or -1 if none
	IsBranch        bool
}

type SaveBookmarks struct {
	alwaysSupported
	Record    *record.Record
	Bookmarks []location.Bookmark
}

// Write writes a record to a file. The note of a named branch contains the name.
type Write struct{ Record *record.Record }

type ExportOptions struct {
	Format                     string // name of the export format
	Round                      int    // round to draw as a picture, or -1 for the last round
	From, To                   int    // first and last round of a film; -1 means the match's first or last
	OnlyHighlights, NoSpoilers bool
	W, H                       int
	FollowedUnit               string // unit to keep visible, formatted as in location.Address, or ""
	HighlightedPlayer          string
	PaletteName                string
}

type Export struct {
	ExportOptions
	Record   *record.Record
	Screen   func() *screen.Grid // returns the screen to export, for formats that show a single screen
	Palette  *theme.Palette
	IsBranch bool
}

type Branch struct {
	Record *record.Record
	Change branch.Change
}

// Coach requests an analysis of a player's habits.
type Coach struct {
	Record *record.Record
	Seat   int
}

// Steer controls a show, in which all viewers watch the same round.
type Steer struct {
	Show   interface{ Steer(SteerAction) }
	Action SteerAction
}

type SteerAction uint8

const (
	SteerPlay SteerAction = iota
	SteerFaster
	SteerSlower
	SteerNext
	SteerBack
)

func (Suspend) Capability() Capability     { return CanSuspend }
func (CopyCommand) Capability() Capability { return CanCopy }
func (Open) Capability() Capability        { return CanOpen }
func (PlayNext) Capability() Capability    { return CanPlay }
func (Replay) Capability() Capability      { return CanPlay }
func (Write) Capability() Capability       { return CanWrite }
func (Export) Capability() Capability      { return CanExport }
func (Branch) Capability() Capability      { return CanBranch }
func (Coach) Capability() Capability       { return CanCoach }
func (Steer) Capability() Capability       { return CanSteer }

// Capabilities describes the limits of a shell. Help and the footer omit keys that need an unsupported
// capability.
type Capabilities struct {
	// Unsupported maps unsupported capabilities to hints, which may be empty, for the refusal notice.
	Unsupported map[Capability]string
	// CanGoBack lets Esc close a view that was opened from another view.
	CanGoBack bool
}

func (p *Program) Refusal(k Capability) string {
	if p.capabilities == nil {
		return ""
	}
	switch hint, cannot := p.capabilities.Unsupported[k]; {
	case !cannot:
		return ""
	case hint != "":
		return string(k) + "; " + hint
	}
	return string(k)
}

// Send sends a request to the shell. If the shell lacks the capability, Send shows a notice and
// returns false.
func (u *Update) Send(req Request) bool {
	if refusal := u.Refusal(req.Capability()); refusal != "" {
		u.Notify(refusal)
		return false
	}
	u.effect = Effect{Request: req}
	return true
}

// StartRequest starts a long-running request, which text describes. It returns false if the shell
// refuses or another request is still running.
func (u *Update) StartRequest(req Request, text string) bool {
	if u.running.id != 0 {
		u.NotifyBusy()
		return false
	}
	if !u.Send(req) {
		return false
	}
	u.lastRequestID++
	u.running = runningRequest{u.lastRequestID, text}
	u.effect.ID = u.lastRequestID
	u.Notice = ""
	return true
}

func (u *Update) NotifyBusy() {
	u.Notify("busy: " + u.running.text + "; " + KeyLabel("leave") + " cancels")
}

func (u *Update) cancelRequest() bool {
	if u.running.id == 0 {
		return false
	}
	u.effect = Effect{ID: u.running.id, Request: Cancel{}}
	u.Notify("cancelled: " + u.running.text)
	u.running = runningRequest{}
	return true
}

// Awaits reports whether the request with this ID is still running.
func (p *Program) Awaits(id int) bool { return id != 0 && p.running.id == id }

func (p *Program) IsBusy() bool { return p.running.id != 0 }

func (p *Program) Status() string {
	if p.Notice == "" && p.running.id != 0 {
		return p.running.text + "   " + KeyLabel("leave") + " cancels"
	}
	return p.Notice
}

func BindRequest(id, label, help string, contexts KeyContext, req Request, keys ...string) Binding {
	return Bind(id, label, help, contexts, func(u *Update) { u.Send(req) }, keys...).Requiring(req.Capability())
}
