// Package text writes a match as plain text without colour, for people who read it and for
// where there is no terminal: a round of it with two ASCII columns a cell, the players and
// their scores, or what happens in lines.
package text

import (
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/record"
	"game-tui/tui/index"
)

// Round is the round of a record to be written where asked is wanted, or -1 for
// none in particular: the newest one, but the first one of a recording whose end
// is not to be given away. What has not come yet is the newest one too.
func Round(rec *record.Record, asked int, noSpoilers bool) int {
	edge := rec.Edge()
	switch {
	case asked >= 0:
		return min(asked, edge)
	case noSpoilers && rec.Meta().Source != "":
		return 0
	}
	return edge
}

// AppendBoard draws the cells of a frame with the letters of its legend. A
// ground that is owned shows its seat's digit.
func AppendBoard(dst []byte, f *sim.Frame, legend *sim.Legend) []byte {
	for row := range f.Rows {
		line := len(dst)
		for _, c := range f.Cells[row*f.Cols:][:f.Cols] {
			dst = appendCell(dst, c, f, legend)
		}
		end := len(dst)
		for end > line && dst[end-1] == ' ' {
			end--
		}
		dst = append(dst[:end], '\n')
	}
	return dst
}

func appendCell(dst []byte, c sim.Cell, f *sim.Frame, legend *sim.Legend) []byte {
	kind, owner := legend.Grounds[c.Ground], c.Owner
	switch {
	case c.Unit >= 0 && int(c.Unit) < len(f.Units):
		u := f.Units[c.Unit]
		kind, owner = legend.Units[u.Kind], u.Seat
		if u.Next >= 0 {
			owner = u.Next
		}
	case c.Item != 0:
		kind = legend.Items[c.Item]
	}
	letters := kind.Letters
	if len(letters) != 2 {
		dst = append(dst, (letters + " ")[0])
		return append(dst, digit(owner))
	}
	if letters == "  " && owner >= 0 {
		return append(dst, ' ', digit(owner))
	}
	return append(dst, letters...)
}

func digit(seat int8) byte {
	if seat < 0 {
		return ' '
	}
	return '0' + byte(seat)
}

// AppendLegend says in one line what the letters mean; those of one letter are
// followed by their owner's digit.
func AppendLegend(dst []byte, legend *sim.Legend) []byte {
	sep := ""
	for _, kinds := range [][]sim.Kind{legend.Units, legend.Items, legend.Grounds} {
		for _, k := range kinds {
			if letters := strings.TrimSpace(k.Letters); letters != "" {
				dst = fmt.Appendf(dst, "%s%s %s", sep, letters, k.Name)
				sep = ", "
			}
		}
	}
	return append(dst, '\n')
}

// AppendState writes round k of a match: what and when, the board, the scores,
// and who won where the match is over.
func AppendState(dst []byte, rec *record.Record, k int) []byte {
	state := rec.State(k)
	if state == nil {
		return dst
	}
	meta := rec.Meta()
	var f sim.Frame
	state.Fill(&f)
	dst = fmt.Appendf(dst, "%s   seed %d   round %d/%d\n\n", meta.Game.Title(), meta.Seed, k, rec.Rounds())
	dst = AppendBoard(dst, &f, meta.Game.Legend())
	dst = append(dst, '\n')
	dst = AppendLegend(dst, meta.Game.Legend())
	for _, label := range f.Labels {
		dst = fmt.Appendf(dst, "%s %s\n", label.Key, label.Value)
	}
	return AppendScores(dst, rec, k)
}

// AppendScores writes the scores of round k and, after the last round, the winners.
func AppendScores(dst []byte, rec *record.Record, k int) []byte {
	meta, state := rec.Meta(), rec.State(k)
	wide := 0
	for _, name := range meta.Names {
		wide = max(wide, len(name))
	}
	scores := state.Scores()
	for seat, name := range meta.Names {
		dst = fmt.Appendf(dst, "%d  %-*s %8d%s\n", seat, wide, name, scores[seat], out(rec, k, seat))
	}
	if k < rec.Rounds() {
		return dst
	}
	var names [sim.Seats]string
	for seat, name := range meta.Names {
		names[seat] = fmt.Sprintf("%s (%d)", name, seat)
	}
	return fmt.Appendf(dst, "%s\n", winners(scores, &names))
}

// winners says who has won.
func winners(scores [sim.Seats]int, names *[sim.Seats]string) string {
	var list []string
	for _, seat := range sim.Winners(scores) {
		list = append(list, names[seat])
	}
	if len(list) > 1 {
		return "winners: " + strings.Join(list, ", ")
	}
	return "winner: " + list[0]
}

// out says why a player is out in round k.
func out(rec *record.Record, k, seat int) string {
	if rec.State(k).Status()[seat] >= 0 {
		return ""
	}
	if t := rec.Turn(k - 1); t != nil && t.Seats[seat].Out != nil {
		return "  out: " + t.Seats[seat].Out.Text()
	}
	return "  out"
}

// Plain writes a match in lines, each of which begins with the number of a round: what
// led to it, the scores, and behind the last one where the points came from.
type Plain struct {
	rec   *record.Record
	index *index.Index
	pass  index.Filter // which events are written
	names [sim.Seats]string
	next  int // round that is written next
	begun bool
	ended bool
}

// NewPlain writes a match from a round on; from the first one where it is negative. The events
// are those of the player in a seat and changes of the leader; of all players where the seat
// is -1.
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

// round writes what led to round k, and the scores.
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
