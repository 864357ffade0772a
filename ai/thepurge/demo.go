package thepurge

import (
	"context"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// Demo is the kit's example player, draw by draw, with what it prints.
type Demo struct {
	orders sim.Orders
	said   []byte
	ends   []int // of the lines in said
	lines  []string
	slab   strings.Builder // holds the text of many rounds
}

func newDemo() *Demo {
	return &Demo{said: make([]byte, 0, 512), ends: make([]int, 0, 16), lines: make([]string, 0, 16)}
}

var demoDirs = [4]thepurge.Dir{thepurge.Up, thepurge.Down, thepurge.Left, thepurge.Right}

// Play builds and moves builders by day, moves warriors by night, and rests in
// the second half of the match.
func (d *Demo) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*thepurge.State)
	if s.StatusOf(q.Seat) >= 0.9 || s.Round() > s.Settings().Rounds()/2 {
		return sim.Reply{}
	}
	d.orders.Reset()
	d.said, d.ends = d.said[:0], d.ends[:0]
	d.report(s, q.Seat)
	list := s.Citizens()
	for i := range list {
		c := &list[i]
		switch {
		case int(c.Player) != q.Seat:
		case s.IsDay() && c.Type == thepurge.Builder:
			d.builder(s, c, q.Rand)
		case s.IsNight() && c.Type == thepurge.Warrior:
			d.warrior(s, c, q.Rand)
		}
	}
	r := sim.ReplyOf(&d.orders)
	r.Said = d.text()
	return r
}

func (d *Demo) builder(s *thepurge.State, c *thepurge.Citizen, rand *sim.Rand) {
	food, found := thepurge.Dir(0), false
	for _, dir := range demoDirs {
		if s.Glyph(dir.Of(c.Pos)) == 'F' {
			food, found = dir, true // the last one counts
		}
	}
	if found {
		d.orders.Give(thepurge.Move(c.ID, food))
		return
	}
	if rand.Random(0, 3) <= 1 {
		dir := thepurge.Up
		if c.Pos.Row == 0 {
			dir = thepurge.Down
		}
		d.orders.Give(thepurge.Build(c.ID, dir))
		d.say("build ", c.ID, dir)
		return
	}
	dir := demoDirs[rand.Random(0, 3)]
	switch s.Glyph(dir.Of(c.Pos)) {
	case 0, 'W', 'w': // off the board, or a warrior's place
		return
	}
	d.orders.Give(thepurge.Move(c.ID, dir))
	d.say("move ", c.ID, dir)
}

func (d *Demo) warrior(s *thepurge.State, c *thepurge.Citizen, rand *sim.Rand) {
	if rand.Random(0, 9) >= 6 {
		return
	}
	dir := demoDirs[rand.Random(0, 3)]
	if s.Glyph(dir.Of(c.Pos)) != 0 {
		d.orders.Give(thepurge.Move(c.ID, dir))
		d.say("move ", c.ID, dir)
	}
}

// report prints the player's barricades, as the kit's example does.
func (d *Demo) report(s *thepurge.State, seat int) {
	own := 0
	list := s.AllBarricades()
	for i := range list {
		if int(list[i].Player) == seat {
			own++
		}
	}
	said := append(d.said, "At round "...)
	said = appendInt(said, s.Round())
	said = append(said, " player "...)
	said = appendInt(said, seat)
	said = append(said, " has "...)
	said = appendInt(said, own)
	said = append(said, " barricades:"...)
	d.ends = append(d.ends, len(said))
	for i := range list {
		if b := &list[i]; int(b.Player) == seat {
			said = append(said, "Pos ("...)
			said = appendInt(said, b.Pos.Row)
			said = append(said, ", "...)
			said = appendInt(said, b.Pos.Col)
			said = append(said, ") with resistance "...)
			said = appendInt(said, int(b.Resistance))
			d.ends = append(d.ends, len(said))
		}
	}
	d.said = said
}

func (d *Demo) say(what string, id int32, dir thepurge.Dir) {
	said := append(d.said, what...)
	said = appendInt(said, int(id))
	said = append(said, " dir "...)
	d.said = append(said, dir.String()...)
	d.ends = append(d.ends, len(d.said))
}

func appendInt(dst []byte, n int) []byte {
	if uint(n) < 10 {
		return append(dst, '0'+byte(n))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// text cuts the lines out of the slab: a string for each line, or one for each
// round, would cost more than the rest of the player.
func (d *Demo) text() []string {
	if d.slab.Cap()-d.slab.Len() < len(d.said) {
		d.slab = strings.Builder{}
		d.slab.Grow(max(slabSize, len(d.said)))
	}
	start := d.slab.Len()
	d.slab.Write(d.said)
	all := d.slab.String()[start:]
	lines := d.lines[:0]
	start = 0
	for _, end := range d.ends {
		lines = append(lines, all[start:end])
		start = end
	}
	d.lines = lines
	return lines
}

const slabSize = 8 << 10
