// Package harrypotter is the rule set of Harry Potter, byte for byte that of
// the official engine: four clans of wizards convert each other, conquer cells,
// read books and cast spells on a 60×60 board where Voldemort hunts the nearest.
package harrypotter

const version = "HarryPotter 1.0"

// Game implements sim.Game.
type Game struct{}

// Name is the word of --game.
func (Game) Name() string { return "harrypotter" }

// Title is for people.
func (Game) Title() string { return "Harry Potter" }

// Version is the first line of a configuration.
func (Game) Version() string { return version }
