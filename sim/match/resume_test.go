package match_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// TestResumeRecordingsWithTheirDice includes recordings of external players, which lack the orders
// that failed.
func TestResumeRecordingsWithTheirDice(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		for name, text := range simtest.Recordings(t, g.Name()) {
			t.Run(g.Name()+"/"+name, func(t *testing.T) {
				t.Parallel()
				rec, _, err := res.Read(text, catalog.Games(), name)
				if err != nil {
					t.Fatal(err)
				}
				known := match.Enrich(t.Context(), text, rec, ai.Find)
				ours := true
				for _, name := range rec.Meta().Names {
					_, found := ai.Find(g.Name(), name)
					ours = ours && found
				}
				if known != ours {
					t.Fatalf("Enrich: got %v, want %v", known, ours)
				}
				resumeAll(t, rec, known)
			})
		}
	}
}

func TestResumeMatchesWithTheirDice(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			spec, players := builtin(t, g, 30, "Demo", "Greedy", "Demo", "Greedy")
			var text bytes.Buffer
			_, rec, err := match.Play(t.Context(), g, spec, players, match.Options{Recording: &text})
			if err != nil {
				t.Fatal(err)
			}
			resumeAll(t, rec, true)
			read, _, err := res.Read(text.Bytes(), catalog.Games(), "")
			if err != nil {
				t.Fatal(err)
			}
			resumeAll(t, read, false)
		})
	}
}

// resumeAll resumes a record at every tenth round with its own dice. If some orders are unknown,
// the dice may be unknown but never wrong.
func resumeAll(t *testing.T, rec *record.Record, known bool) {
	t.Helper()
	const every = 10
	// Only games with an official program record complete states.
	_, whole := simtest.Recordings(t, rec.Meta().Game.Name())["dummy-s30"]
	for k := 0; k < rec.Edge(); k += every {
		b, err := match.Resume(rec, k, match.Dice{Original: true})
		if !known && errors.Is(err, match.ErrUnknownDice) {
			t.Logf("the own dice are known up to round %d: %v", k-every, err)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if b.Round() != k || !bytes.Equal(b.State().AppendText(nil), rec.State(k).AppendText(nil)) {
			t.Fatalf("round %d: the board has another state", k)
		}
		dice := sim.NewRand(int32(b.RandState()))
		from, complete := rec.Meta().Game.BoardFrom(rec.State(k), dice)
		if whole && !complete || from.Round() != k || complete && from.RandState() != dice.State() {
			t.Fatalf("BoardFrom in round %d: got complete %v, round %d", k, complete, from.Round())
		}
		if known {
			playRest(t, rec, b)
			if complete {
				playRest(t, rec, from)
			}
		}
	}
}

// playRest plays a match to its end.
func playRest(t *testing.T, rec *record.Record, b sim.Board) {
	t.Helper()
	for r := b.Round(); r < rec.Edge(); r++ {
		turn := record.TurnToReplay(rec.State(r), rec.Turn(r))
		for seat, status := range rec.State(r + 1).Status() {
			b.SetStatus(seat, status)
		}
		if err := b.Step(turn); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(turn.Events, rec.Turn(r).Events) || !reflect.DeepEqual(turn.Executed, rec.Turn(r).Executed) {
			t.Fatalf("round %d: other events or executed orders", r)
		}
		if (r%16 == 0 || r == rec.Edge()-1) && !bytes.Equal(b.State().AppendText(nil), rec.State(r+1).AppendText(nil)) {
			t.Fatalf("the state after round %d differs", r)
		}
	}
}

func TestResumeWithOtherDice(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		spec, players := builtin(t, g, 5, "Demo", "Greedy", "Demo", "Greedy")
		_, rec, err := match.Play(t.Context(), g, spec, players, match.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, complete := g.BoardFrom(rec.State(40), sim.NewRand(9))
		a, err := match.Resume(rec, 40, match.Dice{Seed: 9})
		if !complete && errors.Is(err, match.ErrIncompleteState) {
			err = nil
		}
		if err != nil || a.Round() != 40 || complete && a.RandState() != 9 {
			t.Fatalf("%s: %v", g.Name(), err)
		}
		for _, round := range []int{-1, rec.Edge() + 1} {
			if _, err := match.Resume(rec, round, match.Dice{Original: true}); err == nil {
				t.Errorf("%s: round %d gives no error", g.Name(), round)
			}
		}
		alone, _, err := g.ReadState(rec.Meta().Settings, rec.State(40).AppendText(nil))
		if err != nil {
			t.Fatal(err)
		}
		short := record.New(*rec.Meta(), rec.State(0))
		for k := range 40 {
			next := rec.State(k + 1)
			if k == 39 {
				next = alone
			}
			short.Append(&sim.Turn{Round: k}, next)
		}
		_, complete = g.BoardFrom(alone, sim.NewRand(9))
		b, err := match.Resume(short, 40, match.Dice{Seed: 9})
		if b == nil || (err == nil) != complete || err != nil && !errors.Is(err, match.ErrIncompleteState) {
			t.Errorf("%s: state without history: got %v, complete %v", g.Name(), err, complete)
		}
		if _, err := match.Resume(short, 30, match.Dice{Original: true}); !errors.Is(err, match.ErrUnknownDice) {
			t.Errorf("%s: without orders: got %v, want %v", g.Name(), err, match.ErrUnknownDice)
		}
	}
}
