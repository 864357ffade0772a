package harrypotter

import (
	"math/bits"
	"slices"

	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// spellWindow is the number of rounds before a deadline in which late spells are tried. One round
// is not enough, because only one clan's spell succeeds per round.
const spellWindow = 10

func (p *planner) playGhost() {
	window := 0
	if p.castLate {
		window = spellWindow
	}
	if p.cast(window) {
		return
	}
	ghost := p.s.Unit(int32(p.me))
	best, safest := -1, p.cellSafety(ghost.Pos)
	for dir, step := range hp.Steps {
		to := ghost.Pos.Add(step)
		if !p.isOpen(to) {
			continue
		}
		if v := p.cellSafety(to); v > safest {
			best, safest = dir, v
		}
	}
	if best >= 0 {
		p.queues[walk] = append(p.queues[walk], hp.Move(ghost.ID, hp.Dir(best)))
	}
}

func (p *planner) cast(window int) bool {
	ghost := p.s.Unit(int32(p.me))
	if ghost.RoundsLeft != 0 || !p.isSpellTime(window) || !solveSpell(p.s.Ingredients(), p.solution[:]) {
		return false
	}
	p.queues[walk] = append(p.queues[walk], hp.CastSpell(ghost.ID, p.solution[:]))
	return true
}

// isSpellTime reports whether to cast now: as early as possible if window is 0, and otherwise in the
// last window rounds before a deadline.
func (p *planner) isSpellTime(window int) bool {
	set := p.s.Settings()
	left := set.LastSpellRound() - p.s.Round() // number of rounds until the last deadline
	if left < 0 || window == 0 {
		return left >= 0
	}
	return left%set.RoundsSpellRestingGhost < window
}

func (p *planner) cellSafety(at sim.Pos) int {
	return 2*min(at.Distance(p.s.Voldemort()), 14) + 3*min(p.toFoe.DistanceTo(at, 6), 6)
}

const numGroups = hp.NumIngredients / 3

// solveSpell assigns ingredients to five groups of three with equal sums: out[i] is the group of
// ingredient i. It reports whether a solution exists.
func solveSpell(ingredients [hp.NumIngredients]int, out []int32) bool {
	v := spellSolver{out: out}
	total := 0
	for i, x := range ingredients {
		total += x
		v.indexes[i] = i
	}
	if total%numGroups != 0 {
		return false
	}
	slices.SortStableFunc(v.indexes[:], func(a, b int) int { return ingredients[b] - ingredients[a] })
	for i, j := range v.indexes {
		v.values[i] = ingredients[j]
	}
	v.groupSum = total / numGroups
	return v.fillGroup(1<<hp.NumIngredients-1, 0)
}

// spellSolver solves a spell by depth-first search, starting with the largest ingredients.
type spellSolver struct {
	values, indexes [hp.NumIngredients]int
	out             []int32
	groupSum        int
}

// fillGroup distributes the ingredients in unassigned, a bit set, over group g and all later groups. It
// reports whether it succeeded.
func (v *spellSolver) fillGroup(unassigned uint16, g int32) bool {
	if unassigned == 0 {
		return true
	}
	a := bits.TrailingZeros16(unassigned)
	for b := a + 1; b < hp.NumIngredients; b++ {
		for c := hp.NumIngredients - 1; c > b; c-- {
			triple := uint16(1<<a | 1<<b | 1<<c)
			if unassigned&triple == triple && v.values[a]+v.values[b]+v.values[c] == v.groupSum && v.fillGroup(unassigned&^triple, g+1) {
				v.out[v.indexes[a]], v.out[v.indexes[b]], v.out[v.indexes[c]] = g, g, g
				return true
			}
		}
	}
	return false
}

const (
	ghostReach     = 15 // maximum distance at which the ghost heads for a book
	ghostBookValue = 100
	castWindow     = 6 // number of rounds before a deadline in which the ghost casts
)

func (p *dumbledore) moveGhost() {
	if p.cast(castWindow) {
		return
	}
	p.searchBooks()
	ghost := p.s.Unit(int32(p.me))
	best, maxValue := -1, -1e9
	if !paths.Has(&p.deadly, ghost.Pos) {
		maxValue = p.ghostCellValue(ghost.Pos)
	}
	for dir, step := range hp.Steps {
		to := ghost.Pos.Add(step)
		if !p.isOpen(to) || p.claimed.Has(to.Row, to.Col) {
			continue
		}
		if v := p.ghostCellValue(to); v > maxValue {
			best, maxValue = dir, v
		}
	}
	if best >= 0 {
		p.queues[walk] = append(p.queues[walk], hp.Move(ghost.ID, hp.Dir(best)))
	}
}

func (p *dumbledore) ghostCellValue(at sim.Pos) float64 {
	v := 2*float64(min(at.Distance(p.s.Voldemort()), 6)) + 3*float64(min(p.toFoe.DistanceTo(at, 6), 6))
	for d := range p.nearBooks {
		if p.nearBooks[d].Has(at.Row, at.Col) {
			return v + ghostBookValue/float64(d+1)
		}
	}
	return v
}

func (p *dumbledore) searchBooks() {
	for row := range p.books {
		p.nearBooks[0][row] = p.books[row] & p.safe[row] &^ p.claimed[row]
	}
	for d := 1; d < len(p.nearBooks); d++ {
		near := p.nearBooks[d-1].WithNeighbors()
		for row, cells := range p.nearBooks[d-1] {
			p.nearBooks[d][row] = cells | near[row]&p.passable[row]
		}
	}
}
