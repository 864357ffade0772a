package sim

import "strconv"

// Sentence is a text that tells an event. Its methods append a text and what
// they are named after; the games add what only they know.
type Sentence struct {
	Dst      []byte
	Names    *[Seats]string          // the players'
	UnitName func(unit int32) string // "wizard 5"
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
func (w *Sentence) Place(s string, p Pos16) {
	w.Text(s)
	w.Dst = p.Pos().Append(w.Dst)
}

// Name appends the name of the player in a seat.
func (w *Sentence) Name(s string, seat int8) {
	w.Text(s)
	if uint8(seat) >= Seats {
		w.Text("nobody")
		return
	}
	w.Text(w.Names[seat])
}

// Gain appends what somebody got: ": +3"; what it gave back is negative.
func (w *Sentence) Gain(n int32) {
	if n >= 0 {
		w.Number(": +", n)
	} else {
		w.Number(": ", n)
	}
}

// Unit appends a unit and its player: "wizard 5 (Hunter)".
func (w *Sentence) Unit(unit int32, seat int8) {
	w.Text(w.UnitName(unit))
	w.Name(" (", seat)
	w.Text(")")
}

// Count is "5 rounds", "1 round".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
