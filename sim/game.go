package sim

import (
	"fmt"
	"strings"
)

// Settings are the fixed values of a match, read from a configuration or a recording. They are
// immutable.
type Settings interface {
	// Rounds returns the number of rounds of a match, at least 1.
	Rounds() int
	// Size returns the size of the board.
	Size() (rows, cols int)
	// AppendText appends the settings as in the header of a .res: from the version line up to
	// "names". The edition is not included.
	AppendText(dst []byte) []byte
}

// An Edition is a version of a game's rules. The zero value is the current version.
type Edition struct {
	Config string // line that selects the edition in a configuration, or ""
	Note   string // tells users which rules apply, or ""
}

// EditionSettings are Settings of a game with several editions.
type EditionSettings interface {
	Settings
	// Edition returns the edition selected by the configuration.
	Edition() Edition
}

// A Game is a set of rules. Implementations have no state. Callers may reuse texts passed to a
// Game; offsets in errors count from the start of the text. Append methods keep the contents of
// dst. Package sim/simtest checks this contract.
type Game interface {
	// Name returns the value of --game, in lower-case letters and digits: "harrypotter".
	Name() string
	// Title returns the name for people: "Harry Potter".
	Title() string
	// Version returns the first line of a configuration: "HarryPotter 1.0".
	Version() string
	// Rules returns the rules in Markdown.
	Rules() string
	// NamelessWinners reports whether the kit's log repeats the line of winners without their
	// names.
	NamelessWinners() bool
	// KitEdition returns the edition of a kit, given its Settings.hh, which is untrusted.
	KitEdition(settings []byte) Edition

	// ReadSettings reads settings from the start of a configuration or recording, including the
	// version line, and returns the number of bytes used. Any white space separates words. It
	// reverses Settings.AppendText. Errors are *InputError at the wrong value, with its key and
	// what was expected.
	ReadSettings(text []byte) (Settings, int, error)
	// NewBoard creates the board of a match. Generator is the text after the settings: "RANDOM", or
	// "FIXED" and a board. It always terminates. Errors are *InputError in generator or
	// *SettingError. Settings, generator and seed alone determine the match.
	NewBoard(s Settings, generator []byte, seed int32) (Board, error)

	// ReadState reads one state of a recording from the start of text and returns the number of
	// bytes used. It reverses State.AppendText, except for what only Derive can recover. Errors are
	// *InputError.
	ReadState(s Settings, text []byte) (State, int, error)
	// Orders returns the possible orders and their form in a .res. Callers must not modify it.
	Orders() *OrderForm
	// Outcomes returns the text of each outcome, by Fate: "a wall is there". Unused codes are empty.
	// Callers must not modify it.
	Outcomes() []string

	// Measures returns one to MaxMeasures numbers that help to predict the winner, beside the
	// score. Callers must not modify it.
	Measures() []Measure

	// Situations returns kinds of situations for coaching. Names are unique. Callers must not
	// modify it.
	Situations() []Situation

	// Sources returns the names of one to MaxSources sources of points. Callers must not modify it.
	Sources() []string
	// NewAccount starts to attribute points to sources, from the first state of a match. If it starts
	// later, earlier points have no source.
	NewAccount(first State) Account

	// Legend describes the kinds and events in frames. Callers must not modify it.
	Legend() *Legend
	// AppendOrderText describes an order without its unit: "moves up".
	AppendOrderText(dst []byte, o Order) []byte
	// AppendEvent describes an event in one line, with places.
	AppendEvent(dst []byte, e *Event, names *[Seats]string) []byte
	// Derive recovers the certain events between two states, given the orders executed, in the
	// order of Turn.Events. Cause bits may be missing. Full is after, completed with hidden values
	// that before has, such as counts since the start. Orders may be invalid; Derive then stops
	// early. It modifies no argument.
	Derive(before State, done []Order, after State) (events []Event, full State)

	// BoardFrom creates a board that continues from s with the given generator. Complete reports
	// whether s has all hidden values; then the original generator, NewRand(int32(RandState())),
	// gives the same rest of the match. Otherwise hidden values are drawn from dice. The state of a
	// Board is complete, and so is one that Derive completed from the initial state on, in games
	// whose states hold what is hidden.
	BoardFrom(s State, dice Rand) (b Board, complete bool)
}

