package sim

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Settings are the immutable values of a match, read from a configuration or a recording.
type Settings interface {
	// Rounds returns the length of the match, at least 1.
	Rounds() int
	Size() (rows, cols int)
	// AppendText appends the header of a .res from the version line up to "names", without the edition.
	AppendText(dst []byte) []byte
}

// An Edition is a version of a game's rules. The zero value is the current one.
type Edition struct {
	Config string // line of the configuration that selects it
	Note   string // tells users which rules apply
}

// EditionSettings are implemented by games with several editions.
type EditionSettings interface {
	Settings
	Edition() Edition
}

// A Game is a set of rules, without state. Callers must not modify what a Game returns and may reuse
// the texts they pass. The tests of sim/game check this contract.
type Game interface {
	Name() string    // value of --game: "harrypotter"
	Title() string   // "Harry Potter"
	Version() string // first line of a configuration: "HarryPotter 1.0"
	Definition() *Definition

	// ReadSettings reverses Settings.AppendText, with any white space between words, and returns the
	// number of bytes used. Errors are *InputError.
	ReadSettings(text []byte) (Settings, int, error)
	// NewBoard creates the board of a match. Generator is the text after the settings: "RANDOM", or
	// "FIXED" and a board. Errors are *InputError in generator or *SettingError.
	NewBoard(s Settings, generator []byte, seed int32) (Board, error)

	// ReadState reverses State.AppendText, except for what only Derive can recover, and returns the
	// number of bytes used. Errors are *InputError.
	ReadState(s Settings, text []byte) (State, int, error)
	Orders() *OrderForm  // possible orders and their form in a .res
	Measures() []Measure // 1 to MaxMeasures
	Sources() []string   // names of 1 to MaxSources sources of points
	// NewAccount starts to attribute points to sources, from a state on.
	NewAccount(first State) Account

	Legend() *Legend
	// AppendOrderText describes an order without its unit: "moves up".
	AppendOrderText(dst []byte, o Order) []byte
	// AppendEvent describes an event in one line, with places.
	AppendEvent(dst []byte, e *Event, names *[Seats]string) []byte
	// Derive recovers the events that two states and the orders executed between them prove; causes
	// may be missing. Full is after with the hidden values of before, such as counts since the
	// start. Executed may hold invalid orders. Derive modifies no argument.
	Derive(before State, executed []Order, after State) (events []Event, full State)

	// BoardFrom continues from s. It draws hidden values that s lacks from dice. If complete, there were none, and
	// the original generator gives the original rest of the match. A Board's own states are complete.
	BoardFrom(s State, dice Rand) (b Board, complete bool)
}

// A Board is a match in progress. It is not safe for concurrent use.
type Board interface {
	Round() int   // next round, from 0
	State() State // a snapshot: the same value until the board changes
	// Step plays one round. The caller sets t.Round and t.Orders, with at most one order per unit;
	// Step sets the outcomes, t.Executed and t.Events. It keeps no reference to t.
	//
	// After the last round Step returns ErrMatchOver. Any other error is a broken invariant, at
	// which the official engine stops too. If t.Executed is nil, nothing was played.
	Step(t *Turn) error
	// SetStatus sets what State.Status returns for a seat from the next snapshot on.
	SetStatus(seat int, status float64)
	Clone() Board     // independent, with its own generator
	RandState() int64 // of the generator, for tests
}

// A State is what a player may know at the start of a round, or the final state. Each game's type adds the kit's API.
type State interface {
	Round() int // Settings.Rounds() for the final state
	Scores() [Seats]int
	// Status returns the used fraction of the CPU budget by seat, or -1 if the player is out.
	Status() [Seats]float64
	// AppendText appends the state as in a .res, from the empty lines before it to the one after.
	AppendText(dst []byte) []byte
	// FillFrame sets all fields of f and reuses its slices.
	FillFrame(f *Frame)
	// Inspect describes a cell and what is on it, or returns nil off the board.
	Inspect(p Pos, names *[Seats]string) []string
	MemorySize() int // estimate in bytes, shared parts included
}

// A Turn holds what happened in a round. It is immutable once appended to a record.
type Turn struct {
	Round  int
	Orders [Seats][]Submitted // at most one per unit
	// Executed holds the executed orders in order of execution. It may share Args with Orders. It is
	// nil only if the round was not played.
	Executed []Order
	Events   []Event // in order of time
	Reports  [Seats]Report
	Known    Known
	// Missing means that a recording lacks this round. Only Round is set then.
	Missing bool
}

// Known flags the known parts of a Turn. Other parts are unknown, not empty.
type Known uint8

const (
	KnownOrders Known = 1 << iota // Orders and their outcomes
	KnownEvents                   // all Events with causes; without it, only events that states prove
	KnownReports
	KnownAll = KnownOrders | KnownEvents | KnownReports
)

// An Event happened in a round. EventKind.Text describes it.
type Event struct {
	Kind         uint8 // index into Legend.Events
	Seat         int8  // actor, or -1
	Other        int8  // affected seat, or -1
	Cause        uint8 // defined by the game
	Unit, Target int32 // actor and affected unit, or -1
	At, To       Pos16 // place, and where something appeared; or NoPos
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

// Pos16 is a compact Pos.
type Pos16 struct{ Row, Col int16 }

var NoPos = Pos16{-1, -1}

func NewPos16(p Pos) Pos16     { return Pos16{int16(p.Row), int16(p.Col)} }
func (p Pos16) Pos() Pos       { return Pos{int(p.Row), int(p.Col)} }
func (p Pos16) String() string { return p.Pos().String() }

// A Definition holds what never changes in a game.
type Definition struct {
	Name, Title, Version string
	Rules                string                        // in Markdown
	NamelessWinners      bool                          // the kit's log omits the winners' names
	KitEdition           func(settings []byte) Edition // from a kit's untrusted Settings.hh; nil if there is only one
	Orders               OrderForm
	Outcomes             []string // text by outcome, such as "a wall is there"; NewGameBase adds the shared ones
	Sources              []string
	Measures             []Measure
	Situations           []Situation // with unique names
	Legend               Legend
}

// GameBase implements the methods of Game that return parts of a Definition. Games embed it.
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

// Unit names a unit and its player: "wizard 5 (Hunter)".
func (n *Names) Unit(unit string, seat int8) string {
	return unit + " (" + n.Of(seat) + ")"
}

// Count returns a number with its noun: "5 rounds", "1 round".
func Count[N int | int32](n N, noun string) string { return fmt.Sprint(n, " ", Plural(n, noun)) }

// Plural returns the noun for n things: "matches" for 2.
func Plural[N int | int32](n N, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}

// ErrMatchOver is the error of Board.Step after the last round.
var ErrMatchOver = errors.New("invalid board: the match is over")

// An InputError is an error at a byte of a text. res.WithPosition adds name and line.
type InputError struct {
	Offset int
	Msg    string
}

func (e *InputError) Error() string { return e.Msg }

func InputErrorf(offset int, format string, args ...any) *InputError {
	return &InputError{offset, fmt.Sprintf(format, args...)}
}

// LineNumber returns the line, from 1, of a byte of text.
func LineNumber(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte{'\n'})
}

// A SettingError is a value of a configuration that allows no board.
type SettingError struct {
	Key string // such as NUM_ROUNDS
	Msg string
}

func (e *SettingError) Error() string { return e.Msg }
