package match_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/stats"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
)

// TestGoldenOrdersPage compares the overview of a player and its lists of moments with golden
// files.
func TestGoldenOrdersPage(t *testing.T) {
	t.Parallel()
	for i, g := range tuitest.Games {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 60)
		w, h, golden := goldenSize(i)
		for _, size := range [][2]int{{45, 20}, {w, h}} {
			t.Run(fmt.Sprintf("%s-%dx%d", g.Name(), size[0], size[1]), func(t *testing.T) {
				r := newRig(t, rec, options{Paused: true, Place: location.AtRound(60), W: size[0], H: size[1], Palette: "none", Me: "Hunter"})
				r.press("mine")
				page := r.screen()
				r.requireText("Hunter up to round 60")
				if r.press("choose"); r.screen() == page {
					t.Errorf("no list of moments opens over\n%s", page)
				}
				if golden && (size[0] != 45 || i == 0) {
					screentest.CompareGolden(t, page+"\n"+r.screen())
				}
			})
		}
		t.Run(g.Name()+"-recording", func(t *testing.T) { // Recordings contain fewer facts than matches played here.
			r := newRig(t, rivalRecording(t, i, 60), options{Paused: true, Place: location.AtRound(60), W: 80, H: 24, Palette: "none"})
			r.press("mine")
			r.requireText("to round 60")
			if i == 0 {
				screentest.CompareGolden(t, r.screen())
			}
		})
	}
}

// failures returns the rounds, at most until, in which orders of a seat failed, and the first unit
// with a failed order in each.
func failures(rec *record.Record, seat, until int) (rounds []int, units []int32) {
	for k := range until {
		for _, o := range rec.Turn(k).Orders[seat] {
			if o.Outcome != sim.OutcomeExecuted {
				if n := len(rounds); n == 0 || rounds[n-1] != k+1 {
					rounds, units = append(rounds, k+1), append(units, o.Unit)
				}
			}
		}
	}
	return rounds, units
}

// TestOrdersPageLeadsToMoments checks that keys step through the moments of a row and back.
func TestOrdersPageLeadsToMoments(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[1], configs.Default("moneyheist"), 60)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(7), W: 100, H: 40, Profile: theme.TrueColor, Me: "Greedy"})
	r.press("mine")
	r.requireText("Greedy up to round 60")
	r.press("choose", "leave")
	r.requireText("Greedy up to round 60")
	r.press("choose", "mine")
	r.checkText("Greedy up to round", false)
	if r.at() != 7 {
		t.Errorf("looking leads to round %d", r.at())
	}
	r.press("mine", "choose", "down", "choose")
	second := r.at()
	r.requireText("2 of ")
	if !r.view().IsInspecting || r.state().Place.Cursor == (sim.Pos{}) {
		t.Errorf("no cursor on a unit whose order failed: %+v", r.state().Place)
	}
	r.press("prevFound")
	first := r.at()
	r.requireText("1 of ")
	r.press("prevFound")
	r.requireText("no more moments in that direction (Greedy's failed orders: ")
	r.press("nextFound", "nextFound")
	r.requireText("3 of ")
	rounds, _ := failures(rec, 2, 60)
	if !slices.Contains(rounds, first) || !slices.Contains(rounds, second) || first >= second || r.at() <= second {
		t.Errorf("rounds %d, %d, %d of %v", first, second, r.at(), rounds)
	}
	r.press("wayBack", "wayBack", "wayBack", "wayBack")
	if r.at() != 7 {
		t.Errorf("the way back leads to round %d", r.at())
	}
	r.press("find")
	r.typeKeys(strings.Split("death", "")...)
	r.press("accept", "nextFound")
	r.checkText("Greedy's failed orders", false)
}

// TestOrdersPageOpensItsRows checks that a row about lost units opens their events, processor time
// its round, and an idle unit its cell.
func TestOrdersPageOpensItsRows(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[0], configs.Default("harrypotter"), 60)
	for words, fits := range map[string]func(r *rig) bool{
		"to": func(r *rig) bool {
			e := r.view().Event
			return !e.IsZero() && rec.Meta().Game.Legend().Events[rec.Turn(r.at() - 1).Events[e.Index()].Kind].IsLoss
		},
		"most": func(r *rig) bool { return rec.Turn(r.at()).Reports[1].CPU > 0 },
		"wizard : rounds": func(r *rig) bool {
			at := r.state().Place.Cursor
			var f sim.Frame
			rec.State(r.at() + stats.MinIdleRounds - 1).FillFrame(&f)
			return r.view().IsInspecting && slices.ContainsFunc(f.Units, func(u sim.Unit) bool { return u.Seat == 1 && u.At == at })
		},
	} {
		r := newRig(t, rec, options{Paused: true, Place: location.AtRound(60), W: 100, H: 40, Palette: "none", Me: "Hunter"})
		r.press("mine", "search")
		r.typeKeys(strings.Split(words, "")...)
		r.press("accept", "choose", "down", "choose")
		if r.program.TopPage() != nil || !fits(r) {
			t.Errorf("%q leads to round %d, %+v\n%s", words, r.at(), r.state().Place, r.screen())
		}
	}
}

// TestOrdersPageCountsOnlyWhatWasSeen checks that, in no-spoilers mode, unseen rounds and other
// players are not counted.
func TestOrdersPageCountsOnlyWhatWasSeen(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[1], configs.Default("moneyheist"), 60)
	r := newRig(t, rec, options{Paused: true, W: 100, H: 40, Profile: theme.TrueColor, Me: "Greedy", NoSpoilers: true})
	r.press("mine")
	r.requireText("Greedy up to round 0")
	r.requireText("none given")
	for range 20 {
		r.press("on")
	}
	given := 0
	for k := range 20 {
		given += len(rec.Turn(k).Orders[2])
	}
	r.requireText(fmt.Sprintf("of %d", given))
	r.press("front")
	r.requireText("Null up to round 20")
	if rounds, _ := failures(rec, 2, 20); len(rounds) == 0 {
		t.Error("no order failed")
	}
}
