package moneyheist

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// Berlin's estimates of fights.
const (
	killValue      float64 = 10   // points for a killed soldier, in addition to the soldier that may join us
	joinChance     float64 = 0.7  // that a killed soldier joins us
	incomePerRound float64 = 0.15 // points that a soldier earns
	lossFactor     float64 = 1.08 // cost of an own soldier relative to what it would still earn
	professorHit   float64 = 20   // points for an attack on a professor

	winChance   float64 = 0.45 // to strike first when two armed soldiers stand next to each other
	lateChance  float64 = 0.75 // that our late order is executed after an enemy's step onto the same cell
	meetLoss    float64 = 0.8  // chance that an armed enemy on the same cell kills an unarmed soldier
	stayLoss    float64 = 0.55 // additional chance to be killed if it stays next to an armed enemy
	exposure    float64 = 0.7  // share of neighbouring armed enemies that attack in the next round
	maxCrowd    float64 = 1.5  // number of neighbouring enemies that count
	killBeside  float64 = 0.3  // expected kills per unarmed neighbour
	ambushKills float64 = 0.4  // expected kills per enemy that steps next to us in the next round
	armedWeight float64 = 0.4  // weight of fights relative to targets, for armed soldiers
)

func (b *berlin) assess() {
	earns := incomePerRound * float64(b.left())
	b.gain = killValue + joinChance*earns
	b.loss = lossFactor * earns
}

// attackFirst attacks first, because the first to attack survives.
func (b *berlin) attackFirst() {
	b.listAttacks(b.attackUrgency)
	for i := range b.attacks {
		if w := &b.attacks[i]; !b.isKilled(b.attacks[:i], w.target) {
			b.giveAttack(w)
		}
	}
	// a second soldier attacks an armed enemy too: the first may be dead by then
	for i := range b.attacks {
		if w := &b.attacks[i]; w.target >= sim.Seats && b.s.PoisonOf(w.target) > 0 {
			b.giveAttack(w)
		}
	}
}

// attackUrgency returns how urgent an attack on u is; armed enemies come first.
func (b *berlin) attackUrgency(u mh.Unit) int {
	worth := b.gain
	switch {
	case u.Professor:
		worth = professorHit
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
	beside := min(sumBeside(&f.armed, to), maxCrowd)
	if v.poison == 0 {
		value := -exposure * beside * b.loss
		if !stays {
			value -= meetLoss * at(&f.armed, to) * b.loss
		} else if paths.Has(&b.menaced, v.at) {
			value -= stayLoss * b.loss
		}
		return value
	}
	value := exposure * beside * (winChance*b.gain - (1-winChance)*b.loss)
	if !stays { // our late order attacks a unit that arrived there
		late := lateChance
		value += at(&f.armed, to)*(late*b.gain-(1-late)*b.loss) + at(&f.unarmed, to)*late*b.gain
	}
	value += killBeside * sumBeside(&f.unarmed, to) * b.gain
	if beside < 1 { // units that step next to us are attacked in the next round
		value += ambushKills * min(sumBeside(&f.comers, to), maxCrowd) * (1 - beside) * b.gain
	}
	return armedWeight * value
}
