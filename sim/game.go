package sim

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

type Settings interface {
	// Rounds returns the length of the match, at least 1.
	Rounds() int
	Size() (rows, cols int)
	// AppendText appends the header of a recording up to "names", without the edition.
	AppendText(dst []byte) []byte
}

// An Edition is a version of a game's rules. The zero value is the current one.
type Edition struct {
	Config string // configuration line that selects the edition
	Note   string
}

type EditionSettings interface {
	Settings
	Edition() Edition
}

// A Game is a set of rules. Callers must not modify returned values and may reuse the texts they
// pass.
type Game interface {
	Name() string // value of --game, such as "harrypotter"
	Title() string
	Version() string // first line of a configuration: "HarryPotter 1.0"
	Definition() *Definition

	// ReadSettings parses the output of Settings.AppendText, with any white space, and returns the
	// number of bytes read. Errors are *InputError.
	ReadSettings(text []byte) (Settings, int, error)
	// NewBoard creates the board of a match. Generator is "RANDOM", or "FIXED" and a board. It
	// returns an *InputError in generator or a *SettingError.
	NewBoard(s Settings, generator []byte, seed int32) (Board, error)

	// ReadState parses the output of State.AppendText and returns the number of bytes read. Hidden
	// values stay unknown. Errors are *InputError.
	ReadState(s Settings, text []byte) (State, int, error)
	Orders() *OrderForm // possible orders and their text in a recording
	Measures() []Measure
	Sources() []string
	// NewAccount returns an account of the points gained after a state.
	NewAccount(first State) Account

	Legend() *Legend
	// AppendOrderText describes an order without its unit, such as "moves up".
	AppendOrderText(dst []byte, o Order) []byte
	AppendEvent(dst []byte, e *Event, names *[Seats]string) []byte
	// Derive recovers the events of a round from its states and executed orders, which may be
	// invalid. Causes may be missing. Full is after, completed with hidden values of before. Derive
	// modifies no argument.
	Derive(before State, executed []Order, after State) (events []Event, full State)

	// BoardFrom returns a board that continues from s, with missing hidden values drawn from dice.
	// If complete is true, s lacked none, and the original generator reproduces the rest of the
	// match.
	BoardFrom(s State, dice Rand) (b Board, complete bool)
}

// A Board is a match in progress. It is not safe for concurrent use.
type Board interface {
	Round() int
	State() State // snapshot of the board; the same value until the board changes
	// Step plays one round. The caller sets t.Round and t.Orders, with at most one order per unit;
	// Step sets the outcomes, t.Executed and t.Events. It keeps no reference to t. After the last
	// round, it returns ErrMatchOver. Any other error means a broken invariant.
	Step(t *Turn) error
	SetStatus(seat int, status float64)
	Clone() Board // independent copy with its own generator
	RandState() int64
}

// A State is what players may know at the start of a round, or after the last one.
type State interface {
	Round() int // round that starts, or Settings.Rounds() in the final state
	Scores() [Seats]int
	// Status returns the used fraction of the CPU budget by seat, or -1 if the player is out.
	Status() [Seats]float64
	// AppendText appends the state as in recordings, with the empty lines around it.
	AppendText(dst []byte) []byte
	// FillFrame sets all fields of f and reuses its slices.
	FillFrame(f *Frame)
	// Inspect describes a cell and its contents. It returns nil off the board.
	Inspect(p Pos, names *[Seats]string) []string
	MemorySize() int // estimated bytes, including shared parts
}

// A Turn holds what happened in a round. It is immutable once recorded.
type Turn struct {
	Round  int
	Orders [Seats][]Submitted
	// Executed holds the executed orders in order of execution, or nil if the round was not played.
	Executed []Order
	Events   []Event
	Reports  [Seats]Report
	Known    Known
	// Missing means that a recording lacks this round, so only Round is set.
	Missing bool
}

// Known flags the known parts of a Turn. Other parts are unknown, not empty.
type Known uint8

