package text

import (
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/record"
	"game-tui/tui/index"
)

// Plain tells a match in lines, each of which begins with the number of a round: what
// led to it, the scores, and behind the last one where the points came from.
type Plain struct {
	rec   *record.Record
	index *index.Index
	pass  index.Filter // what is told of what happens
	names [sim.Seats]string
	next  int // round that is told next
	begun bool
	ended bool
}

// NewPlain tells a match from a round on; from the first one where it is negative. Of what
// happens it tells that which the player in a seat does or suffers, and who leads; of all
// players where the seat is -1.
func NewPlain(rec *record.Record, from int, seat int8) *Plain {
	p := &Plain{rec: rec, index: index.New(rec), pass: index.All, names: record.Apart(rec.Meta().Names), next: max(from, 0)}
	p.pass.Seat = seat
	return p
}

// Append writes the lines of the next round. ok is false where there is none (yet),
// and over where there will be none.
func (p *Plain) Append(dst []byte) (_ []byte, ok, over bool) {
	over, err := p.rec.Over() // asked first: what is over does not grow any more
	switch {
	case p.next <= p.rec.Edge():
		dst = p.round(dst, p.next)
		p.next++
		return dst, true, false
	case over && !p.ended:
		p.ended = true
		return p.end(dst, err), true, true
	}
	return dst, false, over
}

// round tells what led to round k, and how it stands.
func (p *Plain) round(dst []byte, k int) []byte {
	if !p.begun {
		p.begun = true
		dst = p.heading(dst, k)
	}
	rows := p.index.Rows()
	for i := rows.Until(k - 1); i < rows.Until(k); i++ {
		row := rows.At(i)
		if row.Kind != index.Lead && !p.index.Passes(p.pass, row) {
			continue
		}
		dst = fmt.Appendf(dst, "%d %s: ", k, p.index.KindName(row.Kind))
		dst = append(p.index.AppendText(dst, row, &p.names), '\n')
	}
	state := p.rec.State(k)
	was, status := p.rec.State(max(k-1, 0)), state.Status()
	for seat, name := range p.names {
		if p.pass.Seat >= 0 && int(p.pass.Seat) != seat {
			continue
		}
		if status[seat] < 0 && (k == 0 || was.Status()[seat] >= 0) {
			dst = fmt.Appendf(dst, "%d out: %s%s\n", k, name, strings.TrimPrefix(out(p.rec, k, seat), "  out"))
		}
	}
	return p.scores(dst, k, was.Scores(), state.Scores())
}

// heading says what is played, by whom.
func (p *Plain) heading(dst []byte, k int) []byte {
	meta := p.rec.Meta()
	dst = fmt.Appendf(dst, "%d match: %s, seed %d, %s\n", k, meta.Game.Title(), meta.Seed, sim.Count(p.rec.Rounds(), "round"))
	for seat, name := range meta.Names {
		dst = fmt.Appendf(dst, "%d player %d: %s\n", k, seat, name)
	}
	if meta.Note != "" {
		dst = fmt.Appendf(dst, "%d note: %s\n", k, meta.Note)
	}
	return dst
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

// end says how the match ended, and where the points came from.
func (p *Plain) end(dst []byte, err error) []byte {
	k := p.rec.Edge()
	f := figures.New(p.rec).At(k)
	for seat, name := range p.names {
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
