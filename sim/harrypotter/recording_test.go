package harrypotter_test

import (
	"strings"
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// TestRecordings compares the points of derived events with those of the states of
// official recordings.
func TestRecordings(t *testing.T) {
	t.Parallel()
	for name, text := range simtest.Recordings(t, "harrypotter") {
		rec, cut, err := res.Read(text, []sim.Game{hp.Game}, name)
		if err != nil || cut != nil {
			t.Fatal(err, cut)
		}
		for k := range rec.Edge() {
			checkScores(t, rec.State(k).(*hp.State), rec.State(k+1).(*hp.State), rec.Turn(k).Events)
		}
	}
}

// checkScores compares the points of the derived conversions with those that
// the states show.
func checkScores(t *testing.T, before, after *hp.State, events []sim.Event) {
	var points [sim.Seats]int
	for _, e := range events {
		if e.Kind == hp.EventConverted {
			points[e.Seat] += int(e.A)
		}
	}
	for pl, n := range points {
		if got := after.Accumulated[pl] - before.Accumulated[pl]; got != n {
			t.Fatalf("round %d: clan %d gains %d points, conversions give %d", before.Round(), pl, got, n)
		}
	}
}

// TestOddStates reads a state block in the shapes that other programs write.
func TestOddStates(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Demo"))
	for range 10 {
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
	}
	want := string(m.Board.State().AppendText(nil))
	for name, text := range map[string]string{
		"CRLF":   strings.ReplaceAll(want, "\n", "\r\n"),
		"blanks": strings.Join(strings.Fields(want), " "),
		"more":   want + "commands\n0\n",
	} {
		s, n, err := hp.Game.ReadState(m.set, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := string(s.AppendText(nil)); got != want || n > len(text) {
			t.Errorf("%s: another state", name)
		}
	}
	for n := range len(want) - 4 { // the last words are a status and two line ends
		if _, _, err := (hp.Game).ReadState(m.set, []byte(want[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", n, len(want))
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"status\t0\t0", "status\t0.0123\t-1", ""},
		{"status\t0", "status\t1.01", "a status is 1.01"},
		{"status\t0", "status\tnan", "status: expected a number"},
		{"round 10", "round 201", "round is 201: must be between 0 and 200"},
		{"score\t447", "score\t-1", "score is -1"},
		{"units\n84", "units\n85", "number of units is 85: must be 84"},
		{"00 ", "00 W", "row 0 of the grid has 61 cells"},
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
