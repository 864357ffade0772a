package moneyheist

import "game-tui/sim"

// finish is what follows the orders of a round.
func (b *Board) finish() error {
	if err := b.regenerate(); err != nil {
		return err
	}
	b.count()
	b.tellRouts()
	b.Played++
	return nil
}

// regenerate brings back what was killed, taken and opened. The order of the parts is the order of the draws.
func (b *Board) regenerate() error {
	if err := b.returnProfessors(); err != nil {
		return err
	}
	for pl := range sim.Seats {
		for _, d := range b.killed[pl] {
			if err := b.returnSoldier(pl, d); err != nil {
				return err
			}
		}
	}
	if err := b.returnItems(); err != nil {
		return err
	}
	return b.returnBoxes()
}

// returnProfessors counts the rounds of the dead professors.
func (b *Board) returnProfessors() error {
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
		p, err := b.choosePlace()
		if err != nil {
			return err
		}
		u.amount = int32(b.set.ProfessorMaxHealth)
		b.putUnit(pl, p)
		b.tellReborn(pl)
	}
	return nil
}

func (b *Board) tellReborn(pl int) {
	e := sim.NewEvent(EventReborn, int8(pl), int32(pl), sim.NoPos).With(b.units[pl].amount, 0)
	e.To = sim.At(b.units[pl].pos())
	b.tell(e)
}

// returnSoldier brings back a soldier that clan killer killed: three times in
// ten for one of the other clans, its old one included.
func (b *Board) returnSoldier(killer int, d loss) error {
	p, err := b.choosePlace()
	if err != nil {
		return err
	}
	owner := b.Rand.Random(0, 9)
	if owner >= sim.Seats {
		owner = killer
	}
	u := &b.units[d.id]
	b.owners = b.owners || int(u.player) != owner
	u.player, u.gone, u.amount = int8(owner), false, int32(b.set.InitialSoldiersPoisons)
	b.putUnit(int(d.id), p)
	e := &b.events[d.event]
	e.To, e.A = sim.At(p), int32(owner)
	return nil
}

// returnItems puts as much money and as many kits on the board as were taken.
func (b *Board) returnItems() error {
	for _, items := range [...]struct {
		taken int
		put   func(*Board, sim.Pos)
	}{
		{b.moneyItems, (*Board).putMoney}, {b.healthKits, (*Board).putHealth}, {b.poisonKits, (*Board).putPoison},
	} {
		for range items.taken {
			p, err := b.choosePlace()
			if err != nil {
				return err
			}
			items.put(b, p)
		}
	}
	return nil
}

// returnBoxes removes all opened safes, then builds them anew.
func (b *Board) returnBoxes() error {
	n := 0
	for pl := range sim.Seats {
		n += len(b.opened[pl])
	}
	if n == 0 {
		return nil
	}
	l := *b.building // states share the old one
	l.doors = append([]sim.Pos16(nil), l.doors...)
	b.building = &l
	for pl := range sim.Seats {
		for _, d := range b.opened[pl] {
			if err := b.removeBox(int(d.id)); err != nil {
				return err
			}
		}
	}
	for pl := range sim.Seats {
		for _, d := range b.opened[pl] {
			g, err := b.chooseGold()
			if err == nil {
				err = b.putBox(g, int(d.id))
			}
			if err != nil {
				return err
			}
			b.events[d.event].To = l.doors[d.id]
		}
	}
	l.draw()
	return nil
}

// count adds the round to scores and tally.
func (b *Board) count() {
	for pl := range sim.Seats {
		kills, boxes := len(b.killed[pl]), len(b.opened[pl])
		b.Points[pl] += b.gains[pl] + kills*b.set.PointsForKillingSoldier +
			b.professors[pl]*b.set.PointsForKillingProfessor + boxes*b.set.GoldValue
		t := &b.tally[pl]
		t.Kills += kills
		t.Professors += b.professors[pl]
		t.Boxes += boxes
	}
}

// tellRouts tells which clans killed many soldiers at once.
func (b *Board) tellRouts() {
	for pl := range sim.Seats {
		if kills := b.killed[pl]; len(kills) >= massacreSize {
			b.tell(sim.NewEvent(EventMassacre, int8(pl), -1, b.events[kills[0].event].At).With(int32(len(kills)), 0))
		}
	}
}
