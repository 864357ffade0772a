package moneyheist

import (
	"fmt"
	"strings"

	"game-tui/sim"
)

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
		groundFloor: {Name: "corridor", Symbol: " ", Letters: "  ", Role: sim.RoleFloor},
		groundWall:  {Name: "wall", Symbol: "█", Letters: "##", Role: sim.RoleWall},
	},
	// A safe is drawn as a steel ring around gold, with a door.
	Items: []sim.Kind{
		itemNone:   {Name: "nothing", Role: sim.RoleNone},
		itemMoney:  {Name: "money", Symbol: "$", Letters: "$$", Role: sim.RoleMoney},
		itemHealth: {Name: "health kit", ShortName: "health", Symbol: "+", Letters: "++", Role: sim.RoleHeal},
		itemPoison: {Name: "poison kit", ShortName: "poison", Symbol: "¡", Letters: "!!", Role: sim.RolePoison},
		itemGold:   {Name: "gold", Symbol: "◈", Letters: "GG", Role: sim.RoleGold},
		itemDoor:   {Name: "safe door", ShortName: "door", Symbol: "∩", Letters: "//", Role: sim.RoleDoor},
		itemSafe:   {Name: "safe wall", ShortName: "safe", Symbol: "▒", Letters: "[]", Role: sim.RoleWeapon},
	},
	Units: []sim.Kind{
		kindSoldier:   {Name: "soldier with poison", ShortName: "soldier", Symbol: "●", Letters: "s", Role: sim.RoleOwner},
		kindUnarmed:   {Name: "soldier without poison", ShortName: "unarmed", Symbol: "○", Letters: "o", Role: sim.RoleOwner},
		kindProfessor: {Name: "professor", Symbol: "◆", Letters: "P", Role: sim.RoleOwner, HasLife: true},
	},
	Events: eventKinds,
}

func (s *State) FillFrame(f *sim.Frame) {
	f.Reset(Rows, Cols)
	s.fillCells(f)
	s.fillUnits(f)
	for clan := range f.Players {
		s.fillCard(&f.Players[clan], clan)
	}
	if professor, safe, steps := s.closestProfessorAndSafe(); safe >= 0 {
		f.Focus = s.Door(safe)
		f.Labels = s.safeLabels(f.Labels, professor, safe, steps)
	}
}

func (s *State) fillCells(f *sim.Frame) {
	l := s.building
	for p := range l.walls.All() {
		f.At(p).Ground = groundWall
	}
	for p := range l.goldCells.All() {
		fillSafe(f, p)
	}
	for p := range l.doorCells.All() {
		if !l.walls.Has(p.Row, p.Col) {
			f.At(p).Item = itemDoor
		}
	}
	for p := range s.healthCells.All() {
		f.At(p).Item = itemHealth
	}
	for p := range s.poisonCells.All() {
		f.At(p).Item = itemPoison
	}
	for p := range s.moneyCells.All() {
		c := f.At(p)
		c.Item, c.Amount = itemMoney, int32(s.MoneyAt(p))
	}
}

func fillSafe(f *sim.Frame, g sim.Pos) {
	f.At(g).Item = itemGold
	for i := max(g.Row-1, 0); i <= min(g.Row+1, Rows-1); i++ {
		for j := max(g.Col-1, 0); j <= min(g.Col+1, Cols-1); j++ {
			if c := f.At(sim.Pos{Row: i, Col: j}); c.Ground == groundWall && c.Item == itemNone {
				c.Item = itemSafe
			}
		}
	}
}

func (s *State) fillUnits(f *sim.Frame) {
	for id := range s.units {
		u := &s.units[id]
		v := sim.Unit{ID: int32(id), Seat: u.player, NextSeat: -1, Kind: kindSoldier, OnBoard: true, At: u.pos(), Timer: -1, Life: -1}
		switch {
		case id < sim.Seats:
			v.Kind, v.Life = kindProfessor, u.amount
			v.MaxLife = max(u.amount, int32(s.settings.ProfessorMaxHealth)) // The initial health may exceed the maximum.
			if u.rounds > 0 {
				v.OnBoard, v.Timer = false, u.rounds
			}
		case u.amount == 0:
			v.Kind = kindUnarmed
		}
		if v.OnBoard {
			f.At(v.At).Unit = int16(id)
		}
		f.Units = append(f.Units, v)
	}
}

