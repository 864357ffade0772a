package lobby

import (
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/tui/cells/theme"
)

func TestResultNamesWinnerScoresAndLength(t *testing.T) {
	t.Parallel()
	names := [sim.Seats]string{"Ann", "Bob", "Cid", "Dan"}
	for _, c := range []struct {
		scores         [sim.Seats]int
		played, rounds int
		outcome        string
		length         string
	}{
		{[sim.Seats]int{7, 30, -2, 7}, 200, 200, "Bob wins 30, Ann 7, Dan 7, Cid -2", "200 rounds 0:40"},
		{[sim.Seats]int{7, 30, 30, 1}, 1500, 1500, "draw: Bob 30, Cid 30, Ann 7, Dan 1", "1,500 rounds 5:00"},
		{[sim.Seats]int{9, 3, 2, 1}, 57, 200, "stopped in round 57: Ann 9, Bob 3, Cid 2, Dan 1", "57 rounds 0:11"},
		{[sim.Seats]int{}, 0, 200, "stopped in round 0: Ann 0, Bob 0, Cid 0, Dan 0", "0 rounds 0:00"},
		{[sim.Seats]int{4, 3, 2, 1}, 1, 1, "Ann wins 4, Bob 3, Cid 2, Dan 1", "1 round 0:00"},
	} {
		if got := NewResult(names, c.scores, c.played, c.rounds); got != (Result{c.outcome, c.length}) {
			t.Errorf("%v after %d of %d rounds: %+v", c.scores, c.played, c.rounds, got)
		}
	}
}

func TestSearchFindsAllTextOfAnItem(t *testing.T) {
	t.Parallel()
	it := Item{Name: "final.res", Title: "Money Heist", Origin: "seed 7", Players: "Ann Bob", Result: Result{"Bob wins 30, Ann 7", "200 rounds 0:40"}}
	for _, words := range []string{"final", "Money Heist", "seed 7", "Bob wins", "Ann 7", "200 rounds", "0:40"} {
		if !strings.Contains(it.row(theme.PaletteFor("", theme.NoColor)).SearchText, words) {
			t.Errorf("%q is not found", words)
		}
	}
}
