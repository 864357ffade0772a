package schedule

import (
	"fmt"

	"game-tui/sim/league/playoff"
)

// finalRules play Params.Seeds matches per group.
var finalRules = rules{
	name: "final", resume: "playoff final", least: playoff.Finalists, most: playoff.Finalists,
	describe: func(p *Params) string { return fmt.Sprintf("%d players in a grand final", len(p.Players)) },
	check: func(p *Params) error {
		if p.Seeds > playoff.MaxMatches {
			return fmt.Errorf("the plan of a grand final has %d matches a group, more than %d", p.Seeds, playoff.MaxMatches)
		}
		return nil
	},
	sets: onePerSeed,
	schedule: func(s *Schedule) matches {
		f := &finalMatches{knockout{Schedule: s, player: func(e, _ int) int { return e }, most: playoff.Finalists - 1}, playoff.NewFinal(s.Seed, s.Seeds)}
		f.appendTasks()
		return f
	},
}

type finalMatches struct {
	knockout
	final *playoff.Final
}

func (f *finalMatches) planned(int) int { return f.final.Len() }

func (f *finalMatches) appendTasks() {
	for f.known() < f.final.Len() {
		m, ok := f.final.Match(f.known())
		if !ok {
			return
		}
		f.appendTask(m.Pairing)
	}
}

func (f *finalMatches) addResult(n int, r playoff.Result) {
	f.final.Add(n, r)
	f.appendTasks()
}

// Final returns the progress of a final, which changes with the standings, or nil.
func (s *Schedule) Final() *playoff.Final {
	if f, ok := s.matches.(*finalMatches); ok {
		return f.final
	}
	return nil
}
