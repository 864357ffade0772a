package page

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// TestRenderBlocks checks that every kind of block is shown as plain text, without Markdown syntax.
func TestRenderBlocks(t *testing.T) {
	t.Parallel()
	const source = `# A *title*

Some text with ` + "`code`" + `, **bold**, a [link](other.md), a [site](https://example.org) and
a second line.

- one
- two that is long enough to be wrapped at some place
  and goes on

1. first
2. second

As typed:

    game-tui --seed 30

| a | b |
| --- | --- |
| 1 | ` + "`x`" + ` |

![A picture](picture.png)

> said
`
	const want = `A title
═══════

Some text with code, bold, a link, a
site (https://example.org) and a second
line.

• one
• two that is long enough to be wrapped
  at some place and goes on

1. first
2. second

As typed:

    game-tui --seed 30

a  b
─────
1  x

  said
`
	if got := ansi.Strip(Render([]byte(source), 40)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRenderFits checks that no line except code exceeds the width and that table text is not
// truncated.
func TestRenderFits(t *testing.T) {
	t.Parallel()
	source := "# " + strings.Repeat("word ", 40) + "\n\n" + strings.Repeat("text ", 60) + "\n\n- " + strings.Repeat("item ", 30) +
		"\n\n| a | b |\n| --- | --- |\n| " + strings.Repeat("left ", 20) + " | " + strings.Repeat("right ", 20) + " |\n"
	for _, width := range []int{20, 40, 80, 100} {
		text := Render([]byte(source), width)
		if got := lipgloss.Width(text); got > width {
			t.Errorf("a line of %d columns at width %d", got, width)
		}
		for word, n := range map[string]int{"word": 40, "text": 60, "item": 30, "left": 20, "right": 20} {
			if got := strings.Count(text, word); got != n {
				t.Errorf("%q %d times at width %d, want %d", word, got, width, n)
			}
		}
	}
}

func FuzzRender(f *testing.F) {
	f.Add([]byte("# a\n\n- b\n\n| a |\n| - |\n| b |\n"), 80)
	f.Add([]byte("> - `\x1b[2J`\n<b>x</b> &lt; \\| [a](b)"), 3)
	f.Fuzz(func(t *testing.T, source []byte, width int) {
		if len(source) < 2000 {
			Render(source, min(width, 300))
		}
	})
}

// TestShortColumnsKeepTheirWidth checks that the long column of a wide table is wrapped and that
// headings are not truncated.
func TestShortColumnsKeepTheirWidth(t *testing.T) {
	t.Parallel()
	const source = "| player | points | all | strong | P(pass) | about |\n| --- | --- | --- | --- | --- | --- |\n" +
		"| Berlin | 1424 | 1606 | 1242 | 98 % | Predicts steps of enemies, waits where they pass, and hunts only professors. |\n" +
		"| Null | 0 | 1 | 2 | 0 % | Does nothing. |\n"
	text := ansi.Strip(Render([]byte(source), 80))
	head, _, _ := strings.Cut(text, "\n")
	if got, want := strings.Join(strings.Fields(head), " "), "player points all strong P(pass) about"; got != want {
		t.Errorf("the head is %q, want %q", got, want)
	}
	for line := range strings.Lines(text) {
		if got := lipgloss.Width(strings.TrimRight(line, "\n")); got > 80 {
			t.Errorf("a line has %d columns, want at most 80: %q", got, line)
		}
	}
}
