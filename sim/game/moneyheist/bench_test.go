package moneyheist_test

import (
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

func BenchmarkSolve(b *testing.B) {
	m, err := newMatch(defaultConfig, 30, four("Null")...)
	if err != nil {
		b.Fatal(err)
	}
	s := state(m)
	for i := range b.N {
		if _, ok := mh.FindKey(s.Hints(i % 6)); !ok {
			b.Fatal("no key")
		}
	}
}

// BenchmarkMatch plays matches without recording them.
func BenchmarkMatch(b *testing.B) {
	for _, player := range []string{"Null", "Demo", "Probe"} {
		b.Run(player, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for range b.N {
				m, err := newMatch(defaultConfig, 30, four(player)...)
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

func BenchmarkBoard(b *testing.B) {
	for range b.N {
		if _, err := newMatch(defaultConfig, 30, four("Null")...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkState(b *testing.B) {
	m, err := newMatch(defaultConfig, 30, four("Null")...)
	if err != nil {
		b.Fatal(err)
	}
	s, buf := state(m), []byte(nil)
	text := s.AppendText(nil)
	b.Run("text", func(b *testing.B) {
		for range b.N {
			buf = s.AppendText(buf[:0])
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, _, err := (mh.Game).ReadState(m.set, text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("fill", func(b *testing.B) {
		b.ReportAllocs()
		var f sim.Frame
		for range b.N {
			s.FillFrame(&f)
		}
	})
	b.Run("clone", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			m.Board.Clone()
		}
	})
}
