package sim

import "slices"

// A Frame is a state of any game in a form that views can draw. Callers own frames and may reuse
// them.
type Frame struct {
	Rows, Cols int
	Cells      []Cell
	Units      []Unit // players' units by id, then neutral units
	Players    [Seats]PlayerCard
	Labels     []Label // facts about the whole board, such as day or night
	Dark       bool    // whether to draw the board darker, as at night
	Focus      Pos     // cell that viewers should see first
}

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
	Owner     int8  // seat that owns the ground or item, or -1
	Item      uint8 // index into Legend.Items; 0 means none
	Dangerous bool  // whether to draw the cell hatched
	Unit      int16 // index into Frame.Units, or -1
	Amount    int32 // value of the item, such as money; 0 means none
}

// NoUnit is an id that no unit has. Players' units have ids from 0 up, and neutral units from -2
// down.
const NoUnit = -1

type Unit struct {
	ID       int32
	Seat     int8  // owner's seat, or -1
	NextSeat int8  // seat that the unit is about to join, or -1
	Kind     uint8 // index into Legend.Units
	OnBoard  bool
	At       Pos
	// Timer (in rounds) and Life are -1 if unused.
	Timer, Life, MaxLife int32
}

type PlayerCard struct {
	Score int
	Stats []Label // figures, most important first
}

// A Label is a named value. Its text has the same width in every round.
type Label struct {
	Key   string
	Value string
	// Short combines key and value in at most MaxShortWidth columns, such as "20 wizards". It may be
	// empty.
	Short string
	// CountsUnits marks labels that count units of one kind. Panels that list the units omit these
	// labels.
	CountsUnits bool
}

const MaxShortWidth = 14

// FirstFitting returns the first wording that is short enough for Label.Short, or "" if none is.
func FirstFitting(wordings ...string) string {
	for _, s := range wordings {
		if len(s) <= MaxShortWidth {
			return s
		}
	}
	return ""
}

// A Role is the meaning of a colour.
type Role uint8

const (
	RoleNone Role = iota
	RoleOwner
	RoleFloor
	RoleStreet
	RoleWall
	RoleTreasure
	RoleBoss
	RoleMoney
	RoleGold
	RoleHeal
	RolePoison
	RoleDoor
	RoleWeapon
	RoleHeavyWeapon
	RoleGood
	RoleBad
)

// A Kind defines how a ground, item or unit looks. Symbol and Letters are unique within a legend.
type Kind struct {
	Name      string // full name, such as "converting wizard"
	ShortName string
	Symbol    string // symbol one column wide, such as "●"
	Letters   string // two ASCII characters, or one that is followed by the seat's digit
	Role      Role
	HasLife   bool
}

type EventKind struct {
	Name       string
	Plural     string // plural of Name; empty means Name plus "s"
	Symbol     string
	ASCII      byte
	OnTimeline bool // whether the keys [ and ] stop at such events
	IsLoss     bool // whether seat Event.TargetSeat loses unit Event.TargetUnit, to Event.Seat or to no one
	IsDeath    bool
	Role       Role
	Rank       int // rank by importance; 0 is the most important
	Text       func(e *Event, names *Names) string
	// ActorText and TargetText summarise events of this kind from either seat's point of view, as
	// in "converts # wizard(s)".
	ActorText, TargetText string
}

// A Legend describes how a game's frames look. Items[0] means no item.
type Legend struct {
	Grounds, Items, Units []Kind
	Events                []EventKind
	// OwnedGround and DangerGround name tinted and hatched ground. They may be empty.
	OwnedGround, DangerGround string
}

// LeadSymbol and LeadASCII mark a change of leader. Event kinds must not use them.
const (
	LeadSymbol = "▲"
	LeadASCII  = '^'
)

const (
	TurningPointSymbol = "◆"
	TurningPointASCII  = '%'
)

// BossName returns the name of the neutral unit that hunts all players, or "nobody" and false in games
// without one.
func (l *Legend) BossName() (name string, ok bool) {
	for i := range l.Units {
		if l.Units[i].Role == RoleBoss {
			return l.Units[i].Name, true
		}
	}
	return "nobody", false
}
