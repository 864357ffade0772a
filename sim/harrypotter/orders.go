package harrypotter

import "game-tui/sim"

// Dir is a direction by the kit's numbers.
type Dir int8

// The directions. The even ones are orthogonal; wizards take only those.
const (
	Down Dir = iota
	DR
	Right
	RU
	Up
	UL
	Left
	LD
)

// Dirs are the deltas of the eight directions.
var Dirs = [8]sim.Pos{{Row: 1}, {Row: 1, Col: 1}, {Col: 1}, {Row: -1, Col: 1}, {Row: -1}, {Row: -1, Col: -1}, {Col: -1}, {Row: 1, Col: -1}}

// Orthogonal is one of the four directions that all games have, by this game's
// numbers.
func Orthogonal(d sim.Dir) Dir { return Dir(2 * d) }

// OK reports whether d is one of the eight directions.
func (d Dir) OK() bool { return uint8(d) < 8 }

// Delta is the direction's step; no step for a number that is no direction.
func (d Dir) Delta() sim.Pos {
	if d.OK() {
		return Dirs[d]
	}
	return sim.Pos{}
}

// Word says where somebody goes: "up left".
func (d Dir) Word() string {
	if d.OK() {
		return dirWords[d]
	}
	return "in no known direction"
}

var dirWords = [8]string{"down", "down right", "right", "up right", "up", "up left", "left", "down left"}

// Move orders a unit to move, or to attack what stands there.
func Move(id int32, d Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Spell orders a ghost to cast. solution gives each of the 15 ingredients its
// group, 0 to 4; it is not copied.
func Spell(id int32, solution []int32) sim.Order {
	return sim.Order{Unit: id, Kind: 's', Args: solution}
}

// orderForm is the orders and how they are written. The letters of the diagonal directions
// lie around the s key.
var orderForm = sim.OrderForm{
	Dirs: "dcreuqlz",
	Kinds: []sim.OrderKind{
		{Letter: 'm', Dir: true, Text: func(o *sim.Order) string { return "moves " + Dir(o.Dir).Word() }},
		{Letter: 's', Args: "solution", Text: func(*sim.Order) string { return "casts the spell" }},
	},
}

// What stops an order in this game.
const (
	FateDiagonal = sim.FateGame + iota
	FateWall
	FateGhostBlocked
	FateConverting
	FateOwnGhost
	FateMate
	FateTargetConverting
	FateProtected
	FateNoGhost
	FateLate
	FateResting
	FateOneSpell
	FateWrong
)

var fates = []string{
	FateDiagonal:         "wizards do not move diagonally",
	FateWall:             "a wall is there",
	FateGhostBlocked:     "a unit is there, and ghosts do not attack",
	FateConverting:       "a converting wizard does not attack",
	FateOwnGhost:         "its own ghost is there",
	FateMate:             "a wizard of its own clan is there, and not converting",
	FateTargetConverting: "the wizard there is converting already",
	FateProtected:        "the ghost there was attacked a short time ago",
	FateNoGhost:          "only ghosts cast spells",
	FateLate:             "the match ends too soon for a spell",
	FateResting:          "the ghost has to rest",
	FateOneSpell:         "another spell was cast in this round",
	FateWrong:            "the solution is wrong",
}
