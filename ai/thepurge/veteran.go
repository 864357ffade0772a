package thepurge

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// Veteran is like Nightwatch but attacks more, because only one of three opponents gains from its
// losses. Builders fight builders at night. Warriors plan whole pursuits, and all citizens plan
// flights.
type Veteran struct {
	clan
	distances
	clear   paths.Cells // open cells without citizens
	foes    []foe       // enemies; only listed at night and shortly before dusk
	hunters paths.Cells // cells of enemies that the current citizen fears
	pursuit
	predictor predictor
}

const (
	builderLossWeight float64 = 0.85 // weight of a fight lost by a builder, relative to a won one
	warriorLossWeight float64 = 0.7

	builderFightReach = 10 // maximum distance at which builders fight other builders
	gatherRounds      = 4  // number of rounds before night in which builders approach opponents

	huntPace          float64 = 2.5 // expected rounds per step and attack when pursuing prey outside barricades
	escapedPreyRounds float64 = 14  // expected rounds to catch prey that no pursuit reaches, in addition to its distance

	bazookaValue     float64 = 1.6 // value of replacing a hammer with a bazooka, in warrior kills
	gunFactor        float64 = 0.5 // factor on bazookaValue for other weapon changes
	denyGunValue             = 3   // points for taking a gun that only enemies can use
	denyBazookaValue         = 20
	contestedFactor  float64 = 0.4 // factor on an item's value if an enemy is closer
	tieFactor        float64 = 0.6 // factor on an item's value if an enemy is equally close

	// lateGainWeight is the weight, in an order's urgency, of gains that do not depend on acting first.
	lateGainWeight float64 = 0.1
)

func (n *Veteran) Play(ctx context.Context, q *sim.Query) sim.Reply {
	n.begin(q)
	n.resetDistances(&n.board)
	for i := range n.settings.BoardRows {
		n.clear[i] = n.open[i] &^ n.occupied[i]
	}
	n.updatePredictions(ctx, q)
	n.listFoes()
	n.listTargets()
	n.updateRivalDistances()
	n.plan(n.worth)
	for i := range n.citizens {
		n.act(&n.citizens[i])
	}
	return n.reply()
}

func (n *Veteran) act(c *citizen) {
	n.clear.Add(c.at.Row, c.at.Col) // the citizen's own cell is free after it moves
	n.hunters = n.fearedHunters(c)
	closer, waits := n.stepsToTarget(c)
	sum, _ := n.fightValue(c, c.at)
	best, dir, urgency := n.value(c, n.expectedLoss(c, c.at), waits)+sum, -1, 0.0
	stay := best
	for k, step := range sim.Steps {
		way := 1 + waits
		if closer>>k&1 != 0 {
			way = -1
		}
		if v, u, ok := n.moveValue(c, c.at.Add(step), way); ok && v > best {
			best, dir, urgency = v, k, u
		}
	}
	n.clear.Remove(c.at.Row, c.at.Col)
	n.move(c, dir, float64(lateGainWeight*(best-stay))+urgency)
}

// moveValue returns the value of a move in points per round, its urgency, and whether it is
// possible.
func (n *Veteran) moveValue(c *citizen, to sim.Pos, distanceChange int) (value, urgency float64, ok bool) {
	enemy, ok := n.mayEnter(c, to)
	if !ok {
		return 0, 0, false
	}
	sum, urgency := n.fightValue(c, to)
	if enemy != nil {
		here := n.expectedLoss(c, c.at)
		if n.enemyBarricades.Has(to.Row, to.Col) {
			return c.score - here + sum, 0, true
		}
		gain := n.gain(c, enemy)
		if g, sure := n.guessOf(enemy); sure && g.nextCell != to {
			p := chanceToActFirst(g.rank)
			return float64(p*(gain-here)) + float64((1-p)*n.value(c, n.expectedLoss(c, to), distanceChange)) + sum, gain, true
		}
		return gain - here + sum, 0, true
	}
	if c.targetIndex >= 0 && n.targets[c.targetIndex].at == to && n.targets[c.targetIndex].rivalDistance == 1 {
		urgency += c.score
	}
	return n.value(c, n.expectedLoss(c, to), distanceChange) + sum, urgency, true
}

