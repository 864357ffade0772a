package sim

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

// Fate says what became of a submitted order. Codes from FateGame on belong to
// the game, which words them in Game.FateText.
type Fate uint8

// Fates that every game shares.
const (
	FateUnknown  Fate = iota // a recording does not say
	FateExecuted             // done, and listed in the .res
	FateForeign              // the unit was not this player's at the start of the round: dropped
	FateOut                  // its player went out in this round: dropped
	FateGame                 // first code of a game
)

// Submitted is an order as a player gave it, and what became of it.
type Submitted struct {
	Order
	Fate Fate
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
	if o.calls > MaxOrders || o.Has(ord.Unit) {
		return
	}
	if uint32(ord.Unit) < 64*64 {
		o.given[ord.Unit>>6] |= 1 << (ord.Unit & 63)
	}
	o.list = append(o.list, ord)
}

// Has reports whether the unit already has an order.
func (o *Orders) Has(unit int32) bool {
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
