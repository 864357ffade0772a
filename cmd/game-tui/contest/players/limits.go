package players

import (
	"fmt"
	"slices"
	"time"

	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/league"
)

// MostLimits are the most that the plan of somebody else gives programs here, where nobody
// types that it may.
var MostLimits = sim.Limits{CPU: 10 * time.Second, Wall: time.Minute, MatchWall: 10 * time.Minute, Memory: 1 << 30}

// LimitFlag is a limit of a plan as a flag.
type LimitFlag struct {
	name, value string
	usual       bool // the default of the flag
	more        bool // than MostLimits, or none
}

// Word is the flag as it is typed.
func (l LimitFlag) Word() string {
	if l.name == noLimits {
		return "--" + l.name
	}
	return "--" + l.name + "=" + l.value
}

const noLimits = "no-limits"

// limitNames are the flags of limits.
var limitNames = []string{"cpu", "wall", "match-wall", "memory", noLimits}

// limitsOf are the limits of a plan.
func limitsOf(p *league.Plan) []LimitFlag {
	l, usual, most := MatchLimits(p), sim.DefaultLimits, MostLimits
	if l.Off {
		return []LimitFlag{{noLimits, "true", false, true}}
	}
	time := func(name string, is, usual, most time.Duration) LimitFlag {
		return LimitFlag{name, is.String(), is == usual, is == 0 || is > most}
	}
	return []LimitFlag{time("cpu", l.CPU, usual.CPU, most.CPU), time("wall", l.Wall, usual.Wall, most.Wall), time("match-wall", l.MatchWall, usual.MatchWall, most.MatchWall),
		{"memory", fmt.Sprint(l.Memory), l.Memory == usual.Memory, l.Memory == 0 || l.Memory > most.Memory}}
}

// LimitWords are the flags of a plan's limits, where they are not the defaults.
func LimitWords(p *league.Plan) (words []string) {
	for _, l := range limitsOf(p) {
		if !l.usual {
			words = append(words, l.Word())
		}
	}
	return words
}

// LimitsToType are the limits of a record that count only where they are typed again.
func LimitsToType(p *league.Plan) []LimitFlag {
	if ProgramsOf(p) == 0 {
		return nil
	}
	return slices.DeleteFunc(limitsOf(p), func(l LimitFlag) bool { return !l.more })
}

// LimitsAgain sees that those limits of a record were typed, and no others; line is what to type.
func LimitsAgain(f *play.Request, record string, again []LimitFlag, line func() string) error {
	memory, err := typed.Size(f.Memory)
	if err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	values := []string{f.CPU.String(), f.Wall.String(), f.MatchWall.String(), fmt.Sprint(memory), fmt.Sprint(f.NoLimits)}
	for k, name := range limitNames {
		i := slices.IndexFunc(again, func(l LimitFlag) bool { return l.name == name })
		switch typed := f.WasTyped(name); {
		case i < 0 && typed:
			return fmt.Errorf("%s: what the record says holds: leave out --%s", record, name)
		case i >= 0 && (!typed || values[k] != again[i].value):
			return fmt.Errorf("%s: gives programs more than is usual (%s): if it is your own record, type %s", record, again[i].Word(), line())
		}
	}
	return nil
}

// Bounded are limits of somebody else's plan where nobody can type anything.
func Bounded(l sim.Limits) sim.Limits {
	time := func(is, most time.Duration) time.Duration {
		if is == 0 || is > most {
			return most
		}
		return is
	}
	memory := l.Memory
	if memory == 0 || memory > MostLimits.Memory {
		memory = MostLimits.Memory
	}
	return sim.Limits{CPU: time(l.CPU, MostLimits.CPU), Wall: time(l.Wall, MostLimits.Wall), MatchWall: time(l.MatchWall, MostLimits.MatchWall), Memory: memory}
}
