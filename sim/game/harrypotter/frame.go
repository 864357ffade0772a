package harrypotter

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
)

const (
	groundOpen = iota
	groundWall
)

const itemBook = 1

const (
	kindWizard = iota
	kindConverting
	kindGhost
	kindVoldemort
)

const voldemortID = sim.NoUnit - 1

var legend = sim.Legend{
	Grounds: []sim.Kind{
		groundOpen: {Name: "open ground", Symbol: " ", Letters: "  ", Role: sim.RoleFloor},
		groundWall: {Name: "wall", Symbol: "█", Letters: "##", Role: sim.RoleWall},
	},
	Items: []sim.Kind{
		{Name: "nothing", Role: sim.RoleNone},
		itemBook: {Name: "book", Symbol: "▤", Letters: "[]", Role: sim.RoleTreasure},
	},
	Units: []sim.Kind{
		kindWizard:     {Name: "wizard", Symbol: "●", Letters: "w", Role: sim.RoleOwner},
		kindConverting: {Name: "converting wizard", ShortName: "converting", Symbol: "✕", Letters: "x", Role: sim.RoleOwner},
		kindGhost:      {Name: "ghost", Symbol: "◆", Letters: "G", Role: sim.RoleOwner},
		kindVoldemort:  {Name: "Voldemort", Symbol: "▼", Letters: "VV", Role: sim.RoleBoss},
	},
	Events:       eventKinds,
	OwnedGround:  "owned",
	DangerGround: "danger",
}

func (s *State) FillFrame(f *sim.Frame) {
	f.Reset(Rows, Cols)
	f.Focus = s.voldemort
	s.fillCells(f)
	s.fillUnits(f)
	for clan := range f.Players {
		s.fillCard(&f.Players[clan], clan)
	}
	f.Labels = append(f.Labels,
		s.spellLabel(),
		sim.Label{Key: "Voldemort", Value: s.voldemort.String() + " hunts " + s.preyText(nil), Short: sim.FirstFitting("hunts " + s.preyText(nil))})
}

func (s *State) fillCells(f *sim.Frame) {
	for i := range Rows {
		for j, c := range s.GroundRow(i) {
			f.Cells[i*Cols+j].Owner = int8(cellOwner(c))
		}
	}
	for p := range s.walls.All() {
		f.At(p).Ground = groundWall
	}
	for p := range s.bookCells.All() {
		f.At(p).Item = itemBook
	}
	for _, d := range Steps {
		f.At(s.voldemort.Add(d)).Dangerous = true
	}
}

func (s *State) fillUnits(f *sim.Frame) {
	for id := range s.units {
		u := &s.units[id]
		v := sim.Unit{ID: int32(id), Seat: u.player, NextSeat: -1, Kind: kindWizard, OnBoard: true, At: u.pos(), Timer: -1, Life: -1}
		if u.rounds > 0 {
			v.Timer = u.rounds
		}
		switch {
		case id < sim.Seats:
			v.Kind = kindGhost
		case u.rounds > 0:
			v.Kind, v.NextSeat = kindConverting, int8(u.next)
		}
		f.At(v.At).Unit = int16(id)
		f.Units = append(f.Units, v)
	}
	if cell := f.At(s.voldemort); cell.Unit < 0 {
		cell.Unit = int16(len(f.Units))
	}
	f.Units = append(f.Units, sim.Unit{ID: voldemortID, Seat: -1, NextSeat: -1, Kind: kindVoldemort, OnBoard: true, At: s.voldemort, Timer: -1, Life: -1})
}

func (s *State) fillCard(c *sim.PlayerCard, clan int) {
	owned, wizards := s.OwnedCells[clan], len(s.Wizards(clan))
	c.Score = s.SeatScores[clan]
	casts, short := "now", "ghost may cast"
	switch rest := int(s.units[clan].rounds); {
	case !s.canStillCast(clan):
		casts, short = "no more", "no more spells"
	case rest > 0:
		casts = "in " + strconv.Itoa(rest)
		short = sim.FirstFitting(fmt.Sprintf("ghost rests %d", rest), fmt.Sprintf("rests %d", rest))
	}
	c.Stats = append(c.Stats[:0],
		sim.Label{Key: "strength", Value: fmt.Sprintf("%4d", s.Strength[clan]), Short: sim.FirstFitting(fmt.Sprintf("strength %d", s.Strength[clan]))},
		sim.Label{Key: "ghost casts", Value: fmt.Sprintf("%-7s", casts), Short: short},
		sim.Label{Key: "wizards", Value: fmt.Sprintf("%2d", wizards), Short: sim.FirstFitting(sim.FormatCount(wizards, "wizard"))},
		sim.Label{Key: "cells", Value: fmt.Sprintf("%4d", owned), Short: sim.FirstFitting(sim.FormatCount(owned, "cell"))},
		sim.Label{Key: "each", Value: fmt.Sprintf("%3d", s.MagicStrength(clan))},
		sim.Label{Key: "converted", Value: fmt.Sprintf("%4d", s.ConversionPoints[clan])},
	)
}

