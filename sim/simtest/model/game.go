// Package model implements Orchard, a small game in which four teams of pickers gather apples. It
// is a template for new games: files have the same names and purposes in all games. It also serves
// to test the conformance test. See RULES.md for the rules.
package model

import (
	_ "embed"

	"game-tui/sim"
	"game-tui/sim/res"
)

//go:embed RULES.md
var rules string

var Game sim.Game = game{sim.NewGameBase(sim.Definition{
	Name: "orchard", Title: "Orchard", Version: version, Rules: rules,
	OrderFormat: orderForm, OutcomeTexts: outcomes, PointSources: sources, Measures: measures, Situations: situations, Legend: legend,
})}

type game struct{ sim.GameBase }

var measures = []sim.Measure{{Name: "rounds of pickers at home", Value: func(s sim.State, seat int) (n int) {
	for _, p := range s.(*State).pickers {
		if p.Team == seat {
			n += p.HomeRounds
		}
	}
	return n
}}}

func (game) ReadSettings(text []byte) (sim.Settings, int, error) {
	return res.ReadSettings(text, version, keys, nil)
}

func (game) NewBoard(settings sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	set := settings.(*Settings)
	b := &Board{state: &State{settings: set, cells: make([]Cell, set.BoardRows*set.BoardCols)}, rand: sim.NewRand(seed)}
	return res.GenerateBoard(b, generator, b.generate, b.readFixed)
}

// BoardFrom implements sim.Game. States do not show when picked apples will grow back, so these
// times are drawn at random.
func (game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	state := s.(*State)
	b := &Board{state: state, rand: dice}
	for range state.settings.NumApples - state.heapCount() {
		b.roundsToGrow = append(b.roundsToGrow, b.rand.Random(1, state.settings.RoundsGrow))
	}
	return b, state.RoundsPlayed == 0
}

// Config is the default configuration. Other games keep theirs in configs/<name>.cnf.
const Config = `Orchard 1.0

NUM_PLAYERS  4
NUM_ROUNDS   60
BOARD_ROWS   12
BOARD_COLS   16
NUM_PICKERS  3
NUM_TREES    20
NUM_APPLES   15
ROUNDS_GROW  6
ROUNDS_HOME  4

RANDOM
`
