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
	name  string
	Word  string // as it is typed
	Most  string // that somebody allows
	usual bool   // the default of the flag
	more  bool   // than Most, or none
}

// limitsOf are the limits of a plan, of which somebody allows so much at most.
func limitsOf(p *league.Plan, most sim.Limits) []LimitFlag {
	l, usual := p.Limits.Match(), sim.DefaultLimits
	if l.Off {
		return []LimitFlag{{name: "no-limits", Word: "--no-limits", more: true}}
	}
	return []LimitFlag{limit("cpu", l.CPU, usual.CPU, most.CPU), limit("wall", l.Wall, usual.Wall, most.Wall),
		limit("match-wall", l.MatchWall, usual.MatchWall, most.MatchWall),
		limit("memory", typed.Size(l.Memory), typed.Size(usual.Memory), typed.Size(most.Memory)),
		further("address-space", typed.Size(l.AddressSpace)), further("stack", typed.Size(l.Stack)),
		further("open-files", l.OpenFiles), further("processes", l.Processes), further("file-size", typed.Size(l.FileSize))}
}

func limit[T time.Duration | typed.Size | int](name string, is, usual, most T) LimitFlag {
	return LimitFlag{name, fmt.Sprintf("--%s=%v", name, is), fmt.Sprint(most), is == usual, bounded(is, most) != is}
}

// further is a limit beside those that always hold: it only takes away.
func further[T time.Duration | typed.Size | int](name string, is T) LimitFlag {
	return limit(name, is, 0, is)
}

// bounded is a limit, of which 0 is none, where no more is given than most.
func bounded[T time.Duration | typed.Size | int | int64](is, most T) T {
	if is == 0 {
		return most
	}
	return min(is, most)
}

// Beyond are the limits of a plan that are more than somebody allows.
func Beyond(p *league.Plan, most sim.Limits) []LimitFlag {
	return slices.DeleteFunc(limitsOf(p, most), func(l LimitFlag) bool { return !l.more })
}

// LimitWords are the flags of a plan's limits, where they are not the defaults.
func LimitWords(p *league.Plan) (words []string) {
	if p.Limits.Limits == sim.JudgeLimits {
		return []string{"--limits=judge"}
	}
	for _, l := range limitsOf(p, MostLimits) {
		if !l.usual {
			words = append(words, l.Word)
		}
	}
	return words
}

// LimitsToType are the limits of a record that count only where they are typed again.
func LimitsToType(p *league.Plan) []LimitFlag {
	if ProgramsOf(p) == 0 {
		return nil
	}
	return Beyond(p, MostLimits)
}

// LimitsAgain sees that those limits of a record were typed, as line has them, and no others; line is
// what to type.
func LimitsAgain(f *play.Request, record string, again []LimitFlag, line func() string) error {
	for _, name := range play.LimitNames {
		i := slices.IndexFunc(again, func(l LimitFlag) bool { return l.name == name })
		switch words := f.Given(name); {
		case i < 0 && words != nil:
			return fmt.Errorf("%s: what the record says holds: leave out --%s", record, name)
		case i >= 0 && !slices.Equal(words, []string{again[i].Word}):
			return fmt.Errorf("%s: gives programs more than is usual (%s): if it is your own record, type %s", record, again[i].Word, line())
		}
	}
	return nil
}

// Bounded are limits of somebody else's plan where nobody can type anything.
func Bounded(l sim.Limits) sim.Limits {
	most := MostLimits
	l.CPU, l.Wall, l.MatchWall = bounded(l.CPU, most.CPU), bounded(l.Wall, most.Wall), bounded(l.MatchWall, most.MatchWall)
	l.Memory, l.Off = bounded(l.Memory, most.Memory), false
	return l
}
