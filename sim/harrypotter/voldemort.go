package harrypotter

import (
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/grid"
)

// inner holds columns 1 to 58, where Voldemort may be.
const inner = (1<<(Cols-1) - 1) &^ 1

func (b *Board) nearVoldemort(p sim.Pos) bool {
	return uint(p.Row-b.voldemort.Row+1) <= 2 && uint(p.Col-b.voldemort.Col+1) <= 2
}

// moveVoldemort moves Voldemort a step towards the nearest unit. Units killed in this round count
// too.
func (b *Board) moveVoldemort() {
	best, n := Rows+Cols, 0
	for i := range b.units {
		switch d := distance(b.units[i].pos(), b.voldemort); {
		case d < best:
			best, n = d, 1
		case d == best:
			n++
		}
	}
	k := b.Rand.Random(0, n-1)
	for i := range b.units {
		if goal := b.units[i].pos(); distance(goal, b.voldemort) == best {
			if k == 0 {
				b.voldemort = step(b.voldemort, goal)
				return
			}
			k--
		}
	}
}

// step returns the neighbour of from nearest to goal; ties go to the smaller maximum of coordinate
// differences, then to the first.
func step(from, goal sim.Pos) sim.Pos {
	to, best, bestMax := from, 2*(Rows+Cols), 0
	for _, d := range [4]Dir{Down, Right, Up, Left} {
		t := from.Add(Steps[d])
		if !t.In(Rows, Cols) {
			continue
		}
		x, y := abs(t.Row-goal.Row), abs(t.Col-goal.Col)
		if x+y < best || x+y == best && max(x, y) < bestMax {
			to, best, bestMax = t, x+y, max(x, y)
		}
	}
	return to
}

// strike kills units and destroys books on the eight cells around Voldemort, which lose their
// owners.
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

// preyDistance returns the distance of the units nearest to Voldemort.
func (s *State) preyDistance() int {
	best := Rows + Cols
	for id := range s.units {
		best = min(best, distance(s.units[id].pos(), s.voldemort))
	}
	return best
}

// preyText lists the units nearest to Voldemort, one of which he will approach.
func (s *State) preyText(names *[sim.Seats]string) string {
	var prey []string
	best := s.preyDistance()
	for id := range s.units {
		if u := &s.units[id]; distance(u.pos(), s.voldemort) == best {
			name := unitName(int32(id))
			if names != nil {
				name += " of " + names[u.player]
			}
			prey = append(prey, name)
		}
	}
	if len(prey) > 2 {
		return fmt.Sprintf("one of %d units", len(prey))
	}
	return strings.Join(prey, " or ")
}

// distance returns the number of orthogonal steps between two cells.
func distance(a, b sim.Pos) int { return abs(a.Row-b.Row) + abs(a.Col-b.Col) }

func abs(x int) int { return max(x, -x) }

// check finds broken invariants: the last resort of placement ignores Voldemort.
func (b *Board) checkVoldemort() error {
	v := b.voldemort
	if v.Row < 1 || v.Row > Rows-2 || inner>>v.Col&1 == 0 {
		return fmt.Errorf("invalid board: Voldemort is on the border, at %v", v)
	}
	m := columnsAround(v.Col)
	if b.unitRow[v.Row-1]&m|b.unitRow[v.Row+1]&m|b.unitRow[v.Row]&m&^(1<<v.Col) != 0 {
		return fmt.Errorf("invalid board: a unit stands next to Voldemort, who is at %v", v)
	}
	return nil
}

// around is the mask of columns j-1 to j+1.
func columnsAround(j int) uint64 { return 7 << j >> 1 & grid.FullRow }
