package moneyheist

import (
	"fmt"
	"math/bits"
	"strconv"

	"game-tui/sim"
)

// Indices into the legend.
const (
	groundFloor = iota
	groundWall
)

const (
	itemNone = iota
	itemMoney
	itemHealth
	itemPoison
	itemGold
	itemDoor
	itemSafe
)

const (
	kindSoldier = iota
	kindUnarmed
	kindProfessor
)

var legend = sim.Legend{
	Grounds: []sim.Kind{
		groundFloor: {Name: "corridor", Shape: " ", Letters: "  ", Role: sim.RoleFloor},
		groundWall:  {Name: "wall", Shape: "█", Letters: "##", Role: sim.RoleWall},
	},
	// A safe is a ring of steel around its gold, with a gap for the door.
	Items: []sim.Kind{
		itemNone:   {Name: "nothing", Role: sim.RoleNone},
		itemMoney:  {Name: "money", Shape: "$", Letters: "$$", Role: sim.RoleGold},
		itemHealth: {Name: "health kit", Brief: "health", Shape: "+", Letters: "++", Role: sim.RoleHeal},
		itemPoison: {Name: "poison kit", Brief: "poison", Shape: "¡", Letters: "!!", Role: sim.RoleHarm},
		itemGold:   {Name: "gold", Shape: "◈", Letters: "GG", Role: sim.RoleTreasure},
		itemDoor:   {Name: "door of a safe", Brief: "door", Shape: "∩", Letters: "//", Role: sim.RoleDoor},
		itemSafe:   {Name: "wall of a safe", Brief: "safe", Shape: "▒", Letters: "[]", Role: sim.RoleArm},
	},
	Units: []sim.Kind{
		kindSoldier:   {Name: "soldier with poison", Brief: "soldier", Shape: "●", Letters: "s", Role: sim.RoleOwner},
		kindUnarmed:   {Name: "soldier without poison", Brief: "unarmed", Shape: "○", Letters: "o", Role: sim.RoleOwner},
		kindProfessor: {Name: "professor", Shape: "◆", Letters: "P", Role: sim.RoleOwner},
	},
	Events: eventKinds,
	Share:  "soldiers",
}

// Fill draws the state into f.
func (s *State) Fill(f *sim.Frame) {
	f.Rows, f.Cols, f.Dark = Rows, Cols, false
	if cap(f.Cells) < cells {
		f.Cells = make([]sim.Cell, cells)
	}
	f.Cells = f.Cells[:cells]
	s.fillGround(f.Cells)
	s.fillThings(f.Cells)
	s.fillUnits(f)
	for pl := range f.Players {
		s.fillCard(&f.Players[pl], pl)
	}
	f.Labels = f.Labels[:0]
	f.Focus = sim.Pos{Row: Rows / 2, Col: Cols / 2}
	if pl, box, steps := s.nearestSafe(); box >= 0 {
		f.Focus = s.Door(box)
		f.Labels = s.safeLabels(f.Labels, pl, box, steps)
	}
}

func (s *State) fillGround(to []sim.Cell) {
	for i := range Rows {
		row := to[i*Cols:][:Cols]
		for j := range row {
			row[j] = sim.Cell{Ground: groundFloor, Owner: -1, Unit: -1}
		}
		for m := s.building.wall[i]; m != 0; m &= m - 1 {
			row[bits.TrailingZeros64(m)].Ground = groundWall
		}
	}
}

func (s *State) fillThings(to []sim.Cell) {
	k := 0
	for i := range Rows {
		row := to[i*Cols:][:Cols]
		for m := s.building.gold[i]; m != 0; m &= m - 1 {
			s.fillSafe(to, sim.Pos{Row: i, Col: bits.TrailingZeros64(m)})
		}
		for _, layer := range [...]struct {
			m    uint64
			item uint8
		}{
			{s.building.door[i] &^ s.building.wall[i], itemDoor}, {s.health[i], itemHealth}, {s.poison[i], itemPoison},
		} {
			for m := layer.m; m != 0; m &= m - 1 {
				row[bits.TrailingZeros64(m)].Item = layer.item
			}
		}
		for m := s.money[i]; m != 0; m &= m - 1 {
			c := &row[bits.TrailingZeros64(m)]
			c.Item, c.Amount = itemMoney, s.amounts[k]
			k++
		}
	}
}

// fillSafe draws the gold at g and the walls around it.
func (s *State) fillSafe(to []sim.Cell, g sim.Pos) {
	to[g.Row*Cols+g.Col].Item = itemGold
	for i := max(g.Row-1, 0); i <= min(g.Row+1, Rows-1); i++ {
		for j := max(g.Col-1, 0); j <= min(g.Col+1, Cols-1); j++ {
			if c := &to[i*Cols+j]; c.Ground == groundWall && c.Item == itemNone {
				c.Item = itemSafe
			}
		}
	}
}

