package thepurge

import "game-tui/sim"

// fight lets a citizen attack another one, by night.
func (b *Board) fight(attacker, attacked *Citizen) {
	a, d := b.set.WeaponStrengthAttack(attacker.Weapon), b.set.WeaponStrengthAttack(attacked.Weapon)
	won := b.wins(a, d)
	winner, loser := attacked, attacker
	cause := armOf(attacker) | armOf(attacked)<<armBits
	if won {
		winner, loser = attacker, attacked
		cause |= causeWon
	}
	loser.Life -= int32(b.set.LifeLostInAttack)
	b.events = append(b.events, sim.Event{
		Kind: EventFight, Seat: attacker.Player, Other: attacked.Player, Cause: cause,
		Unit: attacker.ID, Target: attacked.ID, At: attacker.At, To: attacked.At,
		A: int32(a), B: int32(d),
	})
	if loser.Life > 0 {
		b.rewrite(b.slot(loser.ID))
		return
	}
	b.kill(winner, loser)
}

// wins draws the outcome of a fight between strengths a and d: in doubles and
// in this order, as the official engine does.
func (b *Board) wins(a, d int) bool {
	if b.outcomes != nil {
		return b.outcomes.wins()
	}
	x := b.rand.Random(0, 1000)
	return float64(x) < float64(a)/float64(a+d)*1000
}

// kill takes a citizen off the board; the winner's player is paid, even when
// the dead was the attacker.
func (b *Board) kill(winner, dead *Citizen) {
	dead.Life = 0
	b.dead++
	b.at(dead.Pos()).who = 0
	b.redraw(dead.Pos())
	points := b.set.KillPoints(dead.Type)
	b.scores[winner.Player] += points
	b.queue(pending{trade: dead.Type, player: dead.Player}, b.set.NumRoundsRegenCitizen(dead.Type))
	b.events = append(b.events, sim.Event{
		Kind: EventDeath, Seat: winner.Player, Other: dead.Player, Unit: winner.ID, Target: dead.ID,
		Cause: armOf(winner) | armOf(dead)<<armBits, At: dead.At, To: sim.NoPos,
		A: int32(points),
	})
}
