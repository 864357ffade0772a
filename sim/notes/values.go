package notes

import (
	"fmt"
	"math"

	"game-tui/sim"
)

// eventFields is the number of numbers of an event.
const eventFields = 12

func packEvent(e *sim.Event) [eventFields]int32 {
	return [eventFields]int32{
		int32(e.Kind), int32(e.Seat), int32(e.Other), int32(e.Cause), e.Unit, e.Target,
		int32(e.At.Row), int32(e.At.Col), int32(e.To.Row), int32(e.To.Col), e.A, e.B,
	}
}

func unpackEvent(e *sim.Event, v [eventFields]int32, legend *sim.Legend) error {
	switch {
	case v[0] < 0 || int(v[0]) >= len(legend.Events),
		!isSeat(v[1]), !isSeat(v[2]),
		v[3] < 0 || v[3] > math.MaxUint8,
		!isPos(v[6]), !isPos(v[7]), !isPos(v[8]), !isPos(v[9]):
		return fmt.Errorf("event %v is out of bounds", v)
	}
	*e = sim.Event{
		Kind: uint8(v[0]), Seat: int8(v[1]), Other: int8(v[2]), Cause: uint8(v[3]), Unit: v[4], Target: v[5],
		At: sim.Pos16{Row: int16(v[6]), Col: int16(v[7])},
		To: sim.Pos16{Row: int16(v[8]), Col: int16(v[9])},
		A:  v[10], B: v[11],
	}
	return nil
}

func isSeat(n int32) bool { return n >= -1 && n < sim.Seats }

func isPos(n int32) bool { return n >= -1 && n < math.MaxInt16 }

func unpackOrders(list []order) ([]sim.Submitted, error) {
	if len(list) > sim.MaxOrders {
		return nil, fmt.Errorf("%d orders of a player are too many", len(list))
	}
	if len(list) == 0 {
		return nil, nil
	}
	orders := make([]sim.Submitted, len(list))
	for i, o := range list {
		if len(o.Kind) != 1 || len(o.Args) > maxArgs {
			return nil, fmt.Errorf("order %d of unit %d is out of bounds", i, o.Unit)
		}
		orders[i] = sim.Submitted{
			Order: sim.Order{Unit: o.Unit, Kind: o.Kind[0], Dir: o.Dir, Args: o.Args},
			Fate:  sim.Fate(o.Fate),
		}
	}
	return orders, nil
}

// letter is the text of an order's kind; a kind is a letter or prints as '_'.
func letter(kind byte) string {
	if kind <= ' ' || kind >= 0x7f {
		kind = '_'
	}
	return string(rune(kind))
}