func (s *State) fillUnits(f *sim.Frame) {
	f.Units = f.Units[:0]
	for id := range s.units {
		u := &s.units[id]
		v := sim.Unit{ID: int32(id), Seat: u.player, Next: -1, Kind: kindSoldier, On: true, At: u.pos(), Timer: -1, Life: -1}
		switch {
		case id < sim.Seats:
			v.Kind, v.Life = kindProfessor, u.amount
			if u.rounds > 0 {
				v.On, v.Timer = false, u.rounds
			}
		case u.amount == 0:
			v.Kind = kindUnarmed
		}
		if v.On {
			f.Cells[v.At.Row*Cols+v.At.Col].Unit = int16(id)
		}
		f.Units = append(f.Units, v)
	}
}

func (s *State) fillCard(c *sim.Card, pl int) {
	soldiers := s.Soldiers(pl)
	c.Score = s.Points[pl]
	c.Share = float64(len(soldiers)) / float64(max(len(s.soldiers), 1))
	professor, short := s.professorText(pl)
	pot := s.pots[pl]
	c.Stats = append(c.Stats[:0],
		sim.Label{Key: "soldiers", Value: fmt.Sprintf("%2d", len(soldiers)), Short: sim.Short(sim.Count(len(soldiers), "soldier"))},
		sim.Label{Key: "professor", Value: professor, Short: short},
		sim.Label{Key: "poison", Value: fmt.Sprintf("%2d in the pot, %2d carried", pot.poison, s.carried(pl)), Short: sim.Short(fmt.Sprintf("poison pot %d", pot.poison))},
		sim.Label{Key: "health", Value: fmt.Sprintf("%2d in the pot", pot.health), Short: sim.Short(fmt.Sprintf("health pot %d", pot.health))})
	if kills, professors, boxes, ok := s.Tally(pl); ok {
		c.Stats = append(c.Stats,
			sim.Label{Key: "safes", Value: fmt.Sprintf("%2d", boxes)},
			sim.Label{Key: "kills", Value: fmt.Sprintf("%3d, professors %d", kills, professors)})
	}
}

// professorText is the state of a clan's professor, in full and short.
func (s *State) professorText(pl int) (text, short string) {
	u := &s.units[pl]
	if u.rounds > 0 && !s.reborn(pl) {
		return "dead to the end", "dead to the end"
	}
	if u.rounds > 0 {
		return fmt.Sprintf("dead, back in %3d", u.rounds), sim.Short(fmt.Sprintf("prof back in %d", u.rounds), fmt.Sprintf("dead for %d", u.rounds))
	}
	return fmt.Sprintf("health %3d", u.amount), sim.Short(fmt.Sprintf("prof health %d", u.amount), fmt.Sprintf("health %d", u.amount))
}

// reborn reports whether a dead professor comes back before the match ends.
func (s *State) reborn(pl int) bool { return s.Round()+int(s.units[pl].rounds) <= s.set.NumRounds }

// nearestSafe finds the door that is nearest to a living professor, walls
// left aside; box is -1 when all professors are dead.
func (s *State) nearestSafe() (pl, box, steps int) {
	pl, box, steps = -1, -1, 2*cells
	for p := range sim.Seats {
		if s.units[p].rounds > 0 {
			continue
		}
		for b, door := range s.building.doors {
			if d := distance(s.units[p].pos(), door.Pos()); d < steps {
				pl, box, steps = p, b, d
			}
		}
	}
	return pl, box, steps
}

// distance is the number of orthogonal steps between two cells.
func distance(a, b sim.Pos) int { return abs(a.Row-b.Row) + abs(a.Col-b.Col) }

func abs(x int) int { return max(x, -x) }

// shownHints is the longest list of hints that is worth a line.
const shownHints = 30

func (s *State) safeLabels(dst []sim.Label, pl, box, steps int) []sim.Label {
	dst = append(dst, sim.Label{Key: "nearest safe", Value: fmt.Sprintf("%d at %v, %s from professor %d", box, s.Door(box), sim.Count(steps, "step"), pl)})
	if n := len(s.SafetyBoxHints(box)); n == 0 || n > shownHints {
		return dst
	}
	hints, key := s.hintTexts(box)
	return append(dst, sim.Label{Key: "its hints", Value: hints}, sim.Label{Key: "its key", Value: key})
}

// hintTexts writes the hints of a safe and a key that solves them.
func (s *State) hintTexts(box int) (hints, key string) {
	write := func(list []int32) string {
		var b []byte
		for i, n := range list {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(n), 10)
		}
		return string(b)
	}
	k := s.safes.key(box)
	if k == nil {
		return write(s.SafetyBoxHints(box)), "not found"
	}
	return write(s.SafetyBoxHints(box)), write(k)
}
