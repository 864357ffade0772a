package harrypotter

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/grid"
)

func (b *Board) Step(t *sim.Turn) error {
	if b.RoundsPlayed >= b.settings.Rounds() {
		return sim.ErrMatchOver
	}
	b.Snapshot, b.events = nil, b.events[:0]
	b.spellCast, b.booksDestroyed, b.booksRead = false, 0, [sim.Seats]int{}
	t.Execute(&b.Rand, b.owner, b.execute)
	err := b.finishRound()
	t.Events = slices.Clone(b.events)
	return err
}

func (b *Board) owner(unit int32) int {
	if uint32(unit) >= uint32(len(b.units)) {
		return -1
	}
	return int(b.units[unit].player)
}

func (b *Board) execute(o *sim.Order) sim.Outcome {
	switch o.Kind {
	case 'm':
		return b.move(int(o.Unit), o.Dir)
	case 's':
		return b.castSpell(int(o.Unit), o.Args)
	}
	return sim.OutcomeNoSuchOrder
}

// move executes a move. It checks conditions in the same order as the official engine.
func (b *Board) move(id int, dir int8) sim.Outcome {
	if uint8(dir) >= 8 {
		return sim.OutcomeNoSuchDirection
	}
	ghost := id < sim.Seats
	if !ghost && dir&1 != 0 {
		return OutcomeDiagonal
	}
	u := &b.units[id]
	from := u.pos()
	to := from.Add(Steps[dir])
	if !to.In(Rows, Cols) {
		return sim.OutcomeOffBoard
	}
	if b.voldemort.Touches(to) {
		b.kill(id, causeWalked)
		return sim.OutcomeExecuted
	}
	bit := uint64(1) << to.Col
	switch {
	case b.walls[to.Row]&bit != 0:
		return OutcomeWall
	case b.unitCells[to.Row]&bit != 0:
		return b.moveOnto(id, int(b.unitAt[gridIndex(to.Row, to.Col)]))
	case b.bookCells[to.Row]&bit != 0:
		b.bookCells[to.Row] &^= bit
		b.booksRead[u.player]++
		b.addEvent(sim.NewEvent(EventBook, u.player, int32(id), sim.NewPos16(to)).WithAmounts(int32(b.settings.BookMagicStrength), 0))
	}
	b.unitCells.Remove(from.Row, from.Col)
	b.putUnit(id, to)
	return sim.OutcomeExecuted
}

// moveOnto executes a move onto another unit. Neither unit changes its position.
func (b *Board) moveOnto(id, target int) sim.Outcome {
	u, v := &b.units[id], &b.units[target]
	ghost := target < sim.Seats
	switch {
	case id < sim.Seats:
		return OutcomeGhostBlocked
	case u.rounds > 0:
		return OutcomeConverting
	case u.player == v.player && ghost:
		return OutcomeOwnGhost
	case u.player == v.player && v.rounds == 0:
		return OutcomeOwnWizard
	case u.player == v.player:
		b.addEvent(b.meetingEvent(EventConversionStopped, id, target).WithAmounts(v.next, roundsLeft(v.rounds)))
		v.rounds, v.next = 0, -1
	case ghost:
		return b.attackGhost(id, target)
	case v.rounds > 0:
		return OutcomeTargetConverting
	default:
		b.fight(id, target)
	}
	return sim.OutcomeExecuted
}

func (b *Board) attackGhost(id, target int) sim.Outcome {
	v := &b.units[target]
	if v.next >= 0 && b.RoundsPlayed-int(v.next) < b.settings.RoundsNoAttackGhost {
		return OutcomeProtected
	}
	v.rounds = int32(min(int(v.rounds)+b.settings.RoundsAttackRestingGhost, maxInt32))
	v.next = int32(b.RoundsPlayed)
	b.addEvent(b.meetingEvent(EventGhostAttacked, id, target).WithAmounts(int32(b.settings.RoundsAttackRestingGhost), roundsLeft(v.rounds)))
	return sim.OutcomeExecuted
}

func (b *Board) fight(id, target int) {
	u, v := &b.units[id], &b.units[target]
	a, d := b.magicStrength(u.player), b.magicStrength(v.player)
	won, cause := b.duel(a, d)
	winner, loser, flag := id, target, uint8(causeWon)
	if !won {
		winner, loser, flag = target, id, causeLost
	}
	b.addEvent(b.attackEvent(id, target, a, d, cause|flag))
	clan, l := b.units[winner].player, &b.units[loser]
	if cause == causeCrushing {
		b.convert(loser, clan, causeCrushing)
		return
	}
	l.rounds, l.next = int32(b.settings.RoundsForConverting), int32(clan)
	b.addEvent(conversionBegunEvent(winner, loser, l))
}

