// Package words builds the sentences in which the games tell their events.
package words

import (
	"strconv"

	"game-tui/sim"
)

// Sentence is a text about units and clans. Its methods append a text and what
// they are named after; the games add what only they know.
type Sentence struct {
	Dst   []byte
	Names *[sim.Seats]string
}

// Text appends a text alone.
func (w *Sentence) Text(s string) { w.Dst = append(w.Dst, s...) }

// Number appends a number.
func (w *Sentence) Number(s string, n int32) {
	w.Text(s)
	w.Dst = strconv.AppendInt(w.Dst, int64(n), 10)
}

// Count appends "5 rounds", "1 round".
func (w *Sentence) Count(s string, n int32, noun string) {
	w.Number(s, n)
	w.Text(noun)
	if n != 1 {
		w.Text("s")
	}
}

// Place appends a place: "(3,40)".
func (w *Sentence) Place(s string, p sim.Pos16) {
	w.Text(s)
	w.Dst = p.Pos().Append(w.Dst)
}

// Name appends the name of the clan in a seat.
func (w *Sentence) Name(s string, seat int8) {
	w.Text(s)
	if uint8(seat) >= sim.Seats {
		w.Text("nobody")
		return
	}
	w.Text(w.Names[seat])
}

// Unit appends a unit and its clan: "wizard 5 (Hunter)".
func (w *Sentence) Unit(unit string, seat int8) {
	w.Text(unit)
	w.Name(" (", seat)
	w.Text(")")
}
