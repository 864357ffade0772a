package encode_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/gif"
	"image/png"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/vt"

	"game-tui/tui/cells/screen"
	"game-tui/tui/export/encode"
	"game-tui/tui/tuitest"
)

func TestSameFilmGivesSameBytes(t *testing.T) {
	t.Parallel()
	for _, f := range films()[:1] {
		for name := range formats {
			if !bytes.Equal(written(t, name, f), written(t, name, f)) {
				t.Errorf("%s: %s differs from itself", f.Title, name)
			}
		}
	}
}

func TestErrorsOfFilmAndWriterAreReturned(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cast2", "cast3", "gif", "html"} {
		if err := formats[name](io.Discard, &encode.Film{W: 12, H: 3, Frames: func(func(encode.Frame) bool) {}}); err == nil {
			t.Errorf("%s of no screen is written", name)
		}
	}
	good := film("x", one("x"))
	full := errors.New("no space left")
	for name, write := range formats {
		size := len(written(t, name, good))
		for _, n := range []int{0, 1, size / 3, size - 1} {
			if err := write(&limited{n, full}, good); !errors.Is(err, full) {
				t.Errorf("%s, failing at %d of %d: %v", name, n, size, err)
			}
		}
	}
}

// limited is a writer that fails after some bytes.
type limited struct {
	left int
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, l.err
	}
	return len(p), nil
}

func TestMemoryDoesNotGrowWithScreens(t *testing.T) {
	if testing.Short() {
		t.Skip("needs long films")
	}
	for _, name := range []string{"cast2", "gif", "html"} {
		r := rand.New(rand.NewPCG(1, 2))
		f := film("x", &screen.Grid{})
		f.W, f.H = 40, 12
		live := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		var early int64
		var g screen.Grid
		g.Resize(f.W, f.H)
		f.Frames = func(yield func(encode.Frame) bool) {
			for i := range 3000 {
				g.Set(r.IntN(f.W), r.IntN(f.H), rune('a'+r.IntN(26)), screen.Style{FG: screen.IndexedColor(uint8(r.IntN(256)))})
				if !yield(encode.Frame{At: time.Duration(i) * time.Second, Screen: &g, Moment: "a moment"}) {
					return
				}
				switch i {
				case 1000:
					early = live()
				case 2999:
					if grown := live() - early; grown > 2<<20 {
						t.Errorf("%s: %d bytes more after 2000 screens", name, grown)
					}
				}
			}
		}
		if err := formats[name](io.Discard, f); err != nil {
			t.Fatal(err)
		}
	}
}

// sequences matches control sequences that screens may contain.
var sequences = regexp.MustCompile(`\x1b\[[0-9;]*[mHCJ]|\x1b\[\?25l`)

// hostile writes a film of hostile texts in every format and checks that they are escaped.
func hostile(t *testing.T, title, moment, text string, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 3))
	screens := make([]*screen.Grid, 3)
	for i := range screens {
		screens[i] = one(text)
		for range 5 {
			c := screen.Cell{R: rune(r.Int32()), Style: screen.Style{FG: screen.Color(r.Uint32()), BG: screen.Color(r.Uint32()), Attr: screen.Attr(r.Uint32())}}
			screens[i].Cells[r.IntN(36)] = c
		}
	}
	f := film(title, screens...)
	frames := f.Frames
	f.Frames = func(yield func(encode.Frame) bool) {
		for frame := range frames {
			frame.Moment = moment
			if !yield(frame) {
				return
			}
		}
	}
	out := map[string][]byte{}
	for name := range formats {
		out[name] = written(t, name, f)
		if name != "gif" && name != "png" && !utf8.Valid(out[name]) {
			t.Errorf("%s is no UTF-8", name)
		}
	}
	checkCasts(t, out["cast2"], out["cast3"])
	checkHostilePage(t, out["html"], screens)
	checkHostileSVG(t, out["svg"])
	if i := strings.IndexFunc(string(out["txt"]), control); i >= 0 {
		t.Errorf("txt: %q", out["txt"][i:])
	}
	if all, err := gif.DecodeAll(bytes.NewReader(out["gif"])); err != nil || len(all.Image) > len(screens) {
		t.Errorf("gif: %v", err)
	}
	if _, err := png.Decode(bytes.NewReader(out["png"])); err != nil {
		t.Errorf("png: %v", err)
	}
}

// control reports whether a rune is never written in texts.
func control(r rune) bool {
	return r != '\n' && screen.PrintableRune(r) != r && !unicode.IsPrint(r)
}

