// Package screentest compares screens with golden files. Run go test with -update to rewrite the
// files. The package imports no games, so that tests of commands can use it.
package screentest

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"game-tui/sim/simtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// CompareGolden compares got, without trailing blanks, with the golden file named after the test.
func CompareGolden(t *testing.T, got string) {
	t.Helper()
	CompareGoldenFile(t, goldenPath(t), trim(got))
}

func trim(text string) string {
	rows := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	return strings.Join(rows, "\n") + "\n"
}

// CompareGoldenFile compares got with the file at path, byte for byte.
func CompareGoldenFile(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if the change is intended, run go test here with -run '^%s$' -update\n%s", path,
			strings.ReplaceAll(t.Name(), "/", "$/^"), sideBySide(string(want), got))
	}
}

const (
	printedRows    = 8
	printedColumns = 60 // width of each of the two texts
)

// sideBySide returns the first rows that differ, each cut to the part around the first difference.
func sideBySide(want, got string) string {
	out := fmt.Sprintf("%4s  %-*s | got\n", "row", printedColumns, "want")
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	differ := 0
	for i := range max(len(a), len(b)) {
		var left, right []rune
		if i < len(a) {
			left = []rune(a[i])
		}
		if i < len(b) {
			right = []rune(b[i])
		}
		if slices.Equal(left, right) {
			continue
		}
		if differ++; differ <= printedRows {
			from := 0
			for from < min(len(left), len(right)) && left[from] == right[from] {
				from++
			}
			from = max(from-printedColumns/3, 0)
			out += fmt.Sprintf("%4d  %-*s | %s\n", i+1, printedColumns, cut(left, from), cut(right, from))
		}
	}
	return fmt.Sprintf("%s%d rows differ\n", out, differ)
}

func cut(row []rune, from int) string {
	row = row[min(from, len(row)):]
	return string(row[:min(len(row), printedColumns)])
}

func goldenPath(t *testing.T) string {
	return filepath.Join("testdata", filepath.FromSlash(t.Name())+".golden")
}

// StyledText returns a screen as text, then as one style letter per cell, followed by a legend of the
// letters.
func StyledText(em *vt.Emulator) string {
	var text, styles, legend strings.Builder
	known, free := map[string]rune{"": '.'}, []rune(styleLetters)
	for y := range em.Height() {
		for x := range em.Width() {
			cell := em.CellAt(x, y)
			style := StyleWords(cell)
			letter, ok := known[style]
			if !ok {
				letter = '?' // There are more styles than letters.
				if len(free) > 0 {
					letter, free = free[0], free[1:]
				}
				known[style] = letter
				fmt.Fprintf(&legend, "%c %s\n", letter, style)
			}
			text.WriteString(cmp.Or(cell.Content, " "))
			styles.WriteRune(letter)
		}
		text.WriteByte('\n')
		styles.WriteByte('\n')
	}
	return text.String() + "\n" + styles.String() + "\n" + legend.String()
}

const styleLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789αβγδεζηθικλμνξοπρςστυφχψω" +
	"աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"

// StyleWords describes the visible style of a cell.
func StyleWords(c *uv.Cell) string {
	var words []string
	add := func(applies bool, word string) {
		if applies {
			words = append(words, word)
		}
	}
	attrs := c.Style.Attrs
	reverse, underlined := attrs&uv.AttrReverse != 0, c.Style.Underline != 0
	inked := strings.Trim(c.Content, " ") != "" || reverse || underlined
	add(inked && c.Style.Fg != nil, colorWords(c.Style.Fg))
	add(c.Style.Bg != nil, "on "+colorWords(c.Style.Bg))
	add(inked && attrs&uv.AttrBold != 0, "bold")
	add(inked && attrs&uv.AttrFaint != 0, "faint")
	add(reverse, "reverse")
	add(underlined, "underlined")
	return strings.Join(words, " ")
}

func colorWords(c color.Color) string {
	switch c := c.(type) {
	case nil:
		return ""
	case ansi.BasicColor:
		return fmt.Sprintf("colour %d of 16", uint8(c))
	case ansi.IndexedColor:
		return fmt.Sprintf("colour %d of 256", uint8(c))
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func IsUpdating() bool { return *update }

// A screen is considered at rest if it has not changed for this number of polls. A time limit would
// fail on busy machines.
const (
	restPolls = 40   // for AwaitGolden
	waitPolls = 2000 // for Await, because players may be slow to start
)

// Await waits until ok returns true. It fails the test if the screen comes to rest first.
func Await(t testing.TB, what string, ok func() bool, screen func() string) {
	t.Helper()
	if awaitRest(t, what, ok, screen, waitPolls); !ok() {
		t.Fatalf("timed out waiting for %s; the screen is still\n%s", what, screen())
	}
}

// AwaitGolden waits until the screen equals the golden file or comes to rest. Then it compares
// them.
func AwaitGolden(t *testing.T, screen func() string) {
	t.Helper()
	want, err := os.ReadFile(goldenPath(t))
	ok := func() bool { return err == nil && !*update && trim(screen()) == string(want) }
	awaitRest(t, "the golden screen", ok, screen, restPolls)
	CompareGolden(t, screen())
}

func awaitRest(t testing.TB, what string, ok func() bool, screen func() string, polls int) {
	t.Helper()
	seen, same := "", 0
	simtest.Await(t, what, func() bool {
		if now := screen(); now != seen {
			seen, same = now, 0
		}
		same++
		return ok() || same > polls
	}, screen)
}
