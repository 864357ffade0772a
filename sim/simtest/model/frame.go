package model

import (
	"fmt"
	"strconv"

	"game-tui/sim"
)

const (
	groundGrass = iota
	groundTree
)

const (
	itemNone = iota
	itemApples
)

var legend = sim.Legend{
	Grounds: []sim.Kind{
		{Name: "grass", Symbol: " ", Letters: "..", Role: sim.RoleFloor},
		{Name: "tree", Symbol: "█", Letters: "##", Role: sim.RoleWall},
	},
	Items: []sim.Kind{
		{},
		{Name: "apples", Symbol: "◆", Letters: "ap", Role: sim.RoleTreasure},
	},
	Units: []sim.Kind{
		{Name: "picker", Symbol: "●", Letters: "p", Role: sim.RoleOwner},
	},
	Events: eventKinds,
}

func (s *State) FillFrame(f *sim.Frame) {
	f.Reset(s.set.Size())
	for i, c := range s.cells {
		cell := &f.Cells[i]
		if c.Tree {
			cell.Ground = groundTree
		}
		if c.Apples > 0 {
			cell.Item, cell.Amount = itemApples, int32(c.Apples)
		}
	}
	for i, u := range s.pickers {
		unit := sim.Unit{ID: u.ID, Seat: int8(u.Team), NextSeat: -1, Timer: -1, Life: -1}
		if u.Home > 0 {
			unit.Timer = int32(u.Home)
		} else {
			unit.OnBoard, unit.At = true, u.At
			f.At(u.At).Unit = int16(i)
		}
		f.Units = append(f.Units, unit)
	}
	f.Labels = append(f.Labels, number("cells with apples", s.heaps()))
	s.cards(f)
}

func (s *State) cards(f *sim.Frame) {
	for team := range f.Players {
		card := &f.Players[team]
		card.Score = s.SeatScores[team]
		on := len(s.Pickers(team))
		card.Stats = append(card.Stats[:0], number("pickers", on), number("at home", s.set.NumPickers-on))
	}
}

func number(key string, n int) sim.Label {
	text := strconv.Itoa(n)
	return sim.Label{Key: key, Value: text, Short: text}
}

func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(s.set.Size()) {
		return nil
	}
	c := s.Cell(p)
	if c.Tree {
		return []string{"a tree"}
	}
	lines := []string{"grass"}
	if c.Apples > 0 {
		lines = append(lines, fmt.Sprintf("%d apples", c.Apples))
	}
	if u := s.PickerAt(p); u.ID >= 0 {
		lines = append(lines, fmt.Sprintf("picker %d of %s", u.ID, names[u.Team]))
	}
	return lines
}
