package moneyheist

import (
	"fmt"
	"strings"

	"game-tui/sim"
)

// Inspect says in lines all that is known of a cell and what is on it.
func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(Rows, Cols) {
		return nil
	}
	c := s.Cell(p)
	box := s.safeAt(p)
	lines := []string{fmt.Sprintf("%v %s", p, cellName(c, box))}
	if c.Unit >= 0 {
		lines = s.inspectUnit(lines, c.Unit, names)
	}
	for pl := range sim.Seats {
		if u := &s.units[pl]; u.rounds > 0 && u.pos() == p {
			then := "dead to the end"
			if s.reborn(pl) {
				then = "reborn somewhere in " + sim.Count(int(u.rounds), "round")
			}
			lines = append(lines, fmt.Sprintf("%s of %s died here: %s", unitName(int32(pl)), names[pl], then))
		}
	}
	switch {
	case c.HealthKit:
		lines = append(lines, fmt.Sprintf("+%d for the health pot of who takes it", s.set.HealthKitValue))
	case c.PoisonKit:
		lines = append(lines, fmt.Sprintf("+%d for the poison pot of who takes it", s.set.PoisonKitValue))
	case c.Money > 0:
		lines = append(lines, fmt.Sprintf("+%s for who takes it", sim.Count(int(c.Money), "point")))
	}
	if box >= 0 {
		lines = s.inspectSafe(lines, box)
	}
	return lines
}

func cellName(c Cell, box int) string {
	switch {
	case c.Wall && box >= 0:
		return "wall of a safe"
	case c.Wall:
		return "wall"
	case c.Box >= 0:
		return "door of a safe"
	case c.Gold:
		return "gold"
	case c.HealthKit:
		return "health kit"
	case c.PoisonKit:
		return "poison kit"
	case c.Money > 0:
		return fmt.Sprintf("money: %d", c.Money)
	}
	return "corridor"
}

// safeAt is the safe that a wall, a door or gold belongs to, -1 none: gold is
// in the middle of its safe, and next to its door.
func (s *State) safeAt(p sim.Pos) int {
	if !s.building.wall.Has(p.Row, p.Col) && !s.building.door.Has(p.Row, p.Col) && !s.building.gold.Has(p.Row, p.Col) {
		return -1
	}
	for box, d := range s.building.doors {
		for _, step := range sim.Steps {
			g := d.Pos().Plus(step)
			if g.In(Rows, Cols) && s.building.gold.Has(g.Row, g.Col) && abs(g.Row-p.Row) <= 1 && abs(g.Col-p.Col) <= 1 {
				return box
			}
		}
	}
	return -1
}

func (s *State) inspectUnit(lines []string, id int32, names *[sim.Seats]string) []string {
	u := s.Unit(id)
	line := fmt.Sprintf("%s of %s", unitName(id), names[u.Player])
	if u.Professor {
		hits := (u.Health + s.set.ProfessorHealthDecrease - 1) / s.set.ProfessorHealthDecrease
		return append(lines, fmt.Sprintf("%s: health %d of %d, dies after %s", line, u.Health, s.set.ProfessorMaxHealth, sim.Count(hits, "attack")),
			fmt.Sprintf("who kills it gets %s; health pot %d", sim.Count(s.set.PointsForKillingProfessor, "point"), s.pots[u.Player].health))
	}
	return append(lines, fmt.Sprintf("%s: carries %s of %d; poison pot %d", line, sim.Count(u.Poison, "poison"), s.set.SoldierMaxPoisons, s.pots[u.Player].poison),
		fmt.Sprintf("who kills it gets %s, and the soldier 7 times in 10", sim.Count(s.set.PointsForKillingSoldier, "point")))
}

func (s *State) inspectSafe(lines []string, box int) []string {
	lines = append(lines, fmt.Sprintf("safe %d, door at %v: %s for the professor who opens it", box, s.Door(box), sim.Count(s.set.GoldValue, "point")))
	if n := len(s.SafetyBoxHints(box)); n > shownHints {
		return append(lines, sim.Count(n, "hint"))
	}
	hints, key := s.hintTexts(box)
	lines = append(lines, "hints: "+hints, "key that opens it: "+key)
	if sums := s.sums(box); sums != "" {
		lines = append(lines, "because "+sums)
	}
	return lines
}

// sums writes out why the key of a safe is right: "1+2=3, 4-6=-2".
func (s *State) sums(box int) string {
	hints, key := s.SafetyBoxHints(box), s.safes.key(box)
	var text []string
	for label := range int32(len(key) / 3) {
		var h []int32
		for i, l := range key {
			if l == label {
				h = append(h, hints[i])
			}
		}
		x, y, z := h[0], h[1], h[2]
		switch {
		case x+z == y:
			y, z = z, y
		case y+z == x:
			x, z = z, x
		}
		text = append(text, fmt.Sprintf("%d%+d=%d", x, y, z))
	}
	return strings.Join(text, ", ")
}
