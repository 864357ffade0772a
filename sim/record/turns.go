package record

import (
	"iter"
	"slices"
	"unsafe"

	"game-tui/sim"
)

// Events yields the events of turns in [countsBefore, until) with their turn numbers.
func (r *Record) Events(from, until int) iter.Seq2[int, *sim.Event] {
	kinds := len(r.meta.Game.Legend().Events)
	return func(yield func(int, *sim.Event) bool) {
		for k := from; k < until; k++ {
			t := r.Turn(k)
			if t == nil {
				return
			}
			for i := range t.Events {
				if e := &t.Events[i]; int(e.Kind) < kinds && !yield(k, e) {
					return
				}
			}
		}
	}
}

// TurnToReplay returns a turn with only the orders of another one. If the submitted orders are
// unknown, it uses the executed ones.
func TurnToReplay(before sim.State, turn *sim.Turn) *sim.Turn {
	again := &sim.Turn{Round: turn.Round}
	if turn.Known&sim.KnownOrders == 0 {
		var f sim.Frame
		before.FillFrame(&f)
		for _, o := range turn.Executed {
			i := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == o.Unit && u.Seat >= 0 })
			if i >= 0 {
				seat := f.Units[i].Seat
				again.Orders[seat] = append(again.Orders[seat], sim.Submitted{Order: o})
			}
		}
		return again
	}
	for seat, orders := range turn.Orders {
		for _, o := range orders {
			if o.Outcome != sim.OutcomePlayerOut {
				again.Orders[seat] = append(again.Orders[seat], sim.Submitted{Order: o.Order})
			}
		}
	}
	return again
}

// MaxBytes bounds the memory of a recording: its text, notes, states and turns.
const MaxBytes = 200_000_000

func TurnBytes(t *sim.Turn) int {
	n := int(unsafe.Sizeof(*t)) + 6*8 + OrdersBytes(t.Executed) + cap(t.Events)*int(unsafe.Sizeof(sim.Event{}))
	for seat := range t.Reports {
		for i := range t.Orders[seat] {
			n += int(unsafe.Sizeof(sim.Submitted{})) + 4*len(t.Orders[seat][i].Args)
		}
		r := &t.Reports[seat]
		for _, line := range r.Stderr {
			n += int(unsafe.Sizeof(line)) + len(line)
		}
		for i := range r.Marks {
			n += int(unsafe.Sizeof(r.Marks[i])) + len(r.Marks[i].Text)
		}
	}
	return n
}

func OrdersBytes(list []sim.Order) int {
	n := 0
	for i := range list {
		n += int(unsafe.Sizeof(list[i])) + 4*len(list[i].Args)
	}
	return n
}