// A Board is a match in progress, with its generator and hidden queues. It is not safe for
// concurrent use.
type Board interface {
	// Round returns the number of the next round, from 0.
	Round() int
	// State returns a snapshot, and the same value until the board changes.
	State() State
	// Step plays one round. The caller sets t.Round and t.Orders, with at most one order per unit.
	// Step sets the outcomes, t.Done and t.Events, and keeps no reference to t. After the last
	// round it returns ErrMatchOver. Any other error is a broken invariant, at which the official engine
	// stops too; if t.Done is nil then, it stopped before the round.
	Step(t *Turn) error
	// SetStatus sets the status of a seat in further snapshots: the used fraction of its CPU budget
	// in [0,1], or -1 if the player is out.
	SetStatus(seat int, status float64)
	// Clone returns an independent copy with the same generator and hidden queues.
	Clone() Board
	// RandState returns the state of the generator, for tests.
	RandState() int64
}

// A State is what a player may know at the start of a round, or the final state. It is immutable,
// safe for concurrent use, and shares no memory that a board writes. Each game's state type adds
// the kit's API.
type State interface {
	// Round returns 0 for the initial state and Settings.Rounds() for the final one.
	Round() int
	Scores() [Seats]int
	// Status returns the used fraction of the CPU budget per seat, or -1 if out.
	Status() [Seats]float64
	// AppendText appends the state as in a .res: two empty lines, column labels, the rows, the
	// game's tables, "round 12", scores, status and an empty line.
	AppendText(dst []byte) []byte
	// FillFrame sets all fields of f. It reuses the slices of f.
	FillFrame(f *Frame)
	// Inspect describes a cell and what is on it in lines, or returns nil off the board.
	Inspect(p Pos, names *[Seats]string) []string
	// MemorySize estimates the state's memory, shared parts included.
	MemorySize() int
}

// A Turn holds what happened in one round. Its lists are its own, except that Done may share the
// Args of Orders. It is immutable once it is appended to a record.
type Turn struct {
	Round int
	// Orders holds the submitted orders by seat, for different units, with their outcomes. It is
	// empty if Known lacks KnownOrders.
	Orders [Seats][]Submitted
	// Executed holds the executed orders in order of execution, as in a .res. It is nil only if the
	// round was not played.
	Executed []Order
	// Events are in order of time.
	Events  []Event
	Reports [Seats]Report
	Known   Known
	// Missing means that a recording lacks this round. Only Round is set then.
	Missing bool
}

// Known flags the parts of a Turn that are known. The others are unknown, not empty.
type Known uint8

const (
	KnownOrders  Known = 1 << iota // Orders and their outcomes
	KnownEvents                    // all Events with their causes; without it, only events that states prove
	KnownReports                   // Seats
	KnownAll     = KnownOrders | KnownEvents | KnownReports
)

// An Event happened in a round. Its numbers are defined by its kind and worded by EventKind.Text.
// Units and places are those at that time.
type Event struct {
	Kind  uint8 // index into Legend.Events
	Seat  int8  // actor, or -1
	Other int8  // affected seat, or -1
	Cause uint8 // the game's own code
	// Unit acts and Target is affected; either may be -1.
	Unit, Target int32
	// At is the place, and To where something appeared; Row -1 means none.
	At, To Pos16
	// A and B are amounts, such as strengths or rounds.
	A, B int32
}

