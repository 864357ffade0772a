// Package page holds the pages over a match: what is read, listed, found and chosen there, one file
// each. A page sees the match as a [MatchState] and changes it through [Actions]. The Open functions
// open a page, or close it if it is open; the key table of the match calls them.
package page

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/stats"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/trace"
	"game-tui/tui/ui"
)

// Key contexts of pages with keys of their own. Orders are typed in ui.InTyping.
const (
	InIndex ui.KeyContext = ui.Own << (8 + iota)
	InMenu                // overlays
	InWhatIf

	// Done lists the pages over which the keys of the match work, too.
	Over = ui.InText | ui.InList | InIndex | InMenu | InWhatIf
)

// A View is a view that the pages of this package can lie over. If two matches are compared, it
// stands for the one in front.
type View interface {
	ui.View
	// MatchState returns what pages see, without Info. It is cheap.
	MatchState(p *ui.Program) MatchState
	// Read calls do with what pages see. Info is valid until do returns.
	Read(p *ui.Program, do func(m *MatchState))
	// Act calls do with what pages see and can do. Actions do not change c.
	Act(u *ui.Update, do func(m *MatchState, a Actions))
}

// Data holds a record and everything computed from it once for all viewers.
type Data struct {
	Record *record.Record
	Meta   *record.Meta
	Legend *sim.Legend
	Names  [sim.Seats]string // made different if players have the same name
	Index  *index.Index
	Book   *stats.History
	Swings *highlight.Swings
}

// NewData returns the data of a record.
func NewData(rec *record.Record) *Data {
	m, book := rec.Meta(), stats.New(rec)
	return &Data{rec, m, m.Game.Legend(), record.UniqueNames(m.DisplayNames()), index.New(rec), book, highlight.NewSwings(book)}
}

// Final reports whether round k ends the match.
func (d *Data) Final(k int) bool { return d.Record.IsFinal(k) }

// A MatchState is all that pages see of a match. It is comparable: equal values without Info give
// equal pages in the same window, so pages use it as their key.
type MatchState struct {
	*Data
	Version      int // of the record
	Place        location.Place
	Horizon      int    // the last round that may be shown
	Compared     string // "A" or "B" if two matches are compared
	Front        int8   // the highlighted player's seat plus one, or 0
	ByScore      bool   // players are sorted by score
	Filter       *index.Filter
	BookmarkList *[]location.Bookmark // sorted by round; callers must not modify it
	Overlays     Overlays
	Chances      chances.Analysis
	Branches     *Branches
	Lessons      *Lessons
	Players      *[]string // built-in players that may take over a seat

	Info *panel.Info // of the shown round; nil outside of Read and Act
}

// Overlays lists what is drawn over the board.
type Overlays struct {
	Trails, Moves, Changes bool
	Heat                   trace.Kind
	Of                     location.Ref // the seat of the heat map; none means all
	Whole                  bool         // not only the rounds until now
}

// Actions changes the match below a page. Everything that goes somewhere records the place left.
type Actions interface {
	GoToRow(row *index.Row) // and stop at its event
	Jump(to location.Place)
	Search(text string)           // "next found" continues this search
	GoToMoment(m *Moments, i int) // "next found" continues in this list
	SetFilter(f *index.Filter)    // nil lists everything
	SetOverlays(o Overlays)
	ShowChances()
	Pause()
	SetBookmarks(list []location.Bookmark) // and have them saved
	PlayOn(c branch.Change, words string)  // request a branch and close all pages
	SwitchTo(n int)                        // to a branch, or to the match itself with 0
	NameBranch(n int, name string)         // an empty name removes it
	Export(w ui.ExportOptions)             // request a file
}

// Branches lists a match, as number 0, and its branches. It never changes.
type Branches struct {
	List []Branch
	At   int // the one shown
}

// A Branch is a match continued from the middle, or the match itself.
type Branch struct {
	Name   string // given by the viewer
	Change string
	Worth  string // one line; empty for the match itself
	From   int    // the number of its parent
}

func matchState(p *ui.Program) MatchState { return p.View().(View).MatchState(p) }

// read returns what f makes of the match below a page.
func read[T any](p *ui.Program, f func(m *MatchState) T) (t T) {
	p.View().(View).Read(p, func(m *MatchState) { t = f(m) })
	return t
}

func act(u *ui.Update, do func(m *MatchState, a Actions)) { u.View().(View).Act(u, do) }

// name returns what help calls the key of a binding.
func name(p *ui.Program, id string) string { return p.View().Keys().Name(id) }

// Bookmarks returns the viewer's bookmarks in the match. Callers must not modify them.
func (m *MatchState) Bookmarks() []location.Bookmark {
	if m.BookmarkList == nil {
		return nil
	}
	return *m.BookmarkList
}

// Size returns the rows and columns of the board.
func (d *Data) Size() (rows, cols int) { return d.Meta.Settings.Size() }

// Inside returns the cell of the board that is nearest to at.
func (d *Data) Inside(at sim.Pos) sim.Pos {
	rows, cols := d.Size()
	return sim.Pos{Row: min(max(at.Row, 0), rows-1), Col: min(max(at.Col, 0), cols-1)}
}

// FindUnit returns the unit of a frame that r refers to, or nil.
func FindUnit(f *sim.Frame, r location.Ref) *sim.Unit {
	for i := range f.Units {
		if u := &f.Units[i]; !r.IsZero() && u.ID == int32(r.Index()) {
			return u
		}
	}
	return nil
}

// UnitAt returns the unit on a cell of a frame, or nil.
func UnitAt(f *sim.Frame, at sim.Pos) *sim.Unit {
	if !at.In(f.Rows, f.Cols) {
		return nil
	}
	if i := f.Cells[at.Row*f.Cols+at.Col].Unit; uint(i) < uint(len(f.Units)) {
		return &f.Units[i]
	}
	return nil
}

func (m *MatchState) unit(id int32) *sim.Unit {
	return FindUnit(m.Info.Frame, location.RefTo(int(id)))
}

// UnitName returns a unit in words: "wizard 67, Seeker".
func (d *Data) UnitName(u *sim.Unit) string { return string(d.Index.AppendUnit(nil, u, &d.Names)) }

// ShortUnitName returns "unit 67" for the unit of f with that id. Neutral units have no numbers and are named
// by their kind.
func (d *Data) ShortUnitName(f *sim.Frame, id int32) string {
	if id >= 0 {
		return "unit " + strconv.Itoa(int(id))
	}
	if u := FindUnit(f, location.RefTo(int(id))); u != nil {
		return d.UnitName(u)
	}
	return "a neutral unit"
}

// Named returns the unit that the text of a row names first: the one that died, or else the one that acted.
func (d *Data) Named(row *index.Row) int32 {
	death := row.Kind != index.LeadChange && d.Legend.Events[row.Kind].Death
	if death && row.Target != sim.NoUnit || row.Unit == sim.NoUnit {
		return row.Target
	}
	return row.Unit
}

// ListKeys returns the keys of lists and pages.
func ListKeys() []ui.Binding {
	return ui.ListKeys(ui.ListContexts{Moved: InMenu, Scrolled: InIndex, Searched: InWhatIf, Chosen: InWhatIf},
		slices.Concat(menuKeys(), indexKeys(), whatIfKeys())...)
}

// TypingKeys returns the keys that work while something is typed.
func TypingKeys() []ui.Binding { return append(ui.TypingKeys(), orderKeys()...) }
