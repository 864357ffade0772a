package res

import (
	"bytes"
	"fmt"
	"strconv"
)

// Difference is the first place where two recordings differ.
type Difference struct {
	Round        int    // of the block; -1 in the header
	Block        string // "header", "state", "commands"
	Field        string // "grid (14,22)", "units 28, column", "score of player 2"
	A, B         string // the two values; empty: the text ends there
	LineA, LineB int
}

func (d *Difference) String() string {
	where := d.Block
	if d.Round >= 0 {
		where = fmt.Sprintf("round %d, %s", d.Round, d.Block)
	}
	return fmt.Sprintf("%s, %s: %s against %s (line %d, line %d)",
		where, d.Field, value(d.A), value(d.B), d.LineA, d.LineB)
}

func value(v string) string {
	if v == "" {
		return "nothing"
	}
	return v
}

// whiteSpace is the field of texts that differ in nothing else.
const whiteSpace = "white space"

// Diff finds the first difference of two recordings, nil when there is none.
// White space counts only where nothing else differs. It needs no game: it
// goes by the shape that all state blocks share.
func Diff(a, b []byte) *Difference {
	if bytes.Equal(a, b) {
		return nil
	}
	var (
		at    place
		x, y  = lines{rest: a}, lines{rest: b}
		blank *Difference // the first difference in white space
	)
	at.reset()
	x.next()
	y.next()
	for x.ok || y.ok {
		if bytes.Equal(x.line, y.line) && x.ok && y.ok {
			at.pass(x.line)
			x.next()
			y.next()
			continue
		}
		if blank == nil {
			blank = &Difference{at.round, at.block, whiteSpace, show(x.line), show(y.line), x.n, y.n}
		}
		if emptyX, emptyY := empty(&x), empty(&y); emptyX != emptyY && (x.ok && emptyX || y.ok && emptyY) {
			if emptyX && x.ok {
				x.next()
			} else {
				y.next()
			}
			continue
		}
		if d := at.compare(&x, &y); d != nil {
			return d
		}
		at.pass(bytes.TrimRight(x.line, "\r"))
		x.next()
		y.next()
	}
	if blank == nil { // one lacks the last line end
		blank = &Difference{at.round, at.block, whiteSpace, "", "", x.n, y.n}
	}
	return blank
}

// lines walks over the lines of a text.
type lines struct {
	rest, line []byte
	n          int
	ok         bool
}

func (l *lines) next() {
	l.ok = len(l.rest) > 0
	l.line, l.rest, _ = bytes.Cut(l.rest, []byte{'\n'})
	l.n++
}

func empty(l *lines) bool { return len(bytes.TrimSpace(l.line)) == 0 }

// show quotes a line that differs in what is hard to see.
func show(line []byte) string { return quote(line) }

// place knows where in a recording a line stands.
type place struct {
	round   int
	block   string
	table   string   // heading of the lines at hand: "units"
	columns []string // of that table
	row     int      // lines of the grid or of the table that have passed
	inGrid  bool
	left    int // orders still to come in a commands block
}

func (p *place) reset() { *p = place{round: -1, block: "header"} }

// pass takes notice of a line that is the same in both texts.
func (p *place) pass(line []byte) {
	words := bytes.Fields(line)
	switch {
	case p.block == "header":
		if len(words) > 0 && string(words[0]) == "names" {
			*p = place{round: 0, block: "state"}
		}
	case p.block == "commands":
		p.order(words)
	case len(words) == 0:
		p.table, p.columns, p.inGrid, p.row = "", nil, false, 0
	case string(words[0]) == "commands":
		*p = place{round: p.round, block: "commands", left: -1}
	case p.inGrid || p.table != "":
		p.row++
		if p.table != "" && bytes.IndexByte(line, '\t') > 0 && p.columns == nil && !number(words[0]) {
			p.row = 0
			for _, w := range words {
				p.columns = append(p.columns, clip(w))
			}
		}
	case bytes.HasPrefix(line, []byte("   ")):
		p.inGrid, p.row = true, -1
	case len(words) == 1:
		p.table = clip(words[0])
	}
}

// order counts the lines of a commands block; behind the last one begins the
// next round's state.
func (p *place) order(words [][]byte) {
	if p.left < 0 && len(words) > 0 {
		p.left, _ = strconv.Atoi(string(words[0]))
	} else {
		p.left--
		p.row++
	}
	if p.left <= 0 {
		*p = place{round: p.round + 1, block: "state"}
	}
}

func number(w []byte) bool {
	_, ok := parseInt(w)
	return ok
}

// compare finds the first difference of two lines that both stand at p; nil
// when only white space differs.
func (p *place) compare(x, y *lines) *Difference {
	d := &Difference{Round: p.round, Block: p.block, LineA: x.n, LineB: y.n}
	a, b := bytes.Fields(x.line), bytes.Fields(y.line)
	for i := range max(len(a), len(b)) {
		var u, v []byte
		if i < len(a) {
			u = a[i]
		}
		if i < len(b) {
			v = b[i]
		}
		if bytes.Equal(u, v) {
			continue
		}
		d.A, d.B = clip(u), clip(v)
		longer := a
		if len(b) > len(a) {
			longer = b
		}
		p.name(d, longer, i, u, v)
		return d
	}
	return nil
}

// name sets the field of a difference in word i of a line; words is the line.
func (p *place) name(d *Difference, words [][]byte, i int, u, v []byte) {
	key := clip(words[0])
	switch {
	case p.block == "commands" && p.left < 0:
		d.Field = "number of commands"
	case p.block == "commands":
		d.Field = fmt.Sprintf("command %d", p.row)
	case p.inGrid && p.row >= 0 && i == 1 && len(u) > 0 && len(v) > 0:
		col := 0
		for col < min(len(u), len(v)) && u[col] == v[col] {
			col++
		}
		d.Field = fmt.Sprintf("grid (%d,%d)", p.row, col)
		d.A, d.B = clip(u[min(col, len(u)):min(col+1, len(u))]), clip(v[min(col, len(v)):min(col+1, len(v))])
	case p.inGrid:
		d.Field = fmt.Sprintf("grid row %d", max(p.row, 0))
	case p.columns != nil && i < len(p.columns):
		d.Field = fmt.Sprintf("%s %s, %s", p.table, p.which(words), p.columns[i])
	case p.table != "" && p.row == 0 && p.columns == nil && i == 0:
		d.Field = "number of " + p.table
	case p.table != "":
		d.Field = fmt.Sprintf("%s, line %d, word %d", p.table, p.row, i)
	case i == 0:
		d.Field = "keyword"
	case key == "names":
		d.Field = fmt.Sprintf("name of player %d", i-1)
	case len(words) > 2:
		d.Field = fmt.Sprintf("%s of player %d", key, i-1)
	default:
		d.Field = key
	}
}

// which names a line of a table: by its id where it has one.
func (p *place) which(words [][]byte) string {
	for i, c := range p.columns {
		if c == "id" && i < len(words) {
			return clip(words[i])
		}
	}
	return strconv.Itoa(p.row)
}

// clip makes a value of any length fit for one line.
func clip(w []byte) string {
	for _, c := range w {
		if c < ' ' || c >= 0x7f {
			return quote(w)
		}
	}
	if len(w) > 24 {
		return string(w[:24]) + "…"
	}
	return string(w)
}
