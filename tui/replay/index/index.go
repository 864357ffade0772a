// Package index lists and searches the events and lead changes of a match. [New] returns the index
// of a record, which all viewers share.
package index

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
)

const LeadChange = 0xff

type Row struct {
	Round int32 // round of the state after the event; at least 1
	// Event is the index in Turn.Events. For a lead change, it is len(Turn.Events).
	Event int32
	// Unit is the acting unit and Target the affected one. Both may be sim.NoUnit.
	Unit, Target int32
	At, To       sim.Pos16
	Kind         uint8 // index in Legend.Events, or LeadChange
	Seat, Other  int8  // acting and affected seat, or new and previous leader; -1 if unknown
}

// Rows holds the rows of all rounds already read, in order. It is immutable.
type Rows struct {
	list   []Row
	ends   []int32
	leader int8
}

// An Index lists the events of a record, which it reads on demand. It is safe for concurrent use.
type Index struct {
	legend *sim.Legend
	rows   *record.Fold[Rows]
}

func New(rec *record.Record) *Index {
	x := &Index{legend: rec.Meta().Game.Legend()}
	x.rows = record.NewFold(rec, func() Rows { return Rows{leader: -1} }, x.read)
	return x
}

func (x *Index) Record() *record.Record { return x.rows.Record() }

// Rows reads new rounds and returns all rows. After Record.Enrich, it reads all rounds again.
func (x *Index) Rows() *Rows { return x.rows.All() }

func (x *Index) read(p *Rows, k int) bool {
	n, rec := 0, x.Record()
	if t := rec.Turn(k - 1); t != nil {
		n = len(t.Events)
		for i := range t.Events {
			if e := &t.Events[i]; int(e.Kind) < len(x.legend.Events) {
				p.list = append(p.list, Row{Round: int32(k), Event: int32(i), Unit: e.Unit, Target: e.Target,
					At: e.At, To: e.To, Kind: e.Kind, Seat: e.Seat, Other: e.Other})
			}
		}
	}
	if seat, by := sim.Lead(rec.State(k).Scores()); by > 0 && p.leader != int8(seat) {
		if p.leader >= 0 && !rec.Turn(k-1).Missing { // If rounds are missing before this one, the round of the lead change is unknown.
			p.list = append(p.list, Row{Round: int32(k), Event: int32(n), Unit: sim.NoUnit, Target: sim.NoUnit,
				At: sim.NoPos, To: sim.NoPos, Kind: LeadChange, Seat: int8(seat), Other: p.leader})
		}
		p.leader = int8(seat)
	}
	p.ends = append(p.ends, int32(len(p.list)))
	return true
}

func (p *Rows) Edge() int { return len(p.ends) - 1 }

func (p *Rows) CountTo(k int) int {
	if k = min(k, p.Edge()); k < 0 {
		return 0
	}
	return int(p.ends[k])
}

func (p *Rows) Len() int { return len(p.list) }

func (p *Rows) At(i int) *Row { return &p.list[i] }

func (p *Rows) Find(round, event int) int {
	for i := p.CountTo(round - 1); i < p.CountTo(round); i++ {
		if int(p.list[i].Event) == event {
			return i
		}
	}
	return -1
}

type Filter struct {
	Seat int8  // acting or affected seat; -1 selects all seats
	Unit int32 // acting or affected unit; sim.NoUnit selects all units
	Kind int16 // value of Row.Kind, or AllKinds, MarkedEvents, Deaths or Losses
}

const (
	AllKinds     int16 = -1 - iota
	MarkedEvents       // selects events marked on the timeline and lead changes
	Deaths             // selects deaths; Filter.Seat is the victim's seat
	Losses             // selects deaths and conversions; Filter.Seat is the seat that lost the unit
)

var NoFilter = Filter{Seat: -1, Unit: sim.NoUnit, Kind: AllKinds}

