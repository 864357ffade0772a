package thepurge_test

import (
	"bytes"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/thepurge"
)

// FuzzSettings holds that whatever is accepted is written so that it reads the same.
func FuzzSettings(f *testing.F) {
	f.Add(configs.Default("thepurge"))
	f.Add(violent())
	f.Add([]byte("ThePurge 1.0 NUM_PLAYERS 4"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, n, err := game.ReadSettings(text)
		if err != nil {
			return
		}
		written := s.AppendText(nil)
		again, _, err := game.ReadSettings(written)
		if err != nil || n > len(text) || *again.(*tp.Settings) != *s.(*tp.Settings) {
			t.Fatalf("written as\n%s\nread as %+v, %v", written, again, err)
		}
	})
}

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
			*list = append(*list, sim.Submitted{Order: tp.Move(c.ID, tp.Dir(c.ID&3))})
		}
		if err := b.Step(turn); err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, s, b.State().AppendText(nil))
	})
}

// FuzzState holds that reader and writer of states are inverses.
func FuzzState(f *testing.F) {
	s, n, err := game.ReadSettings(violent())
	if err != nil {
		f.Fatal(err)
	}
	b, err := game.NewBoard(s, violent()[n:], 4)
	if err != nil {
		f.Fatal(err)
	}
	text := b.State().AppendText(nil)
	f.Add(text)
	f.Add(bytes.Replace(text, []byte("barricades\n0"), []byte("barricades\n3"), 1))
	f.Add(bytes.Replace(text, []byte("round 0"), []byte("round 180"), 1))
	m, err := newMatch(violent(), 4, four("Probe")...)
	if err != nil {
		f.Fatal(err)
	}
	for range 40 {
		if err := m.Round(); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(m.Board.State().AppendText(nil))
	var names [sim.Seats]string
	f.Fuzz(func(t *testing.T, text []byte) {
		state, n, err := game.ReadState(s, text)
		if err != nil {
			return
		}
		written := state.AppendText(nil)
		if n > len(text) {
			t.Fatalf("%d bytes used of %d", n, len(text))
		}
		checkRoundTrip(t, s, written)
		var frame sim.Frame
		state.Fill(&frame)
		for i := range frame.Cells {
			state.Inspect(sim.Pos{Row: i / frame.Cols, Col: i % frame.Cols}, &names)
		}
		game.Derive(state, []sim.Order{tp.Move(3, tp.Up)}, m.Board.State())
	})
}

// FuzzOrder holds that what is accepted is written so that it reads the same.
func FuzzOrder(f *testing.F) {
	for _, text := range []string{"18\tb\tu\t\n", "0 m d", "-3 m _", "1 s u", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		o, n, err := game.ReadOrder(text)
		if err != nil {
			return
		}
		again, _, err := game.ReadOrder(game.AppendOrder(nil, o))
		if err != nil || n > len(text) || again.Unit != o.Unit || again.Kind != o.Kind || again.Dir != o.Dir {
			t.Fatalf("%+v is read back as %+v, %v", o, again, err)
		}
	})
}
