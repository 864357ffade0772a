package moneyheist

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// Estimates for fights, used by Berlin.
const (
	killValue      float64 = 10   // points for a killed soldier, in addition to the chance that it joins us
	joinChance     float64 = 0.7  // chance that a killed soldier joins us
	incomePerRound float64 = 0.15 // points that a soldier earns per round
	lossFactor     float64 = 1.08 // cost of losing a soldier, relative to its future income
	professorHit   float64 = 20   // points for an attack on a professor

	winChance   float64 = 0.45 // chance to strike first when two armed soldiers stand next to each other
	lateChance  float64 = 0.75 // chance that our late order is executed after an enemy's step onto the same cell
	meetLoss    float64 = 0.8  // chance that an armed enemy on the same cell kills an unarmed soldier
	stayLoss    float64 = 0.55 // additional chance to be killed when staying next to an armed enemy
	exposure    float64 = 0.7  // share of neighbouring armed enemies that attack in the next round
	maxCrowd    float64 = 1.5  // maximum number of neighbouring enemies counted
	killBeside  float64 = 0.3  // expected kills per unarmed neighbour
	ambushKills float64 = 0.4  // expected kills per enemy that steps next to us in the next round
	armedWeight float64 = 0.4  // weight of fights relative to targets, for armed soldiers
)

// attackFirst gives all attacks before other orders, because the side that strikes first survives.
func (b *berlin) attackFirst() {
	b.fight(b.attackUrgency)
	// A second soldier attacks an armed enemy too, because the first may be dead by then.
	for i := range b.attacks {
		if w := &b.attacks[i]; w.target >= sim.Seats && b.s.PoisonOf(w.target) > 0 {
			b.giveAttack(w)
		}
	}
}

// attackUrgency returns the urgency of an attack on u. Armed enemies come first.
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

// fightValue returns the expected points from fights in this and the next round if a soldier moves
// to a cell or stays there.
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
	if !stays { // our late order attacks a unit that has arrived there
		late := lateChance
		value += at(&f.armed, to)*(late*b.gain-(1-late)*b.loss) + at(&f.unarmed, to)*late*b.gain
	}
	value += killBeside * sumBeside(&f.unarmed, to) * b.gain
	if beside < 1 { // attack units that step next to us in the next round
		value += ambushKills * min(sumBeside(&f.comers, to), maxCrowd) * (1 - beside) * b.gain
	}
	return armedWeight * value
}
