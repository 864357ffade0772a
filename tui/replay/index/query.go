package index

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

const (
	MaxQuery = 80 // maximum number of bytes; the rest is ignored
	maxWords = 8
)

// A Query is a list of words that must all match. A word matches a unit number ("67"), a place
// ("12,40"), or the start of a word in a player's name, the name of an event kind or the text of a
// row. Case is ignored.
type Query struct {
	words []word
	names *[sim.Seats]string
}

type word struct {
	text  string
	unit  int32
	at    sim.Pos16
	seats uint8
	kinds [4]uint64
}

func (x *Index) Parse(text string, names *[sim.Seats]string) Query {
	q := Query{names: names}
	text = strings.ToLower(sanitize.Line(text[:min(len(text), MaxQuery)]))
	for seat, name := range names { // match names that contain blanks, such as "Demo 1"
		name = strings.ToLower(name)
		if before, after, ok := strings.Cut(" "+text+" ", " "+name+" "); ok && strings.Contains(name, " ") {
			text = before + " " + after
			q.words = append(q.words, word{text: name, unit: sim.NoUnit, at: sim.NoPos, seats: 1 << seat})
		}
	}
	for w := range strings.FieldsSeq(text) {
		if len(q.words) == maxWords {
			break
		}
		q.words = append(q.words, x.parseWord(w, names))
	}
	return q
}

func (x *Index) parseWord(text string, names *[sim.Seats]string) word {
	w := word{text: text, unit: sim.NoUnit, at: sim.NoPos}
	if n, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 32); err == nil && n >= 0 {
		w.unit = int32(n)
	}
	if row, col, ok := strings.Cut(strings.Trim(text, "()"), ","); ok {
		i, err1 := strconv.ParseUint(row, 10, 15)
		j, err2 := strconv.ParseUint(col, 10, 15)
		if err1 == nil && err2 == nil {
			w.at = sim.Pos16{Row: int16(i), Col: int16(j)}
		}
	}
	for seat, name := range names {
		if hasWordPrefix(name, text) {
			w.seats |= 1 << seat
		}
	}
	for kind := range x.legend.Events {
		k := &x.legend.Events[kind]
		if hasWordPrefix(k.Name+" "+k.Plural, text) || k.Death && strings.HasPrefix("deaths", text) {
			w.kinds[kind>>6] |= 1 << (kind & 63)
		}
	}
	if hasWordPrefix(leadChange.Name, text) {
		w.kinds[LeadChange>>6] |= 1 << (LeadChange & 63)
	}
	return w
}

// hasWordPrefix reports whether any word of text starts with word, which must be non-empty and in
// lower case.
func hasWordPrefix(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if c := text[i]; c != word[0] && c|0x20 != word[0] {
			continue
		}
		if (i == 0 || !inWord(text[i-1])) && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

func inWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func (q *Query) Empty() bool { return len(q.words) == 0 }

// MatchesText reports whether every word of the query starts a word of text. It returns false for
// queries of only numbers or names.
func (q *Query) MatchesText(text string) bool {
	names := true
	for i := range q.words {
		w := &q.words[i]
		if w.isNumber() || !hasWordPrefix(text, w.text) {
			return false
		}
		names = names && w.seats != 0
	}
	return !names
}

func (q *Query) Cell() (sim.Pos, bool) {
	if len(q.words) == 1 && q.words[0].at != sim.NoPos {
		return q.words[0].at.Pos(), true
	}
	return sim.Pos{}, false
}

func (w *word) matchesRow(row *Row) bool {
	switch {
	case w.unit != sim.NoUnit && (row.Unit == w.unit || row.Target == w.unit),
		w.at != sim.NoPos && (row.At == w.at || row.To == w.at),
		w.kinds[row.Kind>>6]>>(row.Kind&63)&1 != 0:
		return true
	}
	return row.Seat >= 0 && w.seats>>row.Seat&1 != 0 || row.Other >= 0 && w.seats>>row.Other&1 != 0
}

func (w *word) isNumber() bool { return w.unit != sim.NoUnit || w.at != sim.NoPos }

// matches reports whether all words of a query match a row. It renders the row as text only if
// necessary, because that is slow.
func (x *Index) matches(q *Query, row *Row) bool {
	for i := range q.words {
		if w := &q.words[i]; w.isNumber() && !w.matchesRow(row) {
			return false
		}
	}
	text := ""
	for i := range q.words {
		w := &q.words[i]
		if w.matchesRow(row) {
			continue
		}
		if text == "" {
			text = string(x.AppendText(nil, row, q.names))
		}
		if !hasWordPrefix(text, w.text) {
			return false
		}
	}
	return true
}

// Units returns the indices of up to most units in a frame that match a query by number or kind,
// and by player if the query names one.
func (x *Index) Units(f *sim.Frame, q *Query, most int) []int {
	var list []int
	for i := range f.Units {
		if len(list) < most && x.matchesUnit(q, &f.Units[i]) {
			list = append(list, i)
		}
	}
	return list
}

func (x *Index) matchesUnit(q *Query, u *sim.Unit) bool {
	named := false
	for i := range q.words {
		w := &q.words[i]
		switch {
		case w.unit != sim.NoUnit && w.unit == u.ID,
			int(u.Kind) < len(x.legend.Units) && hasWordPrefix(x.legend.Units[u.Kind].Name, w.text):
			named = true
		case u.Seat < 0 || w.seats>>u.Seat&1 == 0:
			return false
		}
	}
	return named
}

const (
	maxRows  = 20_000
	maxFound = 1_000
)

type SearchResult struct {
	Rows      []int32
	Nearest   int  // index in Rows of the last row up to the starting round
	Truncated bool // whether a limit was reached; Rows then holds the nearest rows
}

// Search returns the rows up to round end that match a filter and a query, searching from a round
// in both directions.
func (x *Index) Search(p *Rows, q *Query, f Filter, round, end int) SearchResult {
	scan := func(i, end, dir int) (list []int32, next int) {
		for n := maxRows; i != end && n > 0 && len(list) < maxFound; i, n = i+dir, n-1 {
			if row := p.At(i); x.Matches(f, row) && x.matches(q, row) {
				list = append(list, int32(i))
			}
		}
		return list, i
	}
	from, last := p.CountTo(min(round, end)), p.CountTo(end)
	before, first := scan(from-1, -1, -1)
	after, next := scan(from, last, 1)
	slices.Reverse(before)
	return SearchResult{Rows: append(before, after...), Nearest: max(len(before)-1, 0), Truncated: first >= 0 || next < last}
}