// duel decides a fight between strengths a and d. Like the official engine, it draws from a range
// that has one value more than the rules state.
func (b *Board) duel(a, d int) (won bool, cause uint8) {
	switch {
	case a > 2*d:
		return true, causeCrushing
	case d > 2*a:
		return false, causeCrushing
	case b.Rand.Random(0, 100) < 30:
		return true, causeSurprise
	case a+d == 0:
		return b.Rand.Random(0, 1) == 0, causeCoin
	}
	x := b.Rand.Random(0, 1000)
	share := float64(a) / float64(a+d) // This division's rounding error is part of the rules.
	return float64(x) < share*1000, causeStrength
}

func (b *Board) convert(id int, clan int8, cause uint8) {
	u := &b.units[id]
	b.ConversionPoints[clan] += b.settings.PointsForConvertingWizard
	e := sim.NewEvent(EventConverted, clan, -1, sim.NewPos16(u.pos())).WithTarget(u.player, int32(id)).WithAmounts(int32(b.settings.PointsForConvertingWizard), 0)
	e.Cause = cause
	b.addEvent(e)
	b.wizardCounts[u.player]--
	b.wizardCounts[clan]++
	u.player, u.rounds, u.next = clan, 0, -1
	b.setOwner(gridIndex(int(u.row), int(u.col)), clan)
}

func (b *Board) kill(id int, cause uint8) {
	u := &b.units[id]
	b.unitCells.Remove(int(u.row), int(u.col))
	e := sim.NewEvent(EventDeath, -1, voldemortID, sim.NewPos16(u.pos())).WithTarget(u.player, int32(id))
	e.Cause = cause
	b.addEvent(e)
	if id < sim.Seats {
		b.isGhostDead[u.player] = true
		return
	}
	b.wizardCounts[u.player]--
	b.deadWizards[u.player] = append(b.deadWizards[u.player], int16(id))
}

func (b *Board) addEvent(e sim.Event) { b.events = append(b.events, e) }

// finishRound ends a round. The order of its steps determines the order of the random draws.
func (b *Board) finishRound() error {
	b.ids = b.appendPrey(b.ids[:0])
	goal := b.units[b.ids[b.Rand.Random(0, len(b.ids)-1)]].pos()
	b.voldemort = stepTowards(b.voldemort, goal)
	b.strike()
	b.returnDead()
	b.countDown()
	for clan, n := range b.booksRead {
		b.Strength[clan] += n * b.settings.BookMagicStrength
		b.addBooks(n)
	}
	b.addBooks(b.booksDestroyed)
	for clan := range b.SeatScores {
		b.SeatScores[clan] = b.ConversionPoints[clan] + b.OwnedCells[clan]*b.settings.PointsPerOwnedCell
	}
	b.makeIngredients()
	b.RoundsPlayed++
	return b.checkVoldemort()
}

// returnDead places killed wizards on random cells and assigns them to random clans. It then
// returns killed ghosts, which must rest again.
func (b *Board) returnDead() {
	for clan := range b.deadWizards {
		for _, id := range b.deadWizards[clan] {
			p := b.choosePlace()
			u := &b.units[id]
			u.player, u.rounds, u.next = int8(b.Rand.Random(0, sim.Seats-1)), 0, -1
			b.wizardCounts[u.player]++
			b.returnUnit(int(id), p)
		}
		b.deadWizards[clan] = b.deadWizards[clan][:0]
	}
	for clan := range b.isGhostDead {
		if !b.isGhostDead[clan] {
			continue
		}
		b.isGhostDead[clan] = false
		p := b.choosePlace()
		u := &b.units[clan]
		u.rounds, u.next = int32(b.settings.RoundsSpellRestingGhost), -1
		b.returnUnit(clan, p)
	}
}

// returnUnit places a killed unit and completes its death event.
func (b *Board) returnUnit(id int, p sim.Pos) {
	b.putUnit(id, p)
	for i := len(b.events) - 1; i >= 0; i-- {
		if e := &b.events[i]; e.Kind == EventDeath && int(e.Target) == id {
			e.To, e.A = sim.NewPos16(p), int32(b.units[id].player)
			return
		}
	}
}

func (b *Board) countDown() {
	for i := range b.units {
		u := &b.units[i]
		if u.rounds == 0 {
			continue
		}
		u.rounds--
		if u.rounds == 0 && i >= sim.Seats {
			b.convert(i, int8(u.next), causeTime)
		}
	}
}

