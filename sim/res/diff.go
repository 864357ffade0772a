package res

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/record"
)

// A Difference is the first place where two recordings differ.
type Difference struct {
	Round        int    // -1 for the header
	Block        string // "header", "state" or "commands"
	Field        string // such as "grid (14,22)" or "score of player 2"
	A, B         string // differing values; empty if the text ends there
	LineA, LineB int    // line numbers, or 0 if records were compared
}

// Text describes the difference. a and b name the sides, such as "in the file" and "when played
// again".
func (d *Difference) Text(a, b string) string {
	where, lines := d.Block, ""
	if d.Round >= 0 {
		where = fmt.Sprintf("round %d, %s", d.Round, d.Block)
	}
	if d.LineA > 0 {
		lines = fmt.Sprintf(" (line %d, line %d)", d.LineA, d.LineB)
	}
	return fmt.Sprintf("%s, %s: %s %s, %s %s%s", where, d.Field, cmp.Or(d.A, "nothing"), a, cmp.Or(d.B, "nothing"), b, lines)
}

// Diff returns the first difference between two recordings of any game, or nil if they are equal.
// It reports a difference in white space only if nothing else differs.
func Diff(a, b []byte) *Difference {
	if bytes.Equal(a, b) {
		return nil
	}
	scanA, scanB := NewScanner(ToUnixLines(a)), NewScanner(ToUnixLines(b))
	wordA, wordB := scanA.Word(), scanB.Word()
	for len(wordA) > 0 && bytes.Equal(wordA, wordB) {
		wordA, wordB = scanA.Word(), scanB.Word()
	}
	d := &Difference{A: shorten(wordA), B: shorten(wordB), LineA: sim.LineNumber(scanA.text, scanA.wordPos), LineB: sim.LineNumber(scanB.text, scanB.wordPos)}
	switch {
	case len(wordA) > 0:
		d.setField(scanA.text, scanA.wordPos, wordA, wordB)
	case len(wordB) > 0:
		d.setField(scanB.text, scanB.wordPos, wordA, wordB)
	default:
		at := 0
		for at < min(len(a), len(b)) && a[at] == b[at] {
			at++
		}
		*d = Difference{Field: "white space", A: quote(lineAt(a, at)), B: quote(lineAt(b, at)), LineA: sim.LineNumber(a, at), LineB: sim.LineNumber(b, at)}
		d.setBlock(a[:at])
	}
	return d
}

func ToUnixLines(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

func lineAt(text []byte, offset int) []byte {
	line, _, _ := bytes.Cut(text[1+bytes.LastIndexByte(text[:offset], '\n'):], []byte{'\n'})
	return line
}

// setBlock sets the round and block of the difference, given the text before it. It returns the
// lines of that block up to the difference; for a state, only those after the last empty line.
func (d *Difference) setBlock(prefix []byte) (lines [][]byte) {
	d.Round, d.Block = -1, "header"
	commands, end := []byte("\ncommands\n"), []byte{'\n'}
	if _, names, ok := bytes.Cut(prefix, []byte("\nnames ")); ok && bytes.Contains(names, end) {
		d.Round, d.Block = bytes.Count(names, commands), "state"
	}
	if i := bytes.LastIndex(prefix, commands); i >= 0 && d.Round > 0 {
		lines = bytes.Split(prefix[i+len(commands):], end)
		if n, _ := strconv.Atoi(string(lines[0])); len(lines) <= n+1 {
			d.Round, d.Block = d.Round-1, "commands"
			return lines
		}
	}
	if i := bytes.LastIndex(prefix, []byte("\n\n")); i >= 0 {
		prefix = prefix[i+2:]
	}
	return bytes.Split(prefix, end)
}

// setField sets the field that contains the differing words, which start at offset in text.
func (d *Difference) setField(text []byte, offset int, wordA, wordB []byte) {
	lines := d.setBlock(text[:offset])
	n := len(lines) - 1 // index of the word's line
	i := len(bytes.Fields(lines[n]))
	lines[n] = lineAt(text, offset)
	words := bytes.Fields(lines[n])
	key := shorten(words[0])
	switch {
	case d.Block == "commands" && n == 0:
		d.Field = "number of commands"
	case d.Block == "commands":
		d.Field = fmt.Sprintf("command %d", n-1)
	case d.Block == "state" && bytes.HasPrefix(lines[0], []byte("   ")):
		d.Field = fmt.Sprintf("grid row %d", max(n-2, 0))
		if n >= 2 && i == 1 && len(wordA) > 0 && len(wordB) > 0 {
			col := 0
			for col < min(len(wordA), len(wordB))-1 && wordA[col] == wordB[col] {
				col++
			}
			d.Field = fmt.Sprintf("grid (%d,%d)", n-2, col)
			d.A, d.B = shorten(wordA[col:col+1]), shorten(wordB[col:col+1])
		}
	case d.Block == "state" && n > 0 && len(bytes.Fields(lines[0])) == 1:
		d.Field = tableField(lines, words, i)
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

func tableField(lines, words [][]byte, i int) string {
	table, n := shorten(lines[0]), len(lines)-1
	switch {
	case n == 1 && i == 0:
		return "number of " + table
	case n > 2 && bytes.IndexByte(lines[2], '\t') > 0:
		columns := bytes.Fields(lines[2])
		row := strconv.Itoa(n - 3)
		if k := slices.IndexFunc(columns, func(c []byte) bool { return string(c) == "id" }); k >= 0 && k < len(words) {
			row = shorten(words[k])
		}
		if i < len(columns) {
			return fmt.Sprintf("%s %s, %s", table, row, shorten(columns[i]))
		}
	}
	return fmt.Sprintf("%s, line %d, word %d", table, n-1, i)
}

func shorten(w []byte) string {
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

// DiffRecords returns the first difference between two records, or nil. It skips rounds that are
// missing in either record. A different length counts as a difference.
func DiffRecords(a, b *record.Record) *Difference {
	game, edge := a.Meta().Game, min(a.Edge(), b.Edge())
	for k := range edge + 1 {
		begin := AppendHeader(nil, a.Meta())
		if k == 0 {
			if d := Diff(begin, AppendHeader(nil, b.Meta())); d != nil {
				return withRound(d, -1)
			}
		}
		if !a.IsMissing(k) && !b.IsMissing(k) {
			x, y := a.State(k).AppendText(bytes.Clone(begin)), b.State(k).AppendText(bytes.Clone(begin))
			if d := Diff(x, y); d != nil {
				return withRound(d, k)
			}
		}
		if x, y := a.Turn(k), b.Turn(k); x != nil && y != nil && !x.Missing && !y.Missing {
			state := a.State(k).AppendText(begin)
			if d := Diff(AppendCommands(bytes.Clone(state), game, x.Executed), AppendCommands(bytes.Clone(state), game, y.Executed)); d != nil {
				return withRound(d, k)
			}
		}
	}
	d := &Difference{Round: edge + 1, Block: "state", Field: "block"}
	switch {
	case a.Edge() > edge:
		d.A = "a state"
	case b.Edge() > edge:
		d.B = "a state"
	default:
		return nil
	}
	return d
}

func withRound(d *Difference, k int) *Difference {
	d.Round, d.LineA, d.LineB = k, 0, 0
	return d
}
