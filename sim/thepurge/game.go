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
	_ "embed"

	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "ThePurge 1.0"

//go:embed RULES.md
var rules string

// Game is the rule set.
var Game sim.Game = game{sim.NewBase(sim.Facts{
	Name: "thepurge", Title: "The Purge", Version: version, Rules: rules,
	Orders: orderForm, Fates: fates, Sources: sources, Measures: measures, Situations: situations, Legend: legend, KitEdition: kitEdition,
})}

type game struct{ sim.Base }

// measures are the numbers that show who will win: the citizens that live, what they can take,
// and the weapons that they took.
var measures = []sim.Measure{
	{Name: "warriors", Of: sumOf(Warrior, func(*Citizen) int { return 1 })},
	{Name: "weapons", Of: sumOf(Warrior, func(c *Citizen) int { return int(c.Weapon.rank()) - 1 })},
	{Name: "builders", Of: sumOf(Builder, func(*Citizen) int { return 1 })},
	{Name: "life of warriors", Of: sumOf(Warrior, func(c *Citizen) int { return int(c.Life) })},
	{Name: "life of builders", Of: sumOf(Builder, func(c *Citizen) int { return int(c.Life) })},
}

// sumOf adds up a number of a player's living citizens of a type.
func sumOf(t CitizenType, number func(c *Citizen) int) func(s sim.State, seat int) int {
	return func(s sim.State, seat int) (n int) {
		list := s.(*State).citizens.list
		for i := range list {
			if c := &list[i]; int(c.Player) == seat && c.Type == t {
				n += number(c)
			}
		}
		return n
	}
}

// ReadSettings reads the settings from the start of a configuration or behind
// the seed of a recording.
func (game) ReadSettings(text []byte) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, (*Settings).check)
	if err != nil {
		return nil, 0, err
	}
	if selects2020(text[n:]) {
		s.old, s.BuilderStrengthDemolish = true, s.HammerStrengthDemolish
	}
	return s, n, nil
}

// NewBoard makes the board of a match.
func (game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
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
func (game) BoardFrom(state sim.State, dice sim.Rand) (sim.Board, bool) {
	s := state.(*State)
	b := boardFrom(s, dice)
	if !s.known {
		b.guessWaiting(s)
	}
	return b, s.known
}