func (x *Index) MatchesFilter(f Filter, row *Row) bool {
	kind, lost := x.Kind(row.Kind), f.Seat < 0 || f.Seat == row.Other
	if f.Unit != sim.NoUnit && f.Unit != row.Unit && f.Unit != row.Target {
		return false
	}
	switch f.Kind {
	case AllKinds:
	case MarkedEvents:
		if !kind.OnTimeline {
			return false
		}
	case Deaths:
		return kind.IsDeath && lost
	case Losses:
		return kind.IsLoss && lost && uint8(row.Other) < sim.Seats
	default:
		if f.Kind != int16(row.Kind) {
			return false
		}
	}
	return lost || f.Seat == row.Seat
}

// Seek returns the index of the nearest row selected by f: after an event if dir is 1, or before it
// if dir is -1. It returns -1 if there is no such row up to round end.
func (x *Index) Seek(p *Rows, f Filter, round, event, dir, end int) int {
	from, to := p.CountTo(round-1), p.CountTo(round)
	i := from
	for i < to && int(p.list[i].Event) < event {
		i++
	}
	if dir < 0 {
		i--
	} else if i < to && int(p.list[i].Event) == event {
		i++
	}
	for end := p.CountTo(end); i >= 0 && i < end; i += dir {
		if x.MatchesFilter(f, &p.list[i]) {
			return i
		}
	}
	return -1
}

// LastDeath returns the index of the last row up to round end in which the unit dies, or -1.
func (x *Index) LastDeath(p *Rows, unit int32, end int) int {
	for i := p.CountTo(end) - 1; i >= 0; i-- {
		if r := &p.list[i]; r.Target == unit && x.Kind(r.Kind).IsDeath {
			return i
		}
	}
	return -1
}

var leadChangeKind = sim.EventKind{Name: "lead change", OnTimeline: true}

// Kind returns the description of an event kind or of lead changes. Callers must not modify it.
func (x *Index) Kind(kind uint8) *sim.EventKind {
	if int(kind) < len(x.legend.Events) {
		return &x.legend.Events[kind]
	}
	return &leadChangeKind
}

func (x *Index) Event(row *Row) *sim.Event {
	t := x.Record().Turn(int(row.Round) - 1)
	if row.Kind == LeadChange || t == nil || int(row.Event) >= len(t.Events) {
		return nil
	}
	return &t.Events[row.Event]
}

func (x *Index) AppendText(dst []byte, row *Row, names *[sim.Seats]string) []byte {
	if e := x.Event(row); e != nil {
		return x.Record().Meta().Game.AppendEventText(dst, e, names)
	}
	if row.Kind != LeadChange {
		return dst
	}
	was, now := x.Record().State(int(row.Round)-1).Scores(), x.Record().State(int(row.Round)).Scores()
	return fmt.Appendf(dst, "%s takes the lead from %s, %d to %d: %+d against %+d in this round", names[row.Seat], names[row.Other],
		now[row.Seat], now[row.Other], now[row.Seat]-was[row.Seat], now[row.Other]-was[row.Other])
}

func (x *Index) AppendUnit(dst []byte, u *sim.Unit, names *[sim.Seats]string) []byte {
	if int(u.Kind) < len(x.legend.Units) {
		dst = append(dst, x.legend.Units[u.Kind].Name...)
	}
	if u.ID >= 0 {
		dst = strconv.AppendInt(append(dst, ' '), int64(u.ID), 10)
	}
	if u.Seat >= 0 && u.Seat < sim.Seats {
		dst = append(append(dst, ", "...), names[u.Seat]...)
	}
	return dst
}

// A Query is a list of words, all of which must match, regardless of case. A word matches a unit
// number ("67"), a place ("12,40"), or the start of a word in a row's text, player names or event
// kind. ParseQuery ignores text beyond 80 bytes or 8 words.
type Query struct {
	words []word
	names *[sim.Seats]string
}

type word struct {
	text     string
	unit     int32
	at       sim.Pos16
	seatMask uint8
	kindMask [4]uint64
}

