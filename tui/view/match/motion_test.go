package match_test

import (
	"strings"
	"testing"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/record"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// both holds two viewers who receive the same input, one with motion and one without.
type both struct{ moving, plain *rig }

func newBoth(t *testing.T, m *match.Match, o options) both {
	t.Helper()
	plain := rigOf(t, m, o)
	o.Motion = true
	return both{rigOf(t, m, o), plain}
}

// send sends an input to both viewers. It returns "!" if something flashes, "~" if something stays
// highlighted while the match plays, and "=" otherwise.
func (b both) send(in ui.Input) string {
	b.moving.send(in)
	b.plain.send(in)
	switch {
	case screenText(b.moving.program) == screenText(b.plain.program):
		return "="
	case b.moving.program.NextTick() == b.plain.program.NextTick():
		return "~"
	}
	return "!"
}

func (b both) press(ids ...string) both {
	b.moving.press(ids...)
	b.plain.press(ids...)
	return b
}

// play plays some rounds and returns the results of send.
func (b both) play(rounds int, calm bool) (pictures string) {
	for i := 0; ; i++ {
		round := b.moving.at()
		p := b.send(ui.Tick{Elapsed: b.moving.program.NextTick(), SkipHighlights: calm})
		if b.moving.at() != round {
			if rounds--; rounds < 0 {
				return strings.TrimSpace(pictures)
			}
			pictures += " "
		}
		if pictures != "" {
			pictures += p
		}
	}
}

// TestMotionHighlightsOneFrame checks that the changes of a round flash in one frame only, that
// trails are drawn at up to five rounds per second, and that nothing is highlighted without motion.
func TestMotionHighlightsOneFrame(t *testing.T) {
	t.Parallel()
	rec := potterRecord(t)
	m := match.NewMatch(rec)
	pair, err := match.Compare(rec, tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 50))
	if err != nil {
		t.Fatal(err)
	}
	at := func(speed float64) options {
		return options{W: 120, H: 40, Profile: theme.TrueColor, Speed: speed, Place: location.AtRound(20)}
	}
	const moves, calm = "!~ !~ !~", "= = ="
	off := newBoth(t, m, at(5)) // The last line of the menu switches motion off.
	off.press(menuRow(9)...).moving.press("switch")
	off.press("leave")
	for name, c := range map[string]struct {
		both
		calm bool
		want string
	}{
		"switched off": {off, false, calm},

		"five a second":   {newBoth(t, m, at(5)), false, moves},
		"half a round":    {newBoth(t, m, at(0.5)), false, moves},
		"ten a second":    {newBoth(t, m, at(10)), false, calm},
		"faster by a key": {newBoth(t, m, at(5)).press("faster"), false, calm},
		"slower by a key": {newBoth(t, m, at(10)).press("slower"), false, moves},
		"back":            {newBoth(t, m, at(5)).press("reverse"), false, calm},
		"no time":         {newBoth(t, m, at(5)), true, calm},
		"a heat map":      {newBoth(t, m, at(5)).press(menuRow(3)...).press("switch", "leave"), false, calm},
		"beside another":  {newBoth(t, pair, at(5)), false, calm},
	} {
		if got := c.play(3, c.calm); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestMotionEnds checks that any input ends motion and that exports have none.
func TestMotionEnds(t *testing.T) {
	t.Parallel()
	m := match.NewMatch(potterRecord(t))
	for _, id := range []string{"play", "on", "back", "tenth", "help", "inspect", "palette", "chart"} {
		b := newBoth(t, m, options{W: 100, H: 40, Profile: theme.TrueColor, Place: location.AtRound(20)})
		b.send(ui.Tick{Elapsed: b.moving.program.NextTick()})
		if screenText(b.moving.program) == screenText(b.plain.program) {
			t.Fatal("nothing stands out")
		}
		if b.press(id); screenText(b.moving.program) != screenText(b.plain.program) {
			t.Errorf("after %s something stands out", id)
		}
	}
	b := newBoth(t, m, options{W: 100, H: 40, Profile: theme.TrueColor, Place: location.AtRound(20)}).press("export")
	b.send(ui.Tick{Elapsed: b.moving.program.NextTick()})
	picture := func(r *rig) string {
		r.send(ui.PointerEvent{Kind: ui.PointerPress, X: 20, Y: 4}) // Row 4 is the first line of the menu.
		asked, ok := r.effect.Request.(ui.Export)
		if !ok {
			r.Fatalf("asks for %+v\n%s", r.effect, r.screen())
		}
		return string(asked.Screen().AppendText(nil))
	}
	if picture(b.moving) != picture(b.plain) {
		t.Error("something stands out in a picture")
	}
	stills := func(motion bool) (text string) {
		for _, g := range m.Stills(ui.Options{W: 100, H: 40, Profile: theme.TrueColor, ShowMotion: motion}, ui.OpenOptions{}, []int{20, 21, 22}) {
			text += string(g.AppendText(nil))
		}
		return text
	}
	if stills(true) != stills(false) {
		t.Error("something stands out in a film")
	}
}

// TestMotionAtTheLiveEdge checks that changes only flash if rounds arrive one at a time, and not
// after the end.
func TestMotionAtTheLiveEdge(t *testing.T) {
	t.Parallel()
	src := potterRecord(t)
	rec := record.New(*src.Meta(), src.State(0))
	b := newBoth(t, match.NewMatch(rec), options{W: 100, H: 40, Profile: theme.TrueColor, Live: true})
	grow := func(n int) {
		for range n {
			k := rec.Edge()
			rec.Append(src.Turn(k), src.State(k+1))
		}
		if rec.Edge() == rec.Rounds() {
			rec.End(nil)
		}
	}
	pictures := ""
	for _, c := range []struct {
		rounds int
		calm   bool
	}{{20, false}, {1, false}, {1, false}, {2, false}, {1, true}, {0, false}, {1, false}, {src.Rounds() - 27, false}, {1, false}} {
		grow(c.rounds)
		pictures += b.send(ui.SourceGrown{SkipHighlights: c.calm})
		if wait := b.moving.program.NextTick(); wait > 0 {
			pictures += b.send(ui.Tick{Elapsed: wait - time.Millisecond}) + b.send(ui.Tick{Elapsed: time.Millisecond})
		}
		pictures += " "
	}
	if want := "= !!~ !!~ = = = !!~ = = "; pictures != want {
		t.Errorf("%q, want %q", pictures, want)
	}
}

// TestHighlightsAreFightsAndConqueredCells checks that fights and conquered cells flash in every
// game, including cells conquered from a distance.
func TestHighlightsAreFightsAndConqueredCells(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"harrypotter", "moneyheist", "thepurge"} {
		rec := tuitest.ReadRecording(t, game, "dummy-s30")
		b := newBoth(t, match.NewMatch(rec), options{W: 100, H: 40, Profile: theme.TrueColor, Speed: 5})
		fights, spells := 0, 0
		for range rec.Edge() - 1 {
			if fights >= 100 && (spells > 0 || game != "harrypotter") {
				break
			}
			b.send(ui.Tick{Elapsed: 200 * time.Millisecond})
			l, g, plain := b.moving.layout(), b.moving.draw(), b.plain.draw()
			flashes := func(at sim.Pos) bool {
				x, y, ok := l.Port.ScreenPos(at)
				return ok && *g.At(x, y) != *plain.At(x, y)
			}
			for _, e := range rec.Turn(b.moving.at() - 1).Events {
				if e.Other >= 0 && e.Other != e.Seat {
					if fights++; !flashes(e.At.Pos()) {
						t.Fatalf("%s: round %d: %+v does not stand out", game, b.moving.at(), e)
					}
				}
				if rec.Meta().Game.Legend().Events[e.Kind].Name == "spell" {
					n := 0
					for i := range 3600 {
						if flashes(sim.Pos{Row: i / 60, Col: i % 60}) {
							n++
						}
					}
					if n < int(e.A)*3/4 { // Several units may share a cell.
						t.Errorf("a spell takes %d cells, %d stand out", e.A, n)
					}
					spells++
				}
			}
			for i, c := range g.Cells {
				if x, y := i%g.W, i/g.W; c != plain.Cells[i] && !l.Port.CellArea.Contains(x, y) {
					t.Fatalf("%s: round %d: %d,%d, which is not on the board, stands out", game, b.moving.at(), x, y)
				}
			}
		}
		if fights < 50 || game == "harrypotter" && spells == 0 {
			t.Errorf("%s: %d fights, %d spells", game, fights, spells)
		}
	}
}
