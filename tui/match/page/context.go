// Package page is the pages over a match: what is read, listed, found and chosen of it, one
// file each. A page sees the match through a Context and changes it through Actions; it knows
// nothing of how a match is shown.
package page

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/chances"
	"game-tui/tui/highlight"
	"game-tui/tui/index"
	"game-tui/tui/panel"
	"game-tui/tui/trace"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// The places of pages that have keys of their own; orders are typed in ui.InTyping.
const (
	InIndex  ui.KeyContext = ui.Own << (8 + iota) // the index of the match
	InMenu                                        // the menu of overlays
	InWhatIf                                      // the list of what could be other, and of branches

	// Over are the pages over which keys of the match count, too.
	Over = ui.InText | ui.InList | InIndex | InMenu | InWhatIf
)

// Match is a view over which pages of this package lie. Where two matches are compared, all
// is about the one in front.
type Match interface {
	ui.View
	// Facts are on what pages depend; they cost nothing.
	Facts(p *ui.Program) Facts
	// Read lends what a page sees of the match, until do returns.
	Read(p *ui.Program, do func(c *Context))
	// Act lends what a page sees of the match and can do with it, until do returns; c stays
	// as it was before.
	Act(u *ui.Update, do func(c *Context, a Actions))
}

// Data are a record and what is made of it once, for all its watchers.
type Data struct {
	Record *record.Record
	Meta   *record.Meta
	Legend *sim.Legend
	Names  [sim.Seats]string // told apart where players have the same name
	Index  *index.Index
	Book   *figures.Book
	Swings *highlight.Swings
}

// NewData makes what is made of a record.
func NewData(rec *record.Record) *Data {
	m, book := rec.Meta(), figures.New(rec)
	return &Data{rec, m, m.Game.Legend(), record.Apart(m.Shown()), index.New(rec), book, highlight.NewSwings(book)}
}

// Final reports whether state k is the final one of the match.
func (d *Data) Final(k int) bool {
	return d.Record.Final(k)
}

// Facts are all on which a page depends but for the window, as one value that can be
// compared: a page takes it as its key.
type Facts struct {
	*Data
	Version  int // of the record
	Place    viewpoint.Place
	Horizon  int                   // the furthest round that may be shown
	Compared string                // "A" or "B", which of two matches that are compared it is; empty: there is one
	Front    int8                  // the player in front, by its seat plus one; 0: none is
	ByScore  bool                  // the players are in the order of scores
	Filter   *index.Filter         // what the index lists; nil: all
	Marks    *[]viewpoint.Bookmark // in the order of rounds; never changes; nil: none
	Overlays Overlays
	Chances  chances.Analysed
	Branches *Branches // nil: there are none
	Lessons  *Lessons  // of a player; nil: none
	Players  *[]string // built-in players who may take over seats; never changes; nil: none
}

// Overlays are what a watcher wants to see over the board. The zero value is nothing.
type Overlays struct {
	Trails, Moves, Changes bool
	Heat                   trace.Kind
	Of                     viewpoint.Ref // the seat whose heat map it is; none: all
	Whole                  bool          // of the whole match, not only of the rounds so far
}

// Context is the facts, and what the panels show of the round.
type Context struct {
	Facts
	Info *panel.Info
}

// Actions are what a page can do with the match below it, beside what it can do with the
// program. Those that go somewhere keep the way back.
type Actions interface {
	GoRow(row *index.Row) // goes to something that happened, and stops at it
	Jump(to viewpoint.Place)
	Sought(text string)         // what "next found" goes on with
	GoMoment(m *Moments, i int) // goes to one of them, and has "next found" go on with them
	Filter(f *index.Filter)     // nil: all
	Overlay(o Overlays)
	ShowChances() // among the charts
	Pause()
	SetMarks(list []viewpoint.Bookmark)   // and has them kept
	PlayOn(c branch.Change, words string) // asks for a branch and closes all pages, or says why not
	SwitchTo(n int)                       // to a branch; 0: the match itself
	NameBranch(n int, name string)        // and notifies; an empty name takes it away
	Export(w ui.Wanted)                   // asks for a file
}

