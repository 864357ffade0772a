package panel_test

import (
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
