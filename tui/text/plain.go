package text

import (
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/figures"
	"game-tui/sim/record"
	"game-tui/tui/index"
	"game-tui/tui/numbers"
)

// Kinds are kinds of lines.
type Kinds uint8

// The kinds. All is what is told where nothing else is said.
const (
	Lead   Kinds = 1 << iota // changes of the leader
	Deaths                   // of units
	Outs                     // players who go out
	Marked                   // what the timeline marks
	Events                   // all that happens
	Scores                   // of every round, and where the points came from
	Mine                     // what the player in front does and suffers

	All = Lead | Outs | Events | Scores
)

// KindNames are the names of the kinds.
var KindNames = []string{"lead", "deaths", "out", "marked", "events", "scores", "mine"}

// ParseKinds reads names of kinds with commas between them.
func ParseKinds(text string) (k Kinds, err error) {
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(KindNames, strings.TrimSpace(name))
		if i < 0 {
			return 0, fmt.Errorf("%q: expected %s, or several of them with commas", name, strings.Join(KindNames, ", "))
		}
		k |= 1 << i
	}
	return k, nil
}

// Telling says what is told of a match in lines.
type Telling struct {
	From       int   // the round to begin with; negative: the first one
	Seat       int8  // the player in front; -1: none is
	Only       Kinds // 0: all. With Mine those of the other kinds are of all players
	NoSpoilers bool  // the summary is that of the round to begin with
}

// tells reports whether something that happened is told.
func (o *Telling) tells(x *index.Index, row *index.Row) bool {
	passes := func(kind int16, seat int8) bool {
		return x.Passes(index.Filter{Seat: seat, Unit: sim.NoUnit, Kind: kind}, row)
	}
	switch seat, lead := o.others(), row.Kind == index.Lead; {
	case o.Only&Mine != 0 && o.Seat >= 0 && passes(index.AllKinds, o.Seat):
		return true
	case lead:
		return o.Only&Lead != 0
	default:
		return o.Only&Events != 0 && passes(index.AllKinds, seat) || o.Only&Marked != 0 && passes(index.Marked, seat) ||
			o.Only&Deaths != 0 && passes(index.Deaths, seat)
	}
}

// others is of whom kinds are told that are not the player's own; -1: of all.
func (o *Telling) others() int8 {
	if o.Only&Mine != 0 {
		return -1
	}
	return o.Seat
}

// Plain writes a match in lines, each of which begins with the number of a round: how it
// stands, what led to each round, the scores, and behind the last one where the points came from.
type Plain struct {
	Telling
	rec   *record.Record
	index *index.Index
	names [sim.Seats]string
	next  int // round that is written next
	begun bool
	ended bool
}

// NewPlain writes a match from a round on.
func NewPlain(rec *record.Record, o Telling) *Plain {
	if o.Only == 0 {
		o.Only = All
	}
	return &Plain{Telling: o, rec: rec, index: index.New(rec), names: record.Apart(rec.Meta().Names), next: max(o.From, 0)}
}

// Append writes the lines of the next round. ok is false where there is none (yet),
// and over where there will be none.
func (p *Plain) Append(dst []byte) (_ []byte, ok, over bool) {
	over, err := p.rec.Over() // asked first: what is over does not grow any more
	switch {
	case p.next <= p.rec.Edge():
		if !p.begun {
			p.begun = true
			dst = p.AppendHeading(dst, p.next)
		}
		dst = p.AppendRound(dst, p.next)
		p.next++
		return dst, true, false
	case over && !p.ended:
		p.ended = true
		return p.AppendEnd(dst, err), true, true
	}
	return dst, false, over
}

// AppendRound writes what led to round k, and the scores.
func (p *Plain) AppendRound(dst []byte, k int) []byte {
	rows := p.index.Rows()
	for i := rows.Until(k - 1); i < rows.Until(k); i++ {
		row := rows.At(i)
		if !p.tells(p.index, row) {
			continue
		}
		dst = fmt.Appendf(dst, "%d %s: ", k, p.index.KindName(row.Kind))
		dst = append(p.index.AppendText(dst, row, &p.names), '\n')
	}
	state := p.rec.State(k)
	was, status := p.rec.State(max(k-1, 0)), state.Status()
	for seat, name := range p.names {
		if !p.tellsOut(int8(seat)) {
			continue
		}
		if status[seat] < 0 && (k == 0 || was.Status()[seat] >= 0) {
			dst = fmt.Appendf(dst, "%d out: %s%s\n", k, name, strings.TrimPrefix(out(p.rec, k, seat), "  out"))
		}
	}
	if p.Only&Scores == 0 {
		return dst
	}
	return p.scores(dst, k, was.Scores(), state.Scores())
}

