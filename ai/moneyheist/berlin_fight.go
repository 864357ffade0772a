package moneyheist

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// weigh computes the value of a kill and of a death. Towards the end losses count less, and points
// for kills stay.
func (b *berlin) weigh() {
	earns := b.v[soldierIncome] * float64(b.left())
	b.gain = b.v[killWorth] + b.v[joinChance]*earns
	b.loss = b.v[lossFactor] * earns
}

// strike attacks neighbouring enemies with the first orders, because the first to strike survives.
func (b *berlin) strike() {
	b.listBlows(b.strikeWorth)
	for i := range b.blows {
		if w := &b.blows[i]; !b.struck(b.blows[:i], w.target) {
			b.giveBlow(w)
		}
	}
	// a second soldier attacks an armed enemy too: the first may be dead by then
	for i := range b.blows {
		if w := &b.blows[i]; w.target >= sim.Seats && b.s.PoisonOf(w.target) > 0 {
			b.giveBlow(w)
		}
	}
}

// strikeWorth returns how urgent an attack on u is; armed enemies come first.
func (b *berlin) strikeWorth(u mh.Unit) int {
	worth := b.gain
	switch {
	case u.Professor:
		worth = b.v[hitWorth]
		if u.Health <= b.set.ProfessorHealthDecrease {
			worth += float64(b.set.PointsForKillingProfessor)
		}
	case u.Poison > 0:
		worth += b.gain + b.loss
	}
	return int(16 * min(worth, 1<<20))
}

// fightValue returns the expected points of fights in this and the next round if a soldier goes to
// a cell or stays.
func (b *berlin) fightValue(v *soldier, to sim.Pos) float64 {
	f, stays := &b.next, v.at == to
	beside := min(sumBeside(&f.armed, to), b.v[crowd])
	if v.poison == 0 {
		value := -b.v[exposure] * beside * b.loss
		if !stays {
			value -= b.v[meetLoss] * at(&f.armed, to) * b.loss
		} else if paths.Has(&b.menaced, v.at) {
			value -= b.v[stayLoss] * b.loss
		}
		return b.v[cautionScale] * value
	}
	value := b.v[exposure] * beside * (b.v[winChance]*b.gain - (1-b.v[winChance])*b.loss)
	if !stays { // our late order attacks a unit that arrived there
		late := b.v[lateChance]
		value += at(&f.armed, to)*(late*b.gain-(1-late)*b.loss) + at(&f.unarmed, to)*late*b.gain
	}
	value += b.v[besideUnarmed] * sumBeside(&f.unarmed, to) * b.gain
	if beside < 1 { // in the next round we attack units that step beside us
		value += b.v[ambush] * min(sumBeside(&f.comers, to), b.v[crowd]) * (1 - beside) * b.gain
	}
	return b.v[combatScale] * value
}
