package moneyheist

import (
	"math/bits"
	"slices"
	"strconv"

	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// gates are the cells from which safes can be opened, and how far the
// professors are from them.
type gates struct {
	cells field
	steps [sim.Seats][]int // of each professor to each safe
	at    []sim.Pos        // of the gate of each safe that our professor reaches
}

// unreachable is more steps than any way has.
const unreachable = mh.Rows * mh.Cols

// professor opens a safe, walks to one, or heals.
func (t *Tokyo) professor() {
	u := t.s.Unit(t.s.Professor(t.me))
	if !u.IsAlive() || t.openSafe(u) {
		return
	}
	t.measure(u)
	if d, ok := t.wayToSafe(u); ok {
		t.move(u.ID, d)
	} else if t.s.AvailableHealth(t.me) > 0 && u.Health < t.set.ProfessorMaxHealth {
		t.give(mh.Heal(u.ID))
	}
}

func (t *Tokyo) openSafe(u mh.Unit) bool {
	d, box := door(t.s, u.Pos)
	if box < 0 {
		return false
	}
	key, ok := mh.Solve(t.s.SafetyBoxHints(box))
	if ok {
		t.give(mh.Open(u.ID, key, d))
	}
	return ok
}

// paths are the cells that our professor may step onto now: away from armed
// enemies when two blows would kill it.
func (t *Tokyo) paths(u mh.Unit) *field {
	if u.Health <= 2*t.set.ProfessorHealthDecrease {
		return &t.safe
	}
	return &t.open
}

// measure finds how far each professor is from each safe.
func (t *Tokyo) measure(mine mh.Unit) {
	g := &t.gates
	g.cells = field{}
	g.at = append(g.at[:0], make([]sim.Pos, t.s.Boxes())...)
	for box := range g.at {
		g.cells.around(t.s.Door(box))
	}
	for pl := range sim.Seats {
		g.steps[pl] = g.steps[pl][:0]
		for range g.at {
			g.steps[pl] = append(g.steps[pl], unreachable)
		}
		if u := t.s.Unit(t.s.Professor(pl)); pl == t.me {
			t.measureFrom(pl, u.Pos, t.paths(mine))
		} else if u.IsAlive() {
			t.measureFrom(pl, u.Pos, &t.free)
		}
	}
}

func (t *Tokyo) measureFrom(pl int, from sim.Pos, first *field) {
	w, g := &t.wave, &t.gates
	w.start()
	w.enter(from)
	for left := len(g.at); left > 0 && w.step(first, &g.cells); first = &t.free {
		if !w.met {
			continue
		}
		for r := w.lo; r <= w.hi; r++ {
			for m := w.front[r] & g.cells[r]; m != 0; m &= m - 1 {
				left -= t.arrive(pl, sim.Pos{Row: r - 1, Col: bits.TrailingZeros64(m)})
			}
		}
	}
}

// arrive notes that a professor can be at a gate after as many steps as the
// wave has made; it returns the number of safes for which that is news.
func (t *Tokyo) arrive(pl int, at sim.Pos) (news int) {
	g := &t.gates
	for box := range g.at {
		if g.steps[pl][box] == unreachable && distance(at, t.s.Door(box)) == 1 {
			g.steps[pl][box] = t.wave.dist
			news++
			if pl == t.me {
				g.at[box] = at
			}
		}
	}
	return news
}

func distance(a, b sim.Pos) int { return abs(a.Row-b.Row) + abs(a.Col-b.Col) }

func abs(x int) int { return max(x, -x) }

// wayToSafe is the first step to the best safe: the nearest one that no other
// professor is going to open before.
func (t *Tokyo) wayToSafe(u mh.Unit) (mh.Dir, bool) {
	g := &t.gates
	best, most := -1, 0
	for box, n := range g.steps[t.me] {
		if n >= t.left() {
			continue
		}
		worth := 1 << 20
		if t.contested(box, n) {
			worth /= 8
		}
		if worth /= n + 3; worth > most {
			best, most = box, worth
		}
	}
	if best < 0 {
		return 0, false
	}
	t.marks = append(t.marks, sim.Mark{Unit: u.ID, Text: "safe " + strconv.Itoa(best)})
	return t.toward(&t.wave, u.Pos, g.at[best], t.paths(u))
}

// contested reports whether another professor is nearer to a safe, and to no
// other safe nearer still.
func (t *Tokyo) contested(box, mine int) bool {
	for pl, steps := range t.gates.steps {
		if pl != t.me && steps[box] < mine && steps[box] == slices.Min(steps) {
			return true
		}
	}
	return false
}
