package harrypotter_test

import (
	"testing"

	"game-tui/configs"
	hp "game-tui/sim/game/harrypotter"
)

// BenchmarkPlay plays whole matches with states, outcomes, events and text, but without a record.
func BenchmarkPlay(b *testing.B) {
	text := configs.Default("harrypotter")
	for _, name := range []string{"Null", "Demo"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for range b.N {
				m, err := newMatch(text, 30, name, name, name, name)
				if err != nil {
					b.Fatal(err)
				}
				m.Recording = out[:0]
				if out, err = m.Play(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
		})
	}
}

// BenchmarkStep plays single rounds on clones of a board from the middle of a match.
func BenchmarkStep(b *testing.B) {
	m := halfway(b)
	turn := *m.LastTurn
	board := m.Board.Clone()
	b.ReportAllocs()
	for range b.N {
		b.StopTimer()
		next := board.Clone()
		t := turn
		b.StartTimer()
		if err := next.Step(&t); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClone(b *testing.B) {
	m := halfway(b)
	b.ReportAllocs()
	for range b.N {
		m.Board.Clone()
	}
}

func BenchmarkAppendText(b *testing.B) {
	s := halfway(b).Board.State()
	var dst []byte
	for range b.N {
		dst = s.AppendText(dst[:0])
	}
	b.SetBytes(int64(len(dst)))
}

func BenchmarkReadState(b *testing.B) {
	m := halfway(b)
	text := m.Board.State().AppendText(nil)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		if _, _, err := (hp.Game).ReadState(m.set, text); err != nil {
			b.Fatal(err)
		}
	}
}

// halfway returns a match of four Demos after 100 rounds.
func halfway(tb testing.TB) *match {
	m, err := newMatch(configs.Default("harrypotter"), 30, "Demo", "Demo", "Demo", "Demo")
	if err != nil {
		tb.Fatal(err)
	}
	for range 100 {
		if err := m.PlayRound(); err != nil {
			tb.Fatal(err)
		}
	}
	return m
}
