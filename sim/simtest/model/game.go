// Package model is a small game in plain code: Orchard, in which four teams of
// pickers gather apples. Nobody plays it. It is what a new game starts from: each
// file holds what the file of that name holds in every game, and the conformance
// test of package simtest proves itself on it.
// Its rules are in RULES.md.
package model

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "Orchard 1.0"

// Game is the rule set.
type Game struct{}

var _ sim.Game = Game{}

// Name is the word of --game.
func (Game) Name() string { return "orchard" }

// Title is the name for people.
func (Game) Title() string { return "Orchard" }

// Version is the first line of a configuration.
func (Game) Version() string { return version }

// ReadSettings reads the settings from the start of a configuration or behind
// the seed of a recording.
func (Game) ReadSettings(text []byte) (sim.Settings, int, error) {
	return res.ReadSettings(text, version, keys, nil)
}

// NewBoard makes the board of a match: a random one, or the state block behind FIXED.
func (Game) NewBoard(settings sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(settings.(*Settings), seed)
	if err := res.Generator(generator, b.generate, b.fix); err != nil {
		return nil, err
	}
	return b, nil
}

// BoardFrom makes a board that goes on from a state. No state tells when the apples
// that were picked grow again: from round 1 on that is drawn.
func (Game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	state := s.(*State)
	return boardFrom(state, dice), state.round == 0
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
