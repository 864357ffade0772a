package harrypotter

import (
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/grid"
)

// inner has the bits of columns 1 … 58: where Voldemort may be.
const inner = (1<<(Cols-1) - 1) &^ 1

func (b *Board) nearVoldemort(p sim.Pos) bool {
	return uint(p.Row-b.vold.Row+1) <= 2 && uint(p.Col-b.vold.Col+1) <= 2
}

// moveVoldemort moves Voldemort one step towards the nearest unit. Those that he killed
// in this round still attract him, where they stood.
func (b *Board) moveVoldemort() {
	best, n := Rows+Cols, 0
	for i := range b.units {
		switch d := distance(b.units[i].pos(), b.vold); {
		case d < best:
			best, n = d, 1
		case d == best:
			n++
		}
	}
	k := b.Rand.Random(0, n-1)
	for i := range b.units {
		if goal := b.units[i].pos(); distance(goal, b.vold) == best {
			if k == 0 {
				b.vold = step(b.vold, goal)
				return
			}
			k--
		}
	}
}

// step is the cell next to from that is nearest to goal; of two, the one that
// leaves the smaller of the larger coordinate differences; of those the first.
func step(from, goal sim.Pos) sim.Pos {
	to, best, bestMax := from, 2*(Rows+Cols), 0
	for _, d := range [4]Dir{Down, Right, Up, Left} {
		t := from.Plus(Dirs[d])
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

// strike kills and destroys what is on the eight cells around Voldemort, and
// takes them from their owners.
func (b *Board) strike() {
	for _, d := range Dirs {
		p := b.vold.Plus(d)
		if !p.In(Rows, Cols) {
			continue
		}
		bit := uint64(1) << p.Col
		if b.bookRow[p.Row]&bit != 0 {
			b.bookRow[p.Row] &^= bit
			b.destroyed++
			b.tell(sim.NewEvent(EventBurnt, -1, voldemortID, sim.At(p)))
		}
		b.own(at(p.Row, p.Col), -1)
		if b.unitRow[p.Row]&bit != 0 {
			b.kill(int(b.unitAt[at(p.Row, p.Col)]), causeCaught)
		}
	}
}

// preyDistance is how far the units are that Voldemort is nearest to.
func (s *State) preyDistance() int {
	best := Rows + Cols
	for id := range s.units {
		best = min(best, distance(s.units[id].pos(), s.vold))
	}
	return best
}

// preyText names the nearest units, where there are names with their players: he will go for
// one of them, unless orders change that first.
func (s *State) preyText(names *[sim.Seats]string) string {
	var prey []string
	best := s.preyDistance()
	for id := range s.units {
		if u := &s.units[id]; distance(u.pos(), s.vold) == best {
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

// distance is the number of orthogonal steps between two cells.
func distance(a, b sim.Pos) int { return abs(a.Row-b.Row) + abs(a.Col-b.Col) }

func abs(x int) int { return max(x, -x) }

// check looks for what a round can break: the placing of last resort knows
// nothing of Voldemort.
func (b *Board) check() error {
	v := b.vold
	if v.Row < 1 || v.Row > Rows-2 || inner>>v.Col&1 == 0 {
		return fmt.Errorf("invalid board: Voldemort is on the border, at %v", v)
	}
	m := around(v.Col)
	if b.unitRow[v.Row-1]&m|b.unitRow[v.Row+1]&m|b.unitRow[v.Row]&m&^(1<<v.Col) != 0 {
		return fmt.Errorf("invalid board: a unit stands next to Voldemort, who is at %v", v)
	}
	return nil
}

// around is the mask of the columns j-1 … j+1.
func around(j int) uint64 { return 7 << j >> 1 & grid.Full }
