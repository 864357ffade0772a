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
	if p.lateSpell {
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
	if ghost.Rounds != 0 || !p.spellTime(window) || !solveSpell(p.s.Ingredients(), p.solution[:]) {
		return false
	}
	p.queues[walk] = append(p.queues[walk], hp.CastSpell(ghost.ID, p.solution[:]))
	return true
}

// spellTime reports whether to cast now: as early as possible if window is 0, and otherwise in the
// last window rounds before a deadline.
func (p *planner) spellTime(window int) bool {
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
	v := speller{out: out}
	total := 0
	for i, x := range ingredients {
		total += x
		v.index[i] = i
	}
	if total%numGroups != 0 {
		return false
	}
	slices.SortStableFunc(v.index[:], func(a, b int) int { return ingredients[b] - ingredients[a] })
	for i, j := range v.index {
		v.value[i] = ingredients[j]
	}
	v.target = total / numGroups
	return v.fillGroup(1<<hp.NumIngredients-1, 0)
}

// speller solves a spell by depth-first search, starting with the largest ingredients.
type speller struct {
	value, index [hp.NumIngredients]int
	out          []int32
	target       int
}

// fillGroup distributes the ingredients in the bit set left over group g and all later groups. It
// reports whether it succeeded.
func (v *speller) fillGroup(left uint16, g int32) bool {
	if left == 0 {
		return true
	}
	a := bits.TrailingZeros16(left)
	for b := a + 1; b < hp.NumIngredients; b++ {
		for c := hp.NumIngredients - 1; c > b; c-- {
			triple := uint16(1<<a | 1<<b | 1<<c)
			if left&triple == triple && v.value[a]+v.value[b]+v.value[c] == v.target && v.fillGroup(left&^triple, g+1) {
				v.out[v.index[a]], v.out[v.index[b]], v.out[v.index[c]] = g, g, g
				return true
			}
		}
	}
	return false
}

const (
	ghostReach = 15 // maximum distance at which the ghost heads for a book
	ghostBook  = 100
	castWindow = 6 // number of rounds before a deadline in which the ghost casts
)

func (p *dumbledore) leadGhost() {
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
	for d := range p.toBook {
		if p.toBook[d].Has(at.Row, at.Col) {
			return v + ghostBook/float64(d+1)
		}
	}
	return v
}

func (p *dumbledore) searchBooks() {
	for row := range p.books {
		p.toBook[0][row] = p.books[row] & p.safe[row] &^ p.claimed[row]
	}
	for d := 1; d < len(p.toBook); d++ {
		near := p.toBook[d-1].WithNeighbors()
		for row, cells := range p.toBook[d-1] {
			p.toBook[d][row] = cells | near[row]&p.passable[row]
		}
	}
}