// castSpell executes a spell. If it is valid, the clan gains random cells that it does not own: up
// to 15 % of the number of open cells without units.
func (b *Board) castSpell(id int, solution []int32) sim.Outcome {
	ghost := &b.units[id]
	switch {
	case id >= sim.Seats:
		return OutcomeNotGhost
	case b.RoundsPlayed > b.settings.LastSpellRound():
		return OutcomeSpellsOver
	case ghost.rounds != 0:
		return OutcomeResting
	case b.spellCast:
		return OutcomeSecondSpell
	case !b.IsSolution(solution):
		return OutcomeWrongSolution
	}
	b.spellCast = true
	ghost.rounds = int32(b.settings.RoundsSpellRestingGhost)

	n := b.findSpellTargets(ghost.player)
	// The official engine uses floating point too.
	take := min(int(float64(n)*0.15), len(b.spellTargets))
	b.ids = b.Rand.Permutation(len(b.spellTargets), b.ids)
	for _, k := range b.ids[:take] {
		b.setOwner(int(b.spellTargets[k]), ghost.player)
	}
	b.addEvent(sim.NewEvent(EventSpell, ghost.player, int32(id), sim.NewPos16(ghost.pos())).WithAmounts(int32(take), 0))
	return sim.OutcomeExecuted
}

// findSpellTargets fills b.spellTargets with the open cells that have no unit and do not belong to
// the clan. It returns the number of all open cells without units.
func (b *Board) findSpellTargets(clan int8) int {
	n := 0
	b.spellTargets = b.spellTargets[:0]
	for i := range Rows {
		m := ^(b.walls[i] | b.unitCells[i]) & grid.FullRow
		n += bits.OnesCount64(m)
		for ; m != 0; m &= m - 1 {
			cell := gridIndex(i, bits.TrailingZeros64(m))
			if b.grid[cell] != '0'+byte(clan) {
				b.spellTargets = append(b.spellTargets, int16(cell))
			}
		}
	}
	return n
}

// appendPrey appends the ids of the units nearest to Voldemort, including units killed in this round.
func (p *commonState) appendPrey(ids []int32) []int32 {
	best := Rows + Cols
	for id := range p.units {
		d := p.units[id].pos().Distance(p.voldemort)
		if d < best {
			best, ids = d, ids[:0]
		}
		if d == best {
			ids = append(ids, int32(id))
		}
	}
	return ids
}

func (s *State) preyText(names *[sim.Seats]string) string {
	ids := s.appendPrey(nil)
	if len(ids) > 2 {
		return fmt.Sprintf("one of %d units", len(ids))
	}
	var prey []string
	for _, id := range ids {
		name := unitName(id)
		if names != nil {
			name += " (" + names[s.units[id].player] + ")"
		}
		prey = append(prey, name)
	}
	return strings.Join(prey, " or ")
}

// stepTowards returns from's neighbour that is nearest to goal. On ties, it prefers the smaller
// maximum of the coordinate differences, then the first direction.
func stepTowards(from, goal sim.Pos) sim.Pos {
	abs := func(x int) int { return max(x, -x) }
	to, best, bestMax := from, 2*(Rows+Cols), 0
	for _, step := range sim.Steps {
		t := from.Add(step)
		x, y := abs(t.Row-goal.Row), abs(t.Col-goal.Col)
		if t.In(Rows, Cols) && (x+y < best || x+y == best && max(x, y) < bestMax) {
			to, best, bestMax = t, x+y, max(x, y)
		}
	}
	return to
}

// strike kills units and destroys books on the eight cells around Voldemort. These cells lose their
// owners.
func (b *Board) strike() {
	for _, d := range Steps {
		p := b.voldemort.Add(d)
		if !p.In(Rows, Cols) {
			continue
		}
		bit := uint64(1) << p.Col
		if b.bookCells[p.Row]&bit != 0 {
			b.bookCells[p.Row] &^= bit
			b.booksDestroyed++
			b.addEvent(sim.NewEvent(EventBookDestroyed, -1, voldemortID, sim.NewPos16(p)))
		}
		b.setOwner(gridIndex(p.Row, p.Col), -1)
		if b.unitCells[p.Row]&bit != 0 {
			b.kill(int(b.unitAt[gridIndex(p.Row, p.Col)]), causeCaught)
		}
	}
}

// checkVoldemort returns an error if Voldemort is in an invalid place. This may happen on a crowded
// board, where units and Voldemort may be placed too close to each other.
func (b *Board) checkVoldemort() error {
	v := b.voldemort
	if v.Row < 1 || v.Row > Rows-2 || v.Col < 1 || v.Col > Cols-2 {
		return fmt.Errorf("invalid board: Voldemort is on the border, at %v", v)
	}
	for id := range b.units {
		if p := b.units[id].pos(); p != v && v.Touches(p) {
			return fmt.Errorf("invalid board: a unit is next to Voldemort at %v", v)
		}
	}
	return nil
}
