package screen

// Printable maps a rune of any text to what a cell shows: itself where every
// terminal gives it one column, '?' for a printing rune of another width or of
// a script that terminals reorder, and 0 for what has no width or controls.
func Printable(r rune) rune {
	switch {
	case r >= 0x20 && r < 0x7f:
		return r
	case r < 0xa0, r == 0xad:
		return 0
	case r < 0x300, r >= 0x370 && r < 0x483, r >= 0x48a && r < 0x530, r >= 0x1e00 && r < 0x2000:
		return r
	case r < 0x370, r >= 0x483 && r < 0x48a: // combining
		return 0
	case r >= 0x200b && r < 0x2010, r >= 0x2028 && r < 0x202f, r >= 0x2060 && r < 0x2070,
		r >= 0x20d0 && r < 0x2100, r >= 0xfe00 && r < 0xfe10, r == 0xfeff, r >= 0xe0000 && r < 0xe1000:
		return 0 // joiners, directions, combining marks, variation selectors
	case r >= 0x2010 && r < 0x2c00 && !wide(r):
		return r
	}
	return '?'
}

// wideRanges are the runes of two columns between U+2010 and U+2BFF.
var wideRanges = [...][2]rune{
	{0x231a, 0x231b}, {0x2329, 0x232a}, {0x23e9, 0x23ec}, {0x23f0, 0x23f0}, {0x23f3, 0x23f3},
	{0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2630, 0x2637}, {0x2648, 0x2653}, {0x267f, 0x267f},
	{0x268a, 0x268f}, {0x2693, 0x2693}, {0x26a1, 0x26a1}, {0x26aa, 0x26ab}, {0x26bd, 0x26be},
	{0x26c4, 0x26c5}, {0x26ce, 0x26ce}, {0x26d4, 0x26d4}, {0x26ea, 0x26ea}, {0x26f2, 0x26f3},
	{0x26f5, 0x26f5}, {0x26fa, 0x26fa}, {0x26fd, 0x26fd}, {0x2705, 0x2705}, {0x270a, 0x270b},
	{0x2728, 0x2728}, {0x274c, 0x274c}, {0x274e, 0x274e}, {0x2753, 0x2755}, {0x2757, 0x2757},
	{0x2795, 0x2797}, {0x27b0, 0x27b0}, {0x27bf, 0x27bf}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55},
}

func wide(r rune) bool {
	if r < 0x2300 || r >= 0x2500 && r < 0x25f0 || r >= 0x2800 && r < 0x2b00 {
		return false // arrows, lines, blocks, braille: nearly all that we draw
	}
	for _, w := range wideRanges {
		if r >= w[0] && r <= w[1] {
			return true
		}
	}
	return false
}

// ASCII replaces every rune beyond ASCII by its nearest likeness, for
// terminals that show nothing else.
func (g *Grid) ASCII() {
	for i := range g.Cells {
		if r := g.Cells[i].R; r >= 0x7f {
			g.Cells[i].R = likeness(r)
		}
	}
}

func likeness(r rune) rune {
	switch r {
	case '─', '━', '┄', '┈', '–', '—', '┬', '┴', '╌', '−':
		return '-'
	case '│', '┃', '├', '┤', '▏', '▕', '┆', '╎':
		return '|'
	case '╭', '╮', '╰', '╯', '┌', '┐', '└', '┘', '┼':
		return '+'
	case '█', '▓', '▀', '▄', '■':
		return '#'
	case '…':
		return '~'
	case '░', '▒', '·', '•', '╱':
		return '.'
	case '▲', '↑':
		return '^'
	case '▼', '↓':
		return 'v'
	case '▶', '→', '▸', '›':
		return '>'
	case '◀', '←', '‹':
		return '<'
	case '↖', '↘':
		return '\\'
	case '↗', '↙':
		return '/'
	case '×', '✕', '✗':
		return 'x'
	case '◉', '●', '◌', '○':
		return 'o'
	case '½':
		return '.'
	case '✓':
		return '+'
	case '’', '‘':
		return '\''
	case '“', '”':
		return '"'
	}
	return '*'
}
