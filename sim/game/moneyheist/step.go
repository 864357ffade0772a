package moneyheist

import (
	"slices"

	"game-tui/sim"
)

type thisRound struct {
	killed                             [sim.Seats][]loss // soldiers killed in this round, by the killer's clan
	opened                             [sim.Seats][]loss // safes opened in this round, by the opener's clan
	professors                         [sim.Seats]int
	gains                              [sim.Seats]int
	moneyItems, healthKits, poisonKits int
	events                             []sim.Event
}

// A loss is a killed soldier or an opened safe, with the index of its event. At the end of the
// round it returns at a random place.
type loss struct {
	id    int32
	event int
}

func (d *thisRound) addEvent(e sim.Event) { d.events = append(d.events, e) }

// Step implements sim.Board. If the board is broken before the round starts, t.Executed stays nil,
// because the official engine then stops without writing the round.
func (b *Board) Step(t *sim.Turn) error {
	if b.RoundsPlayed >= b.set.Rounds() {
		return sim.ErrMatchOver
	}
	if err := b.check(); err != nil {
		return err
	}
	b.beginRound()
	t.Execute(&b.Rand, b.owner, b.execute)
	b.changed = b.changed || len(t.Executed) > 0
	err := b.finishRound()
	t.Events = slices.Clone(b.events)
	return err
}

func (b *Board) beginRound() {
	b.Snapshot, b.goodValid = nil, false
	d := &b.thisRound
	for pl := range sim.Seats {
		d.killed[pl], d.opened[pl] = d.killed[pl][:0], d.opened[pl][:0]
	}
	*d = thisRound{killed: d.killed, opened: d.opened, events: d.events[:0]}
}

func (b *Board) owner(unit int32) int {
	if uint32(unit) >= uint32(len(b.units)) {
		return -1
	}
	return int(b.units[unit].player)
}

func (b *Board) execute(o *sim.Order) sim.Outcome {
	u := &b.units[o.Unit]
	professor := o.Unit < sim.Seats
	switch {
	case orderForm.Kind(o.Kind) == nil:
		return sim.OutcomeNoSuchOrder
	case u.gone:
		return OutcomeKilled
	case u.rounds > 0:
		return OutcomeDead
	case o.Kind == 'm':
		return b.move(o.Unit, u, sim.Dir(o.Dir))
	case o.Kind == 'c' && professor:
		return OutcomeNotSoldier
	case o.Kind == 'c':
		return b.refill(EventCharge, o.Unit, u, &b.pots[u.player].poison, b.set.SoldierMaxPoisons)
	case !professor:
		return OutcomeNotProfessor
	case o.Kind == 'h':
		return b.refill(EventHeal, o.Unit, u, &b.pots[u.player].health, b.set.ProfessorMaxHealth)
	}
	return b.open(o.Unit, u, o)
}

func (b *Board) move(id int32, u *unit, d sim.Dir) sim.Outcome {
	if !d.Valid() {
		return sim.OutcomeNoSuchDirection
	}
	from := u.pos()
	p := from.Add(sim.Steps[d])
	if !p.In(Rows, Cols) {
		return sim.OutcomeOffBoard
	}
	i, bit := p.Row, uint64(1)<<uint(p.Col)
	clan := u.player
	switch {
	case b.building.wall[i]&bit != 0:
		return OutcomeWall
	case b.health[i]&bit != 0:
		b.health[i] &^= bit
		b.healthKits++
		b.takeKit(EventHealthKit, id, clan, p, &b.pots[clan].health, b.set.HealthKitValue)
	case b.poison[i]&bit != 0:
		b.poison[i] &^= bit
		b.poisonKits++
		b.takeKit(EventPoisonKit, id, clan, p, &b.pots[clan].poison, b.set.PoisonKitValue)
	case b.money[i]&bit != 0:
		b.money[i] &^= bit
		amount := b.amounts[i*Cols+p.Col]
		b.moneyItems++
		b.gains[clan] += int(amount)
		b.addEvent(sim.NewEvent(EventMoney, clan, id, sim.NewPos16(p)).WithAmounts(amount, 0))
	case b.building.door[i]&bit != 0:
		return OutcomeDoor
	case b.unit[i]&bit != 0:
		return b.attack(id, u, p)
	}
	b.unit[from.Row] &^= 1 << uint(from.Col)
	b.unit[i] |= bit
	b.ids[i*Cols+p.Col] = uint16(id)
	u.row, u.col = int8(i), int8(p.Col)
	return sim.OutcomeExecuted
}

func (b *Board) takeKit(kind uint8, id int32, clan int8, p sim.Pos, pot *int, value int) {
	*pot += value
	b.addEvent(sim.NewEvent(kind, clan, id, sim.NewPos16(p)).WithAmounts(int32(value), int32(*pot)))
}

func (b *Board) attack(id int32, u *unit, p sim.Pos) sim.Outcome {
	if id < sim.Seats {
		return OutcomeOccupied
	}
	target := int32(b.ids[p.Row*Cols+p.Col])
	v := &b.units[target]
	if v.player == u.player {
		return OutcomeOwnUnit
	}
	if u.amount == 0 {
		return OutcomeNoPoison
	}
	u.amount--
	e := sim.NewEvent(EventKill, u.player, id, sim.NewPos16(p)).WithTarget(v.player, target)
	if target < sim.Seats {
		b.hurtProfessor(v, e)
	} else {
		b.unit.Remove(p.Row, p.Col)
		v.gone = true
		b.killed[u.player] = append(b.killed[u.player], loss{target, len(b.events)})
		b.addEvent(e.WithAmounts(-1, u.amount))
	}
	return sim.OutcomeExecuted
}

