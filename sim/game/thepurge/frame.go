package thepurge

import (
	"fmt"
	"strconv"

	"game-tui/sim"
)

const (
	groundStreet uint8 = iota
	groundBuilding
)

const (
	itemNone uint8 = iota
	itemMoney
	itemFood
	itemGun
	itemBazooka
	itemBarricade // first of four barricade heights, one for each quarter of the maximum resistance
)

// Barricades grow taller with their resistance. A citizen inside a barricade is drawn on the
// owner's colour.
var legend = sim.Legend{
	Grounds: []sim.Kind{
		{Name: "street", Symbol: " ", Letters: "  ", Role: sim.RoleStreet},
		{Name: "building", Symbol: "█", Letters: "##", Role: sim.RoleWall},
	},
	Items: []sim.Kind{
		{},
		{Name: "money", Symbol: "$", Letters: "$$", Role: sim.RoleMoney},
		{Name: "food", Symbol: "♥", Letters: "fo", Role: sim.RoleHeal},
		{Name: "gun", Symbol: "⌐", Letters: "gu", Role: sim.RoleWeapon},
		{Name: "bazooka", Symbol: "╤", Letters: "bz", Role: sim.RoleHeavyWeapon},
		{Name: "weak barricade", Symbol: "▁", Letters: "-", Role: sim.RoleOwner},
		{Name: "fair barricade", Symbol: "▃", Letters: "=", Role: sim.RoleOwner},
		{Name: "strong barricade", Symbol: "▅", Letters: "+", Role: sim.RoleOwner},
		{Name: "mighty barricade", Symbol: "▇", Letters: "%", Role: sim.RoleOwner},
	},
	Units: []sim.Kind{ // Kinds of warriors are in the same order as their weapons.
		{Name: "builder", Symbol: "●", Letters: "b", Role: sim.RoleOwner, HasLife: true},
		{Name: "hammer warrior", ShortName: "hammer", Symbol: "■", Letters: "h", Role: sim.RoleOwner, HasLife: true},
		{Name: "gun warrior", ShortName: "gun", Symbol: "◆", Letters: "g", Role: sim.RoleOwner, HasLife: true},
		{Name: "bazooka warrior", ShortName: "bazooka", Symbol: "★", Letters: "z", Role: sim.RoleOwner, HasLife: true},
	},
	Events:      eventKinds,
	OwnedGround: "inside a barricade",
}

func (s *State) FillFrame(f *sim.Frame) {
	f.Reset(s.settings.Size())
	f.Dark = s.IsNight()
	s.fillCells(f)
	for i := range s.citizens.list {
		c := &s.citizens.list[i]
		f.At(c.Pos()).Unit = int16(i)
		f.Units = append(f.Units, sim.Unit{
			ID: c.ID, Seat: c.Player, NextSeat: -1, Kind: c.Weapon.rank(), OnBoard: true, At: c.Pos(), Timer: -1,
			Life: c.Life, MaxLife: int32(s.settings.CitizenIniLife(c.Type)),
		})
	}
	for seat := range f.Players {
		s.fillCard(seat, &f.Players[seat])
	}
	f.Labels = append(f.Labels, s.dayLabel())
}

func (s *State) fillCells(f *sim.Frame) {
	for i := range f.Rows {
		for j, glyph := range s.GlyphRow(i) {
			switch c := &f.Cells[i*f.Cols+j]; glyph {
			case 'B':
				c.Ground = groundBuilding
			case 'M':
				c.Item, c.Amount = itemMoney, int32(s.settings.MoneyPoints)
			case 'F':
				c.Item, c.Amount = itemFood, int32(s.settings.FoodIncrLife)
			case 'G':
				c.Item = itemGun
			case 'Z':
				c.Item = itemBazooka
			}
		}
	}
	for i := range s.barricades.list {
		b := &s.barricades.list[i]
		c := f.At(b.Pos())
		quarter := max(int(b.Resistance)*4-1, 0) / s.settings.BarricadeMaxResistance // The official viewer rounds the same way.
		c.Owner, c.Item, c.Amount = b.Player, itemBarricade+uint8(quarter), b.Resistance
	}
}

