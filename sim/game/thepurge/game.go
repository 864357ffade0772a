// Package thepurge implements the rules of The Purge, byte for byte like the official engine: four players' builders
// and warriors collect money, food and weapons by day, build barricades, and break them and kill each other by night.
//
// A Board keeps the text of grid and tables up to date. Snapshots share the parts that a round did
// not change, so quiet rounds are cheap.
package thepurge

import (
	_ "embed"

	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "ThePurge 1.0"

//go:embed RULES.md
var rules string

var Game sim.Game = game{sim.NewGameBase(sim.Definition{
	Name: "thepurge", Title: "The Purge", Version: version, Rules: rules,
	Orders: orderForm, Outcomes: outcomes, Sources: sources, Measures: measures, Situations: situations, Legend: legend, KitEdition: kitEdition,
})}

type game struct{ sim.GameBase }

// measures help to predict the winner: living citizens, their life, and their weapons.
var measures = []sim.Measure{
	{Name: "warriors", Value: sumOf(Warrior, func(*Citizen) int { return 1 })},
	{Name: "weapons", Value: sumOf(Warrior, func(c *Citizen) int { return int(c.Weapon.rank()) - 1 })},
	{Name: "builders", Value: sumOf(Builder, func(*Citizen) int { return 1 })},
	{Name: "life of warriors", Value: sumOf(Warrior, func(c *Citizen) int { return int(c.Life) })},
	{Name: "life of builders", Value: sumOf(Builder, func(c *Citizen) int { return int(c.Life) })},
}

// sumOf returns a measure that adds up a number of a player's living citizens of a type.
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

func (game) ReadSettings(text []byte) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, (*Settings).check)
	if err != nil {
		return nil, 0, err
	}
	if selects2020(text[n:]) {
		s.rules2020, s.BuilderStrengthDemolish = true, s.HammerStrengthDemolish
	}
	return s, n, nil
}

func (game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(s.(*Settings), seed)
	if err := res.Generator(generator, b.generate, b.readFixed); err != nil {
		return nil, err
	}
	return b, nil
}

// BoardFrom implements sim.Game. A state is complete only if all earlier rounds are known, because
// it does not show what will return. Otherwise everything missing waits for a part of its time that
// is drawn, and the next citizen gets the id after the largest.
func (game) BoardFrom(state sim.State, dice sim.Rand) (sim.Board, bool) {
	s := state.(*State)
	b := boardFrom(s, dice)
	if !s.known {
		b.guessWaiting(s)
	}
	return b, s.known
}
