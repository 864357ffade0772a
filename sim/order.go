package sim

import "slices"

// An Order is a player's instruction to a unit. Invalid orders are rejected only when they are
// executed.
type Order struct {
	Unit int32
	Kind byte
	Dir  int8
	Args []int32 // arguments, such as the numbers that make up a spell or key
}

func (o Order) Equal(p Order) bool {
	return o.Unit == p.Unit && o.Kind == p.Kind && o.Dir == p.Dir && slices.Equal(o.Args, p.Args)
}

type OrderFormat struct {
	DirLetters string // letters of the directions, indexed by direction
	Kinds      []OrderKind
}

type OrderKind struct {
	Letter   byte
	HasDir   bool
	ArgsName string // meaning of Order.Args, such as "solution", or "" without arguments
	Text     func(o *Order) string
}

func (f *OrderFormat) Kind(letter byte) *OrderKind {
	for i := range f.Kinds {
		if f.Kinds[i].Letter == letter {
			return &f.Kinds[i]
		}
	}
	return nil
}

// An Outcome is the result of an order. Game-specific codes start at FirstGameOutcome.
type Outcome uint8

const (
	OutcomeUnknown Outcome = iota // The recording does not show the outcome.
	OutcomeExecuted
	OutcomeNotOwned
	OutcomePlayerOut
	OutcomeNoSuchOrder
	OutcomeNoSuchDirection
	OutcomeOffBoard

	FirstGameOutcome Outcome = 16
)

var sharedOutcomeTexts = [FirstGameOutcome]string{
	OutcomeUnknown:         "outcome unknown",
	OutcomeExecuted:        "done",
	OutcomeNotOwned:        "dropped: not this player's unit",
	OutcomePlayerOut:       "dropped: its player is out",
	OutcomeNoSuchOrder:     "no such order",
	OutcomeNoSuchDirection: "no such direction",
	OutcomeOffBoard:        "off the board",
}

func (o Outcome) IsBlocked() bool { return o >= OutcomeNoSuchOrder }

func OutcomeText(g Game, outcome Outcome) string {
	if texts := g.Definition().OutcomeTexts; int(outcome) < len(texts) {
		return texts[outcome]
	}
	return ""
}

type SubmittedOrder struct {
	Order
	Outcome Outcome
	rank    int32 // index in Turn.Executed, used by Execute
}

// Orders collects a player's orders in a round. As in the kits, only the first order for a unit
// counts, and calls beyond MaxOrders are ignored.
type Orders struct {
	list         []Order
	calls        int
	orderedUnits [64]uint64 // bit set of the units below 4096 that already have an order
}

func (o *Orders) Reset() {
	if o.calls > 0 {
		o.list, o.calls, o.orderedUnits = o.list[:0], 0, [64]uint64{}
	}
}

func (o *Orders) Give(ord Order) {
	o.calls++
	if o.calls > MaxOrders || o.has(ord.Unit) {
		return
	}
	if uint32(ord.Unit) < 64*64 {
		o.orderedUnits[ord.Unit>>6] |= 1 << (ord.Unit & 63)
	}
	o.list = append(o.list, ord)
}

func (o *Orders) has(unit int32) bool {
	if uint32(unit) < 64*64 {
		return o.orderedUnits[unit>>6]&(1<<(unit&63)) != 0
	}
	for i := range o.list {
		if o.list[i].Unit == unit {
			return true
		}
	}
	return false
}

func (o *Orders) List() []Order { return o.list }

func (o *Orders) Calls() int { return o.calls }

// Execute executes the orders of a round and sets their outcomes and t.Executed. Like the official
// engines, it drops orders for units of other players, then repeatedly draws a seat and executes
// its next order. Owner returns a unit's seat, or -1.
func (t *Turn) Execute(dice *Rand, owner func(unit int32) int, execute func(o *Order) Outcome) {
	var next [Seats]int
	var seats [Seats]int8
	n, done := 0, 0
	for seat, orders := range t.Orders {
		for i := range orders {
			o := &orders[i]
			if o.Outcome = OutcomeUnknown; owner(o.Unit) != seat {
				o.Outcome = OutcomeNotOwned
			}
		}
		if next[seat] = nextPending(orders, 0); next[seat] < len(orders) {
			seats[n] = int8(seat)
			n++
		}
	}
	for n > 0 {
		k := dice.Random(1, n) - 1
		seat := seats[k&3]
		orders := t.Orders[seat&3]
		o := &orders[next[seat&3]]
		if o.Outcome = execute(&o.Order); o.Outcome == OutcomeExecuted {
			o.rank = int32(done)
			done++
		}
		if next[seat&3] = nextPending(orders, next[seat&3]+1); next[seat&3] == len(orders) {
			copy(seats[k:n], seats[k+1:n])
			n--
		}
	}
	t.Executed = make([]Order, done) // Records keep the slice, so allocate the exact size.
	for seat := range t.Orders {
		for i := range t.Orders[seat] {
			if o := &t.Orders[seat][i]; o.Outcome == OutcomeExecuted {
				t.Executed[o.rank], o.rank = o.Order, 0
			}
		}
	}
}

func nextPending(orders []SubmittedOrder, i int) int {
	for i < len(orders) && orders[i].Outcome != OutcomeUnknown {
		i++
	}
	return i
}
