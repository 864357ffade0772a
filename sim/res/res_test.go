package res_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
)

var demo struct {
	mu    sync.Mutex
	texts map[string][]byte // recordings by name of the game
}

// recording returns the recording of a match of Demo. Each game is played only once.
func recording(t testing.TB, g sim.Game) []byte {
	t.Helper()
	demo.mu.Lock()
	defer demo.mu.Unlock()
	text, ok := demo.texts[g.Name()]
	if !ok {
		if demo.texts == nil {
			demo.texts = map[string][]byte{}
		}
		text = play(t, g, func(*match.Spec) {})
		demo.texts[g.Name()] = text
	}
	return bytes.Clone(text)
}

// play plays a match of Demo and returns its recording.
func play(t testing.TB, g sim.Game, edit func(*match.Spec)) []byte {
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
	edit(&spec)
	var text bytes.Buffer
	if _, _, err := match.Play(context.Background(), g, spec, players, match.Options{Recording: &text}); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func read(t *testing.T, text []byte) (*record.Record, *res.CutError) {
	t.Helper()
	rec, cut, err := res.Read(text, catalog.Games(), "test.res")
	if err != nil {
		t.Fatal(res.WithPosition("test.res", text, err))
	}
	return rec, cut
}

func written(t *testing.T, rec *record.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	if last, err := res.Write(&out, rec); err != nil || last != rec.Edge() {
		t.Fatalf("last round written: got %d, %v, want %d", last, err, rec.Edge())
	}
	return out.Bytes()
}

// same fails the test with the first difference between two texts.
func same(t *testing.T, got, want []byte) {
	t.Helper()
	if d := res.Diff(got, want); d != nil {
		t.Errorf("%v", d)
	}
}

func TestRecordingsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			text := recording(t, g)
			rec, cut := read(t, text)
			if cut != nil {
				t.Error(cut)
			}
			if over, err := rec.Ended(); !over || err != nil || rec.Edge() != rec.Rounds() {
				t.Errorf("got edge %d, over %v, %v, want %d, over", rec.Edge(), over, err, rec.Rounds())
			}
			same(t, written(t, rec), text)
			windows := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
			rec, _ = read(t, windows)
			same(t, written(t, rec), text)
		})
	}
}

func TestOfficialRecordingsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for name, text := range simtest.Recordings(t, g.Name()) {
			if testing.Short() && name != "demo-s30" {
				continue
			}
			t.Run(g.Name()+"/"+name, func(t *testing.T) {
				t.Parallel()
				rec, cut := read(t, text)
				if cut != nil {
					t.Error(cut)
				}
				same(t, written(t, rec), text)
			})
		}
	}
}

// TestRecordingsOfTheJudgeRoundTrip covers recordings that start with a different word and contain
// real status values.
func TestRecordingsOfTheJudgeRoundTrip(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := play(t, g, func(s *match.Spec) { s.ShowClock = true })
		text = bytes.Replace(text, []byte("status\t0\t0\t0\t0\n"), []byte("status\t0.0123\t1\t-1\t2.5e-05\n"), 1)
		rec, cut := read(t, text)
		if cut != nil {
			t.Error(cut)
		}
		if !rec.Meta().HasClock {
			t.Error("Meta.Clock is false, want true")
		}
		if got := rec.State(0).Status(); got != [sim.Seats]float64{0.0123, 1, -1, 2.5e-05} {
			t.Errorf("status: got %v", got)
		}
		same(t, written(t, rec), text)
	}
}

func TestCutRecordingsOpen(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := recording(t, g)
		full, _ := read(t, text)
		first := len(res.AppendHeader(nil, full.Meta())) + len(full.State(0).AppendText(nil))
		step := len(text)/20 + 1
		if testing.Short() {
			step *= 3
		}
		for n := first; n < len(text)-1; n += step {
			rec, cut, err := res.Read(text[:n], catalog.Games(), "")
			if err != nil {
				t.Fatalf("%d bytes: %v", n, err)
			}
			if cut == nil {
				t.Fatalf("%d bytes: got no cut", n)
			}
			if want := sim.LineNumber(text, n); cut.Line > want || cut.Line < want-1 {
				t.Errorf("%d bytes: line %d, want %d", n, cut.Line, want)
			}
			if rec.Edge() > cut.Round {
				t.Errorf("%d bytes: edge %d, want at most %d, the round of the cut", n, rec.Edge(), cut.Round)
			}
			if note := rec.Meta().Note; note != cut.Error() || !strings.HasPrefix(note, fmt.Sprintf("truncated in round %d, line %d: ", cut.Round, cut.Line)) {
				t.Errorf("note: got %q, want %q", note, cut.Error())
			}
			if !bytes.HasPrefix(text, bytes.TrimRight(written(t, rec), "\n")) {
				t.Errorf("%d bytes: the record is not the beginning of the match", n)
			}
		}
		for _, n := range []int{0, 3, 10, 40, 200, first - 30} {
			if rec, _, err := res.Read(text[:n], catalog.Games(), ""); err == nil || rec != nil {
				t.Errorf("%d bytes, less than a state, give no error", n)
			}
		}
	}
}

func TestWrongRecordingsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", `f:1: not a recording: expected "Game" or "SecGame", found the end of the text`},
		{"HarryPotter 1.0\n", `f:1: not a recording: expected "Game" or "SecGame", found "HarryPotter"`},
		{"Game\n\nSeed x\n", `f:3: Seed: expected a whole number, found "x"`},
		{"Game\n\nSeed 1\n\nChess 1.0\n", `f:5: expected the name of a game, found "Chess"`},
		{"Game\n\nSeed 1\n\nHarryPotter 2.0\n", `f:5: `},
	} {
		_, _, err := res.Read([]byte(c.text), catalog.Games(), "f")
		if err == nil || !strings.HasPrefix(res.WithPosition("f", []byte(c.text), err).Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, res.WithPosition("f", []byte(c.text), err), c.want)
		}
	}
}

func TestNamesAreSanitized(t *testing.T) {
	t.Parallel()
	text := recording(t, catalog.Default())
	text = bytes.Replace(text, []byte("Demo Demo"), []byte("\x1b[2J\xff\u202e "+strings.Repeat("x", 100)), 1)
	rec, _ := read(t, text)
	if got := rec.Meta().Names; got[0] != "?[2J??" || len(got[1]) != 32 {
		t.Errorf("names: got %q, want printable ones of at most 32 bytes", got)
	}
}

func TestLoadUnpacks(t *testing.T) {
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
			t.Errorf("%s: got %d bytes, %v, want %d, success %v", c.name, len(got), err, len(c.want), c.ok)
		}
	}
}

func TestTextAfterTheLastRoundIsNoted(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		text := recording(t, g)
		for more, want := range map[string]string{
			"": "", "\r\n \n": "", string(text): "text after the last round ignored",
		} {
			rec, cut := read(t, append(bytes.Clone(text), more...))
			if over, err := rec.Ended(); cut != nil || !over || err != nil || rec.Meta().Note != want {
				t.Errorf("%s and %d bytes: got %v, %v, note %q, want note %q", g.Name(), len(more), cut, err, rec.Meta().Note, want)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, g := range catalog.Games() {
		text := recording(f, g)
		f.Add(text[:min(len(text), 20_000)])
		for _, word := range []string{"commands\n", "\nround ", "\nscore"} { // keywords to damage at their second occurrence
			if parts := bytes.SplitAfterN(text, []byte(word), 4); len(parts) == 4 {
				f.Add(slices.Concat(parts[0], parts[1], []byte(" oops "), parts[2], parts[3][:min(len(parts[3]), 20_000)]))
			}
		}
	}
	f.Add([]byte("Game\n\nSeed 1\n\nHarryPotter 1.0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, cut, err := res.Read(text, catalog.Games(), "")
		if err != nil {
			return
		}
		if cut == nil && rec.Edge() != rec.Rounds() {
			t.Error("got no cut before the last round")
		}
		for k := range rec.Edge() + 1 {
			if n := rec.State(k).Round(); n != rec.LastKnownRound(k) {
				t.Errorf("state %d is that of round %d, want %d", k, n, rec.LastKnownRound(k))
			}
		}
		var once, twice bytes.Buffer
		res.Write(&once, rec)
		again, _, err := res.Read(once.Bytes(), catalog.Games(), "")
		if err != nil {
			t.Fatalf("reading what was written: %v", err)
		}
		res.Write(&twice, again)
		if d := res.Diff(once.Bytes(), twice.Bytes()); d != nil {
			t.Error(d)
		}
	})
}

// BenchmarkRead opens a recording of 1.3 MB: it decompresses and parses the text and derives the
// events.
func BenchmarkRead(b *testing.B) {
	for _, g := range catalog.Games() {
		text := recording(b, g)
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
