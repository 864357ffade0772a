package sim

import (
	"fmt"
	"strings"
)

// Settings are the fixed values of a match, read from a configuration or from
// the header of a recording. Immutable.
type Settings interface {
	// Rounds is the number of rounds of a match, ≥ 1.
	Rounds() int
	// Size is the board's rows and columns.
	Size() (rows, cols int)
	// AppendText writes the settings as the header of a .res has them: from the
	// line with game and version up to, not including, "names". The edition is not in it.
	AppendText(dst []byte) []byte
}

// An Edition is a version of a game's rules. The zero value is the version that the game plays.
type Edition struct {
	Config string // appended to a configuration, it selects this edition; "" for none
	Note   string // tells users which rules are played; "" if nothing is unusual
}

// EditionSettings are Settings of a game that has editions.
type EditionSettings interface {
	Settings
	// Edition returns the edition that the configuration selected.
	Edition() Edition
}

// Game is one rule set. Implementations are stateless values. Texts that are read
// belong to the caller, who uses them again; offsets of errors, and the bytes used,
// count from the start of the text given. All that appends keeps what dst holds.
// Package sim/simtest verifies what is said here.
type Game interface {
	// Name is the word of --game and of file names, lower-case letters and digits:
	// "harrypotter".
	Name() string
	// Title is for people: "Harry Potter".
	Title() string
	// Version is the first line of a configuration, two words: "HarryPotter 1.0".
	Version() string
	// Rules are those of the game for people, in Markdown.
	Rules() string
	// NamelessWinners says that the log of the kit does not name the winners: it repeats
	// the rest of their line once for each.
	NamelessWinners() bool
	// KitEdition recognises the edition that a kit plays, by the text of its Settings.hh, which may be
	// anything. Games with a single edition return the zero value.
	KitEdition(settings []byte) Edition

	// ReadSettings reads settings from the start of text, the version line
	// included, and returns how many bytes it used. It serves configurations
	// and .res headers: any white space separates words. Reading what
	// Settings.AppendText wrote gives the same settings. Errors are *InputError at
	// the value in question, and name the key and what was expected.
	ReadSettings(text []byte) (Settings, int, error)
	// NewBoard makes the board of a match. generator is the text that follows
	// the settings in a configuration: "RANDOM", or "FIXED" and a board. A
	// configuration that cannot be played is an error, *InputError in generator or
	// *SettingError; it never loops for ever. Settings, generator and seed decide
	// the match: no other match, clock or variable has a part in it.
	NewBoard(s Settings, generator []byte, seed int32) (Board, error)

	// ReadState reads one state block of a .res from the start of text and
	// returns how many bytes it used. The final state is read too. Reading what
	// State.AppendText wrote gives the same state: it shows the same frame and
	// answers the same, at the latest with what Derive adds. Errors are *InputError.
	ReadState(s Settings, text []byte) (State, int, error)
	// Orders are the orders that a unit can be given, and their form in a .res, where those
	// of other kinds and directions print as '_', as in the kits. They are shared: read only.
	Orders() *OrderForm
	// Fates are what may become of an order, by Fate, in words: "a wall is there". Those of
	// codes without a meaning are empty. The list is shared: read only.
	Fates() []string

	// Measures are the numbers of a state that show who will win, beside the score: one to
	// MaxMeasures, always the same. The list is shared: read only.
	Measures() []Measure

	// Situations are kinds of situations that the units of a seat come into, with different names; each
	// comes up in some match. The list is shared: read only.
	Situations() []Situation

	// Sources are what gives points in the game, in words for people: one to
	// MaxSources, always the same, each of which gives some in some match. The list is
	// shared: read only.
	Sources() []string
	// Account begins to find out where points come from, at the first state of a match. It
	// works for states that were read and for those of a board. Where the match began
	// before, what it had brought until then may be in no source, or in any that fits.
	Account(first State) Account

	// Legend describes the kinds, colours and events of the game's frames. It is
	// shared: read only. Each of its kinds comes up in some match.
	Legend() *Legend
	// AppendOrderText describes any order for people, without its unit: "moves up".
	AppendOrderText(dst []byte, o Order) []byte
	// AppendEvent describes an event for people in one line, with places; names are
	// the players' and are not kept.
	AppendEvent(dst []byte, e *Event, names *[Seats]string) []byte
	// Derive finds what two neighbouring states and the orders executed between
	// them prove, for recordings that say no more: the events, in the order of
	// Turn.Events, without those that are not certain; and full, which is after
	// with what its text does not hold and before does, such as counts since the
	// start of the match. Each event found is one that Step told, but that bits of its
	// Cause may be missing. full is after itself where there is nothing to add. The
	// states are of this game and the orders from outside: Derive gives up on
	// those that the rules do not allow. It changes none of its arguments.
	Derive(before State, done []Order, after State) (events []Event, full State)

	// BoardFrom makes a board that goes on from a state of this game, with dice as
	// its generator; the state is not changed, and shares no memory that a Step
	// writes to. complete reports whether the state knows all that the board
	// behind it knew but its generator: with dice as they were there,
	// NewRand(int32(RandState())), the same orders then give the same rest of the
	// match, byte for byte. Otherwise what the state does not know is drawn from
	// dice. A game whose states keep what is hidden says so of all that a Board
	// made, and of those read to which Derive led from the initial state.
	BoardFrom(s State, dice Rand) (b Board, complete bool)
}

