package ui

import (
	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/place"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Shell is the program around a Program: it carries out effects. What has a number is a
// request, which takes time: the shell answers it with Done or Answer of that number, and may
// tell of its Progress. A shell that cannot do something says so in its Abilities, and is
// not asked for it.
type Shell interface {
	// Quit ends all of it.
	Quit()
	// Left tells that the topmost view has been left, and nothing of it is needed any more.
	Left()
	// Redraw draws all of the screen anew: the terminal shows something else.
	Redraw()
	// Suspend gives the terminal back until the program is to go on.
	Suspend()
	// Mouse takes the mouse, or leaves it to the terminal: see Window.NoMouse.
	Mouse()
	// Live goes to the live edge of the newest match, where one follows another.
	Live()
	// Copy shows and copies the command that opens what is shown.
	Copy(Copy)
	// Keep keeps the bookmarks of a match.
	Keep(Keep)
	// Cancel ends a request, whose answer is not waited for any more.
	Cancel(id int)

	// Open opens what has a name.
	Open(id int, name string)
	// Next plays the same players with the next seed.
	Next(id int)
	// Again plays the same match anew.
	Again(id int)
	// Write writes a match as .res.
	Write(id int, rec *record.Record)
	// Export makes a file of a match.
	Export(id int, e Export)
	// Branch plays a match on with a change.
	Branch(id int, b Branch)
}

// Effect is what an update asks of the shell; the zero value: nothing.
type Effect struct {
	ID  int // of a request; 0: nothing is waited for
	Ask Ask // nil: nothing
}

// CarryOut has a shell do what is asked for.
func (e Effect) CarryOut(sh Shell) {
	if e.Ask != nil {
		e.Ask.carryOut(sh, e.ID)
	}
}

// Ask is something that a shell is asked for: one of the types below.
type Ask interface {
	Kind() Kind // 0: no shell refuses it
	carryOut(sh Shell, id int)
}

// Kind tells apart what a shell may refuse.
type Kind uint8

// The kinds.
const (
	CanSuspend Kind = iota + 1
	CanCopy
	CanOpen
	CanNext
	CanAgain
	CanWrite
	CanExport
	CanBranch
	CanAnalyse // no effect: the shell brings what View.Looks says
)

// always is a part of what no shell refuses.
type always struct{}

// Kind is none.
func (always) Kind() Kind { return 0 }

// What can be asked for, without more to say.
type (
	Quit    struct{ always }
	Left    struct{ always }
	Redraw  struct{ always }
	Suspend struct{}
	Mouse   struct{ always }
	Live    struct{ always }
	Cancel  struct{ always }
	Next    struct{}
	Again   struct{}
)

// Open opens what has a name, from a list.
type Open struct{ Name string }

// Copy is what a command is to open.
type Copy struct {
	Record   *record.Record
	Round    int
	Unit     int32 // that is followed; -1: none
	Front    int   // seat of the player in front; -1: none
	IsBranch bool  // the record is a branch, which is in memory only
}

// Keep is the bookmarks of a record, which are to be kept.
type Keep struct {
	always
	Record    *record.Record
	Bookmarks []place.Bookmark // read only
}

// Write is the record to be written; the note of a branch holds its name.
type Write struct{ Record *record.Record }

// Export is what is to be exported.
type Export struct {
	Record   *record.Record
	Flags    string              // of the export command, but the names of files
	Screen   func() *screen.Grid // draws what is shown, for what exports one screen
	Palette  *theme.Palette      // of the watcher
	IsBranch bool                // the record is a branch, which is in memory only
}

// Branch is what is to be played on.
type Branch struct {
	Record *record.Record
	Change branch.Change
}

func (Suspend) Kind() Kind { return CanSuspend }
func (Copy) Kind() Kind    { return CanCopy }
func (Open) Kind() Kind    { return CanOpen }
func (Next) Kind() Kind    { return CanNext }
func (Again) Kind() Kind   { return CanAgain }
func (Write) Kind() Kind   { return CanWrite }
func (Export) Kind() Kind  { return CanExport }
func (Branch) Kind() Kind  { return CanBranch }

func (Quit) carryOut(sh Shell, _ int)      { sh.Quit() }
func (Left) carryOut(sh Shell, _ int)      { sh.Left() }
func (Redraw) carryOut(sh Shell, _ int)    { sh.Redraw() }
func (Suspend) carryOut(sh Shell, _ int)   { sh.Suspend() }
func (Mouse) carryOut(sh Shell, _ int)     { sh.Mouse() }
func (Live) carryOut(sh Shell, _ int)      { sh.Live() }
func (c Copy) carryOut(sh Shell, _ int)    { sh.Copy(c) }
func (k Keep) carryOut(sh Shell, _ int)    { sh.Keep(k) }
func (Cancel) carryOut(sh Shell, id int)   { sh.Cancel(id) }
func (o Open) carryOut(sh Shell, id int)   { sh.Open(id, o.Name) }
func (Next) carryOut(sh Shell, id int)     { sh.Next(id) }
func (Again) carryOut(sh Shell, id int)    { sh.Again(id) }
func (w Write) carryOut(sh Shell, id int)  { sh.Write(id, w.Record) }
func (e Export) carryOut(sh Shell, id int) { sh.Export(id, e) }
func (b Branch) carryOut(sh Shell, id int) { sh.Branch(id, b) }

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

// refusals say of a kind that it is not offered, where that needs words of its own.
var refusals = map[Kind]string{
	CanNext:    "a new match cannot be started here",
	CanAgain:   "a new match cannot be started here",
	CanWrite:   "the match cannot be written here",
	CanExport:  "nothing can be exported here",
	CanSuspend: "nothing can be suspended here",
	CanBranch:  "nothing can be played on from here",
	CanAnalyse: "win chances cannot be looked at here",
	CanCopy:    "no command opens this match",
}

// refusal is the notice for a kind that the shell does not offer, empty where it does.
func (a *Abilities) refusal(k Kind) string {
	if a == nil {
		return ""
	}
	hint, cannot := a.Cannot[k]
	if !cannot {
		return ""
	}
	words := refusals[k]
	if words == "" {
		words = "that cannot be done here"
	}
	if hint != "" {
		return words + "; " + hint
	}
	return words
}
