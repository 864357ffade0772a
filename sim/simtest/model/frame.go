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
	f.Reset(s.settings.Size())
	for i, c := range s.cells {
		cell := &f.Cells[i]
		if c.IsTree {
			cell.Ground = groundTree
		}
		if c.Apples > 0 {
			cell.Item, cell.Amount = itemApples, int32(c.Apples)
		}
	}
	for i, u := range s.pickers {
		unit := sim.Unit{ID: u.ID, Seat: int8(u.Team), NextSeat: -1, Timer: -1, Life: -1}
		if u.HomeRounds > 0 {
			unit.Timer = int32(u.HomeRounds)
		} else {
			unit.OnBoard, unit.At = true, u.At
			f.At(u.At).Unit = int16(i)
		}
		f.Units = append(f.Units, unit)
	}
	f.Labels = append(f.Labels, numberLabel("cells with apples", s.heapCount()))
	s.fillCards(f)
}

func (s *State) fillCards(f *sim.Frame) {
	for team := range f.Players {
		card := &f.Players[team]
		card.Score = s.SeatScores[team]
		onBoard := len(s.Pickers(team))
		card.Stats = append(card.Stats[:0], numberLabel("pickers", onBoard), numberLabel("at home", s.settings.NumPickers-onBoard))
	}
}

func numberLabel(key string, n int) sim.Label {
	text := strconv.Itoa(n)
	return sim.Label{Key: key, Value: text, Short: text}
}

func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(s.settings.Size()) {
		return nil
	}
	c := s.Cell(p)
	if c.IsTree {
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
