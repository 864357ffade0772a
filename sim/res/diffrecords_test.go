package res_test

import (
	"strings"
	"testing"

	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
)

func TestDiffRecordsComparesCommonRounds(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := recording(t, g)
		whole, _ := read(t, text)
		b := blocksOf(t, text)
		thin := func(kind byte, k int) bool { return kind == 's' && (k == 0 || k == 6 || k == len(b.states)-1) }
		rec, _ := read(t, b.text(thin))
		if d := res.DiffRecords(whole, rec); d != nil {
			t.Errorf("%s: %v, want no difference", g.Name(), d)
		}
		if d := res.DiffRecords(rec, whole); d != nil {
			t.Errorf("%s: %v, want no difference", g.Name(), d)
		}
		at := strings.LastIndex(b.states[6], "score\t") + len("score\t")
		b.states[6] = b.states[6][:at] + "9" + b.states[6][at:]
		rec, _ = read(t, b.text(thin))
		d := res.DiffRecords(rec, whole)
		if d == nil || d.Round != 6 || d.Block != "state" || d.Field != "score of player 0" {
			t.Errorf("%s: %v, want a difference in the score of player 0 in round 6", g.Name(), d)
		}
		cut, _ := read(t, b.text(func(kind byte, k int) bool { return k == 0 }))
		if d := res.DiffRecords(cut, whole); d == nil || !strings.Contains(d.Text("in the file", "when played again"), "nothing in the file, ") {
			t.Errorf("%s: %v, want a state that one lacks", g.Name(), d)
		}
	}
}
