package sim

import "slices"

// Frame is the neutral picture of one state of any game: all that a viewer may
// show goes through it. It is filled on demand into the viewer's buffer.
type Frame struct {
	Rows, Cols int
	Cells      []Cell // Rows×Cols, row-major
	Units      []Unit // in id order, those off the board included; those of nobody (Voldemort) last, with ids below NoUnit
	Players    [Seats]Card
	Labels     []Label // global facts: spell ingredients, day or night
	Dark       bool    // night: the board is drawn darker
	Focus      Pos     // where the eye should be when nothing better is known
}

// Reset empties the frame for a board of that size: open ground of nobody, by day, the focus
// in the middle.
func (f *Frame) Reset(rows, cols int) {
	f.Rows, f.Cols, f.Dark, f.Focus = rows, cols, false, Pos{rows / 2, cols / 2}
	f.Cells = slices.Grow(f.Cells[:0], rows*cols)[:rows*cols]
	for i := range f.Cells {
		f.Cells[i] = Cell{Owner: -1, Unit: -1}
	}
	f.Units, f.Labels = f.Units[:0], f.Labels[:0]
}

// At is the cell at p.
func (f *Frame) At(p Pos) *Cell { return &f.Cells[p.Row*f.Cols+p.Col] }

// Scores are those of the cards.
func (f *Frame) Scores() (scores [Seats]int) {
	for seat := range f.Players {
		scores[seat] = f.Players[seat].Score
	}
	return scores
}

// Cell is what a viewer draws of one cell.
type Cell struct {
	Ground uint8 // index into Legend.Grounds
	Owner  int8  // seat that tints the ground or owns the item, -1 nobody
	Item   uint8 // index into Legend.Items; 0 none
	Hatch  bool  // dangerous ground, drawn hatched
	Unit   int16 // index into Frame.Units, -1 none
	Amount int32 // number that belongs to the item: money, resistance; 0 none
}

// NoUnit is the id of no unit: units of players have ids from 0 up, those of nobody
// from NoUnit-1 down.
const NoUnit = -1

// Unit is what a viewer draws of one unit.
type Unit struct {
	ID   int32
	Seat int8  // owner, -1 nobody
	Next int8  // seat that it will join, and whose colour it then wears; -1 none
	Kind uint8 // index into Legend.Units: a wizard and a converting wizard are two kinds
	On   bool  // stands on the board at At
	At   Pos
	// Timer is the number of rounds worth showing beside it (until converted,
	// until reborn), Life its health; -1 none. Full is Life when none of it is lost; 0 none.
	Timer, Life, Full int32
}

// Card is the panel of one player, without its name and cost, which the match knows.
type Card struct {
	Score int
	Stats []Label // most important first
}

// Label is a named value. Values have the same width in every round where that can be.
type Label struct {
	Key   string // "strength"
	Value string // "2650"
	// Short says key and value in at most ShortWidth columns, in words that need no
	// other: "20 wizards". It stands alone where there is no room for more; empty: not
	// shown there.
	Short string
	// Kinds says that it counts units by their kind: not shown where the units themselves are.
	Kinds bool
}

// ShortWidth is how many columns Label.Short has at most: those of the narrowest panel, beside the
// bar in the player's colour.
const ShortWidth = 14

// Short is the first of the wordings, in ASCII, that is a Label.Short; empty where none is.
func Short(wordings ...string) string {
	for _, s := range wordings {
		if len(s) <= ShortWidth {
			return s
		}
	}
	return ""
}

// Role is what a colour means; tui/theme turns roles into colours.
type Role uint8

// Roles of grounds, items and units. RoleOwner is the colour of the seat that
// owns the thing.
const (
	RoleNone     Role = iota
	RoleOwner         // the seat's bright colour
	RoleFloor         // open ground
	RoleStreet        // open ground under the sky, which has days and nights
	RoleWall          // what nobody enters
	RoleTreasure      // what everybody wants: books
	RoleBoss          // who hunts all: Voldemort (magenta, nothing else is)
	RoleMoney         // money
	RoleGold          // gold
	RoleHeal          // health kits, food
	RoleHarm          // poison
	RoleDoor          // the door of a safe
	RoleArm           // guns, steel
	RoleHeavy         // bazookas
	RoleGood          // text: gains
	RoleBad           // text: losses, deaths
)

// Kind is how one ground, item or unit looks wherever a cell has at least one
// character. Kinds of one legend differ in Shape and in Letters.
type Kind struct {
	Name    string // "wizard", "converting wizard"
	Brief   string // the name in one word, for where room is short: "converting"; empty: the name
	Shape   string // one column wide: "●"
	Letters string // two ASCII columns: "[]"; for owned kinds one letter, which the seat's digit follows
	Role    Role
	Lives   bool // its units, which are owned, have a life
}

// EventKind describes the events of one kind.
type EventKind struct {
	Name  string // "death"
	Many  string // of several: "ghosts attacked"; empty: the name with an s
	Shape string // one column, before the event's words and on the timeline
	ASCII byte   // the same without Unicode
	Mark  bool   // it is marked on the timeline, and [ and ] stop at it
	Loss  bool   // Other loses Target, to Seat or to nobody
	Death bool   // Target is killed in it, which is a Loss
	Role  Role
	Rank  int // 0 most important; events of a round are listed in this order where room is short
	// Text describes an event in one line, with places.
	Text func(e *Event, names *Names) string
	// Does and Suffers say of several events what Seat does and Other suffers, # for how many and (s)
	// for an s behind more than one: "converts # wizard(s)"; empty where that is not told.
	Does, Suffers string
}

// Legend is the vocabulary of a game's frames. Index 0 of Items is "nothing".
type Legend struct {
	Grounds, Items, Units []Kind
	Events                []EventKind
	// Own names the ground that a cell's owner tints, Danger the hatched ground;
	// empty where frames have none.
	Own, Danger string
}

// The sign of the timeline for a change of the leader; no kind has it.
const (
	LeadShape = "▲"
	LeadASCII = '^'
)

// The sign of the timeline for a turning point; no event has it.
const (
	TurnShape = "◆"
	TurnASCII = '%'
)

// Boss names the unit that belongs to nobody and hunts all; "nobody", and false, in a game
// without one.
func (l *Legend) Boss() (name string, ok bool) {
	for i := range l.Units {
		if l.Units[i].Role == RoleBoss {
			return l.Units[i].Name, true
		}
	}
	return "nobody", false
}
