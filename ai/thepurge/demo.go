package thepurge

import (
	"context"
	"fmt"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// Demo is the kit's example player. It makes the same random choices and prints the same output.
type Demo struct {
	orders sim.Orders
	lines  []string
}

var demoDirs = [4]sim.Dir{sim.Up, sim.Down, sim.Left, sim.Right}

// Play builds and moves builders by day and moves warriors at night. It rests in the second half of
// the match.
func (d *Demo) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*thepurge.State)
	if s.Status()[q.Seat] >= 0.9 || s.Round() > s.Settings().Rounds()/2 {
		return sim.Reply{}
	}
	d.orders.Reset()
	d.lines = d.lines[:0]
	d.report(s, q.Seat)
	list := s.Citizens()
	for i := range list {
		switch c := &list[i]; {
		case int(c.Player) != q.Seat:
		case s.IsDay() && c.Type == thepurge.Builder:
			d.builder(s, c, q.Rand)
		case s.IsNight() && c.Type == thepurge.Warrior:
			d.warrior(s, c, q.Rand)
		}
	}
	r := sim.NewReply(&d.orders)
	r.Stderr = d.lines
	return r
}

func (d *Demo) builder(s *thepurge.State, c *thepurge.Citizen, rand *sim.Rand) {
	food, found := sim.Dir(0), false
	for _, dir := range demoDirs {
		if s.Glyph(dir.Neighbor(c.Pos())) == 'F' {
			food, found = dir, true // the last direction counts
		}
	}
	if found {
		d.orders.Give(thepurge.Move(c.ID, food))
		return
	}
	if rand.Random(0, 3) <= 1 {
		dir := sim.Up
		if c.Pos().Row == 0 {
			dir = sim.Down
		}
		d.orders.Give(thepurge.Build(c.ID, dir))
		d.say("build ", c.ID, dir)
		return
	}
	dir := demoDirs[rand.Random(0, 3)]
	switch s.Glyph(dir.Neighbor(c.Pos())) {
	case 0, 'W', 'w': // off the board, or a warrior
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
	if s.Glyph(dir.Neighbor(c.Pos())) != 0 {
		d.orders.Give(thepurge.Move(c.ID, dir))
		d.say("move ", c.ID, dir)
	}
}

func (d *Demo) report(s *thepurge.State, seat int) {
	d.lines = append(d.lines, "") // placeholder for the count
	list := s.AllBarricades()
	for i := range list {
		if b := &list[i]; int(b.Player) == seat {
			at := b.Pos()
			d.lines = append(d.lines, fmt.Sprintf("Pos (%d, %d) with resistance %d", at.Row, at.Col, b.Resistance))
		}
	}
	d.lines[0] = fmt.Sprintf("At round %d player %d has %d barricades:", s.Round(), seat, len(d.lines)-1)
}

func (d *Demo) say(order string, id int32, dir sim.Dir) {
	d.lines = append(d.lines, order+strconv.Itoa(int(id))+" dir "+dir.String())
}
