// Package moneyheist implements the rules of Money Heist with output identical to the official
// engine's. On a 60×60 board, four clans of soldiers collect money and kits and poison each other.
// Their professors open safes by solving hints.
package moneyheist

import (
	_ "embed"

	"game-tui/sim"
	"game-tui/sim/res"
)

//go:embed RULES.md
var rules string

var Game sim.Game = game{sim.NewGameBase(sim.Definition{
	Name: "moneyheist", Title: "Money Heist", Version: version, Rules: rules,
	OrderFormat: orderForm, OutcomeTexts: outcomes, PointSources: sources, Measures: measures, Situations: situations, Legend: legend,
})}

type game struct{ sim.GameBase }

// measures help to predict the winner. Soldiers fight with their poison, and only living professors
// open safes.
var measures = []sim.Measure{
	{Name: "soldiers", Value: func(s sim.State, seat int) int { return len(s.(*State).Soldiers(seat)) }},
	{Name: "poison carried", Value: func(s sim.State, seat int) int { return s.(*State).carriedPoison(seat) }},
	{Name: "poison pot", Hidden: true, Value: func(s sim.State, seat int) int { return s.(*State).pots[seat].poison }},
	{Name: "professor's health", Value: func(s sim.State, seat int) int { return int(s.(*State).units[seat].amount) }},
	{Name: "rounds to the professor's rebirth", Value: func(s sim.State, seat int) int { return int(s.(*State).units[seat].rounds) }},
}

func (s *State) carriedPoison(clan int) (n int) {
	for _, id := range s.Soldiers(clan) {
		n += int(s.units[id].amount)
	}
	return n
}

func (game) ReadSettings(text []byte) (sim.Settings, int, error) {
	return res.ReadSettings(text, version, keys, (*Settings).check)
}

func (game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(s.(*Settings), seed)
	return res.GenerateBoard(b, generator, b.generate, b.readFixed)
}

// BoardFrom implements sim.Game. States are always complete.
func (game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	return boardFrom(s.(*State), dice), true
}
