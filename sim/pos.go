package sim

import (
	"strconv"
	"strings"
)

// A Pos is a cell of a board, counted from the top left.
type Pos struct{ Row, Col int }

func (p Pos) Add(d Pos) Pos { return Pos{p.Row + d.Row, p.Col + d.Col} }

// Distance returns the number of orthogonal steps between two cells, ignoring walls.
func (p Pos) Distance(q Pos) int {
	return max(p.Row-q.Row, q.Row-p.Row) + max(p.Col-q.Col, q.Col-p.Col)
}

// Touches reports whether q is p or one of its eight neighbours.
func (p Pos) Touches(q Pos) bool {
	return uint(p.Row-q.Row+1) <= 2 && uint(p.Col-q.Col+1) <= 2
}

// In reports whether p is on a board of this size.
func (p Pos) In(rows, cols int) bool {
	return uint(p.Row) < uint(rows) && uint(p.Col) < uint(cols)
}

func (p Pos) String() string {
	return "(" + strconv.Itoa(p.Row) + "," + strconv.Itoa(p.Col) + ")"
}

// A Dir is one of four directions, with the kits' numbers.
type Dir int8

const (
	Down Dir = iota
	Right
	Up
	Left
)

// Steps holds the step of each direction.
var Steps = [4]Pos{Down: {Row: 1}, Right: {Col: 1}, Up: {Row: -1}, Left: {Col: -1}}

// UDLR is the order in which the official Demo players try directions.
var UDLR = [4]Dir{Up, Down, Left, Right}

// UDLRSteps holds the steps in the order of UDLR.
var UDLRSteps = [4]Pos{Steps[Up], Steps[Down], Steps[Left], Steps[Right]}

func (d Dir) Valid() bool { return uint8(d) < 4 }

// Step returns the step in a direction, or no step if d is invalid.
func (d Dir) Step() Pos {
	if d.Valid() {
		return Steps[d]
	}
	return Pos{}
}

// Neighbor returns the neighbour of p, or p if d is invalid.
func (d Dir) Neighbor(p Pos) Pos { return p.Add(d.Step()) }

var (
	dirNames = [4]string{Down: "Down", Right: "Right", Up: "Up", Left: "Left"}
	dirSides = [4]string{Down: "below", Right: "to the right", Up: "above", Left: "to the left"}
)

const noDir = "in no known direction"

// String returns the kits' name, such as "Up", or the number of an invalid direction.
func (d Dir) String() string {
	if d.Valid() {
		return dirNames[d]
	}
	return strconv.Itoa(int(d))
}

// Word returns where a move goes: "up".
func (d Dir) Word() string {
	if d.Valid() {
		return strings.ToLower(dirNames[d])
	}
	return noDir
}

// Side returns where a neighbour is: "above".
func (d Dir) Side() string {
	if d.Valid() {
		return dirSides[d]
	}
	return noDir
}
