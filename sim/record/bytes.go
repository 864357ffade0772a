package record

import (
	"unsafe"

	"game-tui/sim"
)

// MaxBytes is how much memory a recording may take: its text, its notes, and
// the states and turns that are made of them.
const MaxBytes = 200_000_000

// TurnBytes is about what a turn takes in memory, with its place in a record.
func TurnBytes(t *sim.Turn) int {
	n := int(unsafe.Sizeof(*t)) + 6*8 + OrdersBytes(t.Done) + cap(t.Events)*int(unsafe.Sizeof(sim.Event{}))
	for seat := range t.Seats {
		for i := range t.Orders[seat] {
			n += int(unsafe.Sizeof(sim.Submitted{})) + 4*len(t.Orders[seat][i].Args)
		}
		r := &t.Seats[seat]
		for _, line := range r.Said {
			n += int(unsafe.Sizeof(line)) + len(line)
		}
		for i := range r.Marks {
			n += int(unsafe.Sizeof(r.Marks[i])) + len(r.Marks[i].Text)
		}
	}
	return n
}

// OrdersBytes is what orders take of it.
func OrdersBytes(list []sim.Order) int {
	n := 0
	for i := range list {
		n += int(unsafe.Sizeof(list[i])) + 4*len(list[i].Args)
	}
	return n
}
