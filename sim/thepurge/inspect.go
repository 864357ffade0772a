package thepurge

import (
	"fmt"

	"game-tui/sim"
)

// Inspect says what is known of a cell.
func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !s.set.PosOK(p) {
		return nil
	}
	c := s.Cell(p)
	var lines []string
	switch {
	case c.Type == Building:
		lines = append(lines, "building")
	case s.IsDay():
		lines = append(lines, "street by day")
	default:
		lines = append(lines, "street by night")
	}
	switch {
	case c.Bonus == Money:
		lines = append(lines, "money: "+sim.Count(s.set.MoneyPoints, "point"))
	case c.Bonus == Food:
		lines = append(lines, fmt.Sprintf("food: life +%d", s.set.FoodIncrLife))
	case c.Weapon != NoWeapon:
		lines = append(lines, s.armText(c.Weapon))
	}
	if c.BOwner >= 0 {
		lines = append(lines, fmt.Sprintf("barricade of %s: resistance %d of %d",
			names[c.BOwner], c.Resistance, s.set.BarricadeMaxResistance))
	}
	if c.ID != -1 {
		u := s.Citizen(c.ID)
		lines = append(lines,
			fmt.Sprintf("%s %d of %s: life %d of %d", citizenWords[u.Type], u.ID, names[u.Player], u.Life, s.set.CitizenIniLife(u.Type)),
			s.armText(u.Weapon))
	}
	return lines
}

// armText tells the strengths that come with a weapon.
func (s *State) armText(w WeaponType) string {
	word := weaponWords[w]
	if w == NoWeapon {
		word = "no weapon"
	}
	return fmt.Sprintf("%s: attack %d, demolish %d", word, s.set.WeaponStrengthAttack(w), s.set.WeaponStrengthDemolish(w))
}
