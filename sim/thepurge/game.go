// Package thepurge is the rule set of The Purge, byte for byte that of the
// official engine: four players' builders and warriors collect money, food and
// weapons by day, put up barricades, and break them and kill each other by night.
//
// A Board keeps the parts of the recording's text up to date while it plays:
// the grid, the table of citizens and the table of barricades. Snapshots share
// the parts that a round did not change, so that a quiet night costs next to
// nothing (floors Match/thepurge).
package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "ThePurge 1.0"

// Game implements sim.Game.
type Game struct{}

// Name is the word of --game.
func (Game) Name() string { return "thepurge" }

// Title is for people.
func (Game) Title() string { return "The Purge" }

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

// BoardFrom makes a board that goes on from a state. A state block does not say
// what waits to come back and when: only where the rounds before it are known
// is the state complete. Otherwise all that is missing on the board waits for a
// part of its time that is drawn, and the next citizen gets the id behind the
// largest.
func (Game) BoardFrom(state sim.State, dice sim.Rand) (sim.Board, bool) {
	s := state.(*State)
	b := boardFrom(s, dice)
	if !s.known {
		b.guessWaiting(s)
	}
	return b, s.known
}
