// Package thepurge is the rule set of The Purge as the official engine plays
// it: settings, random and fixed boards, one step, and the text forms, byte for
// byte, with events and fates for those who watch.
//
// A Board keeps the parts of the recording's text up to date while it plays:
// the grid, the table of citizens and the table of barricades. Snapshots share
// the parts that a round did not change, so that a quiet night costs next to
// nothing.
package thepurge

import "game-tui/sim"

// Game is the rule set; it has no state.
type Game struct{}

var _ sim.Game = Game{}

const (
	name    = "The Purge"
	version = "ThePurge 1.0"
)

// Name is the word of --game and of file names.
func (Game) Name() string { return "thepurge" }

// Title is the game's name for people.
func (Game) Title() string { return name }

// Version is the first line of a configuration.
func (Game) Version() string { return version }

// Move makes an order for a citizen to go, to hit a barricade or to attack.
func Move(id int32, d Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Build makes an order for a builder to build or to reinforce a barricade.
func Build(id int32, d Dir) sim.Order { return sim.Order{Unit: id, Kind: 'b', Dir: int8(d)} }
