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
	for pl := range f.Players {
		s.fillCard(&f.Players[pl], pl)
	}
	if pl, box, steps := s.nearestSafe(); box >= 0 {
		f.Focus = s.Door(box)
		f.Labels = s.safeLabels(f.Labels, pl, box, steps)
	}
}

func (s *State) fillCells(f *sim.Frame) {
	l := s.building
	for p := range l.wall.All() {
		f.At(p).Ground = groundWall
	}
	for p := range l.gold.All() {
		fillSafe(f, p)
	}
	for p := range l.door.All() {
		if !l.wall.Has(p.Row, p.Col) {
			f.At(p).Item = itemDoor
		}
	}
	for p := range s.health.All() {
		f.At(p).Item = itemHealth
	}
	for p := range s.poison.All() {
		f.At(p).Item = itemPoison
	}
	for p := range s.money.All() {
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
			v.MaxLife = max(u.amount, int32(s.set.ProfessorMaxHealth)) // The initial health may exceed the maximum.
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

func (s *State) fillCard(c *sim.PlayerCard, pl int) {
	soldiers := s.Soldiers(pl)
	c.Score = s.SeatScores[pl]
	professor, short := s.professorText(pl)
	pot := s.pots[pl]
	c.Stats = append(c.Stats[:0],
		sim.Label{Key: "soldiers", Value: fmt.Sprintf("%2d", len(soldiers)), Short: sim.FirstFitting(sim.FormatCount(len(soldiers), "soldier"))},
		sim.Label{Key: "poison pot", Value: fmt.Sprintf("%2d", pot.poison), Short: sim.FirstFitting(fmt.Sprintf("poison pot %d", pot.poison))},
		sim.Label{Key: "professor", Value: professor, Short: short},
		sim.Label{Key: "carried", Value: fmt.Sprintf("%2d", s.carried(pl))},
		sim.Label{Key: "kits", Value: fmt.Sprintf("%2d", pot.health)})
	if t := s.tally[pl]; s.tallyKnown {
		c.Stats = append(c.Stats,
			sim.Label{Key: "safes", Value: fmt.Sprintf("%2d", t.safes)},
			sim.Label{Key: "kills", Value: fmt.Sprintf("%3d", t.soldiers)},
			sim.Label{Key: "professors", Value: fmt.Sprintf("%2d", t.professors)})
	}
}

func (s *State) professorText(pl int) (text, short string) {
	u := &s.units[pl]
	switch {
	case u.rounds > 0 && !s.willReturn(pl):
		return "      dead", "dead for good"
	case u.rounds > 0:
		return fmt.Sprintf("back in %2d", u.rounds), sim.FirstFitting(fmt.Sprintf("prof back in %d", u.rounds), fmt.Sprintf("dead for %d", u.rounds))
	}
	return fmt.Sprintf("health %3d", u.amount), sim.FirstFitting(fmt.Sprintf("prof health %d", u.amount), fmt.Sprintf("health %d", u.amount))
}

func (s *State) willReturn(pl int) bool { return s.Round()+int(s.units[pl].rounds) <= s.set.NumRounds }

// nearestSafe returns the living professor and the safe that are closest to each other, ignoring
// walls. Box is -1 if all professors are dead.
func (s *State) nearestSafe() (pl, box, steps int) {
	pl, box, steps = -1, -1, 2*cells
	for p := range sim.Seats {
		if s.units[p].rounds > 0 {
			continue
		}
		for b, door := range s.building.doors {
			if d := door.Pos().Distance(s.units[p].pos()); d < steps {
				pl, box, steps = p, b, d
			}
		}
	}
	return pl, box, steps
}

const shownHints = 30

func (s *State) safeLabels(dst []sim.Label, pl, box, steps int) []sim.Label {
	dst = append(dst, sim.Label{Key: "nearest safe", Value: fmt.Sprintf("%d at %v", box, s.Door(box))},
		sim.Label{Key: "nearest professor", Value: fmt.Sprintf("%d, %s away", pl, sim.FormatCount(steps, "step"))})
	if n := len(s.SafetyBoxHints(box)); n == 0 || n > shownHints {
		return dst
	}
	hints, key := s.hintTexts(box)
	return append(dst, sim.Label{Key: "its hints", Value: hints}, sim.Label{Key: "its key", Value: key})
}

func (s *State) hintTexts(box int) (hints, key string) {
	list := func(numbers []int32) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
	if k := s.safes.key(box); k != nil {
		return list(s.SafetyBoxHints(box)), list(k)
	}
	return list(s.SafetyBoxHints(box)), "not found"
}

func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(Rows, Cols) {
		return nil
	}
	box := s.safeAt(p)
	lines := s.inspectCell(p, box)
	if id := s.UnitAt(p); id >= 0 {
		lines = s.inspectUnit(lines, id, names)
	}
	for pl := range sim.Seats {
		if u := &s.units[pl]; u.rounds > 0 && u.pos() == p {
			then := "dead for good"
			if s.willReturn(pl) {
				then = "reborn in " + sim.FormatCount(int(u.rounds), "round") + " at a random place"
			}
			lines = append(lines, fmt.Sprintf("%s (%s) died here: %s", unitName(int32(pl)), names[pl], then))
		}
	}
	if box >= 0 {
		lines = s.inspectSafe(lines, box)
	}
	return lines
}

func (s *State) inspectCell(p sim.Pos, box int) []string {
	wall, money := s.building.wall.Has(p.Row, p.Col), s.MoneyAt(p)
	name, item := "corridor", ""
	switch {
	case wall && box >= 0:
		name = "safe wall"
	case wall:
		name = "wall"
	case s.BoxAt(p) >= 0:
		name = "safe door"
	case s.building.gold.Has(p.Row, p.Col):
		name = "gold"
	case s.health.Has(p.Row, p.Col):
		name, item = "health kit", fmt.Sprintf("+%d to the taker's health pot", s.set.HealthKitValue)
	case s.poison.Has(p.Row, p.Col):
		name, item = "poison kit", fmt.Sprintf("+%d to the taker's poison pot", s.set.PoisonKitValue)
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
	if !s.building.wall.Has(p.Row, p.Col) && !s.building.door.Has(p.Row, p.Col) && !s.building.gold.Has(p.Row, p.Col) {
		return -1
	}
	for box, d := range s.building.doors {
		for _, step := range sim.Steps {
			g := d.Pos().Add(step)
			if g.In(Rows, Cols) && s.building.gold.Has(g.Row, g.Col) && g.Touches(p) {
				return box
			}
		}
	}
	return -1
}

func (s *State) inspectUnit(lines []string, id int32, names *[sim.Seats]string) []string {
	u := s.Unit(id)
	line := fmt.Sprintf("%s (%s)", unitName(id), names[u.Player])
	if u.Professor {
		hits := (u.Health + s.set.ProfessorHealthDecrease - 1) / s.set.ProfessorHealthDecrease
		return append(lines, fmt.Sprintf("%s: health %d of %d, dies after %s", line, u.Health, s.set.ProfessorMaxHealth, sim.FormatCount(hits, "attack")),
			fmt.Sprintf("%s for the killer; health pot %d", sim.FormatCount(s.set.PointsForKillingProfessor, "point"), s.pots[u.Player].health))
	}
	return append(lines, fmt.Sprintf("%s: carries %d of %d poison; poison pot %d", line, u.Poison, s.set.SoldierMaxPoisons, s.pots[u.Player].poison),
		fmt.Sprintf("%s for the killer, plus a 70 %% chance to win over the soldier", sim.FormatCount(s.set.PointsForKillingSoldier, "point")))
}

func (s *State) inspectSafe(lines []string, box int) []string {
	lines = append(lines, fmt.Sprintf("safe %d, door at %v: %s for the professor who opens it", box, s.Door(box), sim.FormatCount(s.set.GoldValue, "point")))
	if n := len(s.SafetyBoxHints(box)); n > shownHints {
		return append(lines, sim.FormatCount(n, "hint"))
	}
	hints, key := s.hintTexts(box)
	lines = append(lines, "hints: "+hints, "opened by key: "+key)
	if sums := s.keySums(box); sums != "" {
		lines = append(lines, "because "+sums)
	}
	return lines
}

// keySums explains the key of a safe with sums such as "1+2=3, 4-6=-2".
func (s *State) keySums(box int) string {
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
