package thepurge

import (
	"context"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// Demo is the kit's example player, draw by draw, with what it prints.
type Demo struct {
	orders sim.Orders
	said   []byte
	ends   []int // of the lines in said
	lines  []string
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
		if to := dir.Of(c.Pos); s.Settings().PosOK(to) && s.Cell(to).Bonus == thepurge.Food {
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
	to := dir.Of(c.Pos)
	if !s.Settings().PosOK(to) {
		return
	}
	if id := s.Cell(to).ID; id == -1 || s.Citizen(id).Type == thepurge.Builder {
		d.orders.Give(thepurge.Move(c.ID, dir))
		d.say("move ", c.ID, dir)
	}
}

func (d *Demo) warrior(s *thepurge.State, c *thepurge.Citizen, rand *sim.Rand) {
	if rand.Random(0, 9) >= 6 {
		return
	}
	dir := demoDirs[rand.Random(0, 3)]
	if s.Settings().PosOK(dir.Of(c.Pos)) {
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
	d.said = append(d.said, "At round "...)
	d.number(s.Round())
	d.said = append(d.said, " player "...)
	d.number(seat)
	d.said = append(d.said, " has "...)
	d.number(own)
	d.said = append(d.said, " barricades:"...)
	d.end()
	for i := range list {
		if b := &list[i]; int(b.Player) == seat {
			d.said = append(d.said, "Pos ("...)
			d.number(b.Pos.Row)
			d.said = append(d.said, ", "...)
			d.number(b.Pos.Col)
			d.said = append(d.said, ") with resistance "...)
			d.number(int(b.Resistance))
			d.end()
		}
	}
}

func (d *Demo) say(what string, id int32, dir thepurge.Dir) {
	d.said = append(d.said, what...)
	d.number(int(id))
	d.said = append(d.said, " dir "...)
	d.said = append(d.said, dir.String()...)
	d.end()
}

func (d *Demo) number(n int) { d.said = strconv.AppendInt(d.said, int64(n), 10) }

func (d *Demo) end() { d.ends = append(d.ends, len(d.said)) }

// text cuts the lines out of one string: a string for each would cost more than
// the rest of the player.
func (d *Demo) text() []string {
	all := string(d.said)
	d.lines = d.lines[:0]
	start := 0
	for _, end := range d.ends {
		d.lines = append(d.lines, all[start:end])
		start = end
	}
	return d.lines
}
