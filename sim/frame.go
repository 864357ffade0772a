package sim

import "slices"

// A Frame shows a state of any game to viewers. Callers own and reuse frames.
type Frame struct {
	Rows, Cols int
	Cells      []Cell // Rows×Cols, in row-major order
	Units      []Unit // by id, also those off the board; then units of no seat, with ids below NoUnit
	Players    [Seats]Card
	Labels     []Label // of the whole board, such as day or night
	Dark       bool    // night: draw the board darker
	Focus      Pos     // where to look first
}

// Reset makes f an empty board of this size by day, with the focus in the middle.
func (f *Frame) Reset(rows, cols int) {
	f.Rows, f.Cols, f.Dark, f.Focus = rows, cols, false, Pos{rows / 2, cols / 2}
	f.Cells = slices.Grow(f.Cells[:0], rows*cols)[:rows*cols]
	for i := range f.Cells {
		f.Cells[i] = Cell{Owner: -1, Unit: -1}
	}
	f.Units, f.Labels = f.Units[:0], f.Labels[:0]
}

func (f *Frame) At(p Pos) *Cell { return &f.Cells[p.Row*f.Cols+p.Col] }

func (f *Frame) Scores() (scores [Seats]int) {
	for seat := range f.Players {
		scores[seat] = f.Players[seat].Score
	}
	return scores
}

type Cell struct {
	Ground    uint8 // index into Legend.Grounds
	Owner     int8  // of ground or item, or -1
	Item      uint8 // index into Legend.Items; 0 means none
	Dangerous bool  // drawn hatched
	Unit      int16 // index into Frame.Units, or -1
	Amount    int32 // value of the item, such as money; 0 means none
}

// NoUnit stands for no unit. Units of players have ids from 0 up, others from NoUnit-1 down.
const NoUnit = -1

type Unit struct {
	ID       int32
	Seat     int8  // owner, or -1
	NextSeat int8  // seat that it is about to join, or -1
	Kind     uint8 // index into Legend.Units
	OnBoard  bool
	At       Pos
	// Timer counts rounds, such as until rebirth. It and Life are -1 for none; MaxLife is 0.
	Timer, Life, MaxLife int32
}

// A Card holds a player's figures.
type Card struct {
	Score int
	Stats []Label // most important first
}

// A Label is a named value, with the same width in every round.
type Label struct {
	Key   string // such as "strength"
	Value string // such as "2650"
	// Short is key and value in at most ShortWidth columns, such as "20 wizards", or "".
	Short string
	// CountsUnits marks a count of units by kind, which panels that list them omit.
	CountsUnits bool
}

const ShortWidth = 14

// FirstFitting returns the first wording that fits Label.Short, or "".
func FirstFitting(wordings ...string) string {
	for _, s := range wordings {
		if len(s) <= ShortWidth {
			return s
		}
	}
	return ""
}

// A Role is the meaning of a colour.
type Role uint8

const (
	RoleNone  Role = iota
	RoleOwner      // colour of the owner's seat
	RoleFloor
	RoleStreet // ground with day and night
	RoleWall
	RoleTreasure // books
	RoleBoss     // Voldemort
	RoleMoney
	RoleGold
	RoleHeal // health kits, food
	RolePoison
	RoleDoor   // door of a safe
	RoleWeapon // guns, steel
	RoleHeavyWeapon
	RoleGood // gains, in text
	RoleBad  // losses and deaths, in text
)

// A Kind is how a ground, item or unit looks. Shape and Letters are unique in a legend.
type Kind struct {
	Name    string // such as "converting wizard"
	Brief   string
	Shape   string // one column wide, such as "●"
	Letters string // two ASCII characters, or one before the seat's digit
	Role    Role
	HasLife bool
}

type EventKind struct {
	Name       string // such as "death"
	Plural     string // empty means Name with an s
	Shape      string // one column wide
	ASCII      byte   // Shape without Unicode
	OnTimeline bool   // the keys [ and ] stop at it
	Loss       bool   // Other loses Target to Seat, or to no seat
	Death      bool   // Target dies; implies Loss
	Role       Role
	Rank       int // 0 is most important
	// Text describes an event in one line.
	Text func(e *Event, names *Names) string
	// ActorText and TargetText summarize events for Seat and Other: "converts # wizard(s)". Empty means none.
	ActorText, TargetText string
}

// A Legend describes a game's frames. Items[0] means no item.
type Legend struct {
	Grounds, Items, Units []Kind
	Events                []EventKind
	// OwnedGround names the ground tinted by its owner, DangerGround the hatched one, or "".
	OwnedGround, DangerGround string
}

// Signs that no kind of event may use.
const (
	LeadShape = "▲"
	LeadASCII = '^'
)

const (
	TurningPointShape = "◆"
	TurningPointASCII = '%'
)

// Boss returns the name of the unit that belongs to no seat and hunts all, or "nobody" and false.
func (l *Legend) Boss() (name string, ok bool) {
	for i := range l.Units {
		if l.Units[i].Role == RoleBoss {
			return l.Units[i].Name, true
		}
	}
	return "nobody", false
}
