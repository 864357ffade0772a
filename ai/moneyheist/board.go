package moneyheist

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// board represents a state as sets of cells, from one seat's point of view.
type board struct {
	s        *mh.State
	settings *mh.Settings
	me       int

	free          paths.Cells // cells without walls, doors and gold
	units         paths.Cells
	enemyUnits    paths.Cells // units of other clans
	enemySoldiers paths.Cells // soldiers of other clans
	open          paths.Cells // free cells without units
	threatened    paths.Cells // cells on or next to an armed enemy
	safe          paths.Cells // open cells that are not threatened
}

func (b *board) update(s *mh.State, me int) {
	b.s, b.settings, b.me = s, s.Settings(), me
	b.enemySoldiers = paths.Cells{}
	var armed paths.Cells
	for clan := range sim.Seats {
		if clan == me {
			continue
		}
		for _, id := range s.Soldiers(clan) {
			at := s.PosOf(id)
			b.enemySoldiers.Add(at.Row, at.Col)
			if s.PoisonOf(id) > 0 {
				armed.Add(at.Row, at.Col)
			}
		}
	}
	b.threatened = withNeighbors(&armed)
	for row := range b.free {
		b.free[row] = ^(s.WallRow(row) | s.DoorRow(row) | s.GoldRow(row)) & paths.FullRow
		b.units[row] = s.UnitRow(row)
		b.enemyUnits[row] = b.units[row]
		b.open[row] = b.free[row] &^ b.units[row]
		b.safe[row] = b.open[row] &^ b.threatened[row]
	}
	for _, id := range s.Soldiers(me) {
		at := s.PosOf(id)
		b.enemyUnits.Remove(at.Row, at.Col)
	}
	if u := s.Unit(int32(me)); u.IsAlive() {
		b.enemyUnits.Remove(u.Pos.Row, u.Pos.Col)
	}
}

// roundsLeft includes the current round.
func (b *board) roundsLeft() int { return b.settings.NumRounds - b.s.Round() }

// adjacentDoor returns the direction of a door next to a cell, and the index of its safe, or -1 if
// there is no door.
func adjacentDoor(s *mh.State, at sim.Pos) (sim.Dir, int) {
	for _, d := range sim.UDLR {
		if box := s.SafeWithDoorAt(at.Add(d.Step())); box >= 0 {
			return d, box
		}
	}
	return 0, -1
}

func withNeighbors(set *paths.Cells) (cells paths.Cells) {
	for row, here := range set {
		cells[row] |= (here | here<<1 | here>>1) & paths.FullRow
		if row > 0 {
			cells[row] |= set[row-1]
			cells[row-1] |= here
		}
	}
	return cells
}
