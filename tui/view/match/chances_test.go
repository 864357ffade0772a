package match_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/chances"
	"game-tui/tui/format"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// analysedMatch returns a whole match and its finished analysis, without full rollouts. If stranger is
// set, one seat has no built-in player, so only the table is used.
func analysedMatch(t *testing.T, g sim.Game, stranger bool) (*record.Record, *winchance.Snapshot) {
	t.Helper()
	rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1000)
	m := winchance.Match{Meta: *rec.Meta(), Record: rec}
	for seat, name := range []string{"Demo", "Null", "Demo", "Null"} {
		b, _ := ai.Find(g.Name(), name)
		m.Players[seat] = b.New
		if seat == 0 {
			m.Reference = &b
		}
	}
	if stranger {
		m.Players[3] = nil
	}
	a, err := winchance.New(m)
	if err != nil {
		t.Fatal(err)
	}
	for a.Level < winchance.LevelFull && a.Next() {
	}
	return rec, a.Snapshot()
}

// gamesWithChances returns the games that have a table of win chances. The model game, orchard, has
// none.
func gamesWithChances() []sim.Game {
	return slices.DeleteFunc(slices.Clone(tuitest.Games), func(g sim.Game) bool { return winchance.LoadTable(g, false) == nil })
}

// whole caches analyses that several tests share.
var whole = sync.OnceValue(func() map[string]func(*testing.T) (*record.Record, *winchance.Snapshot) {
	all := map[string]func(*testing.T) (*record.Record, *winchance.Snapshot){}
	for _, g := range gamesWithChances() {
		var once sync.Once
		var rec *record.Record
		var now *winchance.Snapshot
		all[g.Name()] = func(t *testing.T) (*record.Record, *winchance.Snapshot) {
			once.Do(func() { rec, now = analysedMatch(t, g, false) })
			return rec, now
		}
	}
	return all
})

// TestGoldenChances compares the chart of win chances and the list of turning points with golden
// files.
func TestGoldenChances(t *testing.T) {
	t.Parallel()
	for i, g := range gamesWithChances() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rec, now := whole()[g.Name()](t)
			w, h, golden := goldenSize(i)
			for _, view := range []struct{ name, key, palette, wantText string }{
				{"chances", "chart", "", "win chance"}, {"plain", "chart", "none", "win chance"}, {"turnings", "turnings", "", "turning points"},
			} {
				t.Run(view.name, func(t *testing.T) {
					r := newRig(t, rec, options{Paused: true, Place: location.AtRound(100), W: w, H: h, Profile: theme.TrueColor, Palette: view.palette})
					r.press(view.key)
					r.send(chances.Analysis{Snapshot: now})
					r.requireText(view.wantText)
					if golden && (view.name != "plain" || i == 0) {
						screentest.CompareGolden(t, r.screen())
					}
				})
			}
		})
	}
}

// TestChanceKeyShowsTheChart checks that the key shows win chances until the next chart or Esc, and
// shows other charts if nothing can be analysed.
func TestChanceKeyShowsTheChart(t *testing.T) {
	t.Parallel()
	rec, now := whole()["thepurge"](t)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(100), W: 240, H: 60, Profile: theme.TrueColor})
	if r.wantsAnalysis() {
		t.Error("chances are looked at before a key is pressed")
	}
	if r.send(chances.Analysis{Snapshot: now}); r.follows() {
		t.Error("it follows in the middle of the match")
	}
	r.checkText("win chance", false)
	r.press("chart")
	r.requireText("win chance")
	r.requireText("analysing…")
	r.send(chances.Analysis{StopReason: "too much is waiting"})
	r.requireText("too much is waiting")
	r.send(chances.Analysis{Snapshot: now})
	r.requireText(fmt.Sprintf("rollouts: %d simulated", now.PiecesDone))
	if r.press("chart"); r.wantsAnalysis() {
		t.Error("chances are looked at behind another chart")
	}
	r.press("prevChart")
	if !r.wantsAnalysis() {
		t.Error("they are not looked at again")
	}
	if r.typeKeys("esc"); r.wantsAnalysis() {
		t.Error("Esc does not end it")
	}

	r = newRig(t, rec, options{Paused: true, Shell: &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanAnalyse: ""}}})
	r.press("chart")
	r.requireText("score")
	if r.press("turnings"); r.wantsAnalysis() {
		t.Error("chances are looked at where that cannot be done")
	}
	r.requireText("no win chances here")
}

// TestRibbonNamesTheFavourite checks that the ribbon names the likely winner even if another player
// leads.
func TestRibbonNamesTheFavourite(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, g := range gamesWithChances() {
		rec, now := whole()[g.Name()](t)
		names := record.UniqueNames(rec.Meta().Names)
		line := now.Curve(rec.Edge()).Chances
		for k := range rec.Edge() {
			favourite := line[k].Favorite()
			if leader, by := sim.Lead(rec.State(k).Scores()); leader == favourite || by == 0 {
				continue
			}
			tried++
			r := newRig(t, rec, options{Paused: true, Place: location.AtRound(k), W: 140, H: 50})
			r.press("chart")
			r.send(chances.Analysis{Snapshot: now})
			ribbon := func(win [sim.Seats]float64) {
				t.Helper()
				if row, want := tuitest.Show(t, r.draw()).Row(1), names[favourite]+" "+format.Chance(win[favourite]); !strings.Contains(row, want) {
					t.Errorf("%s, round %d: no %q in %q", g.Name(), k, want, row)
				}
			}
			ribbon(line[k].WinChance)
			r.press("leave")
			ribbon(winchance.NewOutlook(rec).Chances(rec.State(k)))
			break
		}
	}
	if tried == 0 {
		t.Error("in no round is the leader another one than the favourite")
	}
}

