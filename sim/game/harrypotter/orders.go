package harrypotter

import "game-tui/sim"

// A Dir is a direction, numbered as in the kit.
type Dir int8

// Directions with even numbers are orthogonal. Wizards use only these.
const (
	Down Dir = iota
	DownRight
	Right
	UpRight
	Up
	UpLeft
	Left
	DownLeft
)

var Steps = [8]sim.Pos{{Row: 1}, {Row: 1, Col: 1}, {Col: 1}, {Row: -1, Col: 1}, {Row: -1}, {Row: -1, Col: -1}, {Col: -1}, {Row: 1, Col: -1}}

// FromSimDir converts a direction from the numbering common to all games.
func FromSimDir(d sim.Dir) Dir { return Dir(2 * d) }

func (d Dir) Valid() bool { return uint8(d) < 8 }

// Step returns the change of position when moving in direction d, or the zero Pos if d is invalid.
func (d Dir) Step() sim.Pos {
	if d.Valid() {
		return Steps[d]
	}
	return sim.Pos{}
}

// Word returns the direction as an adverb, such as "up left".
func (d Dir) Word() string {
	if d.Valid() {
		return dirWords[d]
	}
	return "in an unknown direction"
}

var dirWords = [8]string{"down", "down right", "right", "up right", "up", "up left", "left", "down left"}

// Move returns an order to move or to attack.
func Move(id int32, d Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// CastSpell returns an order for a ghost to cast a spell. Solution holds each ingredient's group, from
// 0 to 4. It is not copied.
func CastSpell(id int32, solution []int32) sim.Order {
	return sim.Order{Unit: id, Kind: 's', Args: solution}
}

// The letters for diagonal directions surround the S key on a keyboard.
var orderForm = sim.OrderFormat{
	DirLetters: "dcreuqlz",
	Kinds: []sim.OrderKind{
		{Letter: 'm', HasDir: true, Text: func(o *sim.Order) string { return "moves " + Dir(o.Dir).Word() }},
		{Letter: 's', ArgsName: "solution", Text: func(*sim.Order) string { return "casts the spell" }},
	},
}

const (
	OutcomeDiagonal = sim.FirstGameOutcome + iota
	OutcomeWall
	OutcomeGhostBlocked
	OutcomeConverting
	OutcomeOwnGhost
	OutcomeOwnWizard
	OutcomeTargetConverting
	OutcomeProtected
	OutcomeNotGhost
	OutcomeSpellsOver
	OutcomeResting
	OutcomeSecondSpell
	OutcomeWrongSolution
)

var outcomes = []string{
	OutcomeDiagonal:         "wizards do not move diagonally",
	OutcomeWall:             "a wall is there",
	OutcomeGhostBlocked:     "a unit is there, and ghosts do not attack",
	OutcomeConverting:       "a converting wizard cannot attack",
	OutcomeOwnGhost:         "its own ghost is there",
	OutcomeOwnWizard:        "own wizard in the way",
	OutcomeTargetConverting: "the wizard there is already being converted",
	OutcomeProtected:        "the ghost there was attacked recently",
	OutcomeNotGhost:         "only ghosts cast spells",
	OutcomeSpellsOver:       "too late in the match for a spell",
	OutcomeResting:          "the ghost has to rest",
	OutcomeSecondSpell:      "a spell was already cast this round",
	OutcomeWrongSolution:    "the solution is wrong",
}
