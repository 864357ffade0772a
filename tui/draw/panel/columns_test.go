package panel_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/panel"
	"game-tui/tui/tuitest"
)

// tableLines are the titles and the values of the first player after 20 rounds.
var tableLines = map[string][2]string{
	"harrypotter": {
		"player score gain gained so far chance strength ghost casts wizards cells cpu each converted",
		"▌ Ann 243 +7 ▄▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ 25 % 1000 in 40 21 143 50 % 45 100",
	},
	"moneyheist": {
		"player score gain gained so far chance soldiers poison pot professor carried cpu kits safes kills professors",
		"▌ Ann 0 +7 ▄▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ 25 % 20 0 health 100 20 50 % 0 0 0 0",
	},
	"thepurge": {
		"player score gain units gained so far chance barricades built coming back cpu",
		"▌ Ann 0 +7 ●█ ●█ ●█ ●█ ■█ ■█ ▄▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ 25 % 0 0 0 50 %",
	},
	"orchard": {
		"player score gain gained so far chance pickers at home cpu",
		"▌ Ann 0 +7 ▄▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ 25 % 3 0 50 %",
	},
}

// It also fails for a column without a value in tableLines.
func TestEveryColumnOfThePlayersHasItsValue(t *testing.T) {
	t.Parallel()
	names := [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}
	for _, game := range tuitest.Games {
		var frame sim.Frame
		tuitest.PlayMatch(t, game, configs.Default(game.Name()), 20).State(20).FillFrame(&frame)
		in := &panel.Info{
			Game: game, Legend: game.Legend(), Names: &names, Palette: theme.PaletteFor("", theme.TrueColor), SelectedEvent: -1, Frame: &frame,
			RoundGains: [sim.Seats]int{7}, GainCount: 1, Gains: [sim.Seats][panel.SparklineBars]int{{9}}, HasChances: true, WinChances: [sim.Seats]float64{0.25}, Status: [sim.Seats]float64{0.5}, HasClock: true,
		}
		var g screen.Grid
		g.Resize(240, 1+sim.Seats)
		new(panel.Cards).Draw(&g, g.Bounds(), in)
		shown := tuitest.Show(t, &g)
		got := [2]string{strings.Join(strings.Fields(shown.Row(0)), " "), strings.Join(strings.Fields(shown.Row(1)), " ")}
		if want := tableLines[game.Name()]; got != want {
			t.Errorf("%s: columns and values\n%q, want\n%q", game.Name(), got, want)
		}
	}
}