func checkCasts(t *testing.T, casts ...[]byte) {
	t.Helper()
	for _, data := range casts {
		for line := range strings.Lines(string(data)) {
			if !json.Valid([]byte(line)) || strings.ContainsFunc(line, control) {
				t.Fatalf("cast: %q", line)
			}
		}
		c := readCast(t, data)
		em := vt.NewEmulator(12, 3)
		em.SetCallbacks(vt.Callbacks{
			Title:     func(s string) { t.Errorf("the terminal's title becomes %q", s) },
			Bell:      func() { t.Error("the terminal rings") },
			AltScreen: func(bool) { t.Error("another screen is shown") },
		})
		for _, e := range c.events {
			text := sequences.ReplaceAllString(e.text, "")
			if strings.ContainsFunc(text, control) || e.code == "m" && text != e.text {
				t.Fatalf("cast: %s %q", e.code, e.text)
			}
			if e.code == "o" {
				em.WriteString(e.text)
			}
		}
	}
}

// innocent are pages of harmless texts: one without moments and one with three.
var innocent = sync.OnceValue(func() (both [2]*webpage) {
	tb := new(testing.B)
	both[0] = readPage(tb, written(tb, "html", film("", one("x"), one("y"), one("z"))))
	both[1] = readPage(tb, written(tb, "html", film("x", one("x"), one("y"), one("z"))))
	return both
})

func checkHostilePage(t *testing.T, data []byte, screens []*screen.Grid) {
	t.Helper()
	p := readPage(t, data)
	want := innocent()[min(len(p.moments), 1)]
	if !slices.Equal(p.elements, want.elements) || len(p.refs) > 0 {
		t.Errorf("html: elements %q", p.elements)
	}
	if p.scripts[1] != want.scripts[1] || p.scripts[2] != want.scripts[2] || p.texts["style"] != want.texts["style"] {
		t.Error("html: scripts or styles differ")
	}
	for _, text := range append(p.moments, p.texts["title"], p.texts["h1"]) {
		if strings.ContainsFunc(text, control) || len(text) > 200 {
			t.Errorf("html: %q", text)
		}
	}
	checkCasts(t, p.unpacked(t))
}

func checkHostileSVG(t *testing.T, data []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("svg: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if !slices.Contains([]string{"svg", "title", "path", "defs", "g", "use"}, e.Name.Local) {
				t.Errorf("svg: element %s", e.Name.Local)
			}
			for _, a := range e.Attr {
				if !slices.Contains([]string{"xmlns", "width", "height", "viewBox", "role", "fill", "d", "id", "href", "x", "y"}, a.Name.Local) {
					t.Errorf("svg: attribute %s", a.Name.Local)
				}
			}
		case xml.CharData:
			if strings.ContainsFunc(string(e), control) {
				t.Errorf("svg: %q", e)
			}
		case xml.Comment, xml.ProcInst, xml.Directive:
			t.Errorf("svg: %v", e)
		}
	}
}

// attacks are texts with a meaning in some format.
var attacks = []string{
	"</script><script>alert(1)</script>", "<!--<script>", "]]>", "-->", "\"'><img src=x onerror=alert(1)>", "&lt;&#60;&amp",
	"\x1b[2J\x1b]0;owned\a\x1b[?1049h", "\x9b31m", "\u009b31m", "\u202e\u2066\ufeff", "\x00\x01\r\n\t\v", "\xff\xfe\xc3", "@title@ @cast@ @js@",
	"</title><svg onload=alert(1)>", "\u2028\u2029", "漢字 🎉 e\u0301", strings.Repeat("<b>", 10_000), `\u003c/script>\n`, "%s%n{{.}}${x}",
}

// FuzzHostile checks that no text becomes markup, script or a control sequence.
func FuzzHostile(f *testing.F) {
	for i, text := range attacks {
		f.Add(text, attacks[(i+1)%len(attacks)], attacks[(i+2)%len(attacks)], uint64(i))
	}
	f.Fuzz(hostile)
}

func TestCastReplaysRandomScreens(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	screens := make([]*screen.Grid, 30)
	for i := range screens {
		screens[i] = one("")
		if i > 0 {
			screens[i].CopyFrom(screens[i-1])
		}
		for range r.IntN(10) {
			st := screen.Style{FG: screen.IndexedColor(uint8(r.IntN(256))), BG: screen.BasicColor(uint8(r.IntN(16))), Attr: screen.Attr(r.IntN(32))}
			screens[i].Set(r.IntN(12), r.IntN(3), []rune("a▀█ ●")[r.IntN(5)], st)
		}
	}
	events := readCast(t, written(t, "cast2", film("", screens...))).events
	em := vt.NewEmulator(12, 3)
	for i, g := range screens {
		if len(events) > 0 && events[0].at == int64(i)*100 {
			em.WriteString(events[0].text)
			events = events[1:]
		}
		tuitest.Compare(t, em, g)
	}
	if len(events) > 0 {
		t.Errorf("%d events more than screens", len(events))
	}
}

func Benchmark(b *testing.B) {
	f := recorded(b, "moneyheist", "dummy-s30", 1)
	for _, name := range []string{"cast2", "html", "gif", "png", "svg"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var n counter
			for b.Loop() {
				n = 0
				if err := formats[name](&n, f); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n), "bytes")
		})
	}
}
