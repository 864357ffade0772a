// Package harrypotter is the rule set of Harry Potter, byte for byte that of
// the official engine: four clans of wizards convert each other, conquer cells,
// read books and cast spells on a 60×60 board where Voldemort hunts the nearest.
package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "HarryPotter 1.0"

// Game implements sim.Game.
type Game struct{}

// Name is the word of --game.
func (Game) Name() string { return "harrypotter" }

// Title is for people.
func (Game) Title() string { return "Harry Potter" }

// Version is the first line of a configuration.
func (Game) Version() string { return version }

// NamelessWinners tells that the kit's log names no winners: it repeats the
// rest of their line once for each.
func (Game) NamelessWinners() bool { return true }

// ReadSettings reads the settings from the start of a configuration or behind
// the seed of a recording.
func (Game) ReadSettings(text []byte) (sim.Settings, int, error) {
	return res.ReadSettings(text, version, keys, nil)
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
