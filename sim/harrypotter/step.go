package harrypotter

import (
	"slices"

	"game-tui/sim"
)

// Step plays one round.
func (b *Board) Step(t *sim.Turn) error {
	if b.round >= b.set.Rounds() {
		return sim.ErrOver
	}
	b.snap = nil
	b.done, b.events = b.done[:0], b.events[:0]
	b.cast, b.destroyed = false, 0
	b.read = [sim.Seats]int{}

	b.filter(t)
	b.execute()
	t.Done = slices.Clone(b.done)
	err := b.finish()
	t.Events = slices.Clone(b.events)
	return err
}

// filter queues the orders whose unit belongs to who gives them at the start
// of the round; the others cost no draw.
func (b *Board) filter(t *sim.Turn) {
	stamp := int32(b.round) + 1
	for pl := range b.queue {
		q := b.queue[pl][:0]
		for i := range t.Orders[pl] {
			o := &t.Orders[pl][i]
			switch {
			case uint32(o.Unit) >= uint32(len(b.units)) || int(b.units[o.Unit].clan) != pl:
				o.Fate = sim.FateForeign
			case b.seen[o.Unit] == stamp:
				o.Fate = fateSecond
			default:
				b.seen[o.Unit] = stamp
				q = append(q, o)
			}
		}
		b.queue[pl] = q
	}
}

// execute takes the first waiting order of a clan drawn among those that have
// any, until none has.
func (b *Board) execute() {
	var next [sim.Seats]int
	var waiting [sim.Seats]int8 // clans with orders, in clan order
	n := 0
	for pl := range b.queue {
		if len(b.queue[pl]) > 0 {
			waiting[n] = int8(pl)
			n++
		}
	}
	for n > 0 {
		k := b.rng.Random(1, n) - 1
		pl := waiting[k&3]
		o := b.queue[pl][next[pl]]
		if next[pl]++; next[pl] == len(b.queue[pl]) {
			copy(waiting[k:n], waiting[k+1:n])
			n--
		}
		if o.Fate = b.do(&o.Order); o.Fate == sim.FateExecuted {
			b.done = append(b.done, o.Order)
		}
	}
}

// do executes one order of a unit that its player owned at the start of the
// round; by now it may act for another clan.
func (b *Board) do(o *sim.Order) sim.Fate {
	switch o.Kind {
	case 'm':
		return b.move(int(o.Unit), o.Dir)
	case 's':
		return b.castSpell(int(o.Unit), o.Args)
	}
	return fateKind
}

// move follows the order of tests of the official engine.
func (b *Board) move(id int, dir int8) sim.Fate {
	if uint8(dir) >= 8 {
		return fateDirection
	}
	ghost := id < sim.Seats
	if !ghost && dir&1 != 0 {
		return fateDiagonal
	}
	u := &b.units[id]
	from := u.pos()
	to := from.Plus(Dirs[dir])
	if !to.In(Rows, Cols) {
		return fateEdge
	}
	if b.nearVoldemort(to) {
		b.kill(id, causeWalked)
		return sim.FateExecuted
	}
	bit := uint64(1) << to.Col
	switch {
	case b.walls[to.Row]&bit != 0:
		return fateWall
	case b.unitRow[to.Row]&bit != 0:
		return b.meet(id, int(b.unitAt[at(to.Row, to.Col)]))
	case b.bookRow[to.Row]&bit != 0:
		b.bookRow[to.Row] &^= bit
		b.read[u.clan]++
		b.note(bookEvent(id, u, to, b.set.BookMagicStrength))
	}
	b.unitRow.Clear(from.Row, from.Col)
	b.place(id, to)
	return sim.FateExecuted
}

func (b *Board) nearVoldemort(p sim.Pos) bool {
	return uint(p.Row-b.vold.Row+1) <= 2 && uint(p.Col-b.vold.Col+1) <= 2
}

// meet is a move onto a cell that holds a unit: nobody moves.
func (b *Board) meet(id, target int) sim.Fate {
	u, v := &b.units[id], &b.units[target]
	ghost := target < sim.Seats
	switch {
	case id < sim.Seats:
		return fateGhostBlocked
	case u.rounds > 0:
		return fateConverting
	case u.clan == v.clan && ghost:
		return fateOwnGhost
	case u.clan == v.clan && v.rounds == 0:
		return fateMate
	case u.clan == v.clan:
		b.note(stoppedEvent(id, target, u, v))
		v.rounds, v.next = 0, -1
	case ghost:
		return b.attackGhost(id, target)
	case v.rounds > 0:
		return fateTargetConverting
	default:
		b.fight(id, target)
	}
	return sim.FateExecuted
}

func (b *Board) attackGhost(id, target int) sim.Fate {
	u, v := &b.units[id], &b.units[target]
	if v.next >= 0 && b.round-int(v.next) < b.set.RoundsNoAttackGhost {
		return fateProtected
	}
	v.rounds = addRounds(v.rounds, b.set.RoundsAttackRestingGhost)
	v.next = int32(b.round)
	b.note(hauntEvent(id, target, u, v, b.set.RoundsAttackRestingGhost))
	return sim.FateExecuted
}

// addRounds adds without passing the largest number that the text form holds.
func addRounds(rounds int32, n int) int32 { return int32(min(int(rounds)+n, maxInt32)) }

// fight is a wizard's attack on a wizard of another clan.
func (b *Board) fight(id, target int) {
	u, v := &b.units[id], &b.units[target]
	a, d := b.magicStrength(u.clan), b.magicStrength(v.clan)
	won, cause := b.duel(a, d)
	winner, loser, flag := id, target, uint8(causeWon)
	if !won {
		winner, loser, flag = target, id, causeLost
	}
	b.note(attackEvent(id, target, u, v, a, d, cause|flag))
	clan, l := b.units[winner].clan, &b.units[loser]
	if cause == causeCrushing {
		b.convert(loser, clan, causeCrushing)
		return
	}
	l.rounds, l.next = int32(b.set.RoundsForConverting), int32(clan)
	b.note(begunEvent(winner, loser, l))
}

// duel decides a fight of strengths a and d; the draws are those of the
// official engine, one value more than its rules say.
func (b *Board) duel(a, d int) (won bool, cause uint8) {
	switch {
	case a > 2*d:
		return true, causeCrushing
	case d > 2*a:
		return false, causeCrushing
	case b.rng.Random(0, 100) < 30:
		return true, causeSurprise
	case a+d == 0:
		return b.rng.Random(0, 1) == 0, causeCoin
	}
	x := b.rng.Random(0, 1000)
	share := float64(a) / float64(a+d) // divided first: the rounding is part of the rules
	return float64(x) < share*1000, causeStrength
}

// convert ends a wizard's conversion.
func (b *Board) convert(id int, clan int8, cause uint8) {
	u := &b.units[id]
	b.acc[clan] += b.set.PointsForConvertingWizard
	b.note(convertedEvent(id, u, clan, cause, b.set.PointsForConvertingWizard))
	b.join(id, clan)
	u.rounds, u.next = 0, -1
}

// kill takes a unit off the board until the end of the round. Its place and
// its conversion are kept till then.
func (b *Board) kill(id int, cause uint8) {
	u := &b.units[id]
	b.unitRow.Clear(int(u.row), int(u.col))
	b.note(deathEvent(id, u, cause))
	if id < sim.Seats {
		b.deadGhost[u.clan] = true
		return
	}
	b.wizards[u.clan]--
	b.dead[u.clan] = append(b.dead[u.clan], int16(id))
}

func (b *Board) note(e sim.Event) { b.events = append(b.events, e) }
