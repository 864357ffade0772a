package panel_test

import (
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/panel"
	"game-tui/tui/tuitest"
)

// eventLines are the lines of one event of every kind.
var eventLines = map[string]map[string]string{
	"harrypotter": {
		"spell":              "✦ wizard 16 (Ann) casts the spell at (3,4) and takes 2 cells",
		"death":              "☠ Voldemort catches wizard 23 (Bob) at (3,4), who joins Cid at (5,6)",
		"ghost attacked":     "◇ wizard 16 (Ann) attacks wizard 23 (Bob) at (3,4), extending its rest by 2 rounds (1 left)",
		"conversion":         "⇄ wizard 23 (Bob) at (3,4) joins Ann: +2 points",
		"attack":             "» wizard 16 (Ann) attacks wizard 23 (Bob) at (3,4), 2 against 1",
		"conversion stopped": "○ wizard 16 (Ann) stops wizard 23 at (3,4) from joining Cid in 1 round",
		"conversion begun":   "◐ wizard 23 (Bob) at (3,4) will join Ann in 2 rounds",
		"book":               "▤ wizard 16 (Ann) reads a book at (3,4): +2 strength",
		"book destroyed":     "▢ Voldemort destroys a book at (3,4)",
	},
	"moneyheist": {
		"professor killed": "☠ soldier 16 (Ann) kills soldier 23 (Bob) at (3,4): +2 points, rebirth in 1 round",
		"safe opened":      "◈ soldier 16 (Ann) opens safe 23 at (3,4): +2 points, safe now at (5,6)",
		"massacre":         "✖ Ann kills 2 soldiers in one round, starting at (3,4)",
		"soldier killed":   "» soldier 16 (Ann) kills soldier 23 (Bob) at (3,4), who joins Cid at (5,6); poison left: 1",
		"professor hurt":   "▼ soldier 16 (Ann) poisons soldier 23 (Bob) at (3,4): -2 health, 1 left",
		"professor reborn": "◇ soldier 16 (Ann) is reborn at (5,6) with health 2",
		"professor healed": "♥ soldier 16 (Ann) heals at (3,4): +2, health 1",
		"money":            "$ soldier 16 (Ann) takes money at (3,4): +2 points",
		"health kit":       "✚ soldier 16 (Ann) takes a health kit at (3,4): +2, pot 1",
		"poison kit":       "¡ soldier 16 (Ann) takes a poison kit at (3,4): +2, pot 1",
		"charge":           "↑ soldier 16 (Ann) charges poison at (3,4): +2, now carries 1",
	},
	"thepurge": {
		"death":                "☠ warrior 16 (Ann, hammer) kills warrior 23 (Bob, hammer) at (3,4): +2",
		"barricade broken":     "◇ warrior 16 (Ann, hammer) breaks Bob's barricade at (3,4), exposing citizen 23",
		"fight":                "✕ warrior 16 (Ann, hammer) attacks warrior 23 (Bob, hammer) at (3,4): 2 against 1; citizen 16 loses life",
		"citizen back":         "↺ warrior 16 (Ann) is back at (3,4)",
		"weapon taken":         "⌐ warrior 16 (Ann, hammer) takes a bazooka at (3,4) and keeps the gun",
		"money taken":          "$ warrior 16 (Ann, hammer) collects money at (3,4): +2",
		"food taken":           "♥ warrior 16 (Ann, hammer) eats at (3,4): life +2, now 1",
		"barricade built":      "▅ builder 16 (Ann) builds a barricade at (3,4): resistance 2",
		"barricade reinforced": "▇ builder 16 (Ann) reinforces a barricade at (3,4): resistance 2",
		"barricade hit":        "▁ warrior 16 (Ann, hammer) hits Bob's barricade at (3,4): -2, 1 left",
		"dusk":                 "☾ dusk of day 2, 1 barricade stands",
		"dawn":                 "☼ dawn of day 2, 1 barricade falls",
	},
	"orchard": {
		"apples picked": "+ picker 16 (Ann) takes 2 apples at (3,4)",
		"sent home":     "× picker 16 (Ann) sends picker 23 (Bob) home at (3,4)",
		"apples sown":   "∴ picker 16 (Ann) sows 2 apples at (3,4)",
		"back":          "↺ picker 16 (Ann) is back at (3,4)",
		"apples grown":  "˙ 2 apples grow at (3,4)",
	},
}

