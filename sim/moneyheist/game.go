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

// ReadSettings reads the settings of a configuration or a .res header.
func (Game) ReadSettings(text []byte) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, (*Settings).relate)
	if err != nil {
		return nil, 0, err
	}
	return s, n, nil
}

// NewBoard makes the board of a match.
func (Game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(s.(*Settings), seed)
	in := res.NewScanner(generator)
	var err error
	if in.Generator() {
		err = b.fix(in)
	} else if err = in.Err(); err == nil {
		err = b.generate()
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// BoardFrom makes a board that goes on from a state, which is always complete.
func (Game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	return boardFrom(s.(*State), dice), true
}
