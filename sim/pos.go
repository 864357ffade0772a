package sim

import (
	"strconv"
	"strings"
)

// A Pos is a cell, given by row and column from the top left.
type Pos struct{ Row, Col int }

func (p Pos) Add(d Pos) Pos { return Pos{p.Row + d.Row, p.Col + d.Col} }

// Distance returns the number of orthogonal steps from p to q, ignoring walls.
func (p Pos) Distance(q Pos) int {
	return max(p.Row-q.Row, q.Row-p.Row) + max(p.Col-q.Col, q.Col-p.Col)
}

// Touches reports whether q is p or one of its eight neighbours.
func (p Pos) Touches(q Pos) bool {
	return uint(p.Row-q.Row+1) <= 2 && uint(p.Col-q.Col+1) <= 2
}

func (p Pos) In(rows, cols int) bool {
	return uint(p.Row) < uint(rows) && uint(p.Col) < uint(cols)
}

func (p Pos) String() string {
	return "(" + strconv.Itoa(p.Row) + "," + strconv.Itoa(p.Col) + ")"
}

// A Dir is one of four directions, numbered as in the kits.
type Dir int8

const (
	Down Dir = iota
	Right
	Up
	Left
)

var Steps = [4]Pos{Down: {Row: 1}, Right: {Col: 1}, Up: {Row: -1}, Left: {Col: -1}}

// UDLR is the order in which the official Demo players try directions.
var UDLR = [4]Dir{Up, Down, Left, Right}

var UDLRSteps = [4]Pos{Steps[Up], Steps[Down], Steps[Left], Steps[Right]}

func (d Dir) Valid() bool { return uint8(d) < 4 }

// Step returns the change of position when moving in direction d, or the zero Pos if d is invalid.
func (d Dir) Step() Pos {
	if d.Valid() {
		return Steps[d]
	}
	return Pos{}
}

func (d Dir) Neighbor(p Pos) Pos { return p.Add(d.Step()) }

var (
	dirNames = [4]string{Down: "Down", Right: "Right", Up: "Up", Left: "Left"}
	dirSides = [4]string{Down: "below", Right: "to the right", Up: "above", Left: "to the left"}
)

const unknownDirText = "in an unknown direction"

// String returns the direction's name in the kits, such as "Up".
func (d Dir) String() string {
	if d.Valid() {
		return dirNames[d]
	}
	return strconv.Itoa(int(d))
}

// Adverb returns the direction as an adverb, such as "up".
func (d Dir) Adverb() string {
	if d.Valid() {
		return strings.ToLower(dirNames[d])
	}
	return unknownDirText
}

// Side returns where the neighbour in direction d lies, such as "above".
func (d Dir) Side() string {
	if d.Valid() {
		return dirSides[d]
	}
	return unknownDirText
}
