package harrypotter

import (
	"context"
	"math"

	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// dumbledore weighs gains against losses. An ally can save a beaten wizard during the five rounds
// of its conversion. So dumbledore mainly hunts wizards without allies within helpReach.
type dumbledore struct {
	planner
	distanceDivisors [hp.Rows]float64        // divisor of a target's value, indexed by distance
	lossChances      [maxHelpers + 1]float64 // chance that a beaten wizard is lost, indexed by the number of allies nearby
	clans            [sim.Seats]clan
	assignedCounts   [hp.Rows * hp.Cols]uint8    // number of wizards assigned to each target
	nearBooks        [ghostReach + 1]paths.Cells // cells within 0, 1, … steps from a book
	roundsLeft       int
}

type clan struct {
	wizards    paths.Cells
	victims    []victim // the clan's wizards that we are converting
	winChance  float64  // our chance of winning when we attack the clan
	loseChance float64  // the clan's chance of winning when it attacks us
	lossWeight float64  // weight of points lost to the clan
}

type victim struct {
	at           sim.Pos
	helperEffect float64 // how much our chance of converting the victim grows if it loses a helper
}

const (
	// helpReach is the maximum distance from which an ally can free a wizard in time if both walk
	// for four rounds.
	helpReach  = 7
	maxHelpers = 15

	distanceExponent = 0.7 // values are divided by distance+1 raised to this power
	lateAllyChance   = 0.4 // chance that a nearby ally arrives too late

	// trailingWeight is the weight of points lost to a clan that is 2000 points behind the leader.
	trailingWeight float64 = 0.4
)

func NewDumbledore() sim.Player {
	p := &dumbledore{}
	for d := range p.distanceDivisors {
		p.distanceDivisors[d] = math.Pow(float64(d+1), distanceExponent)
	}
	for k := range p.lossChances {
		p.lossChances[k] = math.Pow(lateAllyChance, float64(k))
	}
	return p
}

func (p *dumbledore) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.begin(q)
	p.assessClans()
	p.freeAllies()
	p.attack()
	p.freeDistantAllies()
	p.coverAllies()
	p.plan()
	p.moveGhost()
	p.delayLastOrders()
	return p.reply()
}

func (p *dumbledore) assessClans() {
	p.roundsLeft = p.s.Settings().NumRounds - 1 - p.s.Round()
	for i := range p.wizards {
		p.wizards[i].helperCount = countHelpers(&p.allies, p.wizards[i].Pos)
	}
	scores, best := p.s.Scores(), 0
	for i, score := range scores {
		if i != p.me {
			best = max(best, score)
		}
	}
	ours := p.magic[p.me]
	for i := range p.clans {
		if i == p.me {
			continue
		}
		c := &p.clans[i]
		c.winChance, c.loseChance = winChance(ours, p.magic[i]), winChance(p.magic[i], ours)
		c.lossWeight = 1 - (1-trailingWeight)*min(float64(best-scores[i])/2000, 1)
		p.assessClan(i)
	}
}

func (p *dumbledore) assessClan(i int) {
	c := &p.clans[i]
	c.wizards, c.victims = paths.Cells{}, c.victims[:0]
	for _, id := range p.s.Wizards(i) {
		if u := p.s.Unit(id); !u.IsConverting() {
			c.wizards.Add(u.Pos.Row, u.Pos.Col)
		} else if u.Next == p.me {
			c.victims = append(c.victims, victim{at: u.Pos})
		}
	}
	for k := range c.victims {
		v := &c.victims[k]
		if n := countHelpers(&c.wizards, v.at); n > 0 {
			v.helperEffect = p.lossChances[n-1] - p.lossChances[n]
		}
	}
}

func winChance(attacker, defender int) float64 {
	switch {
	case attacker > 2*defender:
		return 1
	case defender > 2*attacker:
		return 0
	}
	return 0.3 + 0.7*float64(attacker)/float64(max(attacker+defender, 1))
}

// countHelpers counts the other wizards in set within helpReach of a cell, up to maxHelpers.
func countHelpers(set *paths.Cells, at sim.Pos) int {
	n := set.CountWithin(at, helpReach)
	if set.Has(at.Row, at.Col) {
		n--
	}
	return min(n, maxHelpers)
}

// delayLastOrders gives idle wizards invalid orders. Clans take turns, so this delays our last
// orders until more enemies have moved.
func (p *dumbledore) delayLastOrders() {
	for i := range p.wizards {
		if w := &p.wizards[i]; !w.hasOrder {
			p.queues[walk] = append(p.queues[walk], hp.Move(w.ID, hp.DownRight))
		}
	}
}
