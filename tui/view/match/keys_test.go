package match_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"testing"

	"game-tui/sim"
	"game-tui/tui/replay/location"
)

func TestCursorKeysMoveByOneCellOrTen(t *testing.T) {
	t.Parallel()
	at := location.AtRound(30)
	at.IsInspecting, at.Cursor = true, sim.Pos{Row: 20, Col: 20}
	for id, want := range map[string]sim.Pos{
		"cursorUp": {Row: 19, Col: 20}, "cursorDown": {Row: 21, Col: 20}, "cursorLeft": {Row: 20, Col: 19}, "cursorRight": {Row: 20, Col: 21},
		"cursorFar": {Row: 10, Col: 20}, "cursorFarDown": {Row: 30, Col: 20}, "cursorFarLeft": {Row: 20, Col: 10}, "cursorFarRight": {Row: 20, Col: 30},
	} {
		r := newRig(t, potterRecord(t), options{Paused: true, Place: at})
		if r.press(id); r.view().Cursor != want {
			t.Errorf("%s moves the cursor to %v, want %v", id, r.view().Cursor, want)
		}
	}
}

func TestTabKeysGoBothWays(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(30)})
	before := r.view().Tab
	r.press("tab", "tab")
	after := r.view().Tab
	if r.press("tab", "prevTab"); r.view().Tab != after || after == before {
		t.Errorf("tab %v, want %v, and not %v", r.view().Tab, after, before)
	}
	if r.press("prevTab", "prevTab"); r.view().Tab != before {
		t.Errorf("tab %v, want %v", r.view().Tab, before)
	}
}

func TestIndexKeysFilterAndGo(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(30), W: 100, H: 60})
	r.press("events")
	r.press("filterSeat")
	if f := r.state().Filter; f == nil || f.Seat != 0 {
		t.Errorf("the filter is %+v, want seat 0", f)
	}
	r.press("filterSeat", "filterSeat", "filterSeat", "filterSeat")
	if f := r.state().Filter; f != nil {
		t.Errorf("the filter is %+v, want none", f)
	}
	r.press("filterKind")
	first := *r.state().Filter
	r.press("filterKind", "filterKindBack")
	if f := r.state().Filter; f == nil || *f != first {
		t.Errorf("the filter is %+v, want %+v", f, first)
	}
	r.press("filterKindBack")
	if f := r.state().Filter; f != nil {
		t.Errorf("the filter is %+v, want none", f)
	}
	r.press("filterUnit")
	if f := r.state().Filter; f == nil || f.Unit == sim.NoUnit {
		t.Errorf("the filter is %+v, want a unit", f)
	}
	r.press("filterUnit")
	if r.press("goLine"); r.program.TopPage() != nil {
		t.Error("the index is still open")
	}
}

// keysTestedInUI lists keys of all views, which are tested in package ui.
var keysTestedInUI = map[string]bool{"redraw": true, "suspend": true, "pageUp": true, "top": true, "bottom": true, "cancel": true,
	"searchPageUp": true, "searchPageDown": true}

// TestEveryKeyIsPressedInATest fails for each key whose ID does not occur in any test of this
// package.
func TestEveryKeyIsPressedInATest(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, _ := strconv.Unquote(lit.Value)
				named[text] = true
			}
			return true
		})
	}
	ids := map[string]bool{}
	for _, b := range bindings() {
		ids[b.ID] = true
		if !named[b.ID] {
			t.Errorf("no test presses the key %q (%s)", b.ID, b.Help)
		}
	}
	for id := range keysTestedInUI {
		if !ids[id] {
			t.Errorf("keysTestedInUI names %q, which is no key", id)
		}
	}
}