// TestEventKeysVisitTurningPoints checks that event keys step between turning points while win
// chances are shown, and that the list opens each of them.
func TestEventKeysVisitTurningPoints(t *testing.T) {
	t.Parallel()
	for _, g := range gamesWithChances() {
		rec, now := whole()[g.Name()](t)
		if len(now.TurningPoints) == 0 {
			continue
		}
		r := newRig(t, rec, options{Paused: true})
		r.press("chart")
		r.send(chances.Analysis{Snapshot: now})
		for _, turn := range now.TurningPoints {
			if turn.Round == 0 {
				continue
			}
			if r.press("nextEvent"); r.at() != turn.Round {
				t.Fatalf("%s: round %d, want %d", g.Title(), r.at(), turn.Round)
			}
			r.requireText(turn.Reasons[0].Text[:4])
		}
		last := r.at()
		if r.press("nextEvent"); r.at() != last {
			t.Errorf("%s: behind the last turning point it goes to round %d", g.Title(), r.at())
		}
		r.requireText("no more turning points")
		r.press("first", "turnings")
		r.typeKeys("enter")
		if r.at() != now.TurningPoints[0].Round || !r.wantsAnalysis() {
			t.Errorf("%s: the list leads to round %d", g.Title(), r.at())
		}
	}
}

// TestTurningPointsExplainTheirSeat checks that each row gives the reason for its own seat.
func TestTurningPointsExplainTheirSeat(t *testing.T) {
	t.Parallel()
	rec, now := whole()["thepurge"](t)
	told := *now
	told.TurningPoints = []winchance.TurningPoint{{Round: 10, EndRound: 14, Seat: 2, OtherSeat: 1, ChanceBefore: 0.6, ChanceAfter: 0.3, Reasons: winchance.Reasons{{Seat: 1, Text: "Hunter kills 1 citizen"}, {Seat: 2, Text: "Greedy loses 1 citizen"}}}}
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(100), W: 100, H: 40})
	r.press("turnings")
	r.send(chances.Analysis{Snapshot: &told})
	r.requireText("Greedy loses 1 citizen")
	r.checkText("kills 1 citizen", false)
}

// TestChancesKeepToTheHorizon checks that no-spoilers mode hides win chances and turning points of
// later rounds.
func TestChancesKeepToTheHorizon(t *testing.T) {
	t.Parallel()
	for _, g := range gamesWithChances() {
		rec, now := whole()[g.Name()](t)
		if len(now.TurningPoints) == 0 {
			continue
		}
		first := now.TurningPoints[0]
		r := newRig(t, rec, options{Paused: true, Place: location.AtRound(first.KnownAt - 1), NoSpoilers: true})
		r.press("chart")
		r.send(chances.Analysis{Snapshot: now})
		mark := func() bool {
			lay := r.layout()
			row := tuitest.Show(t, r.draw()).Row(lay.Timeline.Y)
			return strings.Contains(row, sim.TurningPointSymbol)
		}
		s, reason := r.screen(), first.Reasons[0].Text
		heading, rest, _ := strings.Cut(s, "\n") // Both the heading and a reason may name the leader.
		if mark() || strings.Contains(heading, reason) || strings.Contains(rest, reason[:8]) || strings.Contains(s, "of Demo") {
			t.Errorf("%s: round %d tells of round %d:\n%s", g.Title(), r.at(), first.KnownAt, s)
		}
		r.press("turnings")
		r.requireText("no turning point found up to round")
		r.typeKeys("esc")
		if r.press("on"); !mark() {
			t.Errorf("%s: what has been seen is not told", g.Title())
		}
	}
}

// TestChancesOfStrangers checks that the page mentions it if only the table is used.
func TestChancesOfStrangers(t *testing.T) {
	t.Parallel()
	rec, now := analysedMatch(t, tuitest.Games[2], true)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(100), W: 140, H: 50})
	r.press("chart")
	r.send(chances.Analysis{Snapshot: now})
	r.requireText("estimate from score and board")
}

// TestNoChartStandsTwiceOnAScreen checks every choice of chart for duplicates.
func TestNoChartStandsTwiceOnAScreen(t *testing.T) {
	t.Parallel()
	for _, g := range gamesWithChances() {
		rec, now := whole()[g.Name()](t)
		m := match.NewMatch(rec)
		for _, size := range [][2]int{{80, 24}, {160, 50}, {240, 60}} {
			r := rigOf(t, m, options{Paused: true, Place: location.AtRound(100), W: size[0], H: size[1], Profile: theme.TrueColor})
			r.send(chances.Analysis{Snapshot: now})
			for n := range 10 {
				r.press("chart")
				lay, show := r.layout(), tuitest.Show(t, r.draw())
				seen := map[string]bool{}
				// The top line of a chart contains its title and unit.
				for y := lay.Charts.Y; y < lay.Charts.Y+lay.Charts.H-1; y++ {
					head := string([]rune(show.Row(y) + strings.Repeat(" ", size[0]))[:lay.Axis.LabelWidth])
					if unit := string([]rune(show.Row(y+1) + strings.Repeat(" ", size[0]))[:lay.Axis.LabelWidth]); strings.ContainsAny(head, "0123456789") && strings.Trim(unit, " 0123456789,k%-") != "" {
						if seen[head+unit] {
							t.Errorf("%s, %v, chart %d: %q stands twice:\n%s", g.Name(), size, n, head+unit, r.screen())
						}
						seen[head+unit] = true
					}
				}
			}
		}
	}
}