// canStillCast reports whether a clan's ghost will be rested by the last round in which spells are
// allowed.
func (s *State) canStillCast(clan int) bool {
	return s.Round()+int(s.units[clan].rounds) <= s.settings.LastSpellRound()
}

func (s *State) spellLabel() sim.Label {
	sum := 0
	for _, x := range s.spell {
		sum += int(x)
	}
	list := strings.Trim(fmt.Sprint(s.spell), "[]")
	return sim.Label{Key: "spell", Value: list, Short: sim.FirstFitting(fmt.Sprintf("spell sum %d", sum/(NumIngredients/3)))}
}

func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(Rows, Cols) {
		return nil
	}
	var lines []string
	switch ground := s.GroundRow(p.Row)[p.Col]; ground {
	case Wall:
		lines = append(lines, fmt.Sprintf("%v wall", p))
	case Empty:
		lines = append(lines, fmt.Sprintf("%v unowned", p))
	default:
		lines = append(lines, fmt.Sprintf("%v owned by %s", p, names[cellOwner(ground)]))
	}
	if s.bookCells.Has(p.Row, p.Col) {
		lines = append(lines, fmt.Sprintf("book: +%d strength for the reader", s.settings.BookMagicStrength))
	}
	if id := s.UnitAt(p); id >= 0 {
		lines = s.inspectUnit(lines, id, names)
	}
	switch v := s.Voldemort(); {
	case p == v:
		lines = append(lines, fmt.Sprintf("Voldemort hunts %s, %s away", s.preyText(names), sim.FormatCount(p.Distance(s.units[s.appendPrey(nil)[0]].pos()), "step")),
			"adjacent units die and books burn")
	case v.Touches(p):
		lines = append(lines, "next to Voldemort: units entering here die")
	}
	return lines
}

func (s *State) inspectUnit(lines []string, id int32, names *[sim.Seats]string) []string {
	u := s.Unit(id)
	lines = append(lines, fmt.Sprintf("%s (%s)", unitName(id), names[u.Player]))
	switch {
	case u.IsGhost:
		lines = s.inspectGhost(lines, u)
	case u.IsConverting() && s.Round()+u.RoundsLeft > s.settings.NumRounds:
		lines = append(lines, "too late in the match to join "+names[u.Next])
	case u.IsConverting():
		lines = append(lines, fmt.Sprintf("joins %s in %s, unless an ally stops it", names[u.Next], sim.FormatCount(u.RoundsLeft, "round")))
	}
	return append(lines, fmt.Sprintf("magic strength %d: %s shared by %s",
		s.MagicStrength(u.Player), sim.FormatCount(s.Strength[u.Player], "point"), sim.FormatCount(1+len(s.Wizards(u.Player)), "unit")))
}

func (s *State) inspectGhost(lines []string, u Unit) []string {
	switch last := s.settings.LastSpellRound(); {
	case !s.canStillCast(u.Player):
		lines = append(lines, "too late in the match for a spell")
	case u.RoundsLeft == 0:
		lines = append(lines, fmt.Sprintf("ready to cast (allowed until round %d)", last))
	default:
		lines = append(lines, fmt.Sprintf("must rest %s before casting", sim.FormatCount(u.RoundsLeft, "round")))
	}
	if u.Next < 0 {
		return append(lines, "may be attacked; not yet attacked in this life")
	}
	free := u.Next + s.settings.RoundsNoAttackGhost
	if s.Round() < free {
		return append(lines, fmt.Sprintf("attacked in round %d: safe from attacks until round %d", u.Next, free))
	}
	return append(lines, fmt.Sprintf("may be attacked; last attacked in round %d", u.Next))
}