// Board is a match in progress, with its generator and hidden queues. It is
// used by one goroutine.
type Board interface {
	// Round is the number of the round to be played next, from 0.
	Round() int
	// State returns an immutable snapshot of the present state. The same value
	// is returned until the board changes.
	State() State
	// Step plays one round. t.Round and t.Orders are set, the orders of a seat for
	// different units (Orders sees to that); Step sets the fates of all orders, t.Done
	// and t.Events, and nothing else. Done has the orders with FateExecuted, whose Args
	// it may share; both lists are the turn's, and the board keeps nothing of t. Behind
	// the last round Step changes nothing and returns ErrOver. Another error is a broken
	// invariant ("invalid board"): the official engine stops there, commands written, state not.
	// Where it stops before the round, with nothing written, t.Done stays nil.
	Step(t *Turn) error
	// SetStatus sets what the next snapshots show as a seat's status: the used
	// fraction of its CPU budget in [0,1], or -1 for a player that is out. It holds
	// until it is set again.
	SetStatus(seat int, status float64)
	// Clone copies the board whole, generator, status and hidden queues included:
	// both then give the same results, and neither notices what the other does, at
	// the same time in another goroutine included.
	Clone() Board
	// RandState is the raw state of the board's generator, for tests.
	RandState() int64
}

// State is what a player may know at the start of a round; also the final
// state. Immutable, read by many at once; it shares no memory with a board that
// plays on. Each game's own type, of boards and readers alike, offers the kit's API
// on top.
type State interface {
	// Round is 0 for the initial state, Settings.Rounds() for the final one.
	Round() int
	Scores() [Seats]int
	// Status per seat: used fraction of the CPU budget, or -1 when out.
	Status() [Seats]float64
	// AppendText writes the state block of a .res: two empty lines, the labels of
	// the columns, a line for each row with its label and a letter a cell, the
	// tables of the game, "round 12", the scores, and at the end the status and an
	// empty line.
	AppendText(dst []byte) []byte
	// Fill draws the state into f: it sets every field and fills f's own slices.
	Fill(f *Frame)
	// Inspect says in lines all that is known of a cell and what is on it, its unit
	// by id: at least one line, but nil off the board. names are the players'.
	Inspect(p Pos, names *[Seats]string) []string
	// Bytes is about what the state takes in memory, shared parts included: the
	// size of a recording is bounded by it.
	Bytes() int
}

