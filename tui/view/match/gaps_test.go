package match_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/theme"
	"game-tui/tui/plain"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
)

// onlyEnds returns a record that contains only the first and last state of a match.
func onlyEnds(whole *record.Record) *record.Record {
	rec, edge := record.New(*whole.Meta(), whole.State(0)), whole.Edge()
	for k := range edge - 1 {
		rec.AppendMissing(&sim.Turn{Round: k, Missing: true})
	}
	rec.Append(&sim.Turn{Round: edge - 1, Missing: true}, whole.State(edge))
	rec.End(nil)
	return rec
}

// TestMissingRoundsStateNothing checks that the view shows no facts about missing rounds and no
// sums that require every round.
func TestMissingRoundsStateNothing(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rec := onlyEnds(tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1000))
			end := rec.Edge()
			for _, size := range [][2]int{{60, 24}, {80, 24}, {160, 90}} {
				for _, c := range []struct {
					page    string
					round   int
					say, no []string
				}{
					{"", 7, []string{"round 7/", "(missing)"}, []string{"leads by", "tie at"}},
					{"why", 7, []string{"round 7 is missing", record.MissingRoundText}, []string{"why the lead is tied", "units lost"}},
					{"why", end, []string{"in missing rounds"}, []string{"  other"}},
					{"mine", end, []string{"units lost", "unknown", "stood still"}, nil},
				} {
					r := newRig(t, rec, options{Paused: true, Place: location.AtRound(c.round), W: size[0], H: size[1], Palette: "none", Profile: theme.NoColor})
					if c.page != "" {
						r.press(c.page)
					}
					screen := r.screen()
					if ribbon := strings.Split(screen, "\n")[1]; c.page == "" && strings.ContainsAny(ribbon, "%=") {
						t.Errorf("in round %d, %v: the win chances %q, want none", c.round, size, ribbon)
					}
					for _, want := range c.say {
						if !strings.Contains(screen, want) && (size[1] > 30 || c.round < end) {
							t.Errorf("%s in round %d, %v: got\n%s\nwant %q", c.page, c.round, size, screen, want)
						}
					}
					for _, no := range c.no {
						if strings.Contains(screen, no) {
							t.Errorf("%s in round %d, %v: got\n%s\nwant no %q", c.page, c.round, size, screen, no)
						}
					}
				}
			}
			r := newRig(t, rec, options{Paused: true, Place: location.AtRound(end)})
			r.press("why")
			if words := r.program.PageText(); !strings.Contains(strings.Join(words, "\n"), "unknown: rounds are missing") {
				t.Errorf("the page why reads %q, want that units lost are unknown", words)
			}
			p := plain.NewLineFormatter(rec, plain.LineOptions{Seat: -1})
			if got := p.Standings(7, " "); got != record.MissingRoundText {
				t.Errorf("standing %q, want %q", got, record.MissingRoundText)
			}
			if got := p.Chances(7, " "); got != "" {
				t.Errorf("chances %q, want none", got)
			}
		})
	}
}

// TestEndPanelSharesPlaces checks that players with equal scores share a place.
func TestEndPanelSharesPlaces(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[2]
	rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1000)
	whole := record.New(*rec.Meta(), rec.State(0)) // All scores stay 0.
	for k := range rec.Edge() - 1 {
		whole.AppendMissing(&sim.Turn{Round: k, Missing: true})
	}
	whole.Append(&sim.Turn{Round: rec.Edge() - 1, Missing: true}, rec.State(0))
	whole.End(nil)
	r := newRig(t, whole, options{Paused: true, Place: location.AtRound(whole.Edge()), W: 160, H: 50, Palette: "none", Profile: theme.NoColor})
	if screen := r.screen(); strings.Count(screen, "1A")+strings.Count(screen, "1B")+strings.Count(screen, "1C")+strings.Count(screen, "1D") != sim.Seats {
		t.Errorf("got\n%s\nwant four first places", screen)
	}
}
