package harrypotter_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

func initial(t testing.TB, seed int32) *hp.State {
	t.Helper()
	m, err := newMatch(configs.Default("harrypotter"), seed)
	if err != nil {
		t.Fatal(err)
	}
	return m.Board.State().(*hp.State)
}

func TestImpossibleBoardsAreRefused(t *testing.T) {
	t.Parallel()
	type values = map[string]int
	for _, c := range []struct {
		name    string
		changes values
		end     string
		seed    int32
		want    string
	}{
		{"wizards", values{"NUM_INI_WIZARDS_PER_CLAN": 2147483647}, "", 1, "NUM_INI_WIZARDS_PER_CLAN 2147483647"},
		{"books", values{"NUM_INI_BOOKS": 2147483647}, "", 1, "NUM_INI_BOOKS 2147483647"},
		{"walls leave no room", values{"NUM_INI_BOOKS": 3000}, "", 1, "the board has 2812"},
		{"zero", values{"NUM_ROUNDS": 0}, "", 1, "NUM_ROUNDS is 0: must be at least 1"},
		{"rows", values{"BOARD_ROWS": 61}, "", 1, "BOARD_ROWS is 61: must be 60"},
		{"generator", nil, "random", 1, "RANDOM or FIXED"},
		{"no generator", nil, " ", 1, "RANDOM or FIXED"},
		{"dense 2", configD, "", 2, "invalid board"},
		{"dense 3", configD, "", 3, "invalid board"},
		{"dense 4", configD, "", 4, "invalid board"},
		{"dense 5", configD, "", 5, "invalid board"},
		{"dense 6", configD, "", 6, "invalid board"},
		{"dense 7", configD, "", 7, "invalid board"},
		{"dense 8", configD, "", 8, "invalid board"},
	} {
		text := config(c.changes)
		if c.end != "" {
			text = bytes.Replace(text, []byte("RANDOM"), []byte(c.end), 1)
		}
		if _, err := newMatch(text, c.seed); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// TestFullBoardsAreGeneratedOrRefused fills boards up to the last cell. Each must be generated or
// refused in time.
func TestFullBoardsAreGeneratedOrRefused(t *testing.T) {
	t.Parallel()
	made := 0
	for books := 2725; books <= 2732; books++ {
		text := config(map[string]int{"NUM_INI_BOOKS": books, "NUM_ROUNDS": 3})
		m, err := newMatch(text, 1, "Demo", "Probe", "Demo", "Probe")
		if err != nil {
			continue
		}
		made++
		if _, err := m.Play(); err != nil && !strings.Contains(err.Error(), "invalid board") {
			t.Errorf("%d books: %v", books, err)
		}
	}
	t.Logf("%d made", made)
}

func TestWrongSettingsAreRefused(t *testing.T) {
	t.Parallel()
	text := string(configs.Default("harrypotter"))
	for _, c := range []struct{ old, new, want string }{
		{"HarryPotter", "HarryPoter", `expected "HarryPotter", found "HarryPoter"`},
		{"1.0", "1.1", `expected "1.0"`},
		{"NUM_PLAYERS", "PLAYERS", `expected "NUM_PLAYERS", found "PLAYERS"`},
		{"NUM_ROUNDS\t\t\t200", "NUM_ROUNDS many", "NUM_ROUNDS: expected a whole number"},
		{"NUM_ROUNDS\t\t\t200", "NUM_ROUNDS 1.5", "NUM_ROUNDS: expected a whole number"},
		{"PLAYERS\t\t\t4", "PLAYERS 5", "NUM_PLAYERS is 5: must be 4"},
		{"GHOST\t\t5", "GHOST", "ROUNDS_NO_ATTACK_GHOST: expected a whole number"},
	} {
		_, _, err := hp.Game.ReadSettings([]byte(strings.Replace(text, c.old, c.new, 1)))
		if _, ok := err.(*sim.InputError); !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
	for n := range len(text) - len("\n\nRANDOM\n") {
		if _, _, err := (hp.Game).ReadSettings([]byte(text[:n])); err == nil && !slices.Contains([]string{"5"}, text[n-1:n]) {
			t.Errorf("the first %d bytes are accepted", n)
		}
	}
}
