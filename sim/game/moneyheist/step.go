package moneyheist

import (
	"slices"

	"game-tui/sim"
)

type currentRound struct {
	killed                                       [sim.Seats][]pendingReturn // soldiers killed in this round, by the killer's clan
	opened                                       [sim.Seats][]pendingReturn // safes opened in this round, by the opener's clan
	professorKills                               [sim.Seats]int
	moneyGained                                  [sim.Seats]int
	moneyTaken, healthKitsTaken, poisonKitsTaken int
	events                                       []sim.Event
}

// A pendingReturn is a killed soldier or an opened safe, with the index of its event. At the end of the
// round it returns at a random place.
type pendingReturn struct {
	id         int32
	eventIndex int
}

func (d *currentRound) addEvent(e sim.Event) { d.events = append(d.events, e) }

// Step implements sim.Board. If the board is broken before the round starts, t.Executed stays nil,
// because the official engine then stops without writing the round.
func (b *Board) Step(t *sim.Turn) error {
	if b.RoundsPlayed >= b.settings.Rounds() {
		return sim.ErrMatchOver
	}
	if err := b.checkInvariants(); err != nil {
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
	b.Snapshot, b.goodCellsValid = nil, false
	d := &b.currentRound
	for clan := range sim.Seats {
		d.killed[clan], d.opened[clan] = d.killed[clan][:0], d.opened[clan][:0]
	}
	*d = currentRound{killed: d.killed, opened: d.opened, events: d.events[:0]}
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
	case u.killedThisRound:
		return OutcomeKilled
	case u.rounds > 0:
		return OutcomeDead
	case o.Kind == 'm':
		return b.move(o.Unit, u, sim.Dir(o.Dir))
	case o.Kind == 'c' && professor:
		return OutcomeNotSoldier
	case o.Kind == 'c':
		return b.refill(EventCharge, o.Unit, u, &b.pots[u.player].poison, b.settings.SoldierMaxPoisons)
	case !professor:
		return OutcomeNotProfessor
	case o.Kind == 'h':
		return b.refill(EventHeal, o.Unit, u, &b.pots[u.player].health, b.settings.ProfessorMaxHealth)
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
	case b.building.walls[i]&bit != 0:
		return OutcomeWall
	case b.healthCells[i]&bit != 0:
		b.healthCells[i] &^= bit
		b.healthKitsTaken++
		b.takeKit(EventHealthKit, id, clan, p, &b.pots[clan].health, b.settings.HealthKitValue)
	case b.poisonCells[i]&bit != 0:
		b.poisonCells[i] &^= bit
		b.poisonKitsTaken++
		b.takeKit(EventPoisonKit, id, clan, p, &b.pots[clan].poison, b.settings.PoisonKitValue)
	case b.moneyCells[i]&bit != 0:
		b.moneyCells[i] &^= bit
		amount := b.amounts[i*Cols+p.Col]
		b.moneyTaken++
		b.moneyGained[clan] += int(amount)
		b.addEvent(sim.NewEvent(EventMoney, clan, id, sim.NewPos16(p)).WithAmounts(amount, 0))
	case b.building.doorCells[i]&bit != 0:
		return OutcomeDoor
	case b.unitCells[i]&bit != 0:
		return b.attack(id, u, p)
	}
	b.unitCells[from.Row] &^= 1 << uint(from.Col)
	b.unitCells[i] |= bit
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
		b.unitCells.Remove(p.Row, p.Col)
		v.killedThisRound = true
		b.killed[u.player] = append(b.killed[u.player], pendingReturn{target, len(b.events)})
		b.addEvent(e.WithAmounts(-1, u.amount))
	}
	return sim.OutcomeExecuted
}

