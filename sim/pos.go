package sim

import (
	"strconv"
	"strings"
)

// Pos is a cell of a board: row and column from the top left, (0,0).
type Pos struct{ Row, Col int }

// Plus returns p shifted by d rows and columns.
func (p Pos) Plus(d Pos) Pos { return Pos{p.Row + d.Row, p.Col + d.Col} }

// In reports whether p is on a board of that size.
func (p Pos) In(rows, cols int) bool {
	return uint(p.Row) < uint(rows) && uint(p.Col) < uint(cols)
}

// String is the form of all texts on the screen: "(row,col)".
func (p Pos) String() string {
	return "(" + strconv.Itoa(p.Row) + "," + strconv.Itoa(p.Col) + ")"
}

// Dir is one of the four directions, by the kits' numbers. A game with more of
// them has a type of its own.
type Dir int8

// The four directions.
const (
	Down Dir = iota
	Right
	Up
	Left
)

// Steps are the steps of the four directions, by number.
var Steps = [4]Pos{Down: {Row: 1}, Right: {Col: 1}, Up: {Row: -1}, Left: {Col: -1}}

// UDLR is the order in which the official Demo players try the directions.
var UDLR = [4]Dir{Up, Down, Left, Right}

// UDLRSteps are the steps of the directions in the order of UDLR.
var UDLRSteps = [4]Pos{Steps[Up], Steps[Down], Steps[Left], Steps[Right]}

// OK reports whether d is one of the four directions.
func (d Dir) OK() bool { return uint8(d) < 4 }

// Delta is the direction's step; no step for a number that is no direction.
func (d Dir) Delta() Pos {
	if d.OK() {
		return Steps[d]
	}
	return Pos{}
}

// Of is the neighbour of p in direction d; p itself where d is no direction.
func (d Dir) Of(p Pos) Pos { return p.Plus(d.Delta()) }

var (
	dirNames = [4]string{Down: "Down", Right: "Right", Up: "Up", Left: "Left"}
	dirSides = [4]string{Down: "below", Right: "to the right", Up: "above", Left: "to the left"}
)

// noDir is said of a number that is no direction.
const noDir = "in no known direction"

// String is the kits' name, "Up", or the number of what is no direction.
func (d Dir) String() string {
	if d.OK() {
		return dirNames[d]
	}
	return strconv.Itoa(int(d))
}

// Word says where somebody goes: "up".
func (d Dir) Word() string {
	if d.OK() {
		return strings.ToLower(dirNames[d])
	}
	return noDir
}

// Side says where something is, seen from a unit: "above".
func (d Dir) Side() string {
	if d.OK() {
		return dirSides[d]
	}
	return noDir
}
