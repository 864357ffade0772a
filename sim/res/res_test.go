package res_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// recording plays a match of Demo and returns its text.
func recording(t testing.TB, g sim.Game, edit func(*match.Spec)) []byte {
	t.Helper()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: 30, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for i := range players {
		b, ok := ai.Find(g.Name(), "Demo")
		if !ok {
			t.Fatalf("%s has no Demo", g.Name())
		}
		spec.Players[i].Name, players[i] = b.Name, b.New()
	}
	if edit != nil {
		edit(&spec)
	}
	var text bytes.Buffer
	if _, _, err := match.Play(context.Background(), g, spec, players, match.Options{Res: &text}); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func read(t *testing.T, text []byte) (*record.Record, *res.Cut) {
	t.Helper()
	l, cut, err := res.Read(text, catalog.Games(), "test.res")
	if err != nil {
		t.Fatal(res.At("test.res", text, err))
	}
	return l, cut
}

func written(t *testing.T, l *record.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	if last, err := res.Write(&out, l); err != nil || last != l.Edge() {
		t.Fatalf("rounds 0 to %d of 0 to %d, %v", last, l.Edge(), err)
	}
	return out.Bytes()
}

// same fails with the first difference.
func same(t *testing.T, got, want []byte) {
	t.Helper()
	if d := res.Diff(got, want); d != nil {
		t.Errorf("%v", d)
	}
}

// TestRoundTrip reads what was written and writes it again.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			text := recording(t, g, nil)
			l, cut := read(t, text)
			if cut != nil {
				t.Error(cut)
			}
			if over, err := l.Over(); !over || err != nil || l.Edge() != l.Rounds() {
				t.Errorf("edge %d of %d, over %v, %v", l.Edge(), l.Rounds(), over, err)
			}
			same(t, written(t, l), text)
			windows := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
			l, _ = read(t, windows)
			same(t, written(t, l), text)
		})
	}
}

// TestRecordings reads the recordings of the official programs and writes them again.
func TestRecordings(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for name, text := range simtest.Recordings(t, g.Name()) {
			if testing.Short() && name != "demo-s30" {
				continue
			}
			t.Run(g.Name()+"/"+name, func(t *testing.T) {
				t.Parallel()
				l, cut := read(t, text)
				if cut != nil {
					t.Error(cut)
				}
				same(t, written(t, l), text)
			})
		}
	}
}

// TestJudge reads a recording of the judge's: another first word, real status values.
func TestJudge(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := recording(t, g, func(s *match.Spec) { s.Clock = true })
		text = bytes.Replace(text, []byte("status\t0\t0\t0\t0\n"), []byte("status\t0.0123\t1\t-1\t2.5e-05\n"), 1)
		l, cut := read(t, text)
		if cut != nil {
			t.Error(cut)
		}
		if !l.Meta().Clock {
			t.Error("the judge's clock is lost")
		}
		if got := l.State(0).Status(); got != [sim.Seats]float64{0.0123, 1, -1, 2.5e-05} {
			t.Error(got)
		}
		same(t, written(t, l), text)
	}
}

// TestCut cuts recordings anywhere: they open with what is whole.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := recording(t, g, nil)
		full, _ := read(t, text)
		first := len(res.AppendHeader(nil, full.Meta())) + len(full.State(0).AppendText(nil))
		step := len(text)/50 + 1
		if testing.Short() {
			step *= 5
		}
		for n := first; n < len(text)-1; n += step {
			l, cut, err := res.Read(text[:n], catalog.Games(), "")
			if err != nil {
				t.Fatalf("%d bytes: %v", n, err)
			}
			if cut == nil {
				t.Fatalf("%d bytes: not found to be cut", n)
			}
			if want := sim.Line(text, n); cut.Line > want || cut.Line < want-1 {
				t.Errorf("%d bytes: line %d, want %d", n, cut.Line, want)
			}
			if l.Edge() > cut.Round {
				t.Errorf("%d bytes: edge %d after the cut in round %d", n, l.Edge(), cut.Round)
			}
			if note := l.Meta().Note; note != cut.Error() || !strings.HasPrefix(note, fmt.Sprintf("cut in round %d, line %d: ", cut.Round, cut.Line)) {
				t.Errorf("note %q", note)
			}
			if !bytes.HasPrefix(text, bytes.TrimRight(written(t, l), "\n")) {
				t.Errorf("%d bytes: what was read is not the beginning", n)
			}
		}
		for _, n := range []int{0, 3, 10, 40, 200, first - 30} {
			if l, _, err := res.Read(text[:n], catalog.Games(), ""); err == nil || l != nil {
				t.Errorf("%d bytes, less than a state, are accepted", n)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", `f:1: not a recording: expected "Game" or "SecGame", found the end of the text`},
		{"HarryPotter 1.0\n", `f:1: not a recording: expected "Game" or "SecGame", found "HarryPotter"`},
		{"Game\n\nSeed x\n", `f:3: Seed: expected a whole number, found "x"`},
		{"Game\n\nSeed 1\n\nChess 1.0\n", `f:5: expected the name of a game, found "Chess"`},
		{"Game\n\nSeed 1\n\nHarryPotter 2.0\n", `f:5: `},
	} {
		_, _, err := res.Read([]byte(c.text), catalog.Games(), "f")
		if err == nil || !strings.HasPrefix(res.At("f", []byte(c.text), err).Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, res.At("f", []byte(c.text), err), c.want)
		}
	}
}

