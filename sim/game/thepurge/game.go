// Package thepurge implements the rules of The Purge with output identical to the official
// engine's. By day, four players' builders and warriors collect money, food and weapons and build
// barricades. By night they break barricades and kill each other.
//
// A Board keeps the text of the grid up to date. Snapshots share the parts that did not change in a
// round, so quiet rounds are cheap.
package thepurge

import (
	"bytes"
	_ "embed"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/res"
)

//go:embed RULES.md
var rules string

var Game sim.Game = game{sim.NewGameBase(sim.Definition{
	Name: "thepurge", Title: "The Purge", Version: version, Rules: rules,
	OrderFormat: orderForm, OutcomeTexts: outcomes, PointSources: sources, Measures: measures, Situations: situations, Legend: legend, DetectEdition: kitEdition,
})}

type game struct{ sim.GameBase }

var measures = []sim.Measure{
	{Name: "warriors", Value: sumOf(Warrior, func(*Citizen) int { return 1 })},
	{Name: "weapons", Value: sumOf(Warrior, func(c *Citizen) int { return int(c.Weapon.rank()) - 1 })},
	{Name: "builders", Value: sumOf(Builder, func(*Citizen) int { return 1 })},
	{Name: "life of warriors", Value: sumOf(Warrior, func(c *Citizen) int { return int(c.Life) })},
	{Name: "life of builders", Value: sumOf(Builder, func(c *Citizen) int { return int(c.Life) })},
}

// sumOf returns a Measure.Value that sums a number over a player's living citizens of type t.
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
		s.uses2020Rules, s.BuilderStrengthDemolish = true, s.HammerStrengthDemolish
	}
	return s, n, nil
}

func (game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(s.(*Settings), seed)
	return res.GenerateBoard(b, generator, b.generate, b.readFixed)
}

// BoardFrom implements sim.Game. States do not show what will return, so a state is complete only
// if all earlier rounds are known. Otherwise BoardFrom draws the waiting times.
func (game) BoardFrom(state sim.State, dice sim.Rand) (sim.Board, bool) {
	s := state.(*State)
	b := boardFrom(s, dice)
	if !s.returnsKnown {
		b.guessPendingReturns(s)
	}
	return b, s.returnsKnown
}

// edition2020 is the edition of the 2020 kits. Later kits have the same version line.
var edition2020 = sim.Edition{
	ConfigLine: "\n" + editionKey + " 2020\n",
	Note:       "using this kit's 2020 rules: builders demolish like hammer warriors and can also build at night",
}

var unknownEdition = sim.Edition{
	Note: "the kit's Settings.hh does not identify the edition of The Purge, so the current rules are used; " +
		"a 2020 kit's own program gives different results",
}

// editionKey starts the line that selects an edition, after the generator. The official programs
// ignore this line.
const editionKey = "EDITION"

// selects2020 reports whether the text after the settings selects the 2020 edition.
func selects2020(generator []byte) bool {
	s := res.NewScanner(generator)
	if word := s.Word(); string(word) != "RANDOM" && string(word) != "FIXED" {
		return false // The text is a recording, which does not select an edition.
	}
	rest := bytes.TrimSpace(generator)
	last := bytes.Fields(rest[bytes.LastIndexByte(rest, '\n')+1:])
	return len(last) == 2 && string(last[0]) == editionKey && string(last[1]) == "2020"
}

func (s *Settings) Edition() sim.Edition {
	if s.uses2020Rules {
		return edition2020
	}
	return sim.Edition{}
}

var (
	// commentsAndStrings matches C++ comments and strings. The group captures strings only.
	commentsAndStrings = lazy.Regexp(`(?s)("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/|/\*.*$`)
	// demolishFunctions matches C++ functions that return the builders' demolition strength. The group
	// captures the body.
	demolishFunctions = lazy.Regexp(`(?i)\bbuilder_?strength_?demolish\s*\(\s*(?:void)?\s*\)[\w\s()]*\{([^{}]*)\}`)
)

// kitEdition detects a kit's edition from its function builder_strength_demolish, which returned
// the hammer's value in 2020.
func kitEdition(settings []byte) sim.Edition {
	text := bytes.ReplaceAll(settings, []byte("\\\n"), nil)
	text = commentsAndStrings().ReplaceAll(text, []byte("$1 "))
	hammer, builder := false, false
	for _, m := range demolishFunctions().FindAllSubmatch(text, -1) {
		body := bytes.ToLower(m[1])
		hammer = hammer || bytes.Contains(body, []byte("hammer"))
		builder = builder || bytes.Contains(body, []byte("builder"))
	}
	switch {
	case hammer && !builder:
		return edition2020
	case builder && !hammer:
		return sim.Edition{}
	}
	return unknownEdition
}
