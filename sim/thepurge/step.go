package thepurge

import (
	"slices"

	"game-tui/sim"
)

// todo is an order of a living citizen that waits for its turn.
type todo struct {
	order int32 // index in the seat's orders
	slot  int32
}

// done is an order that was executed.
type done struct{ seat, order int32 }

// Step plays one round: orders in random order, then what comes back, then
// perhaps dawn.
func (b *Board) Step(t *sim.Turn) error {
	if b.round >= b.set.Rounds() {
		return sim.ErrOver // the only way in which a round can fail
	}
	b.state = nil
	b.done, b.events = b.done[:0], b.events[:0]
	b.admit(t)
	b.perform(t)
	b.bury()
	b.regenerate()
	b.turnOfDay()
	b.round++
	b.report(t)
	return nil
}

// report fills in what was done and what happened, in lists of the exact size:
// the log lives long.
func (b *Board) report(t *sim.Turn) {
	t.Done, t.Events = nil, nil
	if len(b.done) > 0 {
		t.Done = make([]sim.Order, len(b.done))
		for i, d := range b.done {
			t.Done[i] = t.Orders[d.seat][d.order].Order
		}
	}
	if len(b.events) > 0 {
		t.Events = slices.Clone(b.events)
	}
}

// admit drops the orders for citizens that are not the player's own.
func (b *Board) admit(t *sim.Turn) {
	var given uint64 // citizens that have an order; there are at most 40
	for seat := range t.Orders {
		list := b.todo[seat][:0]
		for i := range t.Orders[seat] {
			o := &t.Orders[seat][i]
			slot := b.slot(o.Unit)
			switch {
			case slot < 0 || int(b.folk[slot].Player) != seat:
				o.Fate = sim.FateForeign
			case given>>slot&1 != 0:
				o.Fate = FateTwice
			default:
				given |= 1 << slot
				list = append(list, todo{int32(i), int32(slot)})
			}
		}
		b.todo[seat] = list
	}
}

// perform executes the orders: each time one of the players who have some left
// is drawn, and its next order is tried.
func (b *Board) perform(t *sim.Turn) {
	var waiting, head [sim.Seats]int
	n := 0
	for seat := range b.todo {
		if len(b.todo[seat]) > 0 {
			waiting[n] = seat
			n++
		}
	}
	for n > 0 {
		r := b.rand.Random(1, n) - 1
		seat := waiting[r]
		next := b.todo[seat][head[seat]]
		if head[seat]++; head[seat] == len(b.todo[seat]) {
			copy(waiting[r:], waiting[r+1:])
			n--
		}
		o := &t.Orders[seat][next.order]
		if o.Fate = b.try(int(next.slot), &o.Order); o.Fate == sim.FateExecuted {
			b.done = append(b.done, done{int32(seat), next.order})
		}
	}
}

// try executes an order, or says which rule is against it.
func (b *Board) try(slot int, o *sim.Order) sim.Fate {
	c := &b.folk[slot]
	switch {
	case o.Kind != 'm' && o.Kind != 'b':
		return FateKind
	case c.Life <= 0:
		return FateDead
	case !Dir(o.Dir).OK():
		return FateDir
	case o.Kind == 'b':
		return b.build(c, Dir(o.Dir).Of(c.Pos()))
	}
	return b.move(slot, Dir(o.Dir).Of(c.Pos()))
}

func (b *Board) move(slot int, to sim.Pos) sim.Fate {
	if !b.set.PosOK(to) {
		return FateEdge
	}
	c, target := &b.folk[slot], b.at(to)
	day := b.set.IsRoundDay(b.round)
	switch target.thing {
	case 'B':
		return FateBuilding
	case '.':
	default:
		b.collect(c, to)
		b.walk(slot, to)
		return sim.FateExecuted
	}
	switch {
	case target.owner >= 0 && target.owner != c.Player:
		if day {
			return FateBarricadeDay
		}
		b.demolish(c, to)
		return sim.FateExecuted
	case target.who == 0:
		b.walk(slot, to)
		return sim.FateExecuted
	case target.owner >= 0:
		return FateSheltered
	case day:
		return FateCitizenDay
	case b.folk[target.who-1].Player == c.Player:
		return FateFriend
	}
	b.fight(c, &b.folk[target.who-1])
	return sim.FateExecuted
}

