package screen

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// PrintableRune returns the rune to draw for r: r itself if it is one column wide in every terminal, 0
// for control and zero-width characters, and '?' for all others.
func PrintableRune(r rune) rune {
	switch {
	case r >= 0x20 && r < 0x7f:
		return r
	case r < 0xa0, r == 0xad:
		return 0
	case r < 0x300, r >= 0x370 && r < 0x483, r >= 0x48a && r < 0x530, r >= 0x1e00 && r < 0x2000:
		return r
	case r < 0x370, r >= 0x483 && r < 0x48a: // These are combining characters.
		return 0
	case r >= 0x200b && r < 0x2010, r >= 0x2028 && r < 0x202f, r >= 0x2060 && r < 0x2070,
		r >= 0x20d0 && r < 0x2100, r >= 0xfe00 && r < 0xfe10, r == 0xfeff, r >= 0xe0000 && r < 0xe1000:
		return 0
	case r >= 0x2010 && r < 0x2300, r >= 0x2500 && r < 0x25f0, r >= 0x2800 && r < 0x2b00:
		return r // Arrows, lines, blocks and braille are narrow.
	case r >= 0x2300 && r < 0x2c00 && displaywidth.Rune(r) != 2:
		return r
	}
	return '?'
}

// ReplaceNonASCII replaces all non-ASCII runes in the grid with similar ASCII characters.
func (g *Grid) ReplaceNonASCII() {
	for i := range g.Cells {
		if r := g.Cells[i].R; r >= 0x7f {
			g.Cells[i].R = asciiFor(r)
		}
	}
}

var asciiRunes = [...]struct {
	runes string
	ascii rune
}{
	{"─━┄┈–—┬┴╌−", '-'}, {"│┃├┤▏▕┆╎▌", '|'}, {"╭╮╰╯┌┐└┘┼✓", '+'}, {"█▓▀▄■", '#'}, {"…", '~'}, {"░▒·•╱½", '.'},
	{"▲↑", '^'}, {"▼↓", 'v'}, {"▶→▸›", '>'}, {"◀←‹", '<'}, {"↖↘", '\\'}, {"↗↙", '/'}, {"×✕✗", 'x'}, {"◉●◌○", 'o'},
	{"’‘", '\''}, {"“”", '"'},
}

func asciiFor(r rune) rune {
	for _, l := range asciiRunes {
		if strings.ContainsRune(l.runes, r) {
			return l.ascii
		}
	}
	return '*'
}
