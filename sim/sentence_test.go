package sim

import "testing"

func TestSentence(t *testing.T) {
	t.Parallel()
	w := Sentence{Dst: []byte("> "), Names: &[Seats]string{"Ann", "Bob", "Cai", "Dee"},
		UnitName: func(id int32) string { return "wizard " + string('0'+rune(id)) }}
	w.Unit(5, 1)
	w.Place(" at ", At(Pos{Row: 3, Col: 40}))
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