func (s *State) fillCard(seat int, card *sim.PlayerCard) {
	var typeCounts [2]int
	var weaponCounts [4]int
	for i := range s.citizens.list {
		if c := &s.citizens.list[i]; int(c.Player) == seat {
			typeCounts[c.Type]++
			weaponCounts[c.Weapon]++
		}
	}
	standing := 0
	for i := range s.barricades.list {
		if int(s.barricades.list[i].Player) == seat {
			standing++
		}
	}
	missing := s.missingCitizens(seat)
	card.Score = s.SeatScores[seat]
	number := func(key string, n int, short ...string) {
		card.Stats = append(card.Stats, sim.Label{Key: key, Value: strconv.Itoa(n), Short: sim.FirstFitting(short...)})
	}
	card.Stats = card.Stats[:0]
	number("builders", typeCounts[Builder], fmt.Sprintf("build %d, war %d", typeCounts[Builder], typeCounts[Warrior]))
	number("warriors", typeCounts[Warrior])
	number("guns", weaponCounts[Gun], fmt.Sprintf("%d better armed", weaponCounts[Gun]+weaponCounts[Bazooka]))
	number("bazookas", weaponCounts[Bazooka])
	number("hammers", weaponCounts[Hammer])
	for i := range card.Stats {
		card.Stats[i].CountsUnits = true
	}
	number("barricades", standing, sim.FormatCount(standing, "barricade"))
	if n := s.barricadesBuilt[seat]; n >= 0 {
		number("built", int(n))
	}
	number("coming back", missing[Builder]+missing[Warrior])
}

func (s *State) dayLabel() sim.Label {
	day := min(s.RoundsPlayed/s.settings.NumRoundsPerDay+1, s.settings.NumDays)
	half := s.settings.NumRoundsPerDay / 2
	left := half - s.RoundsPlayed%half
	now, next := "day", "dusk"
	if s.IsNight() {
		now, next = "night", "dawn"
	}
	l := sim.Label{Key: now, Value: fmt.Sprintf("%d of %d, ", day, s.settings.NumDays)}
	if s.RoundsPlayed >= s.settings.Rounds() {
		l.Value += "the match is over"
		return l
	}
	// Pad all values to the same width.
	width := len(" in  rounds") + len(next) + len(strconv.Itoa(half))
	l.Value += fmt.Sprintf("%-*s", width, next+" in "+sim.FormatCount(left, "round"))
	l.Short = sim.FirstFitting(fmt.Sprintf("%s in %d", next, left), next)
	return l
}

func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	lines := []string{"street by day"}
	if s.IsNight() {
		lines[0] = "street by night"
	}
	switch s.Glyph(p) {
	case 0:
		return nil
	case 'B':
		lines[0] = "building"
	case 'M':
		lines = append(lines, "money: "+sim.FormatCount(s.settings.MoneyPoints, "point"))
	case 'F':
		lines = append(lines, fmt.Sprintf("food: life +%d", s.settings.FoodIncrLife))
	case 'G':
		lines = append(lines, s.weaponStrengthText(Gun))
	case 'Z':
		lines = append(lines, s.weaponStrengthText(Bazooka))
	}
	if b, ok := s.BarricadeAt(p); ok {
		lines = append(lines, fmt.Sprintf("%s's barricade: resistance %d of %d",
			names[b.Player], b.Resistance, s.settings.BarricadeMaxResistance))
	}
	if u := s.CitizenAt(p); u.ID != -1 {
		lines = append(lines,
			fmt.Sprintf("%s %d (%s): life %d of %d", citizenWords[u.Type], u.ID, names[u.Player], u.Life, s.settings.CitizenIniLife(u.Type)),
			s.weaponStrengthText(u.Weapon))
	}
	return lines
}

func (s *State) weaponStrengthText(w WeaponType) string {
	word := weaponWords[w]
	if w == NoWeapon {
		word = "no weapon"
	}
	return fmt.Sprintf("%s: attack %d, demolish %d", word, s.settings.WeaponStrengthAttack(w), s.settings.WeaponStrengthDemolish(w))
}