func (x *Index) ParseQuery(text string, names *[sim.Seats]string) Query {
	q := Query{names: names}
	text = strings.ToLower(sanitize.Line(text[:min(len(text), 80)]))
	for seat, name := range names { // Names that contain blanks, such as "Demo 1", match as a whole.
		name = strings.ToLower(name)
		if before, after, ok := strings.Cut(" "+text+" ", " "+name+" "); ok && strings.Contains(name, " ") {
			text = before + " " + after
			q.words = append(q.words, word{text: name, unit: sim.NoUnit, at: sim.NoPos, seatMask: 1 << seat})
		}
	}
	for w := range strings.FieldsSeq(text) {
		if len(q.words) == 8 {
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
			w.seatMask |= 1 << seat
		}
	}
	for kind := range x.legend.Events {
		k := &x.legend.Events[kind]
		if hasWordPrefix(k.Name+" "+k.Plural, text) || k.IsDeath && strings.HasPrefix("deaths", text) {
			w.kindMask[kind>>6] |= 1 << (kind & 63)
		}
	}
	if hasWordPrefix(leadChangeKind.Name, text) {
		w.kindMask[LeadChange>>6] |= 1 << (LeadChange & 63)
	}
	return w
}

// hasWordPrefix reports whether any word in text starts with word, which must be non-empty and in
// lower case.
func hasWordPrefix(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if c := text[i]; c != word[0] && c|0x20 != word[0] {
			continue
		}
		if (i == 0 || !isWordByte(text[i-1])) && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func (q *Query) Empty() bool { return len(q.words) == 0 }

// MatchesText reports whether each word of the query is the start of a word in text. It returns
// false if the query is empty, contains numbers or places, or consists only of player names.
func (q *Query) MatchesText(text string) bool {
	names := true
	for i := range q.words {
		w := &q.words[i]
		if w.isNumber() || !hasWordPrefix(text, w.text) {
			return false
		}
		names = names && w.seatMask != 0
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
		w.kindMask[row.Kind>>6]>>(row.Kind&63)&1 != 0:
		return true
	}
	return row.Seat >= 0 && w.seatMask>>row.Seat&1 != 0 || row.Other >= 0 && w.seatMask>>row.Other&1 != 0
}

func (w *word) isNumber() bool { return w.unit != sim.NoUnit || w.at != sim.NoPos }

// matchesQuery reports whether all words of a query match a row. It renders the row as text only if
// necessary, because that is slow.
func (x *Index) matchesQuery(q *Query, row *Row) bool {
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

// SearchUnits returns the indices in f.Units of up to limit units whose number or kind matches q. If q
// also names a player, only that player's units match.
func (x *Index) SearchUnits(f *sim.Frame, q *Query, limit int) []int {
	var list []int
	for i := range f.Units {
		if len(list) < limit && x.matchesUnit(q, &f.Units[i]) {
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
		case u.Seat < 0 || w.seatMask>>u.Seat&1 == 0:
			return false
		}
	}
	return named
}

type SearchResult struct {
	Indices   []int32
	Nearest   int  // index in Indices of the last row at or before the starting round
	Truncated bool // whether rows were omitted; Indices then holds the nearest ones
}

// Search returns the rows up to round end that match a filter and a query. In each direction from
// the given round, it reads at most 20,000 rows and returns at most 1,000.
func (x *Index) Search(p *Rows, q *Query, f Filter, round, end int) SearchResult {
	scan := func(i, end, dir int) (list []int32, next int) {
		for n := 20_000; i != end && n > 0 && len(list) < 1_000; i, n = i+dir, n-1 {
			if row := p.At(i); x.MatchesFilter(f, row) && x.matchesQuery(q, row) {
				list = append(list, int32(i))
			}
		}
		return list, i
	}
	from, last := p.CountTo(min(round, end)), p.CountTo(end)
	before, first := scan(from-1, -1, -1)
	after, next := scan(from, last, 1)
	slices.Reverse(before)
	return SearchResult{Indices: append(before, after...), Nearest: max(len(before)-1, 0), Truncated: first >= 0 || next < last}
}