func (s *State) fillCard(c *sim.PlayerCard, clan int) {
	soldiers := s.Soldiers(clan)
	c.Score = s.SeatScores[clan]
	professor, short := s.professorText(clan)
	pot := s.pots[clan]
	c.Stats = append(c.Stats[:0],
		sim.Label{Key: "soldiers", Value: fmt.Sprintf("%2d", len(soldiers)), Short: sim.FirstFitting(sim.FormatCount(len(soldiers), "soldier"))},
		sim.Label{Key: "poison pot", Value: fmt.Sprintf("%2d", pot.poison), Short: sim.FirstFitting(fmt.Sprintf("poison pot %d", pot.poison))},
		sim.Label{Key: "professor", Value: professor, Short: short},
		sim.Label{Key: "carried", Value: fmt.Sprintf("%2d", s.carriedPoison(clan))},
		sim.Label{Key: "kits", Value: fmt.Sprintf("%2d", pot.health)})
	if t := s.tally[clan]; s.tallyKnown {
		c.Stats = append(c.Stats,
			sim.Label{Key: "safes", Value: fmt.Sprintf("%2d", t.safes)},
			sim.Label{Key: "kills", Value: fmt.Sprintf("%3d", t.soldiers)},
			sim.Label{Key: "professors", Value: fmt.Sprintf("%2d", t.professors)})
	}
}

func (s *State) professorText(clan int) (text, short string) {
	u := &s.units[clan]
	switch {
	case u.rounds > 0 && !s.willReturn(clan):
		return "      dead", "dead for good"
	case u.rounds > 0:
		return fmt.Sprintf("back in %2d", u.rounds), sim.FirstFitting(fmt.Sprintf("prof back in %d", u.rounds), fmt.Sprintf("dead for %d", u.rounds))
	}
	return fmt.Sprintf("health %3d", u.amount), sim.FirstFitting(fmt.Sprintf("prof health %d", u.amount), fmt.Sprintf("health %d", u.amount))
}

func (s *State) willReturn(clan int) bool {
	return s.Round()+int(s.units[clan].rounds) <= s.settings.NumRounds
}

// closestProfessorAndSafe returns the living professor and the safe that are closest to each other,
// ignoring walls. Safe is -1 if all professors are dead.
func (s *State) closestProfessorAndSafe() (professor, safe, steps int) {
	professor, safe, steps = -1, -1, 2*numCells
	for p := range sim.Seats {
		if s.units[p].rounds > 0 {
			continue
		}
		for b, door := range s.building.doors {
			if d := door.Pos().Distance(s.units[p].pos()); d < steps {
				professor, safe, steps = p, b, d
			}
		}
	}
	return professor, safe, steps
}

const maxShownHints = 30

func (s *State) safeLabels(dst []sim.Label, professor, safe, steps int) []sim.Label {
	dst = append(dst, sim.Label{Key: "nearest safe", Value: fmt.Sprintf("%d at %v", safe, s.Door(safe))},
		sim.Label{Key: "nearest professor", Value: fmt.Sprintf("%d, %s away", professor, sim.FormatCount(steps, "step"))})
	if n := len(s.Hints(safe)); n == 0 || n > maxShownHints {
		return dst
	}
	hints, key := s.hintAndKeyTexts(safe)
	return append(dst, sim.Label{Key: "its hints", Value: hints}, sim.Label{Key: "its key", Value: key})
}

func (s *State) hintAndKeyTexts(safe int) (hints, key string) {
	list := func(numbers []int32) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
	if k := s.safes.key(safe); k != nil {
		return list(s.Hints(safe)), list(k)
	}
	return list(s.Hints(safe)), "not found"
}