func (b *Board) hurtProfessor(v *unit, e sim.Event) {
	left := int32(max(0, int(v.amount)-b.set.ProfessorHealthDecrease))
	e.Kind, e.A, e.B = EventHurt, v.amount-left, left
	v.amount = left
	if left == 0 {
		v.rounds = int32(b.set.ProfessorRoundsRebirth + 1)
		b.unit.Remove(int(v.row), int(v.col))
		b.professors[e.Seat]++
		e.Kind, e.A, e.B = EventProfessorKilled, int32(b.set.PointsForKillingProfessor), int32(b.set.ProfessorRoundsRebirth)
	}
	b.addEvent(e)
}

// refill moves supplies from a pot to a unit, up to a maximum. A unit that started above the
// maximum gives some back.
func (b *Board) refill(kind uint8, id int32, u *unit, pot *int, maxAmount int) sim.Outcome {
	n := min(maxAmount-int(u.amount), *pot)
	u.amount += int32(n)
	*pot -= n
	if n != 0 {
		b.addEvent(sim.NewEvent(kind, u.player, id, sim.NewPos16(u.pos())).WithAmounts(int32(n), u.amount))
	}
	return sim.OutcomeExecuted
}

func (b *Board) open(id int32, u *unit, o *sim.Order) sim.Outcome {
	p := sim.Dir(o.Dir).Neighbor(u.pos())
	if !p.In(Rows, Cols) {
		return sim.OutcomeOffBoard
	}
	box := b.building.boxAt(p)
	if box < 0 {
		return OutcomeNoDoor
	}
	if !KeyFits(b.safes.hints[box], o.Args) {
		return OutcomeWrongKey
	}
	b.opened[u.player] = append(b.opened[u.player], loss{int32(box), len(b.events)})
	b.addEvent(sim.NewEvent(EventSafe, u.player, id, sim.NewPos16(p)).WithTarget(-1, int32(box)).WithAmounts(int32(b.set.GoldValue), 0))
	return sim.OutcomeExecuted
}

func (b *Board) finishRound() error {
	b.regenerate()
	if b.broken != nil {
		return b.broken
	}
	b.updateScores()
	b.addMassacres()
	b.RoundsPlayed++
	return nil
}

// regenerate returns everything that was killed, taken or opened. The order of its steps determines
// the order of the random draws.
func (b *Board) regenerate() {
	b.returnProfessors()
	for pl := range sim.Seats {
		for _, d := range b.killed[pl] {
			b.returnSoldier(pl, d)
		}
	}
	for range b.moneyItems {
		b.putMoney(b.choosePlace())
	}
	for range b.healthKits {
		b.putHealth(b.choosePlace())
	}
	for range b.poisonKits {
		b.putPoison(b.choosePlace())
	}
	b.returnBoxes()
}

func (b *Board) returnProfessors() {
	for pl := range sim.Seats {
		u := &b.units[pl]
		if u.rounds == 0 {
			continue
		}
		b.changed = true
		u.rounds--
		if u.rounds > 0 {
			continue
		}
		u.amount = int32(b.set.ProfessorMaxHealth)
		b.putUnit(pl, b.choosePlace())
		b.addRebirth(pl)
	}
}

func (b *Board) addRebirth(pl int) {
	e := sim.NewEvent(EventReborn, int8(pl), int32(pl), sim.NoPos).WithAmounts(b.units[pl].amount, 0)
	e.To = sim.NewPos16(b.units[pl].pos())
	b.addEvent(e)
}

// returnSoldier returns a killed soldier. It joins the killer's clan or, with a probability of 30
// %, one of the others.
func (b *Board) returnSoldier(killer int, d loss) {
	p := b.choosePlace()
	owner := b.Rand.Random(0, 9)
	if owner >= sim.Seats {
		owner = killer
	}
	u := &b.units[d.id]
	b.soldiersChanged = b.soldiersChanged || int(u.player) != owner
	u.player, u.gone, u.amount = int8(owner), false, int32(b.set.InitialSoldiersPoisons)
	b.putUnit(int(d.id), p)
	e := &b.events[d.event]
	e.To, e.A = sim.NewPos16(p), int32(owner)
}

func (b *Board) returnBoxes() {
	n := 0
	for pl := range sim.Seats {
		n += len(b.opened[pl])
	}
	if n == 0 {
		return
	}
	l := *b.building // States share the old building, so modify a copy.
	l.doors = append([]sim.Pos16(nil), l.doors...)
	b.building = &l
	for pl := range sim.Seats {
		for _, d := range b.opened[pl] {
			b.removeBox(int(d.id))
		}
	}
	for pl := range sim.Seats {
		for _, d := range b.opened[pl] {
			b.putBox(b.chooseGold(), int(d.id))
			b.events[d.event].To = l.doors[d.id]
		}
	}
	l.draw()
}

func (b *Board) updateScores() {
	for pl := range sim.Seats {
		kills, boxes := len(b.killed[pl]), len(b.opened[pl])
		b.SeatScores[pl] += b.gains[pl] + kills*b.set.PointsForKillingSoldier +
			b.professors[pl]*b.set.PointsForKillingProfessor + boxes*b.set.GoldValue
		t := &b.tally[pl]
		t.soldiers += kills
		t.professors += b.professors[pl]
		t.safes += boxes
	}
}

func (b *Board) addMassacres() {
	for pl := range sim.Seats {
		if kills := b.killed[pl]; len(kills) >= massacreSize {
			b.addEvent(sim.NewEvent(EventMassacre, int8(pl), -1, b.events[kills[0].event].At).WithAmounts(int32(len(kills)), 0))
		}
	}
}
