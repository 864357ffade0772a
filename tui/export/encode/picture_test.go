package encode_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"game-tui/tui/cells/screen"
	"game-tui/tui/export/encode"
)

// tint computes the RGB value of a colour independently of the exporter.
func tint(c screen.Color, own uint32, t *encode.Theme) color.RGBA {
	v := uint32(c) & 0xffffff
	switch {
	case c == 0:
		v = own
	case c == screen.RGB(v):
	case v < 16:
		v = t.NamedColors[v]
	default:
		r, g, b, _ := ansi.IndexedColor(v).RGBA()
		return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// checkPicture compares a pixel of each half cell with the grid. Cells with letters must show
// ground and letter.
func checkPicture(t *testing.T, picture image.Image, g *screen.Grid, theme *encode.Theme, cell encode.Cell) {
	t.Helper()
	m, ok := picture.(*image.RGBA)
	if !ok {
		m = image.NewRGBA(picture.Bounds())
		draw.Draw(m, m.Rect, picture, m.Rect.Min, draw.Src)
	}
	if got, want := m.Bounds().Size(), (image.Point{g.W * cell.W, g.H * cell.H}); got != want {
		t.Fatalf("a picture of %v, want %v", got, want)
	}
	for i, c := range g.Cells {
		x, y := i%g.W*cell.W, i/g.W*cell.H
		fg, bg := tint(c.FG, theme.FG, theme), tint(c.BG, theme.BG, theme)
		if c.Attr&screen.Reverse != 0 {
			fg, bg = bg, fg
		}
		up := m.RGBAAt(x+cell.W/2, y+cell.H/4)
		low := m.RGBAAt(x+cell.W/2, y+cell.H*3/4)
		if c.Attr&screen.Underline != 0 && c.R <= ' ' {
			continue
		}
		switch c.R {
		case 0, ' ':
			fg = bg
		case '▀':
		case '▄':
			fg, bg = bg, fg
		case '█':
			bg = fg
		default:
			if fg != bg && !hasSign(m, x, y, cell) {
				t.Fatalf("cell (%d,%d): %q is not seen", i%g.W, i/g.W, c.R)
			}
			continue
		}
		if up != fg || low != bg {
			t.Fatalf("cell (%d,%d), %q: %v and %v, want %v and %v", i%g.W, i/g.W, c.R, up, low, fg, bg)
		}
	}
}

func hasSign(m *image.RGBA, x, y int, cell encode.Cell) bool {
	first := m.RGBAAt(x, y)
	for i := range cell.W * cell.H {
		if m.RGBAAt(x+i%cell.W, y+i/cell.W) != first {
			return true
		}
	}
	return false
}

// animation returns the decoded GIF of a film.
func animation(t *testing.T, f *encode.Film) *gif.GIF {
	t.Helper()
	all, err := gif.DecodeAll(bytes.NewReader(written(t, "gif", f)))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Each picture shows its screen.
func TestGIFPictures(t *testing.T) {
	t.Parallel()
	for _, f := range films() {
		all := animation(t, f)
		if all.LoopCount != 0 {
			t.Errorf("%s: %d loops", f.Title, all.LoopCount)
		}
		canvas := image.NewRGBA(image.Rect(0, 0, all.Config.Width, all.Config.Height))
		n, at := 0, 0
		for frame := range f.Frames {
			if got := time.Duration(at) * 10 * time.Millisecond; got != frame.At {
				t.Fatalf("%s: picture %d comes at %v, want %v", f.Title, n, got, frame.At)
			}
			m := all.Image[n]
			draw.Draw(canvas, m.Bounds(), m, m.Bounds().Min, draw.Over)
			checkPicture(t, canvas, frame.Screen, &f.Theme, defaultCell)
			at += all.Delay[n]
			n++
		}
		if n != len(all.Image) || all.Delay[n-1] != 300 {
			t.Errorf("%s: %d pictures of %d screens, the last stays %d", f.Title, len(all.Image), n, all.Delay[n-1])
		}
	}
}

// The total time and the last screen must be kept.
func TestGIFDropsFastScreens(t *testing.T) {
	t.Parallel()
	a, b := one("a"), one("b")
	for _, step := range []time.Duration{0, time.Millisecond, time.Second / 64, time.Second / 50, time.Second / 3, 1000 * time.Second} {
		f := film("x", a)
		const screens = 100
		f.Frames = func(yield func(encode.Frame) bool) {
			for i := range screens {
				if !yield(encode.Frame{At: time.Duration(i) * step, Screen: []*screen.Grid{a, b}[i%2]}) {
					return
				}
			}
		}
		all := animation(t, f)
		sum := 0
		canvas := image.NewRGBA(image.Rect(0, 0, all.Config.Width, all.Config.Height))
		for i, d := range all.Delay {
			if d < 2 {
				t.Errorf("%v: a picture stays %d hundredths", step, d)
			}
			sum += d
			draw.Draw(canvas, all.Image[i].Bounds(), all.Image[i], all.Image[i].Bounds().Min, draw.Over)
		}
		checkPicture(t, canvas, b, &f.Theme, defaultCell)
		want := int((screens - 1) * step / (10 * time.Millisecond))
		if got := sum - 300; got < want-1 || got > want+1 {
			if step < time.Second*600 { // GIF cannot represent longer delays
				t.Errorf("%v: %d hundredths, want %d", step, got, want)
			}
		}
	}
}

func TestGIFJoinsEqualScreens(t *testing.T) {
	t.Parallel()
	all := animation(t, film("x", one("a"), one("a"), one("a"), one("b")))
	if fmt.Sprint(all.Delay) != "[30 300]" {
		t.Errorf("delays %v", all.Delay)
	}
}

func TestPNGShowsScreen(t *testing.T) {
	t.Parallel()
	for _, f := range films() {
		for _, cell := range []encode.Cell{{6, 12}, {9, 17}} {
			g := screenAt(f, 6)
			var out bytes.Buffer
			if err := encode.PNG(&out, at(f, 6, cell)); err != nil {
				t.Fatal(err)
			}
			m, err := png.Decode(&out)
			if err != nil {
				t.Fatal(err)
			}
			checkPicture(t, m, g, &f.Theme, cell)
		}
	}
}

// rainbow returns a screen of 1600 colours.
func rainbow() *screen.Grid {
	var g screen.Grid
	g.Resize(40, 20)
	for i := range g.Cells {
		rgb := uint32(i) * 0x10305
		g.Cells[i] = screen.Cell{R: '▀', Style: screen.Style{FG: screen.RGB(rgb), BG: screen.RGB(^rgb)}}
	}
	return &g
}

func TestGIFApproximatesColours(t *testing.T) {
	t.Parallel()
	all := animation(t, film("x", rainbow()))
	if n := len(all.Image[0].Palette); n != 256 {
		t.Errorf("a palette of %d", n)
	}
}

// sketch is a parsed SVG.
type sketch struct {
	Width  int    `xml:"width,attr"`
	Height int    `xml:"height,attr"`
	Title  string `xml:"title"`
	Paths  []struct {
		Fill string `xml:"fill,attr"`
		D    string `xml:"d,attr"`
	} `xml:"path"`
	Defs struct {
		Paths []struct {
			ID string `xml:"id,attr"`
			D  string `xml:"d,attr"`
		} `xml:"path"`
	} `xml:"defs"`
	Groups []struct {
		Fill string `xml:"fill,attr"`
		Uses []struct {
			Href string `xml:"href,attr"`
			X    int    `xml:"x,attr"`
			Y    int    `xml:"y,attr"`
		} `xml:"use"`
	} `xml:"g"`
}

// paint paints the rectangles, and a point for each letter.
func (s *sketch) paint(t *testing.T) image.Image {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, s.Width, s.Height))
	for _, p := range s.Paths {
		var rgb uint32
		if _, err := fmt.Sscanf(p.Fill, "#%06x", &rgb); err != nil {
			t.Fatal(p.Fill, err)
		}
		ink := image.NewUniform(color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255})
		for _, d := range strings.Split(strings.TrimSuffix(p.D, "z"), "z") {
			var x, y, w, h, back int
			if _, err := fmt.Sscanf(d, "M%d %dh%dv%dh-%d", &x, &y, &w, &h, &back); err != nil {
				if _, err := fmt.Sscanf(d, "M0 0h%dv%dh-%d", &w, &h, &back); err != nil {
					t.Fatal(d, err)
				}
			}
			if w != back || w < 1 || h < 1 {
				t.Fatalf("no rectangle: %s", d)
			}
			draw.Draw(m, image.Rect(x, y, x+w, y+h), ink, image.Point{}, draw.Src)
		}
	}
	known := map[string]bool{}
	for _, p := range s.Defs.Paths {
		known["#"+p.ID] = strings.HasPrefix(p.D, "M") && strings.HasSuffix(p.D, "Z")
	}
	for _, g := range s.Groups {
		for _, u := range g.Uses {
			if !known[u.Href] {
				t.Fatalf("no outline %s", u.Href)
			}
			m.Set(u.X+1, u.Y+1, color.RGBA{1, 2, 3, 255})
		}
	}
	return m
}

func TestSVGShowsScreen(t *testing.T) {
	t.Parallel()
	for _, f := range films() {
		g := screenAt(f, 6)
		var out bytes.Buffer
		if err := encode.SVG(&out, at(f, 6, defaultCell)); err != nil {
			t.Fatal(err)
		}
		var s sketch
		if err := xml.Unmarshal(out.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		if s.Title != f.Title {
			t.Errorf("title %q", s.Title)
		}
		checkPicture(t, s.paint(t), g, &f.Theme, defaultCell)
	}
}

func TestTXTIsTrimmedScreen(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := encode.Text(&out, film("", one("round 7/200  \x1b[2J█ ● \x00"))); err != nil {
		t.Fatal(err)
	}
	if want := "round 7/200\n  [2J█ ●\n\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

func TestTooLargePicturesAreRefused(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(500, 200)
	huge := film("x", &g)
	for _, cell := range []encode.Cell{{32, 64}, {0, 0}, {-8, 16}, {8, 1 << 40}} {
		huge.Cell = cell
		for _, name := range []string{"png", "svg", "gif"} {
			if formats[name](io.Discard, huge) == nil {
				t.Errorf("%s is written with cells of %v", name, cell)
			}
		}
	}
}
