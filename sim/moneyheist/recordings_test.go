package moneyheist_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// recording is a .res that has been read.
type recording struct {
	seed   int32
	set    *mh.Settings
	header []byte
	states []*mh.State
	done   [][]sim.Order
}

func readRecording(t *testing.T, text []byte) *recording {
	t.Helper()
	g := mh.Game{}
	sc := res.NewScanner(text)
	sc.Skip(2, "Game and Seed")
	r := &recording{seed: int32(sc.Int("seed", 0, res.MaxInt))}
	pos := sc.Offset()
	set, n, err := g.ReadSettings(text[pos:])
	if err != nil {
		t.Fatal(err)
	}
	r.set = set.(*mh.Settings)
	pos += n
	pos += 1 + bytes.IndexByte(text[pos+1:], '\n') + 1
	r.header = text[:pos]
	for k := range r.set.NumRounds + 1 {
		s, n, err := g.ReadState(set, text[pos:])
		if err != nil {
			t.Fatalf("state %d: %v", k, err)
		}
		r.states = append(r.states, s.(*mh.State))
		pos += n
		if k == r.set.NumRounds {
			break
		}
		sc := res.NewScanner(text[pos:])
		sc.Expect("commands")
		count := sc.Int("commands", 0, 4000)
		pos += sc.Offset()
		var done []sim.Order
		for range count {
			o, n, err := g.ReadOrder(text[pos:])
			if err != nil {
				t.Fatalf("orders of round %d: %v", k, err)
			}
			pos += n
			done = append(done, o)
		}
		r.done = append(r.done, done)
	}
	return r
}

func (r *recording) write() []byte {
	text := slices.Clone(r.header)
	for k, s := range r.states {
		if k > 0 {
			text = res.AppendCommands(text, mh.Game{}, r.done[k-1])
		}
		text = s.AppendText(text)
	}
	return text
}

func TestRecordingsAreWrittenAsTheyWereRead(t *testing.T) {
	t.Parallel()
	for name, text := range simtest.Recordings(t, "moneyheist") {
		if got := readRecording(t, text).write(); !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes written, %d read", name, len(got), len(text))
		}
	}
}

// TestDummyMatchesComeOut replays matches of a player that is not at hand: per
// round the listed orders, and the fewest refused ones that give the state.
func TestDummyMatchesComeOut(t *testing.T) {
	t.Parallel()
	kinds := map[byte]int{}
	for name, text := range simtest.Recordings(t, "moneyheist") {
		if !strings.HasPrefix(name, "dummy") {
			continue
		}
		r := readRecording(t, text)
		board, err := mh.Game{}.NewBoard(r.set, []byte("RANDOM"), r.seed)
		if err != nil {
			t.Fatal(err)
		}
		b := board.(*mh.Board)
		for k, done := range r.done {
			for _, o := range done {
				kinds[o.Kind]++
			}
			if b = replay(t, b, done, r.states[k+1].AppendText(nil)); b == nil {
				t.Errorf("%s: round %d does not come out", name, k)
				break
			}
		}
	}
	if kinds['m'] != 31469 || kinds['o'] != 16 || kinds['c'] != 826 || kinds['h'] != 102 {
		t.Errorf("orders by kind: %v", kinds)
	}
}

// replay plays a round with as few refused orders as give the wanted state.
func replay(t *testing.T, b *mh.Board, done []sim.Order, want []byte) *mh.Board {
	t.Helper()
	for refused := range 11 {
		c := b.Clone().(*mh.Board)
		fate, err := c.Replay(done, refused)
		if fate != sim.FateExecuted || err != nil {
			t.Errorf("an order of the recording is refused: %d, %v", fate, err)
			return nil
		}
		if bytes.Equal(c.State().AppendText(nil), want) {
			return c
		}
	}
	return nil
}

func TestRecordingsProveTheirTally(t *testing.T) {
	t.Parallel()
	for name, text := range simtest.Recordings(t, "moneyheist") {
		r := readRecording(t, text)
		last := sim.State(r.states[0])
		marks := 0
		for k, done := range r.done {
			events, full := mh.Game{}.Derive(last, done, r.states[k+1])
			for _, e := range events {
				if (mh.Game{}).Legend().Events[e.Kind].Mark {
					marks++
				}
			}
			last = full
		}
		for pl := range sim.Seats {
			soldiers, professors, boxes, ok := last.(*mh.State).Tally(pl)
			points := soldiers*r.set.PointsForKillingSoldier + professors*r.set.PointsForKillingProfessor + boxes*r.set.GoldValue
			if score := last.Scores()[pl]; !ok || points > score {
				t.Errorf("%s: player %d: %d kills, %d professors, %d safes, %v: %d points of %d", name, pl, soldiers, professors, boxes, ok, points, score)
			}
			t.Logf("%s player %d: %d kills, %d professors, %d safes, score %d", name, pl, soldiers, professors, boxes, last.Scores()[pl])
		}
		t.Logf("%s: %d marks", name, marks)
	}
}
