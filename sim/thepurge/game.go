// Package thepurge is the rule set of The Purge as the official engine plays
// it: settings, random and fixed boards, one step, and the text forms, byte for
// byte, with events and fates for those who watch.
//
// A Board keeps the parts of the recording's text up to date while it plays:
// the grid, the table of citizens and the table of barricades. Snapshots share
// the parts that a round did not change, so that a quiet night costs next to
// nothing.
package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const (
	name    = "The Purge"
	version = "ThePurge 1.0"
)

// Game is the rule set; it has no state.
type Game struct{}

// Name is the word of --game and of file names.
func (Game) Name() string { return "thepurge" }

// Title is the game's name for people.
func (Game) Title() string { return name }

// Version is the first line of a configuration.
func (Game) Version() string { return version }

// ReadSettings reads the version and the 34 keys, of a configuration or of a
// recording.
func (Game) ReadSettings(text []byte) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, (*Settings).check)
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