const (
	KnownOrders Known = 1 << iota
	KnownEvents       // all events and causes; otherwise only events that states prove
	KnownReports
	KnownAll = KnownOrders | KnownEvents | KnownReports
)

// An Event is something that happened in a round.
type Event struct {
	Kind         uint8 // index into Legend.Events
	Seat         int8  // actor's seat, or -1
	Other        int8  // affected seat, or -1
	Cause        uint8
	Unit, Target int32 // acting and affected units, or -1
	At, To       Pos16 // place of the event, and where something appeared, or NoPos
	A, B         int32 // amounts, such as strengths or rounds
}

func NewEvent(kind uint8, seat int8, unit int32, at Pos16) Event {
	return Event{Kind: kind, Seat: seat, Other: -1, Unit: unit, Target: -1, At: at, To: NoPos}
}

func (e Event) Affecting(seat int8, unit int32) Event {
	e.Other, e.Target = seat, unit
	return e
}

func (e Event) WithAmounts(a, b int32) Event {
	e.A, e.B = a, b
	return e
}

type Pos16 struct{ Row, Col int16 }

var NoPos = Pos16{-1, -1}

func NewPos16(p Pos) Pos16     { return Pos16{int16(p.Row), int16(p.Col)} }
func (p Pos16) Pos() Pos       { return Pos{int(p.Row), int(p.Col)} }
func (p Pos16) String() string { return p.Pos().String() }

type Definition struct {
	Name, Title, Version string
	Rules                string
	NamelessWinners      bool                          // whether the kit's log omits the winners' names
	KitEdition           func(settings []byte) Edition // detects the edition from a kit's untrusted Settings.hh
	Orders               OrderForm
	Outcomes             []string // texts by outcome, such as "a wall is there"
	Sources              []string
	Measures             []Measure
	Situations           []Situation
	Legend               Legend
}

// GameBase implements the methods of Game that return parts of a Definition.
type GameBase struct{ def *Definition }

func NewGameBase(f Definition) GameBase {
	copy(f.Outcomes, sharedOutcomes[:])
	return GameBase{&f}
}

func (b GameBase) Definition() *Definition { return b.def }
func (b GameBase) Name() string            { return b.def.Name }
func (b GameBase) Title() string           { return b.def.Title }
func (b GameBase) Version() string         { return b.def.Version }
func (b GameBase) Orders() *OrderForm      { return &b.def.Orders }
func (b GameBase) Sources() []string       { return b.def.Sources }
func (b GameBase) Measures() []Measure     { return b.def.Measures }
func (b GameBase) Legend() *Legend         { return &b.def.Legend }

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

type Names [Seats]string

// Of returns a seat's name, or "nobody" for -1.
func (n *Names) Of(seat int8) string {
	if uint8(seat) < Seats {
		return n[seat]
	}
	return "nobody"
}

// Unit returns a unit with its player's name, such as "wizard 5 (Hunter)".
func (n *Names) Unit(unit string, seat int8) string {
	return unit + " (" + n.Of(seat) + ")"
}

// Count returns a number with its noun, such as "5 rounds" or "1 round".
func Count[N int | int32](n N, noun string) string { return fmt.Sprint(n, " ", Plural(n, noun)) }

func Plural[N int | int32](n N, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}

var ErrMatchOver = errors.New("invalid board: the match is over")

// An InputError is an error at a byte offset of a text. res.WithPosition adds file name and line.
type InputError struct {
	Offset int
	Msg    string
}

func (e *InputError) Error() string { return e.Msg }

func InputErrorf(offset int, format string, args ...any) *InputError {
	return &InputError{offset, fmt.Sprintf(format, args...)}
}

// LineNumber returns the line, counted from 1, that contains a byte of text.
func LineNumber(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte{'\n'})
}

// A SettingError reports a setting for which no board can be made.
type SettingError struct {
	Key string
	Msg string
}

func (e *SettingError) Error() string { return e.Msg }
