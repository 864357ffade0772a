package moneyheist_test

import (
	"bytes"
	"strings"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// recordings returns the official recordings of the game.
func recordings(t *testing.T) map[string]*record.Record {
	records := map[string]*record.Record{}
	for name, text := range simtest.Recordings(t, "moneyheist") {
		rec, cut, err := res.Read(text, []sim.Game{mh.Game}, name)
		if err != nil || cut != nil {
			t.Fatal(err, cut)
		}
		records[name] = rec
	}
	return records
}

// TestDummyMatchesReplay executes the recorded orders of each round and the smallest number of
// refused orders that leads to the recorded state. The reference opponent is not available.
func TestDummyMatchesReplay(t *testing.T) {
	t.Parallel()
	kinds := map[byte]int{}
	for name, rec := range recordings(t) {
		if !strings.HasPrefix(name, "dummy") {
			continue
		}
		board, err := mh.Game.NewBoard(rec.Meta().Settings, []byte("RANDOM"), rec.Meta().Seed)
		if err != nil {
			t.Fatal(err)
		}
		b := board.(*mh.Board)
		for k := range rec.Edge() {
			done := rec.Turn(k).Executed
			for _, o := range done {
				kinds[o.Kind]++
			}
			if b = replay(t, b, done, rec.State(k+1).AppendText(nil)); b == nil {
				t.Errorf("%s: round %d does not come out", name, k)
				break
			}
		}
	}
	if kinds['m'] != 31469 || kinds['o'] != 16 || kinds['c'] != 826 || kinds['h'] != 102 {
		t.Errorf("orders by kind: %v", kinds)
	}
}

// replay plays a round with the smallest number of refused orders that leads to the wanted state.
func replay(t *testing.T, b *mh.Board, done []sim.Order, want []byte) *mh.Board {
	t.Helper()
	for refused := range 11 {
		c := b.Clone().(*mh.Board)
		fate, err := c.Replay(done, refused)
		if fate != sim.OutcomeExecuted || err != nil {
			t.Errorf("an order of the recording is refused: %d, %v", fate, err)
			return nil
		}
		if bytes.Equal(c.State().AppendText(nil), want) {
			return c
		}
	}
	return nil
}

func TestTallyIsDerivedFromRecordings(t *testing.T) {
	t.Parallel()
	for name, rec := range recordings(t) {
		set := rec.Meta().Settings.(*mh.Settings)
		last := rec.State(rec.Edge()).(*mh.State)
		for pl := range sim.Seats {
			soldiers, professors, boxes, ok := last.Tally(pl)
			points := soldiers*set.PointsForKillingSoldier + professors*set.PointsForKillingProfessor + boxes*set.GoldValue
			if score := last.Scores()[pl]; !ok || points > score {
				t.Errorf("%s: player %d: %d kills, %d professors, %d safes, %v: %d points of %d", name, pl, soldiers, professors, boxes, ok, points, score)
			}
		}
	}
}
