package match_test

import (
	"bytes"
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// TestBoardFromState goes on from every tenth state of a match, as the board
// made it and as its recording is read, with the generator and the orders of the
// match: the rest is the same.
func TestBoardFromState(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for _, seed := range []int32{1, 30} {
			t.Run(g.Name(), func(t *testing.T) {
				t.Parallel()
				spec, players := builtin(t, g, seed, "Demo", "Greedy", "Demo", "Greedy")
				var text bytes.Buffer
				_, l, err := match.Play(t.Context(), g, spec, players, match.Options{Res: &text})
				if err != nil {
					t.Fatal(err)
				}
				read, _, err := res.Read(text.Bytes(), catalog.Games(), "")
				if err != nil {
					t.Fatal(err)
				}
				settings, n, err := g.ReadSettings([]byte(spec.Config))
				if err != nil {
					t.Fatal(err)
				}
				board, err := g.NewBoard(settings, []byte(spec.Config[n:]), seed)
				if err != nil {
					t.Fatal(err)
				}
				for k := range l.Rounds() {
					if k%10 == 0 {
						dice := sim.NewRand(int32(board.RandState()))
						goOn(t, g, l, k, l.State(k), dice)
						goOn(t, g, l, k, read.State(k), dice)
					}
					if err := board.Step(again(l.Turn(k))); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}

// goOn plays the rest of a match from a state of round k.
func goOn(t *testing.T, g sim.Game, l *record.Record, k int, from sim.State, dice sim.Rand) {
	t.Helper()
	b, complete := g.BoardFrom(from, dice)
	if !complete || b.Round() != k || b.RandState() != dice.State() {
		t.Fatalf("round %d: complete %v, a board of round %d", k, complete, b.Round())
	}
	for r := k; r < l.Rounds(); r++ {
		turn := again(l.Turn(r))
		if err := b.Step(turn); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(turn.Events, l.Turn(r).Events) || len(turn.Done) != len(l.Turn(r).Done) ||
			!bytes.Equal(b.State().AppendText(nil), l.State(r+1).AppendText(nil)) {
			t.Fatalf("from round %d: round %d is another", k, r)
		}
	}
}

// again is a turn with its orders only.
func again(turn *sim.Turn) *sim.Turn {
	next := &sim.Turn{Round: turn.Round}
	for seat, orders := range turn.Orders {
		for _, o := range orders {
			next.Orders[seat] = append(next.Orders[seat], sim.Submitted{Order: o.Order})
		}
	}
	return next
}

// TestBoardFromStateAlone goes on from a state whose history is not known: with
// other players' orders nothing breaks, and the same dice give the same match.
func TestBoardFromStateAlone(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			spec, players := builtin(t, g, 7, "Demo", "Greedy", "Demo", "Greedy")
			_, l, err := match.Play(t.Context(), g, spec, players, match.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for k := 5; k < l.Rounds(); k += 20 {
				s, _, err := g.ReadState(l.Meta().Settings, l.State(k).AppendText(nil))
				if err != nil {
					t.Fatal(err)
				}
				a, _ := g.BoardFrom(s, sim.NewRand(9))
				b, _ := g.BoardFrom(s, sim.NewRand(9))
				if !bytes.Equal(a.State().AppendText(nil), s.AppendText(nil)) {
					t.Fatalf("round %d: the board shows another state", k)
				}
				for r := k; r < l.Rounds(); r++ {
					if err := a.Step(again(l.Turn(r))); err != nil {
						t.Fatal(err)
					}
					if err := b.Step(again(l.Turn(r))); err != nil {
						t.Fatal(err)
					}
				}
				if !bytes.Equal(a.State().AppendText(nil), b.State().AppendText(nil)) {
					t.Errorf("round %d: the same dice give another match", k)
				}
			}
		})
	}
}
