// Package model is a small game in plain code: Orchard, in which four teams of
// pickers gather apples. Nobody plays it. It is what a new game starts from: each
// file holds what the file of that name holds in every game, and the conformance
// test of package simtest proves itself on it.
// Its rules are in RULES.md.
package model

import (
	_ "embed"

	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "Orchard 1.0"

//go:embed RULES.md
var rules string

// Game is the rule set.
var Game sim.Game = game{sim.NewBase(sim.Facts{
	Name: "orchard", Title: "Orchard", Version: version, Rules: rules,
	Orders: orderForm, Fates: fates, Sources: sources, Measures: measures, Situations: situations, Legend: legend,
})}

type game struct{ sim.Base }

// measures are the numbers of a state that show who will win: pickers at home pick nothing.
var measures = []sim.Measure{{Name: "rounds of pickers at home", Of: func(s sim.State, seat int) (n int) {
	for _, p := range s.(*State).pickers {
		if p.Team == seat {
			n += p.Home
		}
	}
	return n
}}}

// ReadSettings reads the settings from the start of a configuration or behind
// the seed of a recording.
func (game) ReadSettings(text []byte) (sim.Settings, int, error) {
	return res.ReadSettings(text, version, keys, nil)
}

// NewBoard makes the board of a match: a random one, or the state block behind FIXED.
func (game) NewBoard(settings sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(settings.(*Settings), seed)
	if err := res.Generator(generator, b.generate, b.fix); err != nil {
		return nil, err
	}
	return b, nil
}

// BoardFrom makes a board that goes on from a state. No state shows when the apples
// that were picked grow again: from round 1 on that is drawn.
func (game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	state := s.(*State)
	return boardFrom(state, dice), state.Played == 0
}

// Config is the default configuration. A game of the program has it as
// configs/<name>.cnf.
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
