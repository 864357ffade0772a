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

// ReadSettings reads a configuration up to its generator, or the part of a
// .res header that repeats it.
func (Game) ReadSettings(text []byte) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, nil)
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