// TestNames makes names from outside fit for a terminal.
func TestNames(t *testing.T) {
	t.Parallel()
	text := recording(t, catalog.Games()[0], nil)
	text = bytes.Replace(text, []byte("Demo Demo"), []byte("\x1b[2J\xff\u202e "+strings.Repeat("x", 100)), 1)
	l, _ := read(t, text)
	if got := l.Meta().Names; got[0] != "?[2J??" || len(got[1]) != 32 {
		t.Errorf("%q", got)
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	plain := bytes.Repeat([]byte("a line of a recording\n"), 5000)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(plain)
	z.Close()
	for _, c := range []struct {
		name string
		in   []byte
		want []byte
		ok   bool
	}{
		{"plain", plain, plain, true},
		{"empty", nil, nil, true},
		{"mark of UTF-8", append([]byte("\xef\xbb\xbf"), plain...), plain, true},
		{"packed", packed.Bytes(), plain, true},
		{"cut", packed.Bytes()[:packed.Len()-12], plain, true},
		{"no gzip", []byte("\x1f\x8bxx"), nil, false},
	} {
		got, err := res.Load(bytes.NewReader(c.in))
		if (err == nil) != c.ok || !bytes.Equal(got, c.want) && c.name != "cut" || c.name == "cut" && !bytes.HasPrefix(plain, got) {
			t.Errorf("%s: %d bytes, %v", c.name, len(got), err)
		}
	}
}

// TestGoesOn says so of what follows the last round of a recording.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := recording(t, g, nil)
		for more, want := range map[string]string{
			"": "", "\r\n \n": "", string(text): "the file goes on after the last round: ignored",
		} {
			l, cut := read(t, append(bytes.Clone(text), more...))
			if over, err := l.Over(); cut != nil || !over || err != nil || l.Meta().Note != want {
				t.Errorf("%s and %d bytes: %v, %v, note %q", g.Name(), len(more), cut, err, l.Meta().Note)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, g := range catalog.Games() {
		text := recording(f, g, nil)
		f.Add(text[:min(len(text), 20_000)])
	}
	f.Add([]byte("Game\n\nSeed 1\n\nHarryPotter 1.0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, cut, err := res.Read(text, catalog.Games(), "")
		if err != nil {
			return
		}
		if cut == nil && l.Edge() != l.Rounds() {
			t.Error("a cut was overlooked")
		}
		var once, twice bytes.Buffer
		res.Write(&once, l)
		again, _, err := res.Read(once.Bytes(), catalog.Games(), "")
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		res.Write(&twice, again)
		if d := res.Diff(once.Bytes(), twice.Bytes()); d != nil {
			t.Error(d)
		}
	})
}

// BenchmarkRead opens a recording of 1.3 MB: unpack, read, find events.
func BenchmarkRead(b *testing.B) {
	for _, g := range catalog.Games() {
		text := recording(b, g, nil)
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(text)
		z.Close()
		b.Run(g.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				loaded, err := res.Load(bytes.NewReader(packed.Bytes()))
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := res.Read(loaded, catalog.Games(), ""); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "ms/file")
		})
	}
}
