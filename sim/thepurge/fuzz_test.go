package thepurge_test

import (
	"bytes"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/thepurge"
)

// FuzzFixed holds that an accepted board can be played, and that its text is
// accepted again.
func FuzzFixed(f *testing.F) {
	text := configs.Default("thepurge-fixed")
	s, n, err := game.ReadSettings(text)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text[n:])
	f.Add([]byte("RANDOM"))
	f.Add(bytes.Replace(text[n:], []byte("barricades\n0\n"), []byte("barricades\n1\n"), 1))
	f.Add(bytes.Replace(text[n:], []byte("w 23"), []byte("w -23"), 1))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := game.NewBoard(s, text, 3)
		if err != nil {
			return
		}
		turn := &sim.Turn{}
		for _, c := range b.State().(*tp.State).Citizens() {
			list := &turn.Orders[c.Player]
			*list = append(*list, sim.Submitted{Order: tp.Move(c.ID, sim.Dir(c.ID&3))})
		}
		if err := b.Step(turn); err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, s, b.State().AppendText(nil))
	})
}
