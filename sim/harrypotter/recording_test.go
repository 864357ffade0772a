package harrypotter_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// TestRecordings reads official recordings, writes what was read and compares;
// and derives the events of each round.
func TestRecordings(t *testing.T) {
	t.Parallel()
	for name, text := range simtest.Recordings(t, "harrypotter") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := bytes.Index(text, []byte("HarryPotter"))
			set, n, err := hp.Game{}.ReadSettings(text[start:])
			if err != nil {
				t.Fatal(err)
			}
			out := set.AppendText(bytes.Clone(text[:start]))
			names := start + n + bytes.Index(text[start+n:], []byte("\n\n")) + 1
			out = append(out, text[start+n+1:names]...)
			reread(t, set, text, names, out)
		})
	}
}

// reread reads states and commands from text[pos:], appends them to out and
// compares out with text.
func reread(t *testing.T, set sim.Settings, text []byte, pos int, out []byte) {
	var before sim.State
	var done []sim.Order
	derived := 0
	for round := range set.Rounds() + 1 {
		s, n, err := hp.Game{}.ReadState(set, text[pos:])
		if err != nil {
			t.Fatalf("state %d: %v", round, err)
		}
		pos += n
		out = s.AppendText(out)
		if before != nil {
			events, _ := hp.Game{}.Derive(before, done, s)
			derived += len(events)
			checkScores(t, before.(*hp.State), s.(*hp.State), events)
		}
		if round == set.Rounds() {
			break
		}
		before, done = s, nil
		var count int
		if _, err := fmt.Sscanf(string(text[pos:pos+40]), "\n\ncommands\n%d", &count); err != nil {
			t.Fatalf("commands %d: %v", round, err)
		}
		pos += len(fmt.Sprintf("\n\ncommands\n%d", count))
		for range count {
			o, n, err := hp.Game{}.ReadOrder(text[pos:])
			if err != nil {
				t.Fatal(err)
			}
			pos += n
			done = append(done, o)
		}
		out = res.AppendCommands(out, hp.Game{}, done)
	}
	if !bytes.Equal(out, text) {
		t.Error("what was written is not what was read")
	}
	t.Logf("%d events derived", derived)
}

// checkScores compares the points of the derived conversions with those that
// the states show.
func checkScores(t *testing.T, before, after *hp.State, events []sim.Event) {
	var points [sim.Seats]int
	for _, e := range events {
		if e.Kind == hp.EventConverted {
			points[e.Seat] += int(e.A)
		}
	}
	for pl, n := range points {
		if got := after.Accumulated(pl) - before.Accumulated(pl); got != n {
			t.Fatalf("round %d: clan %d gains %d points, conversions give %d", before.Round(), pl, got, n)
		}
	}
}