func (b *Board) hurtProfessor(v *unit, e sim.Event) {
	left := int32(max(0, int(v.amount)-b.settings.ProfessorHealthDecrease))
	e.Kind, e.A, e.B = EventHurt, v.amount-left, left
	v.amount = left
	if left == 0 {
		v.rounds = int32(b.settings.ProfessorRoundsRebirth + 1)
		b.unitCells.Remove(int(v.row), int(v.col))
		b.professorKills[e.Seat]++
		e.Kind, e.A, e.B = EventProfessorKilled, int32(b.settings.PointsForKillingProfessor), int32(b.settings.ProfessorRoundsRebirth)
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
	safe := b.building.safeWithDoorAt(p)
	if safe < 0 {
		return OutcomeNoDoor
	}
	if !KeyFits(b.safes.hints[safe], o.Args) {
		return OutcomeWrongKey
	}
	b.opened[u.player] = append(b.opened[u.player], pendingReturn{int32(safe), len(b.events)})
	b.addEvent(sim.NewEvent(EventSafe, u.player, id, sim.NewPos16(p)).WithTarget(-1, int32(safe)).WithAmounts(int32(b.settings.GoldValue), 0))
	return sim.OutcomeExecuted
}

func (b *Board) finishRound() error {
	b.regenerate()
	if b.err != nil {
		return b.err
	}
	b.updateScores()
	b.addMassacreEvents()
	b.RoundsPlayed++
	return nil
}

// regenerate returns everything that was killed, taken or opened. The order of its steps determines
// the order of the random draws.
func (b *Board) regenerate() {
	b.returnProfessors()
	for clan := range sim.Seats {
		for _, d := range b.killed[clan] {
			b.returnSoldier(clan, d)
		}
	}
	for range b.moneyTaken {
		b.putMoney(b.choosePlace())
	}
	for range b.healthKitsTaken {
		b.putHealth(b.choosePlace())
	}
	for range b.poisonKitsTaken {
		b.putPoison(b.choosePlace())
	}
	b.returnSafes()
}

func (b *Board) returnProfessors() {
	for clan := range sim.Seats {
		u := &b.units[clan]
		if u.rounds == 0 {
			continue
		}
		b.changed = true
		u.rounds--
		if u.rounds > 0 {
			continue
		}
		u.amount = int32(b.settings.ProfessorMaxHealth)
		b.putUnit(clan, b.choosePlace())
		b.addRebirthEvent(clan)
	}
}

func (b *Board) addRebirthEvent(clan int) {
	e := sim.NewEvent(EventReborn, int8(clan), int32(clan), sim.NoPos).WithAmounts(b.units[clan].amount, 0)
	e.To = sim.NewPos16(b.units[clan].pos())
	b.addEvent(e)
}

// returnSoldier returns a killed soldier. It joins the killer's clan or, with a probability of 30
// %, one of the others.
func (b *Board) returnSoldier(killer int, d pendingReturn) {
	p := b.choosePlace()
	owner := b.Rand.Random(0, 9)
	if owner >= sim.Seats {
		owner = killer
	}
	u := &b.units[d.id]
	b.soldiersChanged = b.soldiersChanged || int(u.player) != owner
	u.player, u.killedThisRound, u.amount = int8(owner), false, int32(b.settings.InitialSoldiersPoisons)
	b.putUnit(int(d.id), p)
	e := &b.events[d.eventIndex]
	e.To, e.A = sim.NewPos16(p), int32(owner)
}

func (b *Board) returnSafes() {
	n := 0
	for clan := range sim.Seats {
		n += len(b.opened[clan])
	}
	if n == 0 {
		return
	}
	l := *b.building // States share the old building, so modify a copy.
	l.doors = append([]sim.Pos16(nil), l.doors...)
	b.building = &l
	for clan := range sim.Seats {
		for _, d := range b.opened[clan] {
			b.removeSafe(int(d.id))
		}
	}
	for clan := range sim.Seats {
		for _, d := range b.opened[clan] {
			b.putSafe(b.chooseSafeCenter(), int(d.id))
			b.events[d.eventIndex].To = l.doors[d.id]
		}
	}
	l.draw()
}

func (b *Board) updateScores() {
	for clan := range sim.Seats {
		kills, boxes := len(b.killed[clan]), len(b.opened[clan])
		b.SeatScores[clan] += b.moneyGained[clan] + kills*b.settings.PointsForKillingSoldier +
			b.professorKills[clan]*b.settings.PointsForKillingProfessor + boxes*b.settings.GoldValue
		t := &b.tally[clan]
		t.soldiers += kills
		t.professors += b.professorKills[clan]
		t.safes += boxes
	}
}

func (b *Board) addMassacreEvents() {
	for clan := range sim.Seats {
		if kills := b.killed[clan]; len(kills) >= minMassacreKills {
			b.addEvent(sim.NewEvent(EventMassacre, int8(clan), -1, b.events[kills[0].eventIndex].At).WithAmounts(int32(len(kills)), 0))
		}
	}
}
