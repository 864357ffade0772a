package harrypotter

import (
	"fmt"
	"strings"

	"game-tui/sim"
)

// moveVoldemort moves Voldemort a step towards the nearest unit. Units killed in this round count too.
func (b *Board) moveVoldemort() {
	b.ids = b.prey(b.ids[:0])
	goal := b.units[b.ids[b.Rand.Random(0, len(b.ids)-1)]].pos()
	b.voldemort = stepTowards(b.voldemort, goal)
}

func (p *position) prey(ids []int32) []int32 {
	best := Rows + Cols
	for id := range p.units {
		d := p.units[id].pos().Distance(p.voldemort)
		if d < best {
			best, ids = d, ids[:0]
		}
		if d == best {
			ids = append(ids, int32(id))
		}
	}
	return ids
}

func (s *State) preyText(names *[sim.Seats]string) string {
	ids := s.prey(nil)
	if len(ids) > 2 {
		return fmt.Sprintf("one of %d units", len(ids))
	}
	var prey []string
	for _, id := range ids {
		name := unitName(id)
		if names != nil {
			name += " of " + names[s.units[id].player]
		}
		prey = append(prey, name)
	}
	return strings.Join(prey, " or ")
}

// stepTowards returns the neighbour of from nearest to goal. Ties go to the smaller maximum of the
// coordinate differences, then to the first direction.
func stepTowards(from, goal sim.Pos) sim.Pos {
	abs := func(x int) int { return max(x, -x) }
	to, best, bestMax := from, 2*(Rows+Cols), 0
	for _, step := range sim.Steps {
		t := from.Add(step)
		x, y := abs(t.Row-goal.Row), abs(t.Col-goal.Col)
		if t.In(Rows, Cols) && (x+y < best || x+y == best && max(x, y) < bestMax) {
			to, best, bestMax = t, x+y, max(x, y)
		}
	}
	return to
}

// strike kills units and destroys books on the eight cells around Voldemort, which lose their owners.
func (b *Board) strike() {
	for _, d := range Steps {
		p := b.voldemort.Add(d)
		if !p.In(Rows, Cols) {
			continue
		}
		bit := uint64(1) << p.Col
		if b.bookRow[p.Row]&bit != 0 {
			b.bookRow[p.Row] &^= bit
			b.destroyed++
			b.addEvent(sim.NewEvent(EventBookDestroyed, -1, voldemortID, sim.NewPos16(p)))
		}
		b.own(at(p.Row, p.Col), -1)
		if b.unitRow[p.Row]&bit != 0 {
			b.kill(int(b.unitAt[at(p.Row, p.Col)]), causeCaught)
		}
	}
}

// checkVoldemort finds broken invariants: units and Voldemort may be placed badly on a crowded board.
func (b *Board) checkVoldemort() error {
	v := b.voldemort
	if v.Row < 1 || v.Row > Rows-2 || v.Col < 1 || v.Col > Cols-2 {
		return fmt.Errorf("invalid board: Voldemort is on the border, at %v", v)
	}
	for id := range b.units {
		if p := b.units[id].pos(); p != v && v.Touches(p) {
			return fmt.Errorf("invalid board: unit next to Voldemort at %v", v)
		}
	}
	return nil
}
