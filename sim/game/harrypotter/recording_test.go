package harrypotter_test

import (
	"strings"
	"testing"

	hp "game-tui/sim/game/harrypotter"
)

func TestUnusualStatesAreReadBack(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Demo"))
	for range 10 {
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
	}
	want := string(m.Board.State().AppendText(nil))
	for _, c := range []struct{ old, new, want string }{
		{"status\t0\t0", "status\t0.0123\t-1", ""},
		{"status\t0", "status\t1.01", "a status is 1.01"},
		{"status\t0", "status\tnan", "status: expected a number"},
		{"round 10", "round 201", "round is 201: must be between 0 and 200"},
		{"score\t447", "score\t-1", "score is -1"},
		{"units\n84", "units\n85", "number of units is 85: must be 84"},
		{"00 ", "00 W", "grid row 0 has 61 cells"},
	} {
		text := strings.Replace(want, c.old, c.new, 1)
		s, _, err := hp.Game.ReadState(m.set, []byte(text))
		switch {
		case c.want == "" && err == nil:
			if got := string(s.AppendText(nil)); got != text {
				t.Errorf("%q is not written as it was read", c.new)
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: error %v, want %q", c.new, err, c.want)
		}
	}
}
