package sim

import "fmt"

// Facts are what a game says of itself in values alone. What each is, the methods of
// Game say that give them.
type Facts struct {
	Name, Title, Version string
	Rules                string
	// NamelessWinners says that the log of the kit does not name the winners.
	NamelessWinners bool
	Orders          OrderForm
	Fates           []string // by Fate, those of the game alone
	Sources         []string
	Measures        []Measure
	Legend          Legend
}

// Base is the part of a Game that its Facts decide. A game embeds it.
type Base struct{ facts *Facts }

// NewBase makes the base of a game.
func NewBase(f Facts) Base {
	copy(f.Fates, sharedFates[:])
	return Base{&f}
}

// Name is the word of --game.
func (b Base) Name() string { return b.facts.Name }

// Title is for people.
func (b Base) Title() string { return b.facts.Title }

// Version is the first line of a configuration.
func (b Base) Version() string { return b.facts.Version }

// Rules are for people, in Markdown.
func (b Base) Rules() string { return b.facts.Rules }

// NamelessWinners says that the log of the kit does not name the winners.
func (b Base) NamelessWinners() bool { return b.facts.NamelessWinners }

// Orders are the orders of the game.
func (b Base) Orders() *OrderForm { return &b.facts.Orders }

// Fates are what may become of an order.
func (b Base) Fates() []string { return b.facts.Fates }

// Sources are what gives points.
func (b Base) Sources() []string { return b.facts.Sources }

// Measures are what a state tells of who will win.
func (b Base) Measures() []Measure { return b.facts.Measures }

// Legend describes the game's frames and events.
func (b Base) Legend() *Legend { return &b.facts.Legend }

// AppendOrderText describes an order, without its unit.
func (b Base) AppendOrderText(dst []byte, o Order) []byte {
	if k := b.facts.Orders.Kind(o.Kind); k != nil {
		return append(dst, k.Text(&o)...)
	}
	return append(dst, "gets an order of no known kind"...)
}

// AppendEvent describes an event.
func (b Base) AppendEvent(dst []byte, e *Event, names *[Seats]string) []byte {
	if int(e.Kind) < len(b.facts.Legend.Events) {
		dst = append(dst, b.facts.Legend.Events[e.Kind].Text(e, (*Names)(names))...)
	}
	return dst
}

// Names are those of the players, by seat.
type Names [Seats]string

// Of is the name of the player in a seat.
func (n *Names) Of(seat int8) string {
	if uint8(seat) < Seats {
		return n[seat]
	}
	return "nobody"
}

// Unit is a unit and its player: "wizard 5 (Hunter)".
func (n *Names) Unit(unit string, seat int8) string {
	return unit + " (" + n.Of(seat) + ")"
}

// Count is "5 rounds", "1 round".
func Count[N int | int32](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}
