package thepurge

import (
	"context"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// Demo reproduces the kit's example player, including its random choices and output.
type Demo struct {
	orders         sim.Orders
	lines          []string
	barricadeLines []barricadeLine
	citizenLines   []citizenLines
	lineBuffer     strings.Builder
}

// citizenLines caches output lines about a citizen, indexed by action and direction.
type citizenLines struct {
	id    int32
	lines [2][4]string
}

type barricadeLine struct {
	thepurge.Barricade
	line string
}

// Play lets builders move and build by day, and moves warriors at night. It gives no orders in the
// second half of the match.
func (d *Demo) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*thepurge.State)
	if s.Status()[q.Seat] >= 0.9 || s.Round() > s.Settings().Rounds()/2 {
		return sim.Reply{}
	}
	if d.lines == nil {
		d.lines, d.citizenLines = make([]string, 0, 16), make([]citizenLines, 0, 8)
	}
	d.orders.Reset()
	d.lines = d.lines[:0]
	d.report(s, q.Seat)
	list := s.Citizens()
	k := -1
	for i := range list {
		c := &list[i]
		if int(c.Player) != q.Seat {
			continue
		}
		k++
		switch {
		case s.IsDay() && c.Type == thepurge.Builder:
			d.playBuilder(s, c, k, q.Rand)
		case s.IsNight() && c.Type == thepurge.Warrior:
			d.playWarrior(s, c, k, q.Rand)
		}
	}
	r := sim.NewReply(&d.orders)
	r.Stderr = d.lines
	return r
}

func (d *Demo) playBuilder(s *thepurge.State, c *thepurge.Citizen, k int, rng *sim.Rand) {
	food, found := sim.Dir(0), false
	for _, dir := range sim.UDLR {
		if s.Glyph(dir.Neighbor(c.Pos())) == 'F' {
			food, found = dir, true // the last direction with food wins
		}
	}
	if found {
		d.orders.Give(thepurge.Move(c.ID, food))
		return
	}
	if rng.Random(0, 3) <= 1 {
		dir := sim.Up
		if c.Pos().Row == 0 {
			dir = sim.Down
		}
		d.orders.Give(thepurge.Build(c.ID, dir))
		d.addActionLine(k, c.ID, buildAction, dir)
		return
	}
	dir := sim.UDLR[rng.Random(0, 3)]
	switch s.Glyph(dir.Neighbor(c.Pos())) {
	case 0, 'W', 'w': // off the board, or occupied by a warrior
		return
	}
	d.orders.Give(thepurge.Move(c.ID, dir))
	d.addActionLine(k, c.ID, moveAction, dir)
}

func (d *Demo) playWarrior(s *thepurge.State, c *thepurge.Citizen, k int, rng *sim.Rand) {
	if rng.Random(0, 9) >= 6 {
		return
	}
	dir := sim.UDLR[rng.Random(0, 3)]
	if s.Glyph(dir.Neighbor(c.Pos())) != 0 {
		d.orders.Give(thepurge.Move(c.ID, dir))
		d.addActionLine(k, c.ID, moveAction, dir)
	}
}

func (d *Demo) report(s *thepurge.State, seat int) {
	count := 0
	d.lines = append(d.lines, "") // placeholder for the line with the number of barricades
	list := s.Barricades()
	for i := range list {
		if b := &list[i]; int(b.Player) == seat {
			if count == len(d.barricadeLines) {
				d.barricadeLines = append(d.barricadeLines, barricadeLine{})
			}
			f := &d.barricadeLines[count]
			if f.Barricade != *b {
				f.Barricade, f.line = *b, d.describe(b)
			}
			d.lines = append(d.lines, f.line)
			count++
		}
	}
	var buf [64]byte
	text := append(buf[:0], "At round "...)
	text = strconv.AppendInt(text, int64(s.Round()), 10)
	text = append(text, " player "...)
	text = strconv.AppendInt(text, int64(seat), 10)
	text = append(text, " has "...)
	text = strconv.AppendInt(text, int64(count), 10)
	text = append(text, " barricades:"...)
	d.lines[0] = d.copyLine(text)
}

func (d *Demo) describe(b *thepurge.Barricade) string {
	var buf [64]byte
	text := append(buf[:0], "Pos ("...)
	text = strconv.AppendInt(text, int64(b.Pos().Row), 10)
	text = append(text, ", "...)
	text = strconv.AppendInt(text, int64(b.Pos().Col), 10)
	text = append(text, ") with resistance "...)
	return d.copyLine(strconv.AppendInt(text, int64(b.Resistance), 10))
}

const (
	moveAction = iota
	buildAction
)

func (d *Demo) addActionLine(k int, id int32, action int, dir sim.Dir) {
	for k >= len(d.citizenLines) {
		d.citizenLines = append(d.citizenLines, citizenLines{id: -1})
	}
	t := &d.citizenLines[k]
	if t.id != id {
		*t = citizenLines{id: id}
	}
	line := &t.lines[action][dir]
	if *line == "" {
		var buf [64]byte
		text := append(buf[:0], [2]string{"move ", "build "}[action]...)
		text = strconv.AppendInt(text, int64(id), 10)
		text = append(text, " dir "...)
		*line = d.copyLine(append(text, dir.String()...))
	}
	d.lines = append(d.lines, *line)
}

const lineBufferSize = 4 << 10

// copyLine copies line into a shared buffer, which is faster than allocating each line.
func (d *Demo) copyLine(line []byte) string {
	if d.lineBuffer.Cap()-d.lineBuffer.Len() < len(line) {
		d.lineBuffer = strings.Builder{}
		d.lineBuffer.Grow(lineBufferSize)
	}
	start := d.lineBuffer.Len()
	d.lineBuffer.Write(line)
	return d.lineBuffer.String()[start:]
}