// It also fails for a kind of event without a line in eventLines.
func TestEveryKindOfEventHasItsLine(t *testing.T) {
	t.Parallel()
	names := [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}
	for _, game := range tuitest.Games {
		lines := eventLines[game.Name()]
		for kind, k := range game.Legend().Events {
			event := sim.Event{Kind: uint8(kind), Seat: 0, Other: 1, Unit: 16, Target: 23, At: sim.Pos16{Row: 3, Col: 4}, To: sim.Pos16{Row: 5, Col: 6}, A: 2, B: 1}
			in := &panel.Info{
				Game: game, Legend: game.Legend(), Names: &names, Palette: theme.PaletteFor("", theme.TrueColor), Round: 5, SelectedEvent: -1,
				Frame: &sim.Frame{}, PreviousTurn: &sim.Turn{KnownParts: sim.KnownAll, Events: []sim.Event{event}},
			}
			var g screen.Grid
			g.Resize(120, 1)
			panel.DrawAllEvents(&g, g.Bounds(), in)
			want, ok := lines[k.Name]
			if got := strings.TrimSpace(tuitest.Show(t, &g).String()); !ok || got != want {
				t.Errorf("%s, %s: %q, want %q", game.Name(), k.Name, got, want)
			}
		}
		if got := len(game.Legend().Events); got != len(lines) {
			t.Errorf("%s has %d kinds of events, want %d", game.Name(), got, len(lines))
		}
	}
}

// TestShortTextsKeepWholeClauses checks that the list of events abbreviates where lost units go,
// and that it removes a clause after a semicolon as a whole.
func TestShortTextsKeepWholeClauses(t *testing.T) {
	t.Parallel()
	names := [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}
	for _, c := range []struct {
		game, kind string
		units      []int32
		cause      uint8
		w          int
		want       string
	}{
		{"harrypotter", "death", []int32{16}, 0, 60, "☠ Voldemort catches 23 at (3,4) → Cid at (5,6)"},
		{"harrypotter", "death", []int32{16}, 1, 60, "☠ 23 walks up to Voldemort from (3,4) → Cid at (5,6)"}, // Cause 1: it walked.
		{"moneyheist", "soldier killed", []int32{16}, 0, 60, "» 16 kills 23 at (3,4) → Cid at (5,6); poison left: 1"},
		{"moneyheist", "soldier killed", []int32{16}, 0, 40, "» 16 kills 23 → Cid; poison left: 1"},
		{"moneyheist", "soldier killed", []int32{16}, 0, 30, "» 16 kills 23 → Cid"},
		{"moneyheist", "soldier killed", []int32{16, 17}, 0, 40, "» kills 23 → Cid: 16 17"},
		{"thepurge", "fight", []int32{16}, 0, 60, "✕ 16 attacks 23 at (3,4): 2 against 1; citizen 16 loses life"},
		{"thepurge", "fight", []int32{16}, 0, 40, "✕ 16 attacks 23: 2 against 1"},
	} {
		game := tuitest.Games[slices.IndexFunc(tuitest.Games, func(g sim.Game) bool { return g.Name() == c.game })]
		kind := slices.IndexFunc(game.Legend().Events, func(k sim.EventKind) bool { return k.Name == c.kind })
		turn := &sim.Turn{KnownParts: sim.KnownAll}
		for _, unit := range c.units {
			turn.Events = append(turn.Events, sim.Event{Kind: uint8(kind), Cause: c.cause, Seat: 0, Other: 1, Unit: unit, Target: 23,
				At: sim.Pos16{Row: 3, Col: 4}, To: sim.Pos16{Row: 5, Col: 6}, A: 2, B: 1})
		}
		in := &panel.Info{
			Game: game, Legend: game.Legend(), Names: &names, Palette: theme.PaletteFor("", theme.TrueColor), Round: 5, SelectedEvent: -1,
			Frame: &sim.Frame{}, PreviousTurn: turn,
		}
		var g screen.Grid
		g.Resize(c.w, 1)
		new(panel.EventList).Draw(&g, g.Bounds(), in)
		if got := strings.TrimSpace(tuitest.Show(t, &g).Row(0)); got != c.want {
			t.Errorf("%s, %s, %d columns: %q, want %q", c.game, c.kind, c.w, got, c.want)
		}
	}
}
