package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

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

// orderForm is how orders are written. The letters of the diagonal directions lie
// around the s key.
var orderForm = res.OrderForm{
	Dirs: "dcreuqlz",
	Kinds: []res.OrderKind{
		{Letter: 'm', Dir: true},
		{Letter: 's', Args: "solution"},
	},
}

// AppendOrder writes one line of a commands block.
func (Game) AppendOrder(dst []byte, o sim.Order) []byte { return orderForm.Append(dst, o) }

// ReadOrder reads one order from the start of text.
func (Game) ReadOrder(text []byte) (sim.Order, int, error) { return orderForm.Read(text) }
