package sim

import "slices"

// Order is one order of a player, of any game. Kind is the letter of the .res
// form: 'm' move in all games; 's' spell (Harry Potter); 'c' and 'h' take a poison or heal, 'o' open a
// safe (Money Heist); 'b' build (The Purge). Dir is the game's own direction number;
// a number outside the game's range is kept, and the order fails when it is
// executed, as in the official engines. Args are a spell's or a key's numbers.
type Order struct {
	Unit int32
	Kind byte
	Dir  int8
	Args []int32
}

// Same reports whether two orders are the same.
func (o Order) Same(p Order) bool {
	return o.Unit == p.Unit && o.Kind == p.Kind && o.Dir == p.Dir && slices.Equal(o.Args, p.Args)
}

// OrderForm is the orders of a game and how they are written: the unit, the letter of
// the kind, and what that kind has: a direction's letter, a count and as many numbers.
type OrderForm struct {
	Dirs  string // the letters of the directions, by number
	Kinds []OrderKind
}

// OrderKind is one kind of order.
type OrderKind struct {
	Letter byte
	Dir    bool   // a direction's letter follows
	Args   string // what the numbers at the end are called: "solution"; empty: there are none
	// Text describes any order of the kind for people, without its unit: "moves up".
	Text func(o *Order) string
}

// Kind is the kind of a letter; nil where the game has none.
func (f *OrderForm) Kind(letter byte) *OrderKind {
	for i := range f.Kinds {
		if f.Kinds[i].Letter == letter {
			return &f.Kinds[i]
		}
	}
	return nil
}

// Fate says what became of a submitted order. Codes from FateGame on belong to
// the game; Game.Fates has the words of all.
type Fate uint8

// Fates that every game shares.
const (
	FateUnknown   Fate = iota // a recording does not say
	FateExecuted              // done, and listed in the .res
	FateForeign               // the unit was not this player's at the start of the round: dropped
	FateOut                   // its player went out in this round: dropped
	FateKind                  // the game has no such order
	FateDirection             // the game has no such direction
	FateEdge                  // it leads off the board

	FateGame Fate = 16 // first code of a game
)

// sharedFates are the words of the fates that every game shares.
var sharedFates = [FateGame]string{
	FateUnknown:   "result unknown",
	FateExecuted:  "done",
	FateForeign:   "dropped: not this player's unit",
	FateOut:       "dropped: its player went out",
	FateKind:      "there is no such order",
	FateDirection: "there is no such direction",
	FateEdge:      "the board ends there",
}

// Stops reports whether the fate is a rule that stopped an order.
func (f Fate) Stops() bool { return f >= FateKind }

// FateText describes what became of an order of a game; it is empty for codes without a
// meaning.
func FateText(g Game, f Fate) string {
	if texts := g.Fates(); int(f) < len(texts) {
		return texts[f]
	}
	return ""
}

// Submitted is an order as a player gave it, and what became of it.
type Submitted struct {
	Order
	Fate Fate
	rank int32 // among the executed ones, while Execute plays
}

// Orders collects the orders of one player in one round by the kits' rules:
// every call counts, the first order for a unit holds, later ones are dropped
// silently, and from call 1001 on nothing is taken.
type Orders struct {
	list  []Order
	calls int
	given [64]uint64 // units 0 … 4095 that have an order; others are searched for
}

// Reset empties the collection and keeps its memory.
func (o *Orders) Reset() {
	if o.calls == 0 {
		return // clean already: idle rounds cost nothing
	}
	o.list = o.list[:0]
	o.calls = 0
	o.given = [64]uint64{}
}

// Give takes one order.
func (o *Orders) Give(ord Order) {
	o.calls++
	if o.calls > MaxOrders || o.has(ord.Unit) {
		return
	}
	if uint32(ord.Unit) < 64*64 {
		o.given[ord.Unit>>6] |= 1 << (ord.Unit & 63)
	}
	o.list = append(o.list, ord)
}

// has reports whether the unit already has an order.
func (o *Orders) has(unit int32) bool {
	if uint32(unit) < 64*64 {
		return o.given[unit>>6]&(1<<(unit&63)) != 0
	}
	for i := range o.list {
		if o.list[i].Unit == unit {
			return true
		}
	}
	return false
}

// List returns the orders taken, valid until Reset.
func (o *Orders) List() []Order { return o.list }

// Calls returns how often Give was called.
func (o *Orders) Calls() int { return o.calls }

// Execute plays the orders of the round as all games do. Those for units that
// are not the seat's at the start of the round are dropped; then, while there are
// orders left, one of the seats that have some is drawn and its next order
// carried out.
//
// owner is the seat of a unit, -1 where there is none, and is asked about all
// orders before the first one is carried out; execute carries out an order and
// says what became of it. Execute sets all fates, and t.Done, which is not nil then.
func (t *Turn) Execute(dice *Rand, owner func(unit int32) int, execute func(o *Order) Fate) {
	var next [Seats]int   // the order that is the seat's next
	var seats [Seats]int8 // those with orders left, ascending
	n, done := 0, 0
	for seat := range t.Orders {
		orders := t.Orders[seat]
		queued := 0
		for i := range orders {
			switch o := &orders[i]; {
			case owner(o.Unit) == seat:
				o.Fate = FateUnknown
				queued++
			default:
				o.Fate = FateForeign
			}
		}
		if queued > 0 {
			next[seat] = waiting(orders, 0)
			seats[n] = int8(seat)
			n++
		}
	}
	for n > 0 {
		k := dice.Random(1, n) - 1
		seat := seats[k&3]
		orders := t.Orders[seat&3]
		o := &orders[next[seat&3]]
		if o.Fate = execute(&o.Order); o.Fate == FateExecuted {
			o.rank = int32(done)
			done++
		}
		if next[seat&3] = waiting(orders, next[seat&3]+1); next[seat&3] == len(orders) {
			copy(seats[k:n], seats[k+1:n])
			n--
		}
	}
	t.Done = make([]Order, done) // of the exact size: records live long
	for seat := range t.Orders {
		for i := range t.Orders[seat] {
			if o := &t.Orders[seat][i]; o.Fate == FateExecuted {
				t.Done[o.rank], o.rank = o.Order, 0
			}
		}
	}
}

// waiting is the first order from i on that waits to be carried out.
func waiting(orders []Submitted, i int) int {
	for i < len(orders) && orders[i].Fate != FateUnknown {
		i++
	}
	return i
}