// tellsOut reports whether it is told that a player goes out.
func (p *Plain) tellsOut(seat int8) bool {
	if p.Only&Mine != 0 && seat == p.Seat {
		return true
	}
	of := p.others()
	return p.Only&Outs != 0 && (of < 0 || of == seat)
}

// AppendHeading says what is played, how it stands, and by whom.
func (p *Plain) AppendHeading(dst []byte, k int) []byte {
	meta := p.rec.Meta()
	dst = fmt.Appendf(dst, "%d match: %s, seed %d, %s\n", k, meta.Game.Title(), meta.Seed, sim.Count(p.rec.Rounds(), "round"))
	dst = p.summary(dst, k)
	for seat, name := range meta.Names {
		dst = fmt.Appendf(dst, "%d player %d: %s\n", k, seat, name)
	}
	if meta.Note != "" {
		dst = fmt.Appendf(dst, "%d note: %s\n", k, meta.Note)
	}
	return dst
}

// summary says who has won or leads, and what the chances are of a match that goes on.
func (p *Plain) summary(dst []byte, k int) []byte {
	at, over := p.rec.Edge(), false
	if p.NoSpoilers {
		at = k
	} else {
		over, _ = p.rec.Over()
	}
	dst = append(p.Standing(fmt.Appendf(dst, "%d summary: ", k), at, over), '\n')
	if over {
		return dst
	}
	if chances := p.Chances(nil, at); chances != nil {
		dst = append(append(fmt.Appendf(dst, "%d chances: ", k), chances...), '\n')
	}
	return dst
}

// Standing says who leads in a round, or has won, by how much, and all scores, the highest first.
func (p *Plain) Standing(dst []byte, k int, over bool) []byte {
	scores, order := p.rec.State(k).Scores(), []int{0, 1, 2, 3}
	var best []string
	for _, seat := range sim.Winners(scores) {
		best = append(best, p.names[seat])
	}
	_, by := sim.Lead(scores)
	verb := "leads"
	switch {
	case over && by > 0:
		verb = "won"
	case over:
		verb = "won together"
	case by == 0:
		verb = "lead together"
	}
	dst = fmt.Appendf(dst, "%s %s", strings.Join(best, " and "), verb)
	if by > 0 {
		dst = fmt.Appendf(dst, " by %d", by)
	}
	slices.SortStableFunc(order, func(a, b int) int { return scores[b] - scores[a] })
	sep := fmt.Sprintf(" after round %d: ", k)
	for _, seat := range order {
		dst = fmt.Appendf(dst, "%s%s %d", sep, p.names[seat], scores[seat])
		sep = ", "
	}
	return dst
}

// Chances adds what the game's table says of the win chances in a round; nothing where there is none.
func (p *Plain) Chances(dst []byte, k int) []byte {
	meta, sep := p.rec.Meta(), ""
	t := chance.TableOf(meta.Game, false)
	if t == nil {
		return dst
	}
	win := t.Chance(chance.NewSample(&chance.Match{Meta: *meta, Record: p.rec}, p.rec.State(k), nil))
	for seat, name := range p.names {
		dst = fmt.Appendf(dst, "%s%s %s", sep, name, numbers.Chance(win[seat]))
		sep = ", "
	}
	return append(dst, " (estimate from score and board)"...)
}

// scores says who has how much, and what the round gave.
func (p *Plain) scores(dst []byte, k int, was, now [sim.Seats]int) []byte {
	dst = fmt.Appendf(dst, "%d scores: ", k)
	for seat, name := range p.names {
		if seat > 0 {
			dst = append(dst, ", "...)
		}
		dst = fmt.Appendf(dst, "%s: %d", name, now[seat])
		if n := now[seat] - was[seat]; n != 0 {
			dst = fmt.Appendf(dst, " (%+d)", n)
		}
	}
	return append(dst, '\n')
}

// AppendEnd says how the match ended, and where the points came from.
func (p *Plain) AppendEnd(dst []byte, err error) []byte {
	k := p.rec.Edge()
	f := figures.New(p.rec).At(k)
	for seat, name := range p.names {
		if p.Only&Scores == 0 {
			break
		}
		dst = fmt.Appendf(dst, "%d points of %s: %d", k, name, f.Scores[seat])
		sep := " = "
		for i, source := range p.rec.Meta().Game.Sources() {
			if n := f.Points[i][seat]; n != 0 {
				dst = fmt.Appendf(dst, "%s%s %d", sep, source, n)
				sep = " + "
			}
		}
		if f.Other[seat] != 0 {
			dst = fmt.Appendf(dst, "%sother %d", sep, f.Other[seat])
		}
		dst = append(dst, '\n')
	}
	if err != nil {
		return fmt.Appendf(dst, "%d end: the match stopped: %v\n", k, err)
	}
	return fmt.Appendf(dst, "%d end: %s\n", k, winners(f.Scores, &p.names))
}