// walk puts a citizen on a cell that is free for it.
func (b *Board) walk(slot int, to sim.Pos) {
	c := &b.folk[slot]
	from := c.Pos()
	b.at(from).who = 0
	b.redraw(from)
	c.At = sim.At(to)
	b.at(to).who = uint8(slot + 1)
	b.redraw(to)
	b.rewrite(slot)
}

// collect takes what lies on the cell that a citizen is about to enter. The
// things are used up even where they are of no use.
func (b *Board) collect(c *Citizen, p sim.Pos) {
	thing := b.at(p).thing
	b.at(p).thing = '.'
	e := sim.Event{Seat: c.Player, Other: -1, Unit: c.ID, Target: -1, At: sim.At(p), To: sim.NoPos, Cause: armOf(c)}
	switch thing {
	case 'F':
		gain := min(int32(b.set.FoodIncrLife), int32(b.set.CitizenIniLife(c.Type))-c.Life)
		c.Life += gain
		e.Kind, e.A, e.B = EventFood, gain, c.Life
		b.queue(queueBonuses, pending{thing: thing}, b.set.NumRoundsRegenFood)
	case 'M':
		b.scores[c.Player] += b.set.MoneyPoints
		e.Kind, e.A = EventMoney, int32(b.set.MoneyPoints)
		b.queue(queueBonuses, pending{thing: thing}, b.set.NumRoundsRegenMoney)
	case 'G', 'Z':
		found := Gun
		if thing == 'Z' {
			found = Bazooka
		}
		if c.Type == Warrior {
			c.Weapon = Strongest(c.Weapon, found)
		}
		e.Kind, e.A, e.B = EventWeapon, int32(found), int32(c.Weapon)
		b.queue(queueWeapons, pending{thing: thing}, b.set.NumRoundsRegenWeapon)
	}
	b.events = append(b.events, e)
}

// demolish hits a barricade of another player.
func (b *Board) demolish(c *Citizen, p sim.Pos) {
	target := b.at(p)
	blow := int32(b.set.WeaponStrengthDemolish(c.Weapon))
	left := target.resistance - blow
	e := sim.Event{
		Kind: EventHit, Seat: c.Player, Other: target.owner, Unit: c.ID, Target: -1, Cause: armOf(c),
		At: sim.At(p), To: sim.NoPos, A: blow, B: max(left, 0),
	}
	if target.who > 0 {
		e.Target = b.folk[target.who-1].ID
	}
	if left > 0 {
		b.fence(p, target.owner, left)
	} else {
		e.Kind = EventBroken
		b.unfence(p)
	}
	b.events = append(b.events, e)
}

func (b *Board) build(c *Citizen, to sim.Pos) sim.Fate {
	switch {
	case c.Type != Builder:
		return FateNotBuilder
	case !b.nightBuild && b.set.IsRoundNight(b.round):
		return FateNight
	case !b.set.PosOK(to):
		return FateEdge
	}
	target := b.at(to)
	switch {
	case target.thing == 'B':
		return FateBuilding
	case target.thing != '.' || target.who > 0:
		return FateTaken
	case target.owner >= 0 && target.owner != c.Player:
		return FateBarricade
	case b.at(c.Pos()).owner >= 0:
		return FateInside
	case target.owner < 0 && b.owned[c.Player] >= b.set.MaxNumBarricades:
		return FateLimit
	}
	e := sim.Event{Kind: EventBuilt, Seat: c.Player, Other: -1, Unit: c.ID, Target: -1, At: sim.At(to), To: sim.NoPos}
	resistance := int32(b.set.BarricadeResistanceStep)
	if target.owner >= 0 {
		e.Kind = EventReinforced
		resistance = min(target.resistance+resistance, int32(b.set.BarricadeMaxResistance))
	} else if b.built[c.Player] >= 0 {
		b.built[c.Player]++
	}
	e.A, e.B = resistance, resistance-target.resistance
	b.fence(to, c.Player, resistance)
	b.events = append(b.events, e)
	return sim.FateExecuted
}
