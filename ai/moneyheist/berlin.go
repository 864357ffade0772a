package moneyheist

import (
	"context"
	"strconv"

	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// berlin plans like Tokyo but does not hunt soldiers, because evenly matched fights gain nothing.
// If two soldiers step onto the same cell, the second attacks the first. So Berlin predicts where
// enemies go, waits there, and moves late onto cells that enemies may enter.
type berlin struct {
	Tokyo
	killGain, deathCost float64 // value of a kill and cost of a death, in points
	forecast            forecast
	trust               trust
	routes              []route
	queue               []queuedOrder
	taken               paths.Cells // cells that our units will enter
	nearbyBonuses       []int       // for each target, the bonus for nearby items
}

func (b *berlin) Play(_ context.Context, q *sim.Query) sim.Reply {
	b.begin(q)
	b.queue, b.taken = b.queue[:0], paths.Cells{}
	earns := incomePerRound * float64(b.roundsLeft())
	b.killGain, b.deathCost = killValue+joinChance*earns, lossFactor*earns
	b.predict()
	b.attackFirst()
	b.sendProfessor()
	b.planCharges()
	b.planRoutes()
	b.moveSoldiers()
	reply := sim.NewReply(&b.orders)
	reply.Marks = b.marks
	return reply
}

// Values of the professor's options in points.
const (
	attackCost    float64 = 100 // cost of an attack on the professor
	stepValue     float64 = 15  // value of a step towards a safe
	stayAttacks   float64 = 0.4 // expected additional attacks when staying next to an armed enemy
	healThreshold         = 20  // minimum health gain for which the professor stays and heals
	healValue     float64 = 2.5
)

// attacksByDistance holds the expected number of attacks by an armed enemy, indexed by its distance.
var attacksByDistance = [...]float64{0.6, 0.6, 0.25, 0.06}

func (b *berlin) sendProfessor() {
	u := b.s.Unit(int32(b.me))
	if !u.IsAlive() || b.openSafe(&u) {
		return
	}
	steps := uint8(0)
	if safe, gate := b.chooseSafe(&u, &b.open); safe >= 0 {
		b.marks = append(b.marks, sim.Mark{Unit: u.ID, Text: "safe " + strconv.Itoa(safe)})
		steps = b.search.FirstStepsBetween(&b.free, u.Pos, gate, &sim.Steps, nil)
	}
	heal := min(b.s.AvailableHealth(b.me), b.settings.ProfessorMaxHealth-u.Health)
	best, maxValue := -1, -attackCost*b.danger(u.Pos)
	if paths.Has(&b.threatened, u.Pos) {
		maxValue -= attackCost * stayAttacks
	}
	if heal >= healThreshold {
		maxValue += healValue * float64(heal)
	}
	for d, step := range sim.Steps {
		to := u.Pos.Add(step)
		if !paths.Has(&b.open, to) {
			continue
		}
		value := -attackCost * b.danger(to)
		if steps>>d&1 != 0 {
			value += stepValue
		} else {
			value -= stepValue
		}
		if value > maxValue {
			best, maxValue = d, value
		}
	}
	switch {
	case best >= 0:
		to := u.Pos.Add(sim.Steps[best])
		b.taken.Add(to.Row, to.Col)
		b.give(mh.Move(u.ID, sim.Dir(best)))
	case heal > 0:
		b.give(mh.Heal(u.ID))
	}
}

func (b *berlin) danger(to sim.Pos) float64 {
	sum := 0.0
	for clan := range sim.Seats {
		if clan == b.me {
			continue
		}
		for _, id := range b.s.Soldiers(clan) {
			if d := b.s.PosOf(id).Distance(to); d < len(attacksByDistance) && b.s.PoisonOf(id) > 0 {
				sum += attacksByDistance[d]
			}
		}
	}
	return sum
}
