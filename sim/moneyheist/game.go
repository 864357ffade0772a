// Package moneyheist is the rule set of Money Heist, byte for byte that of the
// official engine: on a 60×60 board four clans of soldiers collect money and
// kits and poison each other, while their professors open safes by solving
// their hints.
package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "MoneyHeist 1.0"

// Game implements sim.Game.
type Game struct{}

// Name is the word of --game.
func (Game) Name() string { return "moneyheist" }

// Title is for people.
func (Game) Title() string { return "Money Heist" }

// Version is the first line of a configuration.
func (Game) Version() string { return version }

// ReadSettings reads the settings from the start of a configuration or behind
// the seed of a recording.
func (Game) ReadSettings(text []byte) (sim.Settings, int, error) {
	return res.ReadSettings(text, version, keys, (*Settings).check)
}

// NewBoard makes the board of a match.
func (Game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(s.(*Settings), seed)
	if err := res.Generator(generator, b.generate, b.fix); err != nil {
		return nil, err
	}
	return b, nil
}

// BoardFrom makes a board that goes on from a state, which is always complete.
func (Game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	return boardFrom(s.(*State), dice), true
}