// Turn is what happened in one round: it leads from State t.Round to the next.
// Its lists are its own, but that Done may share the Args of Orders. It is complete
// when it is appended to a record, and immutable from then on.
type Turn struct {
	Round int
	// Orders holds per seat the orders as submitted, in order, of different units,
	// and what became of them; in a recording, where Known has no KnownOrders, it is empty.
	Orders [Seats][]Submitted
	// Done holds the executed orders in order of execution, as the .res lists them:
	// those with FateExecuted. It is nil only where no order was looked at.
	Done []Order
	// Events are in the order in which they happened.
	Events []Event
	Seats  [Seats]Report
	Known  Known
	// Missing means that nothing is known of the turn: a recording does not hold its orders or the
	// state before it. Everything but Round is empty.
	Missing bool
}

// Known says which parts of a Turn are facts; the rest is unknown, not empty.
type Known uint8

const (
	KnownOrders  Known = 1 << iota // Orders and their fates
	KnownEvents                    // all Events with their causes; without it only those that states prove
	KnownReports                   // Seats
	KnownAll     = KnownOrders | KnownEvents | KnownReports
)

// Event is something that happened in a round. The meaning of the numbers
// belongs to the game's event kind; only EventKind.Text words it. Units and places
// are those of the moment: a unit may have moved, changed its player or be gone
// in the next state.
type Event struct {
	Kind  uint8 // index into Legend.Events
	Seat  int8  // who did it, -1 nobody
	Other int8  // to whom, -1 nobody
	Cause uint8 // a game's own code for why
	// Unit did it, Target suffered it; -1 none.
	Unit, Target int32
	// At is where it happened, To where something came to be; Row -1 means none.
	At, To Pos16
	// A and B are numbers worth telling: strengths, amounts, rounds.
	A, B int32
}

// NewEvent is an event of a unit at a place, which nobody suffers.
func NewEvent(kind uint8, seat int8, unit int32, at Pos16) Event {
	return Event{Kind: kind, Seat: seat, Other: -1, Unit: unit, Target: -1, At: at, To: NoPos}
}

// On is the event with whom it is done to.
func (e Event) On(seat int8, unit int32) Event {
	e.Other, e.Target = seat, unit
	return e
}

// With is the event with its numbers.
func (e Event) With(a, b int32) Event {
	e.A, e.B = a, b
	return e
}

// Pos16 is a compact Pos for events.
type Pos16 struct{ Row, Col int16 }

// NoPos marks an event without that place.
var NoPos = Pos16{-1, -1}

// At makes a Pos16.
func At(p Pos) Pos16 { return Pos16{int16(p.Row), int16(p.Col)} }

// Pos widens a Pos16.
func (p Pos16) Pos() Pos { return Pos{int(p.Row), int(p.Col)} }

// String is that of a Pos: "(row,col)".
func (p Pos16) String() string { return p.Pos().String() }

// Facts are what a game says of itself in values alone. What each is, the methods of
// Game say that give them.
type Facts struct {
	Name, Title, Version string
	Rules                string
	// NamelessWinners says that the log of the kit does not name the winners.
	NamelessWinners bool
	KitEdition      func(settings []byte) Edition // nil for a game with a single edition
	Orders          OrderForm
	Fates           []string // by Fate, those of the game alone
	Sources         []string
	Measures        []Measure
	Situations      []Situation
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

// KitEdition recognises the edition that a kit plays.
func (b Base) KitEdition(settings []byte) Edition {
	if b.facts.KitEdition == nil {
		return Edition{}
	}
	return b.facts.KitEdition(settings)
}

// Orders are the orders of the game.
func (b Base) Orders() *OrderForm { return &b.facts.Orders }

// Fates are what may become of an order.
func (b Base) Fates() []string { return b.facts.Fates }

// Sources are what gives points.
func (b Base) Sources() []string { return b.facts.Sources }

// Measures are the numbers of a state that show who will win.
func (b Base) Measures() []Measure { return b.facts.Measures }

// Situations are kinds of situations that units come into.
func (b Base) Situations() []Situation { return b.facts.Situations }

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
func Count[N int | int32](n N, noun string) string { return fmt.Sprint(n, " ", Plural(n, noun)) }

// Plural is what n of a thing are called: "matches", "1 match".
func Plural[N int | int32](n N, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}
