// Package harrypotter implements the rules of Harry Potter with output identical to the official
// engine's. Four clans of wizards convert each other, conquer cells, read books and cast spells on
// a 60×60 board. Voldemort hunts the nearest unit.
package harrypotter

import (
	_ "embed"

	"game-tui/sim"
	"game-tui/sim/res"
)

//go:embed RULES.md
var rules string

var Game sim.Game = game{sim.NewGameBase(sim.Definition{
	Name: "harrypotter", Title: "Harry Potter", Version: version, Rules: rules, OmitsWinnerNames: true,
	OrderFormat: orderForm, OutcomeTexts: outcomes, PointSources: sources, Measures: measures, Situations: situations, Legend: legend,
})}

type game struct{ sim.GameBase }

// The measures predict the winner: cells give points, strength wins fights, converting wizards
// change sides, and resting ghosts cast no spells.
var measures = []sim.Measure{
	{Name: "cells", Value: func(s sim.State, seat int) int { return s.(*State).OwnedCells[seat] }},
	{Name: "wizards", Value: func(s sim.State, seat int) int { return len(s.(*State).Wizards(seat)) }},
	{Name: "strength", Value: func(s sim.State, seat int) int { return s.(*State).Strength[seat] }},
	{Name: "wizards joining minus leaving", Hidden: true, Value: func(s sim.State, seat int) int { return s.(*State).joiningMinusLeaving(seat) }},
	{Name: "rounds of the ghost's rest", Value: func(s sim.State, seat int) int { return int(s.(*State).units[seat].rounds) }},
}

func (s *State) joiningMinusLeaving(seat int) (n int) {
	for i := sim.Seats; i < len(s.units); i++ {
		switch u := &s.units[i]; {
		case u.rounds == 0:
		case int(u.next) == seat:
			n++
		case int(u.player) == seat:
			n--
		}
	}
	return n
}

func (game) ReadSettings(text []byte) (sim.Settings, int, error) {
	return res.ReadSettings(text, version, keys, nil)
}

func (game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(s.(*Settings), seed)
	return res.GenerateBoard(b, generator, b.generate, b.readFixed)
}

// BoardFrom implements sim.Game. States are always complete.
func (game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	return boardFrom(s.(*State), dice), true
}