// Branches are a match and what was played on from its rounds, as pages list them: the match
// itself is number 0. They never change.
type Branches struct {
	List []Branch
	At   int // which is watched
}

// Branch is a branch of a match, or the match itself.
type Branch struct {
	Name   string // given by hand; empty: none
	Change string // what is other in it
	Worth  string // one line; empty for the match itself
	From   int    // the number of what it was played on from
}

// facts are those of the match below a page.
func facts(p *ui.Program) Facts { return p.View().(Match).Facts(p) }

// read is what f makes of the match below a page.
func read[T any](p *ui.Program, f func(c *Context) T) (t T) {
	p.View().(Match).Read(p, func(c *Context) { t = f(c) })
	return t
}

// act does something with the match below a page.
func act(u *ui.Update, do func(c *Context, a Actions)) { u.View().(Match).Act(u, do) }

// name is what help calls the key of a binding.
func name(p *ui.Program, id string) string { return p.View().Keys().Name(id) }

// Bookmarks are the watcher's of the match: read only.
func (f *Facts) Bookmarks() []viewpoint.Bookmark {
	if f.Marks == nil {
		return nil
	}
	return *f.Marks
}

// Size is the board's rows and columns.
func (d *Data) Size() (rows, cols int) { return d.Meta.Settings.Size() }

// Inside is a cell as near as the board has it.
func (d *Data) Inside(at sim.Pos) sim.Pos {
	rows, cols := d.Size()
	return sim.Pos{Row: min(max(at.Row, 0), rows-1), Col: min(max(at.Col, 0), cols-1)}
}

// Unit is a unit of the shown round, nil where there is none of that name.
func (c *Context) Unit(r viewpoint.Ref) *sim.Unit {
	for i := range c.Info.Frame.Units {
		if u := &c.Info.Frame.Units[i]; !r.None() && u.ID == int32(r.Index()) {
			return u
		}
	}
	return nil
}

// UnitAt is the unit on a cell of the shown round, nil: none.
func (c *Context) UnitAt(at sim.Pos) *sim.Unit {
	f := c.Info.Frame
	if !at.In(f.Rows, f.Cols) {
		return nil
	}
	if i := f.Cells[at.Row*f.Cols+at.Col].Unit; uint(i) < uint(len(f.Units)) {
		return &f.Units[i]
	}
	return nil
}

// UnitName is what people call a unit: "wizard 67, Seeker".
func (c *Context) UnitName(u *sim.Unit) string {
	return string(c.Index.AppendUnit(nil, u, &c.Names))
}

// UnitWords names a unit of the shown round shortly: "unit 67". One of nobody has no number,
// and is called by its kind.
func (c *Context) UnitWords(id int32) string {
	if id >= 0 {
		return "unit " + strconv.Itoa(int(id))
	}
	if u := c.Unit(viewpoint.RefTo(int(id))); u != nil {
		return c.UnitName(u)
	}
	return "a unit of nobody"
}

// Named is the unit that a row names first: who died, or else who did it.
func (d *Data) Named(row *index.Row) int32 {
	death := row.Kind != index.Lead && d.Legend.Events[row.Kind].Death
	if death && row.Target != sim.NoUnit || row.Unit == sim.NoUnit {
		return row.Target
	}
	return row.Unit
}

// ListKeys are the keys of lists and pages, as help shows them.
func ListKeys() []ui.Binding {
	return ui.ListKeys(ui.ListContexts{Moved: InMenu, Scrolled: InIndex, Searched: InWhatIf, Chosen: InWhatIf},
		slices.Concat(menuKeys(), indexKeys(), whatIfKeys())...)
}

// TypingKeys are the keys that count while something is typed.
func TypingKeys() []ui.Binding { return append(ui.TypingKeys(), orderKeys()...) }
