// Package model is a small game in plain code: Orchard, in which four teams of
// pickers gather apples. Nobody plays it. It is what a new game starts from: each
// file holds what the file of that name holds in every game, and the conformance
// test of package simtest proves itself on it.
// Its rules are in RULES.md.
package model

import "game-tui/sim"

// Game is the rule set.
type Game struct{}

var _ sim.Game = Game{}

// Name is the word of --game.
func (Game) Name() string { return "orchard" }

// Title is the name for people.
func (Game) Title() string { return "Orchard" }

// Version is the first line of a configuration.
func (Game) Version() string { return "Orchard 1.0" }

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
