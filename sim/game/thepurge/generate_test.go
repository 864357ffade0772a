package thepurge

import (
	"os"
	"path/filepath"
	"testing"

	"game-tui/sim"
)

// TestRandEqualsTheCLibrary compares the first random numbers and the first shuffles of the
// directions with known values.
func TestRandEqualsTheCLibrary(t *testing.T) {
	t.Parallel()
	c := initialCRand
	for i, want := range []uint32{1804289383, 846930886, 1681692777, 1714636915, 1957747793, 424238335,
		719885386, 1649760492, 596516649, 1189641421, 1025202362, 1350490027} {
		if got := c.draw(); got != want {
			t.Errorf("call %d gives %d, want %d", i, got, want)
		}
	}
	c = initialCRand
	order := sim.UDLR
	for i, want := range []string{"urdl", "urdl", "dlru", "dlru", "lrdu", "dlur"} {
		order = c.shuffle(order)
		got := ""
		for _, d := range order {
			got += orderForm.DirLetters[d : d+1]
		}
		if got != want {
			t.Errorf("shuffle %d gives %s, want %s", i, got, want)
		}
	}
}

// defaultSettings reads the default configuration from package configs.
func defaultSettings(t testing.TB) *Settings {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "configs", "thepurge.cnf"))
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := Game.ReadSettings(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*Settings)
}

func TestBoardsOfAllSizesKeepTheRules(t *testing.T) {
	t.Parallel()
	base := *defaultSettings(t)
	base.NumIniBuilders, base.NumIniWarriors = 6, 4
	base.NumIniMoney, base.NumIniFood, base.NumIniGuns, base.NumIniBazookas = 10, 10, 5, 4
	for rows := 12; rows <= 25; rows++ {
		for cols := 12; cols <= 50; cols += 19 {
			set := base
			set.BoardRows, set.BoardCols = rows, cols
			for seed := range int32(4) {
				board, err := Game.NewBoard(&set, []byte("RANDOM"), seed)
				if err != nil {
					t.Fatal(err)
				}
				checkBoard(t, board.(*Board))
			}
		}
	}
}
