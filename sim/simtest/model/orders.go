package model

import (
	"bytes"

	"game-tui/sim"
	"game-tui/sim/res"
)

// Directions of orders.
const (
	Down = iota
	Right
	Up
	Left
)

const dirLetters = "drul"

var (
	dirNames  = [...]string{"down", "right", "up", "left"}
	dirDeltas = [...]sim.Pos{{Row: 1}, {Col: 1}, {Row: -1}, {Col: -1}}
)

func dirOK(dir int8) bool { return uint8(dir) < uint8(len(dirDeltas)) }

// Neighbour is the cell next to p in a direction, p itself in a wrong one.
func Neighbour(p sim.Pos, dir int8) sim.Pos {
	if !dirOK(dir) {
		return p
	}
	return p.Plus(dirDeltas[dir])
}

// Move moves a picker.
func Move(id int32, dir int8) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: dir} }

// Sow makes a picker lay a number of its team's apples on the next cell.
func Sow(id int32, dir int8, apples int32) sim.Order {
	return sim.Order{Unit: id, Kind: 's', Dir: dir, Args: []int32{apples}}
}

// AppendOrder writes a line of a commands block: "3\tm\tl\n", "3\ts\tl\t2\n".
func (Game) AppendOrder(dst []byte, o sim.Order) []byte {
	dst = res.AppendInt(dst, int(o.Unit))
	kind, dir := byte('_'), byte('_')
	if o.Kind == 'm' || o.Kind == 's' {
		kind = o.Kind
	}
	if dirOK(o.Dir) {
		dir = dirLetters[o.Dir]
	}
	dst = append(dst, '\t', kind, '\t', dir)
	if o.Kind == 's' {
		dst = append(dst, '\t')
		dst = res.AppendInt(dst, int(sown(o)))
	}
	return append(dst, '\n')
}

// sown is how many apples an order sows.
func sown(o sim.Order) int32 {
	if len(o.Args) == 0 {
		return 0
	}
	return o.Args[0]
}

// ReadOrder reads a line of a commands block.
func (Game) ReadOrder(text []byte) (sim.Order, int, error) {
	in := res.NewScanner(text)
	o := sim.Order{Unit: int32(in.Int("the id of a picker", res.MinInt, res.MaxInt))}
	kind := in.Word()
	if string(kind) != "m" && string(kind) != "s" {
		in.Fail("expected the order m or s, found %q", kind[:min(len(kind), 20)])
		return sim.Order{}, 0, in.Err()
	}
	o.Kind = kind[0]
	dir := in.Word()
	if len(dir) != 1 {
		in.Fail("expected one of d, r, u, l, found %q", dir[:min(len(dir), 20)])
		return sim.Order{}, 0, in.Err()
	}
	o.Dir = int8(bytes.IndexByte([]byte(dirLetters), dir[0]))
	if o.Kind == 's' {
		o.Args = []int32{int32(in.Int("the apples to sow", res.MinInt, res.MaxInt))}
	}
	if err := in.Err(); err != nil {
		return sim.Order{}, 0, err
	}
	return o, in.Offset(), nil
}

// AppendOrderText words an order: "moves up", "sows 2 to the left".
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	way := "in no known direction"
	if dirOK(o.Dir) {
		way = dirNames[o.Dir]
	}
	switch o.Kind {
	case 'm':
		dst = append(dst, "moves "...)
	case 's':
		dst = append(dst, "sows "...)
		dst = res.AppendInt(dst, int(sown(o)))
		dst = append(dst, " apples "...)
	default:
		return append(dst, "gets an order of no known kind"...)
	}
	return append(dst, way...)
}

// Why an order was not executed.
const (
	fateTwice = sim.FateGame + iota
	fateHome
	fateSent
	fateKind
	fateDir
	fateEdge
	fateTree
	fateOwn
	fateTaken
	fatePoor
)

var fateTexts = [...]string{
	"the picker has an order already",
	"the picker is at home",
	"the picker was sent home before its turn",
	"neither move nor sow",
	"no such direction",
	"the board ends there",
	"a tree is there",
	"a picker of the same team is there",
	"apples need an empty cell",
	"the team has not so many apples",
}

// FateText words why an order was not executed.
func (Game) FateText(f sim.Fate) string {
	if f < sim.FateGame || int(f-sim.FateGame) >= len(fateTexts) {
		return ""
	}
	return fateTexts[f-sim.FateGame]
}
