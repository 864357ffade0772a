// Package numbers says by which numbers a player decides, so that they can be found by play.
package numbers

import "game-tui/sim"

// Number is one number by which a player decides.
type Number struct {
	Name      string // a word
	Value     float64
	Low, High float64 // what may be tried, both included
	Means     string  // what it counts, and in which unit
}

// Player is a player of whom each number can be another one.
type Player struct {
	Name    string   // of the player with the values of Numbers
	Numbers []Number // shared: read only
	New     func(values []float64) sim.Player
}

// Play makes the player with the values of its numbers.
func (p *Player) Play() sim.Player { return p.New(Values(p.Numbers)) }

// Values are those of a list of numbers.
func Values(list []Number) []float64 {
	values := make([]float64, len(list))
	for i := range list {
		values[i] = list[i].Value
	}
	return values
}
