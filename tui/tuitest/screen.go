package tuitest

import (
	"flag"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/vt"

	"game-tui/tui/screen"
)

// Shown is a screen as a terminal shows it.
type Shown struct{ em *vt.Emulator }

// Show sends a screen's text through a terminal emulator.
func Show(tb testing.TB, g *screen.Grid) Shown {
	tb.Helper()
	em := vt.NewEmulator(g.W, g.H)
	text := strings.ReplaceAll(string(g.AppendText(nil)), "\n", "\r\n")
	if _, err := em.WriteString(text); err != nil {
		tb.Fatal(err)
	}
	return Shown{em}
}

// At is a cell: its rune and its colours.
func (s Shown) At(x, y int) (r rune, fg, bg color.Color) {
	c := s.em.CellAt(x, y)
	r, _ = utf8.DecodeRuneInString(c.Content)
	if c.Content == "" {
		r = ' '
	}
	return r, c.Style.Fg, c.Style.Bg
}

// Row is a row without colours.
func (s Shown) Row(y int) string {
	var b strings.Builder
	for x := range s.em.Width() {
		r, _, _ := s.At(x, y)
		b.WriteRune(r)
	}
	return b.String()
}

// String is the screen without colours.
func (s Shown) String() string {
	rows := make([]string, s.em.Height())
	for y := range rows {
		rows[y] = s.Row(y)
	}
	return strings.Join(rows, "\n")
}

// RGB makes colours of every kind comparable; nil is the terminal's own.
func RGB(c color.Color) string {
	if c == nil {
		return "-"
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)
}

// make golden sets it: the files are written anew, and git diff shows what changed.
var update = flag.Bool("update", false, "write the golden files anew")

// Colored is a screen with its control sequences in letters.
func Colored(g *screen.Grid) string {
	return strings.ReplaceAll(string(g.AppendText(nil)), "\x1b", "␛")
}

// Golden compares a text with the golden file of the test.
func Golden(t *testing.T, got string) {
	t.Helper()
	rows := strings.Split(got, "\n")
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	got = strings.Join(rows, "\n") + "\n"
	name := GoldenFile(t)
	if Update() {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the screen differs from %s (make golden writes it anew):\n%s", name, got)
	}
}

// GoldenFile is the golden file of a test.
func GoldenFile(t *testing.T) string {
	return filepath.Join("testdata", filepath.FromSlash(t.Name())+".golden")
}

// Update reports whether golden files are to be written anew.
func Update() bool { return *update }