func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(Rows, Cols) {
		return nil
	}
	safe := s.safeAt(p)
	lines := s.inspectCell(p, safe)
	if id := s.UnitAt(p); id >= 0 {
		lines = s.inspectUnit(lines, id, names)
	}
	for clan := range sim.Seats {
		if u := &s.units[clan]; u.rounds > 0 && u.pos() == p {
			then := "dead for good"
			if s.willReturn(clan) {
				then = "reborn in " + sim.FormatCount(int(u.rounds), "round") + " at a random place"
			}
			lines = append(lines, fmt.Sprintf("%s (%s) died here: %s", unitName(int32(clan)), names[clan], then))
		}
	}
	if safe >= 0 {
		lines = s.inspectSafe(lines, safe)
	}
	return lines
}

func (s *State) inspectCell(p sim.Pos, safe int) []string {
	wall, money := s.building.walls.Has(p.Row, p.Col), s.MoneyAt(p)
	name, item := "corridor", ""
	switch {
	case wall && safe >= 0:
		name = "safe wall"
	case wall:
		name = "wall"
	case s.SafeWithDoorAt(p) >= 0:
		name = "safe door"
	case s.building.goldCells.Has(p.Row, p.Col):
		name = "gold"
	case s.healthCells.Has(p.Row, p.Col):
		name, item = "health kit", fmt.Sprintf("+%d to the taker's health pot", s.settings.HealthKitValue)
	case s.poisonCells.Has(p.Row, p.Col):
		name, item = "poison kit", fmt.Sprintf("+%d to the taker's poison pot", s.settings.PoisonKitValue)
	case money > 0:
		name, item = fmt.Sprint("money: ", money), fmt.Sprintf("+%s when taken", sim.FormatCount(money, "point"))
	}
	lines := []string{fmt.Sprintf("%v %s", p, name)}
	if item != "" {
		lines = append(lines, item)
	}
	return lines
}

func (s *State) safeAt(p sim.Pos) int {
	if !s.building.walls.Has(p.Row, p.Col) && !s.building.doorCells.Has(p.Row, p.Col) && !s.building.goldCells.Has(p.Row, p.Col) {
		return -1
	}
	for safe, d := range s.building.doors {
		for _, step := range sim.Steps {
			g := d.Pos().Add(step)
			if g.In(Rows, Cols) && s.building.goldCells.Has(g.Row, g.Col) && g.Touches(p) {
				return safe
			}
		}
	}
	return -1
}

func (s *State) inspectUnit(lines []string, id int32, names *[sim.Seats]string) []string {
	u := s.Unit(id)
	line := fmt.Sprintf("%s (%s)", unitName(id), names[u.Player])
	if u.IsProfessor {
		hits := (u.Health + s.settings.ProfessorHealthDecrease - 1) / s.settings.ProfessorHealthDecrease
		return append(lines, fmt.Sprintf("%s: health %d of %d, dies after %s", line, u.Health, s.settings.ProfessorMaxHealth, sim.FormatCount(hits, "attack")),
			fmt.Sprintf("%s for the killer; health pot %d", sim.FormatCount(s.settings.PointsForKillingProfessor, "point"), s.pots[u.Player].health))
	}
	return append(lines, fmt.Sprintf("%s: carries %d of %d poison; poison pot %d", line, u.Poison, s.settings.SoldierMaxPoisons, s.pots[u.Player].poison),
		fmt.Sprintf("%s for the killer, plus a 70 %% chance to win over the soldier", sim.FormatCount(s.settings.PointsForKillingSoldier, "point")))
}

func (s *State) inspectSafe(lines []string, safe int) []string {
	lines = append(lines, fmt.Sprintf("safe %d, door at %v: %s for the professor who opens it", safe, s.Door(safe), sim.FormatCount(s.settings.GoldValue, "point")))
	if n := len(s.Hints(safe)); n > maxShownHints {
		return append(lines, sim.FormatCount(n, "hint"))
	}
	hints, key := s.hintAndKeyTexts(safe)
	lines = append(lines, "hints: "+hints, "key: "+key)
	if sums := s.keySums(safe); sums != "" {
		lines = append(lines, "because "+sums)
	}
	return lines
}

// keySums explains the key of a safe with sums such as "1+2=3, 4-6=-2".
func (s *State) keySums(safe int) string {
	hints, key := s.Hints(safe), s.safes.key(safe)
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
