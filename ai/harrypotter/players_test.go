package harrypotter

import (
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

func config(rounds, wizards, books, strength, book, spell int) string {
	s := hp.Settings{
		NumPlayers: 4, NumRounds: rounds, BoardRows: hp.Rows, BoardCols: hp.Cols,
		NumIniWizardsPerClan: wizards, NumIniBooks: books, ClanIniMagicStrength: strength,
		PointsForConvertingWizard: 100, PointsPerOwnedCell: 1, BookMagicStrength: book,
		RoundsForConverting: 5, RoundsAttackRestingGhost: 15, RoundsSpellRestingGhost: spell, RoundsNoAttackGhost: 5,
	}
	return string(s.AppendText(nil)) + "RANDOM\n"
}

// thinking maps initials to players, without Null and Demo.
var thinking = map[string]func() sim.Player{"G": sim.NewPlayer[Greedy], "S": NewSeeker, "H": NewHunter, "D": NewDumbledore}

func TestLargeClansGiveAtMostTheAllowedOrders(t *testing.T) {
	t.Parallel()
	sc := scene{}
	for i := range 1100 {
		sc.wizards = append(sc.wizards, sceneUnit{0, 2 + i/40, 2 + i%40, 0, -1})
	}
	for _, f := range thinking {
		if r := sc.ask(t, f()); r.Calls > sim.MaxOrders {
			t.Errorf("got %d calls, want at most %d", r.Calls, sim.MaxOrders)
		}
	}
}
