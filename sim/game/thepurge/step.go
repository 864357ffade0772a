package thepurge

import (
	"slices"

	"game-tui/sim"
)

func (b *Board) Step(t *sim.Turn) error {
	if b.RoundsPlayed >= b.settings.Rounds() {
		return sim.ErrMatchOver // Step returns no other error.
	}
	b.Snapshot, b.events = nil, b.events[:0]
	t.Execute(&b.Rand, b.owner, b.execute)
	b.removeDead()
	b.regenerate()
	b.changeDayOrNight()
	b.RoundsPlayed++
	t.Events = slices.Clone(b.events)
	return nil
}

func (b *Board) owner(id int32) int {
	slot := b.slot(id)
	if slot < 0 {
		return -1
	}
	return int(b.citizens[slot].Player)
}

func (b *Board) execute(o *sim.Order) sim.Outcome {
	slot := b.slot(o.Unit)
	c := &b.citizens[slot]
	switch {
	case o.Kind != 'm' && o.Kind != 'b':
		return sim.OutcomeNoSuchOrder
	case c.Life <= 0:
		return OutcomeDead
	case !sim.Dir(o.Dir).Valid():
		return sim.OutcomeNoSuchDirection
	case o.Kind == 'b':
		return b.build(c, sim.Dir(o.Dir).Neighbor(c.Pos()))
	}
	return b.move(slot, sim.Dir(o.Dir).Neighbor(c.Pos()))
}

func (b *Board) move(slot int, to sim.Pos) sim.Outcome {
	if !to.In(b.settings.Size()) {
		return sim.OutcomeOffBoard
	}
	c, target := &b.citizens[slot], b.at(to)
	day := b.settings.IsRoundDay(b.RoundsPlayed)
	switch target.thing {
	case 'B':
		return OutcomeBuilding
	case '.':
	default:
		b.collect(c, to)
		b.walk(slot, to)
		return sim.OutcomeExecuted
	}
	switch {
	case target.owner >= 0 && target.owner != c.Player:
		if day {
			return OutcomeBarricadeDay
		}
		b.demolish(c, to)
		return sim.OutcomeExecuted
	case target.occupant == 0:
		b.walk(slot, to)
		return sim.OutcomeExecuted
	case target.owner >= 0:
		return OutcomeSheltered
	case day:
		return OutcomeCitizenDay
	case b.citizens[target.occupant-1].Player == c.Player:
		return OutcomeFriend
	}
	b.fight(c, &b.citizens[target.occupant-1])
	return sim.OutcomeExecuted
}

func (b *Board) walk(slot int, to sim.Pos) {
	c := &b.citizens[slot]
	from := c.Pos()
	b.at(from).occupant = 0
	b.redraw(from)
	c.At = sim.NewPos16(to)
	b.at(to).occupant = uint8(slot + 1)
	b.redraw(to)
	b.sharedCitizens = nil
}

// collect takes whatever lies on the cell that a citizen enters, even if the citizen cannot use it.
func (b *Board) collect(c *Citizen, p sim.Pos) {
	thing := b.at(p).thing
	b.at(p).thing = '.'
	e := citizenEvent(EventFood, c, sim.NewPos16(p))
	switch thing {
	case 'F':
		gain := min(int32(b.settings.FoodIncrLife), int32(b.settings.CitizenIniLife(c.Type))-c.Life)
		c.Life += gain
		e.A, e.B = gain, c.Life
		b.scheduleReturn(pendingReturn{thing: thing}, b.settings.NumRoundsRegenFood)
	case 'M':
		b.SeatScores[c.Player] += b.settings.MoneyPoints
		e.Kind, e.A = EventMoney, int32(b.settings.MoneyPoints)
		b.scheduleReturn(pendingReturn{thing: thing}, b.settings.NumRoundsRegenMoney)
	case 'G', 'Z':
		found := Gun
		if thing == 'Z' {
			found = Bazooka
		}
		if c.Type == Warrior && found.rank() > c.Weapon.rank() {
			c.Weapon = found
		}
		e.Kind, e.A, e.B = EventWeapon, int32(found), int32(c.Weapon)
		b.scheduleReturn(pendingReturn{thing: thing}, b.settings.NumRoundsRegenWeapon)
	}
	b.events = append(b.events, e)
}

func (b *Board) demolish(c *Citizen, p sim.Pos) {
	target := b.at(p)
	blow := int32(b.settings.WeaponStrengthDemolish(c.Weapon))
	left := target.resistance - blow
	e := citizenEvent(EventHit, c, sim.NewPos16(p)).WithTarget(target.owner, -1).WithAmounts(blow, max(left, 0))
	if target.occupant > 0 {
		e.Target = b.citizens[target.occupant-1].ID
	}
	if left > 0 {
		b.putBarricade(p, target.owner, left)
	} else {
		e.Kind = EventBroken
		b.removeBarricade(p)
	}
	b.events = append(b.events, e)
}