// NewEvent returns an event of a unit at a place that affects no other unit.
func NewEvent(kind uint8, seat int8, unit int32, at Pos16) Event {
	return Event{Kind: kind, Seat: seat, Other: -1, Unit: unit, Target: -1, At: at, To: NoPos}
}

// Affecting returns the event with the unit that it affects.
func (e Event) Affecting(seat int8, unit int32) Event {
	e.Other, e.Target = seat, unit
	return e
}

// WithAmounts returns the event with its amounts.
func (e Event) WithAmounts(a, b int32) Event {
	e.A, e.B = a, b
	return e
}

// Pos16 is a compact Pos.
type Pos16 struct{ Row, Col int16 }

// NoPos is a missing place of an event.
var NoPos = Pos16{-1, -1}

// NewPos16 returns p as a Pos16.
func NewPos16(p Pos) Pos16 { return Pos16{int16(p.Row), int16(p.Col)} }

// Pos returns p as a Pos.
func (p Pos16) Pos() Pos { return Pos{int(p.Row), int(p.Col)} }

func (p Pos16) String() string { return p.Pos().String() }

// Definition hold the constants of a game. The methods of Game of the same names describe them.
type Definition struct {
	Name, Title, Version string
	Rules                string
	NamelessWinners      bool
	KitEdition           func(settings []byte) Edition // nil for games with a single edition
	Orders               OrderForm
	Outcomes             []string // those of the game alone, by Fate
	Sources              []string
	Measures             []Measure
	Situations           []Situation
	Legend               Legend
}

// GameBase implements the constant methods of Game. Games embed it.
type GameBase struct{ def *Definition }

// NewGameBase returns a Base for the facts of a game.
func NewGameBase(f Definition) GameBase {
	copy(f.Outcomes, sharedOutcomes[:])
	return GameBase{&f}
}

func (b GameBase) Name() string { return b.def.Name }

func (b GameBase) Title() string { return b.def.Title }

func (b GameBase) Version() string { return b.def.Version }

func (b GameBase) Rules() string { return b.def.Rules }

func (b GameBase) NamelessWinners() bool { return b.def.NamelessWinners }

func (b GameBase) KitEdition(settings []byte) Edition {
	if b.def.KitEdition == nil {
		return Edition{}
	}
	return b.def.KitEdition(settings)
}

func (b GameBase) Orders() *OrderForm { return &b.def.Orders }

func (b GameBase) Outcomes() []string { return b.def.Outcomes }

func (b GameBase) Sources() []string { return b.def.Sources }

func (b GameBase) Measures() []Measure { return b.def.Measures }

func (b GameBase) Situations() []Situation { return b.def.Situations }

func (b GameBase) Legend() *Legend { return &b.def.Legend }

func (b GameBase) AppendOrderText(dst []byte, o Order) []byte {
	if k := b.def.Orders.Kind(o.Kind); k != nil {
		return append(dst, k.Text(&o)...)
	}
	return append(dst, "gets an order of no known kind"...)
}

func (b GameBase) AppendEvent(dst []byte, e *Event, names *[Seats]string) []byte {
	if int(e.Kind) < len(b.def.Legend.Events) {
		dst = append(dst, b.def.Legend.Events[e.Kind].Text(e, (*Names)(names))...)
	}
	return dst
}

// Names holds the players' names by seat.
type Names [Seats]string

// Of returns the name of a seat's player, or "nobody" for -1.
func (n *Names) Of(seat int8) string {
	if uint8(seat) < Seats {
		return n[seat]
	}
	return "nobody"
}

// Unit returns a unit with its player: "wizard 5 (Hunter)".
func (n *Names) Unit(unit string, seat int8) string {
	return unit + " (" + n.Of(seat) + ")"
}

// Count returns a number with its noun: "5 rounds", "1 round".
func Count[N int | int32](n N, noun string) string { return fmt.Sprint(n, " ", Plural(n, noun)) }

// Plural returns the noun for n things: "matches" for 2, "match" for 1.
func Plural[N int | int32](n N, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}