// stepsToTarget is like firstSteps but also plans pursuits. waitChange is -1 if the citizen should wait
// for its prey, and 0 otherwise.
func (n *Veteran) stepsToTarget(c *citizen) (steps uint8, waitChange int) {
	if c.targetIndex >= 0 {
		if t := &n.targets[c.targetIndex]; c.targetDistance > 1 && n.isWorthPursuing(c, t, c.targetDistance) {
			switch _, first := n.pursue(c, t.prey); {
			case first == stayStep:
				return 0, -1
			case first >= 0:
				return 1 << first, 0
			}
		}
	}
	return n.firstSteps(c), 0
}

// updateRivalDistances computes, for each item, the distance to the nearest enemy that may take it.
func (n *Veteran) updateRivalDistances() {
	list := n.s.Citizens()
	for k := range n.targets {
		t := &n.targets[k]
		if t.prey != nil {
			break // targets lists all items first
		}
		t.rivalDistance = paths.Unreachable
		steps := n.distancesFrom(t.at)
		for i := range list {
			c := &list[i]
			if int(c.Player) == n.me || t.glyph != 'M' && t.glyph != 'F' && !isBetterWeapon(c, t.glyph) {
				continue
			}
			if g, sure := n.guessOf(c); !sure || g.targetCell == t.at {
				t.rivalDistance = min(t.rivalDistance, int(steps[n.cellIndex(c.Pos())]))
			}
		}
	}
}

func (n *Veteran) worth(i, k, d int) float64 {
	c, t := &n.citizens[i], &n.targets[k]
	if t.prey != nil {
		return n.huntValue(c, t, d)
	}
	weapon := 0.0
	switch {
	case t.rivalDistance == paths.Unreachable: // no enemy can use the weapon
	case t.glyph == 'G':
		weapon = denyGunValue
	case t.glyph == 'Z':
		weapon = denyBazookaValue
	}
	if isBetterWeapon(c.Citizen, t.glyph) {
		weapon = bazookaValue * float64(n.settings.KillWarriorPoints)
		if c.Weapon != thepurge.Hammer || t.glyph != 'Z' {
			weapon *= gunFactor
		}
	}
	value := n.itemValue(c, t, d, weapon, contestedFactor)
	if t.rivalDistance == d {
		value *= tieFactor
	}
	return value
}

// huntValue returns the points per round of pursuing an enemy. By day, that is the value of being near
// the enemy at nightfall.
func (n *Veteran) huntValue(c *citizen, t *target, d int) float64 {
	if c.Type == thepurge.Builder && (!n.isNight && n.roundsLeft > gatherRounds || t.resistance > 0 || d > builderFightReach) {
		return 0
	}
	gain := n.gain(c, t.prey)
	if gain <= 0 {
		return 0
	}
	if n.isWorthPursuing(c, t, d) {
		if d == 1 {
			return gain
		}
		if rounds, first := n.pursue(c, t.prey); first != noPursuit {
			return gain / float64(rounds+1)
		}
		return gain / (escapedPreyRounds + float64(d))
	}
	pace := 1.0
	if t.resistance == 0 {
		pace = huntPace
	}
	return n.pursuitValue(c, t, d, gain, pace)
}

func (n *Veteran) gain(c *citizen, enemy *thepurge.Citizen) float64 {
	p := n.winChance(c.Weapon, enemy.Weapon)
	stake := builderLossWeight
	if c.Type == thepurge.Warrior {
		stake = warriorLossWeight
	}
	return float64(p*n.bounty(enemy)) - float64(stake*(1-p)*c.bounty)
}
