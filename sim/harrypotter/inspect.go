package harrypotter

import (
	"fmt"

	"game-tui/sim"
)

// Inspect says in lines all that is known of a cell and what is on it.
func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(Rows, Cols) {
		return nil
	}
	c := s.Cell(p)
	var lines []string
	switch {
	case c.Wall:
		lines = append(lines, fmt.Sprintf("%v wall", p))
	case c.Owner >= 0:
		lines = append(lines, fmt.Sprintf("%v owned by %s", p, names[c.Owner]))
	default:
		lines = append(lines, fmt.Sprintf("%v nobody's", p))
	}
	if c.Book {
		lines = append(lines, fmt.Sprintf("book: +%d strength for who reads it", s.set.BookMagicStrength))
	}
	if c.Unit >= 0 {
		lines = s.inspectUnit(lines, c.Unit, names)
	}
	switch v := s.Voldemort(); {
	case p == v:
		lines = append(lines, "Voldemort hunts "+s.preyText(),
			fmt.Sprintf("the nearest unit is %s away", sim.Count(s.preyDistance(), "step")))
	case max(abs(p.Row-v.Row), abs(p.Col-v.Col)) == 1:
		lines = append(lines, "next to Voldemort: who steps here dies")
	}
	return lines
}

func (s *State) inspectUnit(lines []string, id int32, names *[sim.Seats]string) []string {
	u := s.Unit(id)
	lines = append(lines, fmt.Sprintf("%s of %s", unitName(id), names[u.Player]))
	switch {
	case u.Ghost:
		lines = s.inspectGhost(lines, u)
	case u.Converting() && s.Round()+u.Rounds > s.set.NumRounds:
		lines = append(lines, "too late in the match to join "+names[u.Next])
	case u.Converting():
		lines = append(lines, fmt.Sprintf("joins %s in %s, unless a mate stops it", names[u.Next], sim.Count(u.Rounds, "round")))
	}
	return append(lines, fmt.Sprintf("magic strength %d: %s shared by %d",
		s.MagicStrength(u.Player), sim.Count(int(s.strength[u.Player]), "point"), 1+len(s.Wizards(u.Player))))
}

func (s *State) inspectGhost(lines []string, u Unit) []string {
	switch last := s.set.LastSpellRound(); {
	case !s.maySpell(u.Player):
		lines = append(lines, "too late in the match for a spell")
	case u.Rounds == 0:
		lines = append(lines, fmt.Sprintf("ready to cast: casts are allowed until round %d", last))
	default:
		lines = append(lines, fmt.Sprintf("rests %s before it may cast", sim.Count(u.Rounds, "round")))
	}
	if u.Next < 0 {
		return append(lines, "may be attacked; not attacked so far in this life")
	}
	free := u.Next + s.set.RoundsNoAttackGhost
	if s.Round() < free {
		return append(lines, fmt.Sprintf("attacked in round %d: safe from attacks until round %d", u.Next, free))
	}
	return append(lines, fmt.Sprintf("may be attacked; last attacked in round %d", u.Next))
}