// TestOddStates reads a state block in the shapes that other programs write.
func TestOddStates(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Demo"))
	for range 10 {
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
	}
	want := string(m.Board.State().AppendText(nil))
	for name, text := range map[string]string{
		"CRLF":   strings.ReplaceAll(want, "\n", "\r\n"),
		"blanks": strings.Join(strings.Fields(want), " "),
		"more":   want + "commands\n0\n",
	} {
		s, n, err := hp.Game{}.ReadState(m.set, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := string(s.AppendText(nil)); got != want || n > len(text) {
			t.Errorf("%s: another state", name)
		}
	}
	for n := range len(want) - 4 { // the last words are a status and two line ends
		if _, _, err := (hp.Game{}).ReadState(m.set, []byte(want[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", n, len(want))
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"status\t0\t0", "status\t0.0123\t-1", ""},
		{"status\t0", "status\t1.01", "a status is 1.01"},
		{"status\t0", "status\tnan", "status: expected a number"},
		{"round 10", "round 201", "round is 201: must be between 0 and 200"},
		{"score\t447", "score\t-1", "score is -1"},
		{"units\n84", "units\n85", "number of units is 85: must be 84"},
		{"00 ", "00 W", "row 0 of the grid has 61 cells"},
	} {
		text := strings.Replace(want, c.old, c.new, 1)
		s, _, err := hp.Game{}.ReadState(m.set, []byte(text))
		switch {
		case c.want == "" && err == nil:
			if got := string(s.AppendText(nil)); got != text {
				t.Errorf("%q is not written as it was read", c.new)
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: error %v, want %q", c.new, err, c.want)
		}
	}
}

func FuzzReadState(f *testing.F) {
	set := settings(f, configs.Default("harrypotter"))
	f.Add(string(initial(f, 1).AppendText(nil)))
	f.Add(string(halfway(f).Board.State().AppendText(nil)))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		s, n, err := hp.Game{}.ReadState(set, []byte(text))
		if err != nil {
			return
		}
		if n > len(text) {
			t.Fatalf("%d bytes of %d used", n, len(text))
		}
		once := s.AppendText(nil)
		again, _, err := hp.Game{}.ReadState(set, once)
		if err != nil {
			t.Fatalf("what was written is refused: %v", err)
		}
		if twice := again.AppendText(nil); !bytes.Equal(once, twice) {
			t.Fatal("reading what was written gives another state")
		}
		var frame sim.Frame
		s.Fill(&frame)
		s.Inspect(s.(*hp.State).Voldemort(), &testNames)
	})
}

func FuzzReadSettings(f *testing.F) {
	f.Add(string(configs.Default("harrypotter")))
	f.Add("HarryPotter 1.0 NUM_PLAYERS 4")
	f.Fuzz(func(t *testing.T, text string) {
		set, n, err := hp.Game{}.ReadSettings([]byte(text))
		if err != nil {
			return
		}
		again, m, err := hp.Game{}.ReadSettings(set.AppendText(nil))
		if err != nil || n > len(text) || m == 0 {
			t.Fatalf("what was written is refused: %v", err)
		}
		if *again.(*hp.Settings) != *set.(*hp.Settings) {
			t.Fatal("reading what was written gives other settings")
		}
		// Boards are made in bounded time or refused; short ones are tried.
		if b, err := (hp.Game{}).NewBoard(set, []byte(text[n:]), 1); err == nil {
			_ = b.Step(&sim.Turn{})
		}
	})
}

func FuzzReadOrder(f *testing.F) {
	f.Add("4\tm\tl\t\n")
	f.Add("2\ts\t15\t 0 0 1 1 0 2 3 1 4 2 2 3 4 3 4\n")
	f.Add("4mz")
	f.Add("7 s -1")
	f.Add("9 m ?")
	f.Fuzz(func(t *testing.T, text string) {
		o, n, err := hp.Game{}.ReadOrder([]byte(text))
		if err != nil {
			return
		}
		again, _, err := hp.Game{}.ReadOrder(hp.Game{}.AppendOrder(nil, o))
		if err != nil || n > len(text) || !equalOrders(o, again) {
			t.Fatalf("%v is read back as %v, %v", o, again, err)
		}
	})
}

func equalOrders(a, b sim.Order) bool {
	return a.Unit == b.Unit && a.Kind == b.Kind && a.Dir == b.Dir && slices.Equal(a.Args, b.Args)
}

func TestReadOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want sim.Order
		used int
	}{
		{"4\tm\tl\t\n", hp.Move(4, hp.Left), 5},
		{" 12m\r\nz 5", hp.Move(12, hp.LD), 7},
		{"-3 m ?", sim.Order{Unit: -3, Kind: 'm', Dir: -1}, 6},
		{"2 s 3 1 -2 +3", hp.Spell(2, []int32{1, -2, 3}), 13},
		{"2 s -5 1", hp.Spell(2, nil), 6},
	} {
		o, n, err := hp.Game{}.ReadOrder([]byte(c.text))
		if err != nil || !equalOrders(o, c.want) || n != c.used {
			t.Errorf("%q: %v, %d bytes, %v", c.text, o, n, err)
		}
	}
	for _, text := range []string{"", "x", "4", "4 m", "4 b l", "4 s", "4 s 2 1", "4 s 2000000000 1", "99999999999 m l", "- m l"} {
		if o, _, err := (hp.Game{}).ReadOrder([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, o)
		}
	}
}