func (b *Board) build(c *Citizen, to sim.Pos) sim.Outcome {
	switch {
	case c.Type != Builder:
		return OutcomeNotBuilder
	case !b.allowsNightBuilding && !b.settings.uses2020Rules && !b.settings.IsRoundDay(b.RoundsPlayed):
		return OutcomeNight
	case !to.In(b.settings.Size()):
		return sim.OutcomeOffBoard
	}
	target := b.at(to)
	switch {
	case target.thing == 'B':
		return OutcomeBuilding
	case target.thing != '.' || target.occupant > 0:
		return OutcomeOccupied
	case target.owner >= 0 && target.owner != c.Player:
		return OutcomeBarricade
	case b.at(c.Pos()).owner >= 0:
		return OutcomeInside
	case target.owner < 0 && b.barricadesOwned[c.Player] >= b.settings.MaxNumBarricades:
		return OutcomeLimit
	}
	e := sim.NewEvent(EventBuilt, c.Player, c.ID, sim.NewPos16(to))
	resistance := int32(b.settings.BarricadeResistanceStep)
	if target.owner >= 0 {
		e.Kind = EventReinforced
		resistance = min(target.resistance+resistance, int32(b.settings.BarricadeMaxResistance))
	} else if b.barricadesBuilt[c.Player] >= 0 {
		b.barricadesBuilt[c.Player]++
	}
	e.A, e.B = resistance, resistance-target.resistance
	b.putBarricade(to, c.Player, resistance)
	b.events = append(b.events, e)
	return sim.OutcomeExecuted
}

func (b *Board) fight(attacker, attacked *Citizen) {
	a, d := b.settings.WeaponStrengthAttack(attacker.Weapon), b.settings.WeaponStrengthAttack(attacked.Weapon)
	won := b.attackerWins(a, d)
	winner, loser := attacked, attacker
	e := meetingEvent(EventFight, attacker, attacked, attacker.At).WithAmounts(int32(a), int32(d))
	e.To = attacked.At
	if won {
		winner, loser = attacker, attacked
		e.Cause |= causeWon
	}
	loser.Life -= int32(b.settings.LifeLostInAttack)
	b.events = append(b.events, e)
	b.sharedCitizens = nil
	if loser.Life <= 0 {
		b.kill(winner, loser)
	}
}

// attackerWins decides at random whether strength a beats strength d. Like the official engine, it uses
// floating point.
func (b *Board) attackerWins(a, d int) bool {
	if b.fightResults != nil {
		return b.fightResults.attackerWins()
	}
	x := b.Rand.Random(0, 1000)
	return float64(x) < float64(a)/float64(a+d)*1000
}

func (b *Board) kill(winner, dead *Citizen) {
	dead.Life = 0
	b.deadCount++
	b.at(dead.Pos()).occupant = 0
	b.redraw(dead.Pos())
	points := b.settings.KillPoints(dead.Type)
	b.SeatScores[winner.Player] += points
	b.scheduleReturn(pendingReturn{citizenType: dead.Type, player: dead.Player}, b.settings.NumRoundsRegenCitizen(dead.Type))
	b.events = append(b.events, meetingEvent(EventDeath, winner, dead, dead.At).WithAmounts(int32(points), 0))
}

// scheduleReturn schedules w's return after the given number of rounds, including the current one.
func (b *Board) scheduleReturn(w pendingReturn, rounds int) {
	w.dueRound = int32(b.RoundsPlayed + rounds - 1)
	i := len(b.pendingReturns)
	for i > 0 && b.pendingReturns[i-1].rank() > w.rank() {
		i--
	}
	b.pendingReturns = slices.Insert(b.pendingReturns, i, w)
	b.sharedPendingReturns = nil
}

// regenerate returns everything that is due: citizens, then bonuses, then weapons. Whatever finds
// no safe cell waits for the next round.
func (b *Board) regenerate() {
	kept := b.pendingReturns[:0]
	for _, w := range b.pendingReturns {
		if int(w.dueRound) <= b.RoundsPlayed {
			if p, ok := b.choosePlace(); ok {
				b.completeReturn(w, p)
				b.sharedPendingReturns = nil
				continue
			}
		}
		kept = append(kept, w)
	}
	b.pendingReturns = kept
}

func (b *Board) completeReturn(w pendingReturn, p sim.Pos) {
	if w.thing != 0 {
		b.putThing(p, w.thing)
		return
	}
	c := b.newCitizen(w.citizenType, w.player, b.nextID, p)
	b.nextID++
	b.putCitizen(c)
	b.events = append(b.events, citizenEvent(EventBack, &c, c.At))
}

func (b *Board) changeDayOrNight() {
	e, turns := timeEvent(b.settings, b.RoundsPlayed+1)
	if !turns {
		return
	}
	e.B = int32(b.barricadeCells.Count())
	b.events = append(b.events, e)
	if e.Kind == EventDawn {
		for p := range b.barricadeCells.All() {
			b.removeBarricade(p)
		}
	}
}
