package sim

import "slices"

// A Frame shows one state of any game: viewers get everything from it. Callers own and reuse
// frames.
type Frame struct {
	Rows, Cols int
	Cells      []Cell // Rows×Cols, in row-major order
	Units      []Unit // by id, including those off the board; then units of no seat, with ids below NoUnit
	Players    [Seats]Card
	Labels     []Label // facts about the whole board, such as day or night
	Dark       bool    // it is night: draw the board darker
	Focus      Pos     // where to look first
}

// Reset clears the frame for a board of this size: unowned open ground by day, with the focus in
// the middle.
func (f *Frame) Reset(rows, cols int) {
	f.Rows, f.Cols, f.Dark, f.Focus = rows, cols, false, Pos{rows / 2, cols / 2}
	f.Cells = slices.Grow(f.Cells[:0], rows*cols)[:rows*cols]
	for i := range f.Cells {
		f.Cells[i] = Cell{Owner: -1, Unit: -1}
	}
	f.Units, f.Labels = f.Units[:0], f.Labels[:0]
}

// At returns the cell at p.
func (f *Frame) At(p Pos) *Cell { return &f.Cells[p.Row*f.Cols+p.Col] }

// Scores returns the scores on the cards.
func (f *Frame) Scores() (scores [Seats]int) {
	for seat := range f.Players {
		scores[seat] = f.Players[seat].Score
	}
	return scores
}

// A Cell is one cell of a Frame.
type Cell struct {
	Ground    uint8 // index into Legend.Grounds
	Owner     int8  // seat that owns the ground or item, or -1
	Item      uint8 // index into Legend.Items; 0 means none
	Dangerous bool  // dangerous ground, drawn hatched
	Unit      int16 // index into Frame.Units, or -1
	Amount    int32 // value of the item, such as money; 0 means none
}

// NoUnit stands for no unit. Units of players have ids from 0 up; others from NoUnit-1 down.
const NoUnit = -1

// A Unit is one unit of a Frame.
type Unit struct {
	ID       int32
	Seat     int8  // owner, or -1
	NextSeat int8  // seat that it will join, or -1
	Kind     uint8 // index into Legend.Units
	OnBoard  bool  // whether it is on the board, at At
	At       Pos
	// Timer is a number of rounds, such as until rebirth, and Life the health; -1 means none. Full
	// is the highest Life, or 0.
	Timer, Life, MaxLife int32
}

// A Card holds a player's figures for the panel.
type Card struct {
	Score int
	Stats []Label // most important first
}

// A Label is a named value. Where possible, values have the same width in every round.
type Label struct {
	Key   string // such as "strength"
	Value string // such as "2650"
	// Short is key and value in at most ShortWidth columns, such as "20 wizards". An empty Short is
	// not shown.
	Short string
	// CountsUnits means that the label counts units by kind. It is hidden where the units themselves are
	// shown.
	CountsUnits bool
}

// ShortWidth is the most columns of a Label.Short.
const ShortWidth = 14

// FirstFitting returns the first wording that fits a Label.Short, or "".
func FirstFitting(wordings ...string) string {
	for _, s := range wordings {
		if len(s) <= ShortWidth {
			return s
		}
	}
	return ""
}

// A Role is the meaning of a colour. Package tui/theme maps roles to colours.
type Role uint8

// Roles of grounds, items and units.
const (
	RoleNone        Role = iota
	RoleOwner            // colour of the owner's seat
	RoleFloor            // open ground
	RoleStreet           // open ground with day and night
	RoleWall             // impassable
	RoleTreasure         // books
	RoleBoss             // Voldemort
	RoleMoney            // money
	RoleGold             // gold
	RoleHeal             // health kits, food
	RolePoison           // poison
	RoleDoor             // door of a safe
	RoleWeapon           // guns, steel
	RoleHeavyWeapon      // bazookas
	RoleGood             // gains, in text
	RoleBad              // losses and deaths, in text
)

// A Kind describes how a ground, item or unit looks. Kinds of one legend differ in Shape and in
// Letters.
type Kind struct {
	Name    string // such as "converting wizard"
	Brief   string // one word for narrow places, or ""
	Shape   string // one column, such as "●"
	Letters string // two ASCII columns, or for units of seats one letter before the seat's digit
	Role    Role
	HasLife bool // whether its units have a Life
}

// An EventKind describes a kind of event.
type EventKind struct {
	Name       string // such as "death"
	Plural     string // plural; empty means the name with an s
	Shape      string // one column, for lists and the timeline
	ASCII      byte   // Shape without Unicode
	OnTimeline bool   // marked on the timeline; the keys [ and ] stop at it
	Loss       bool   // Other loses Target, to Seat or to no seat
	Death      bool   // Target dies, which is also a Loss
	Role       Role
	Rank       int // 0 is most important
	// Text describes an event in one line, with places.
	Text func(e *Event, names *Names) string
	// ActorText and Suffers summarize several events for Seat and for Other. In them # stands for the
	// number and (s) for a plural: "converts # wizard(s)". Empty means not summarized.
	ActorText, TargetText string
}

// A Legend describes the kinds in a game's frames. Items[0] means no item.
type Legend struct {
	Grounds, Items, Units []Kind
	Events                []EventKind
	// OwnedGround names the ground tinted by its owner, and Danger hatched ground. Either may be empty.
	OwnedGround, DangerGround string
}

// Sign of a change of the leader on the timeline. No kind of event uses it.
const (
	LeadShape = "▲"
	LeadASCII = '^'
)

// Sign of a turning point on the timeline. No kind of event uses it.
const (
	TurningPointShape = "◆"
	TurningPointASCII = '%'
)

// Boss returns the name of the unit that belongs to no seat and hunts all. It returns "nobody" and
// false in games without one.
func (l *Legend) Boss() (name string, ok bool) {
	for i := range l.Units {
		if l.Units[i].Role == RoleBoss {
			return l.Units[i].Name, true
		}
	}
	return "nobody", false
}
