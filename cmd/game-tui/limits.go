package main

import (
	"fmt"
	"slices"
	"time"

	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/league"
)

// mostLimits are the most that the plan of somebody else gives programs here, where nobody
// types that it may.
var mostLimits = sim.Limits{CPU: 10 * time.Second, Wall: time.Minute, MatchWall: 10 * time.Minute, Memory: 1 << 30}

// matchLimits are the limits of a plan in matches.
func matchLimits(p *league.Plan) sim.Limits {
	l := p.Limits
	return sim.Limits{CPU: l.CPU, Wall: l.Wall, MatchWall: l.MatchWall, Memory: l.Memory, Off: l == league.Limits{Sandbox: l.Sandbox}}
}

// limitFlag is a limit of a plan as a flag.
type limitFlag struct {
	name, value string
	usual       bool // the default of the flag
	more        bool // than mostLimits, or none
}

func (l limitFlag) word() string {
	if l.name == noLimits {
		return "--" + l.name
	}
	return "--" + l.name + "=" + l.value
}

const noLimits = "no-limits"

// limitNames are the flags of limits.
var limitNames = []string{"cpu", "wall", "match-wall", "memory", noLimits}

// limitsOf are the limits of a plan.
func limitsOf(p *league.Plan) []limitFlag {
	l, usual, most := matchLimits(p), sim.DefaultLimits, mostLimits
	if l.Off {
		return []limitFlag{{noLimits, "true", false, true}}
	}
	time := func(name string, is, usual, most time.Duration) limitFlag {
		return limitFlag{name, is.String(), is == usual, is == 0 || is > most}
	}
	return []limitFlag{time("cpu", l.CPU, usual.CPU, most.CPU), time("wall", l.Wall, usual.Wall, most.Wall), time("match-wall", l.MatchWall, usual.MatchWall, most.MatchWall),
		{"memory", fmt.Sprint(l.Memory), l.Memory == usual.Memory, l.Memory == 0 || l.Memory > most.Memory}}
}

// limitWords are the flags of a plan's limits, where they are not the defaults.
func limitWords(p *league.Plan) (words []string) {
	for _, l := range limitsOf(p) {
		if !l.usual {
			words = append(words, l.word())
		}
	}
	return words
}

// limitsToType are the limits of a record that count only where they are typed again.
func limitsToType(p *league.Plan) []limitFlag {
	if programsOf(p) == 0 {
		return nil
	}
	return slices.DeleteFunc(limitsOf(p), func(l limitFlag) bool { return !l.more })
}

// limitsAgain sees that those limits of a record were typed, and no others; line is what to type.
func limitsAgain(f *play.Request, record string, again []limitFlag, line func() string) error {
	memory, err := typed.Size(f.Memory)
	if err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	values := []string{f.CPU.String(), f.Wall.String(), f.MatchWall.String(), fmt.Sprint(memory), fmt.Sprint(f.NoLimits)}
	for k, name := range limitNames {
		i := slices.IndexFunc(again, func(l limitFlag) bool { return l.name == name })
		switch typed := f.WasTyped(name); {
		case i < 0 && typed:
			return fmt.Errorf("%s: what the record says holds: leave out --%s", record, name)
		case i >= 0 && (!typed || values[k] != again[i].value):
			return fmt.Errorf("%s: gives programs more than is usual (%s): if it is your own record, type %s", record, again[i].word(), line())
		}
	}
	return nil
}

// bounded are limits of somebody else's plan where nobody can type anything.
func bounded(l sim.Limits) sim.Limits {
	time := func(is, most time.Duration) time.Duration {
		if is == 0 || is > most {
			return most
		}
		return is
	}
	memory := l.Memory
	if memory == 0 || memory > mostLimits.Memory {
		memory = mostLimits.Memory
	}
	return sim.Limits{CPU: time(l.CPU, mostLimits.CPU), Wall: time(l.Wall, mostLimits.Wall), MatchWall: time(l.MatchWall, mostLimits.MatchWall), Memory: memory}
}
