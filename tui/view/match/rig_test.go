package match_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
	"game-tui/tui/view/match/page"
)

// options configures the program of a rig.
type options struct {
	W, H       int
	Palette    string
	Profile    theme.Profile
	ASCII      bool
	NoSpoilers bool
	Motion     bool
	Shell      *ui.Capabilities
	Paused     bool
	Live       bool
	Speed      float64
	Place      location.Place
	PauseOnOut bool
	Me         string
	Bookmarks  []location.Bookmark
	Players    []string
}

// open returns a program that shows a match.
func open(m *match.Match, o options) ui.Program {
	return ui.NewProgram(ui.Options{W: o.W, H: o.H, PaletteName: o.Palette, Profile: o.Profile, UseASCII: o.ASCII, NoSpoilers: o.NoSpoilers, ShowMotion: o.Motion, Capabilities: o.Shell},
		m.NewState(ui.OpenOptions{Paused: o.Paused, Live: o.Live, Place: o.Place, HighlightedPlayer: o.Me, BranchPlayers: o.Players,
			Speed: o.Speed, PauseOnOut: o.PauseOnOut, Bookmarks: o.Bookmarks}))
}

// A rig is a viewer without a shell.
type rig struct {
	*testing.T
	match   *match.Match
	program ui.Program
	effect  ui.Effect // effect of the last input
}

func newRig(t *testing.T, l *record.Record, o options) *rig {
	t.Helper()
	return rigOf(t, match.NewMatch(l), o)
}

func rigOf(t *testing.T, m *match.Match, o options) *rig {
	t.Helper()
	if o.W == 0 {
		o.W, o.H, o.Profile = 100, 40, theme.TrueColor
	}
	return &rig{T: t, match: m, program: open(m, o)}
}

func (r *rig) send(in ui.Input) { r.program, r.effect = r.program.Update(in) }

// bindings returns the key bindings that have a function.
func bindings() []ui.Binding {
	var all []ui.Binding
	for _, s := range (match.State{}).Keys().Sections {
		all = append(all, s.Keys...)
	}
	return slices.DeleteFunc(all, func(b ui.Binding) bool { return len(b.Keys) == 0 })
}

// press presses keys by their IDs, or the editing keys of an input by their names.
func (r *rig) press(ids ...string) {
	r.Helper()
	for _, id := range ids {
		i := slices.IndexFunc(bindings(), func(b ui.Binding) bool { return b.ID == id })
		if strings.HasPrefix(id, "ctrl+") {
			r.typeKeys(id)
			continue
		}
		if i < 0 {
			r.Fatalf("no key has the id %q", id)
		}
		r.send(ui.Key{Name: bindings()[i].Keys[0]})
	}
}

// typeKeys presses keys by their names.
func (r *rig) typeKeys(keys ...string) {
	for _, k := range keys {
		r.send(key(k))
	}
}

// key returns the press of a key. A name of one character types that character.
func key(name string) ui.Key {
	k := ui.Key{Name: name}
	if len([]rune(name)) == 1 {
		k.Text = name
	}
	return k
}

func (r *rig) draw() *screen.Grid {
	g := &screen.Grid{}
	r.program.Draw(g)
	return g
}

func (r *rig) view() match.State       { return r.program.View().(match.State) }
func (r *rig) state() page.MatchState  { return r.view().MatchState(&r.program) }
func (r *rig) layout() match.Layout    { return r.view().Layout(&r.program) }
func (r *rig) screen() string          { return tuitest.Show(r.T, r.draw()).String() }
func (r *rig) at() (round int)         { return r.view().Play.Round }
func (r *rig) requireText(word string) { r.Helper(); r.checkText(word, true) }

// bookmarks returns the bookmarks of the match in front.
func (r *rig) bookmarks() []location.Bookmark {
	f := r.state()
	return f.Bookmarks()
}

// requestType returns the type of the request that the last input caused.
func (r *rig) requestType() string { return fmt.Sprintf("%T", r.effect.Request) }

// savesBookmarks reports whether an effect saves bookmarks.
func savesBookmarks(e ui.Effect) bool {
	_, ok := e.Request.(ui.SaveBookmarks)
	return ok
}

// wantsAnalysis reports whether the view requests an analysis.
func (r *rig) wantsAnalysis() bool {
	_, want := r.program.AnalysisTarget()
	return want != 0
}

// follows reports whether the viewer shares the frame of all viewers who follow.
func (r *rig) follows() bool {
	_, ok := r.program.SharedFormat()
	return ok
}

func (r *rig) checkText(word string, want bool) {
	r.Helper()
	if s := r.screen(); strings.Contains(s, word) != want {
		r.Errorf("%q on the screen: %v\n%s", word, !want, s)
	}
}

func potterRecord(t *testing.T) *record.Record {
	return tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 200)
}
