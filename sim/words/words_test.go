package words_test

import (
	"testing"

	"game-tui/sim"
	"game-tui/sim/words"
)

func TestSentence(t *testing.T) {
	t.Parallel()
	w := words.Sentence{Dst: []byte("> "), Names: &[sim.Seats]string{"Ann", "Bob", "Cai", "Dee"}}
	w.Unit("wizard 5", 1)
	w.Place(" at ", sim.At(sim.Pos{Row: 3, Col: 40}))
	w.Name(" joins ", 3)
	w.Name(", not ", -1)
	w.Number(": +", 12)
	w.Count(", ", 1, " round")
	w.Count(" of ", 0, " round")
	w.Text(" to go")
	want := "> wizard 5 (Bob) at (3,40) joins Dee, not nobody: +12, 1 round of 0 rounds to go"
	if got := string(w.Dst); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
