package encode_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"game-tui/tui/cells/screen"
	"game-tui/tui/export/encode"
	"game-tui/tui/export/glyph"
)

// webpage is a parsed page.
type webpage struct {
	elements []string // names with their attributes' names, in order
	refs     []string // references that a browser could fetch
	texts    map[string]string
	scripts  []string
	rounds   []string // rounds that the page links to
	moments  []string
}

func readPage(tb testing.TB, data []byte) *webpage {
	tb.Helper()
	root, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	p := &webpage{texts: map[string]string{}}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		name, id := n.Data, ""
		for _, a := range n.Attr {
			name += " " + a.Key
			switch a.Key {
			case "id":
				id = a.Val
			case "data-rounds":
				p.texts[a.Key] = a.Val
			case "href":
				if strings.HasPrefix(a.Val, "#") {
					p.rounds = append(p.rounds, a.Val)
				} else {
					p.refs = append(p.refs, a.Val)
				}
			case "src", "action", "data", "srcset", "poster":
				p.refs = append(p.refs, a.Val)
			}
		}
		p.elements = append(p.elements, name)
		text := textOf(n)
		switch n.Data {
		case "script":
			p.scripts = append(p.scripts, text)
		case "span":
			p.moments = append(p.moments, text)
		}
		if id == "" {
			id = n.Data
		}
		p.texts[id] += text
	}
	return p
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// unpacked returns the cast in a page.
func (p *webpage) unpacked(tb testing.TB) []byte {
	tb.Helper()
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(p.texts["cast"])))
	if err != nil {
		tb.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func written(tb testing.TB, format string, f *encode.Film) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := formats[format](&out, f); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// A page holds the cast, all moments, fonts and licences, and fetches nothing.
func TestHTMLHoldsFilm(t *testing.T) {
	t.Parallel()
	for _, f := range films() {
		p := readPage(t, written(t, "html", f))
		if !bytes.Equal(p.unpacked(t), written(t, "cast2", f)) {
			t.Errorf("%s: the cast is another one", f.Title)
		}
		var moments, rounds, times []string
		for frame := range f.Frames {
			times = append(times, fmt.Sprintf("%d:%d", frame.Round, frame.At.Milliseconds()))
			if frame.Moment != "" {
				rounds = append(rounds, fmt.Sprint("#", frame.Round))
			}
		}
		for _, e := range readCast(t, p.unpacked(t)).events {
			if e.code == "m" {
				moments = append(moments, e.text)
			}
		}
		if !slices.Equal(moments, p.moments) || !slices.Equal(rounds, p.rounds) || len(moments) == 0 {
			t.Errorf("%s: moments %q at %q, want %q", f.Title, p.moments, p.rounds, moments)
		}
		if p.texts["data-rounds"] != strings.Join(times, " ") {
			t.Errorf("%s: rounds at %s", f.Title, p.texts["data-rounds"])
		}
		if p.texts["title"] != f.Title || p.texts["h1"] != f.Title {
			t.Errorf("title %q, heading %q", p.texts["title"], p.texts["h1"])
		}
		if len(p.refs) > 0 || len(p.scripts) != 3 {
			t.Errorf("%s: %d scripts, references %q", f.Title, len(p.scripts), p.refs)
		}
		for _, font := range [][]byte{glyph.RegularWOFF2, glyph.BoldWOFF2} {
			if !strings.Contains(p.texts["style"], base64.StdEncoding.EncodeToString(font)) {
				t.Error("a font is missing")
			}
		}
		for _, words := range []string{"Apache License", "Ryan Carniato", "Bitstream Vera"} {
			if !strings.Contains(p.texts["pre"], words) {
				t.Errorf("no licence of %s", words)
			}
		}
		if !strings.Contains(p.scripts[1], "var AsciinemaPlayer=") || strings.Contains(p.texts["style"], "@css") {
			t.Error("the player is not in the page")
		}
	}
}

func TestHTMLListsAtMost500Moments(t *testing.T) {
	t.Parallel()
	g := one("x")
	screens := slices.Repeat([]*screen.Grid{g}, 700)
	p := readPage(t, written(t, "html", film("a moment", screens...)))
	if len(p.moments) != 500 || !strings.Contains(p.texts["moments"], "and 200 more") {
		t.Errorf("%d moments are listed: …%s", len(p.moments), p.texts["moments"][len(p.texts["moments"])-60:])
	}
	if n := strings.Count(string(p.unpacked(t)), `"m"`); n != 700 {
		t.Errorf("%d markers", n)
	}
}

// Limits are the measured sizes plus a tenth. The match is the one with the largest recording.
func TestFileSizesStayBelowLimits(t *testing.T) {
	t.Parallel()
	check := func(what string, f *encode.Film, limits map[string]int64) {
		for format, limit := range limits {
			var n counter
			if err := formats[format](&n, f); err != nil {
				t.Fatal(err)
			}
			if int64(n) > limit {
				t.Errorf("%s: %s has %d bytes, want at most %d", what, format, n, limit)
			}
		}
	}
	for _, f := range films() {
		check(f.Title, f, map[string]int64{"cast2": 225_000, "gif": 425_000})
		check(f.Title, at(f, 8, defaultCell), map[string]int64{"png": 30_000, "svg": 109_000})
	}
	largest := recorded(t, "harrypotter", "rival-s2001", 1)
	check(largest.Title, largest, map[string]int64{"html": 540_000})
}
