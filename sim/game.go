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
	// AppendText appends a recording's header, up to the "names" line and without the edition.
	AppendText(dst []byte) []byte
}

// An Edition is a version of a game's rules. The zero value is the current one.
type Edition struct {
	ConfigLine string // configuration line that selects the edition
	Note       string
}

type EditionSettings interface {
	Settings
	Edition() Edition
}

// A Game is a set of rules. Callers must not modify returned values. A Game keeps no references to
// texts passed to it.
type Game interface {
	Name() string // value of --game, such as "harrypotter"
	Title() string
	Version() string // first line of a configuration, such as "HarryPotter 1.0"
	Definition() *Definition

	// ReadSettings parses the output of Settings.AppendText, with arbitrary white space, and
	// returns the number of bytes read. Errors are of type *InputError.
	ReadSettings(text []byte) (Settings, int, error)
	// NewBoard creates the board of a match. Generator is "RANDOM", or "FIXED" followed by a board.
	// Errors are of type *InputError, with an offset in generator, or *SettingError.
	NewBoard(s Settings, generator []byte, seed int32) (Board, error)

	// ReadState parses the output of State.AppendText and returns the number of bytes read. Hidden
	// values stay unknown. Errors are of type *InputError.
	ReadState(s Settings, text []byte) (State, int, error)
	OrderFormat() *OrderFormat
	Measures() []Measure
	PointSources() []string
	// NewAccount returns an account of the points gained after state first. It may also include
	// earlier points.
	NewAccount(first State) Account

	Legend() *Legend
	// AppendOrderText appends a description of an order without its unit, such as "moves up".
	AppendOrderText(dst []byte, o Order) []byte
	AppendEventText(dst []byte, e *Event, names *[Seats]string) []byte
	// Derive reconstructs the events of a round from its states and executed orders, which may be
	// invalid. Causes may be missing. Full is a copy of after, completed with hidden values from
	// before. Derive does not modify its arguments.
	Derive(before State, executed []Order, after State) (events []Event, full State)

	// BoardFrom returns a board that continues from s. Hidden values that s lacks are drawn from
	// dice. If complete is true, nothing was missing, and the original generator would reproduce
	// the rest of the match.
	BoardFrom(s State, dice Rand) (b Board, complete bool)
}

// A Board is a match in progress. It is not safe for concurrent use.
type Board interface {
	Round() int
	State() State // snapshot; the same value until the board changes
	// Step plays one round. The caller sets t.Round and t.Orders, with at most one order per unit.
	// Step sets the outcomes, t.Executed and t.Events, and does not keep t. After the last round it
	// returns ErrMatchOver. Any other error means that an invariant is broken.
	Step(t *Turn) error
	SetStatus(seat int, status float64)
	Clone() Board // independent copy with its own generator
	RandState() int64
}

// A State is what players may know at the start of a round, or after the last one.
type State interface {
	Round() int // round about to start, or Settings.Rounds() in the final state
	Scores() [Seats]int
	// Status returns the fraction of the CPU budget that each seat has used, or -1 for players that
	// are out.
	Status() [Seats]float64
	// AppendText appends the state as in recordings, including the empty lines around it.
	AppendText(dst []byte) []byte
	// FillFrame sets all fields of f. It reuses the slices of f.
	FillFrame(f *Frame)
	// Inspect describes a cell and its contents. It returns nil if p is off the board.
	Inspect(p Pos, names *[Seats]string) []string
	MemorySize() int // estimated bytes, including shared parts
}

// A Turn holds what happened in a round. It is immutable once recorded.
type Turn struct {
	Round  int
	Orders [Seats][]SubmittedOrder
	// Executed holds the executed orders in order of execution, or nil if the round was not played.
	Executed   []Order
	Events     []Event
	Reports    [Seats]Report
	KnownParts KnownParts
	// Missing means that the recording lacks this round. Then only Round is set.
	Missing bool
}

// KnownParts has a flag for each known part of a Turn. The other parts are unknown rather than empty.
type KnownParts uint8

const (
	KnownOrders KnownParts = 1 << iota
	KnownEvents            // whether Events is complete, with causes; otherwise it holds only events that states prove
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
	At, To       Pos16 // place of the event, and a second place or NoPos
	A, B         int32 // amounts, such as strengths or rounds
}

func NewEvent(kind uint8, seat int8, unit int32, at Pos16) Event {
	return Event{Kind: kind, Seat: seat, Other: -1, Unit: unit, Target: -1, At: at, To: NoPos}
}

func (e Event) WithTarget(seat int8, unit int32) Event {
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
	OmitsWinnerNames     bool                          // whether the kit's log omits the winners' names
	DetectEdition        func(settings []byte) Edition // detects the edition from a kit's untrusted Settings.hh
	OrderFormat          OrderFormat
	OutcomeTexts         []string // texts indexed by outcome, such as "a wall is there"
	PointSources         []string
	Measures             []Measure
	Situations           []Situation
	Legend               Legend
}

// GameBase implements the methods of Game that need only a Definition.
type GameBase struct{ def *Definition }

func NewGameBase(def Definition) GameBase {
	copy(def.OutcomeTexts, sharedOutcomeTexts[:])
	return GameBase{&def}
}

func (b GameBase) Definition() *Definition   { return b.def }
func (b GameBase) Name() string              { return b.def.Name }
func (b GameBase) Title() string             { return b.def.Title }
func (b GameBase) Version() string           { return b.def.Version }
func (b GameBase) OrderFormat() *OrderFormat { return &b.def.OrderFormat }
func (b GameBase) PointSources() []string    { return b.def.PointSources }
func (b GameBase) Measures() []Measure       { return b.def.Measures }
func (b GameBase) Legend() *Legend           { return &b.def.Legend }

func (b GameBase) AppendOrderText(dst []byte, o Order) []byte {
	if k := b.def.OrderFormat.Kind(o.Kind); k != nil {
		return append(dst, k.Text(&o)...)
	}
	return append(dst, "gets an unknown order"...)
}

func (b GameBase) AppendEventText(dst []byte, e *Event, names *[Seats]string) []byte {
	if int(e.Kind) < len(b.def.Legend.Events) {
		dst = append(dst, b.def.Legend.Events[e.Kind].Text(e, (*Names)(names))...)
	}
	return dst
}

type Names [Seats]string

// ForSeat returns the name of a seat's player, or "nobody" if seat is invalid.
func (n *Names) ForSeat(seat int8) string {
	if uint8(seat) < Seats {
		return n[seat]
	}
	return "nobody"
}

// UnitText returns a unit followed by its player's name, such as "wizard 5 (Hunter)".
func (n *Names) UnitText(unit string, seat int8) string {
	return unit + " (" + n.ForSeat(seat) + ")"
}

// FormatCount returns a number and its noun, such as "5 rounds" or "1 round".
func FormatCount[N int | int32](n N, noun string) string { return fmt.Sprint(n, " ", Plural(n, noun)) }

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

// An InputError is an error at a byte offset in a text. res.WithPosition adds the file name and
// line number.
type InputError struct {
	Offset int
	Msg    string
}

func (e *InputError) Error() string { return e.Msg }

func InputErrorf(offset int, format string, args ...any) *InputError {
	return &InputError{offset, fmt.Sprintf(format, args...)}
}

// LineNumber returns the one-based number of the line of text that contains offset.
func LineNumber(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte{'\n'})
}

// A SettingError reports a setting with which no board can be created.
type SettingError struct {
	Key string
	Msg string
}

func (e *SettingError) Error() string { return e.Msg }
