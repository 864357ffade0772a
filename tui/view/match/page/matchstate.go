// Package page implements the pages over a match, such as the index and the search. Pages read the
// match through [MatchState] and change it through [Actions]. The key table of the match calls the
// Open functions. Each of them opens a page, or closes it if it is open.
package page

import (
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

// These contexts belong to pages with their own keys. The page for changing orders uses
// ui.InTyping.
const (
	InIndex ui.KeyContext = ui.FirstViewContext << (8 + iota)
	InMenu
	InWhatIf

	// PageContexts holds the contexts of pages in which the match view's keys also work.
	PageContexts = ui.InText | ui.InList | InIndex | InMenu | InWhatIf
)

// A View is a match view over which the pages of this package can open. In a comparison, its
// methods refer to the match in front.
type View interface {
	ui.View
	// MatchState returns the state of the match without Info, which is expensive to compute.
	MatchState(p *ui.Program) MatchState
	// Read calls do with the state of the match, including Info. Info is valid until do returns.
	Read(p *ui.Program, do func(m *MatchState))
	// Act calls do with the state of the match and actions that change it. The actions do not
	// update m.
	Act(u *ui.Update, do func(m *MatchState, a Actions))
}

// Data holds a record and data computed from it, which all viewers share.
type Data struct {
	Record *record.Record
	Meta   *record.Meta
	Legend *sim.Legend
	Names  [sim.Seats]string // unique names of the players
	Index  *index.Index
	Stats  *stats.History
	Swings *highlight.Swings
}

func NewData(rec *record.Record) *Data {
	m, history := rec.Meta(), stats.New(rec)
	return &Data{rec, m, m.Game.Legend(), record.UniqueNames(m.DisplayNames()), index.New(rec), history, highlight.NewSwings(history)}
}

// A MatchState is the state of a match as seen by pages. It is comparable. In equal windows, a page
// looks the same for equal states.
type MatchState struct {
	*Data
	Version         int // changes when the record grows
	Place           location.Place
	Horizon         int    // last round that the viewer may see
	ComparisonSide  string // "A" or "B" in a comparison, otherwise ""
	HighlightedSeat int8   // highlighted seat plus one, or 0 if none is highlighted
	SortByScore     bool
	Filter          *index.Filter
	BookmarkList    *[]location.Bookmark // sorted by round; must not be modified
	Overlays        Overlays
	Chances         chances.Analysis
	Branches        *Branches
	Lessons         *Lessons
	BuiltinPlayers  *[]string // built-in players that can take over a seat in a branch

	Info *panel.Info // nil outside Read and Act
}

// Overlays selects what is drawn over the board.
type Overlays struct {
	ShowTrails, ShowMoves, ShowOwnerChanges bool
	HeatKind                                trace.Kind
	HeatSeat                                location.Ref // seat counted in the heat map; the zero value means all seats
	CountWholeMatch                         bool         // whether the heat map counts the whole match, not only the past
}

// Actions changes the match below a page. Actions that change the place record the old one in the
// jump history.
type Actions interface {
	GoToRow(row *index.Row) // GoToRow goes to the row's round and selects its event.
	Jump(to location.Place)
	SetSearch(text string)        // SetSearch makes the "next found" key repeat this search.
	GoToMoment(m *Moments, i int) // GoToMoment goes to moment i and makes the "next found" key step through m.
	SetFilter(f *index.Filter)    // SetFilter filters the index; nil lists all events.
	SetOverlays(o Overlays)
	ShowChances()
	Pause()
	SetBookmarks(list []location.Bookmark)             // SetBookmarks replaces and saves the bookmarks.
	RequestBranch(c branch.Change, description string) // RequestBranch requests a branch and closes all pages, unless the request is refused.
	SwitchToBranch(n int)                              // SwitchToBranch shows branch n, or the original match if n is 0.
	NameBranch(n int, name string)                     // NameBranch names branch n; an empty name removes the old one.
	Export(opts ui.ExportOptions)
}

// Branches lists the original match at index 0, followed by its branches. It is immutable.
type Branches struct {
	List    []Branch
	Current int // index of the shown branch
}

// A Branch is a match continued from the middle, or the original match.
type Branch struct {
	Name       string // name that the viewer gave to the branch, or ""
	ChangeText string
	Worth      string // one-line rating of the change; empty for the original match
	Parent     int    // index of the parent in Branches.List
}

func matchState(p *ui.Program) MatchState { return p.View().(View).MatchState(p) }

// read calls f with the match state, including Info, and returns its result.
func read[T any](p *ui.Program, f func(m *MatchState) T) (t T) {
	p.View().(View).Read(p, func(m *MatchState) { t = f(m) })
	return t
}

func act(u *ui.Update, do func(m *MatchState, a Actions)) { u.View().(View).Act(u, do) }

// keyLabel returns the label of the key with the given ID.
func keyLabel(p *ui.Program, id string) string { return p.View().Keys().Label(id) }

// Bookmarks returns the viewer's bookmarks in the match. Callers must not modify the slice.
func (m *MatchState) Bookmarks() []location.Bookmark {
	if m.BookmarkList == nil {
		return nil
	}
	return *m.BookmarkList
}

// Size returns the number of rows and columns of the board.
func (d *Data) Size() (rows, cols int) { return d.Meta.Settings.Size() }

// Clamp returns the cell of the board that is closest to at.
func (d *Data) Clamp(at sim.Pos) sim.Pos {
	rows, cols := d.Size()
	return sim.Pos{Row: min(max(at.Row, 0), rows-1), Col: min(max(at.Col, 0), cols-1)}
}

// FindUnit returns the unit in frame f that r refers to, or nil.
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

// UnitName describes a unit, such as "wizard 67, Seeker".
func (d *Data) UnitName(u *sim.Unit) string { return string(d.Index.AppendUnit(nil, u, &d.Names)) }

// ShortUnitName returns a short description of a unit in frame f, such as "unit 67". For neutral
// units, it returns the kind.
func (d *Data) ShortUnitName(f *sim.Frame, id int32) string {
	if id >= 0 {
		return "unit " + strconv.Itoa(int(id))
	}
	if u := FindUnit(f, location.RefTo(int(id))); u != nil {
		return d.UnitName(u)
	}
	return "a neutral unit"
}

// MentionedUnit returns the ID of the unit that the row's text mentions first: the unit that died, or
// otherwise the acting unit.
func (d *Data) MentionedUnit(row *index.Row) int32 {
	if d.Index.Kind(row.Kind).IsDeath && row.Target != sim.NoUnit || row.Unit == sim.NoUnit {
		return row.Target
	}
	return row.Unit
}

func ListKeys() []ui.Binding {
	return ui.ListKeys(ui.ListContexts{Move: InMenu, Scroll: InIndex, Search: InWhatIf, Choose: InWhatIf},
		ui.Bind("switch", "Enter", "toggle", InMenu, ui.ConfirmChosen, "enter", "space", " ").InFooter(2, "", "toggle"),
		ui.Bind("goLine", "Enter", "go there", InIndex, ui.ConfirmChosen, "enter").InFooter(2, "", "go there"),
		ui.Bind("filterSeat", "p", "filter by player", InIndex, cycleFilterSeat, "p").InFooter(3, "", "player"),
		ui.Bind("filterKind", "Tab", "filter by kind", InIndex, cycleFilterKind(1), "tab").InFooter(4, "", "kind"),
		ui.Bind("filterKindBack", "", "", InIndex, cycleFilterKind(-1), "shift+tab"),
		ui.Bind("filterLost", "d", "lost units only", InIndex, toggleLostFilter, "d").InFooter(5, "", "lost units"),
		ui.Bind("filterUnit", "u", "filter by this unit", InIndex, toggleUnitFilter, "u").InFooter(6, "", "unit"),
		ui.Bind("unmark", "Del D", "remove a bookmark", InIndex, removeBookmark, "delete", "D"),
		ui.Bind("rename", "R", "name the branch", InWhatIf, renameBranch, "R").InFooter(4, "", "name").
			WithFooterCondition(func(p *ui.Program) bool { return matchState(p).Branches != nil }))
}

func TypingKeys() []ui.Binding {
	return append(ui.TypingKeys(),
		ui.Bind("nextOrder", "Tab", "next possible order", ui.InTyping, insertNextOrder, "tab").InFooter(4, "", "next order"),
		ui.Bind("dropOrder", "Ctrl+x", "remove chosen order", ui.InTyping, dropOrder, "ctrl+x").InFooter(5, "", "remove"))
}
