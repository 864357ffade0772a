package league

import (
	"fmt"

	"game-tui/sim/league/playoff"
)

// Final is a final as in package playoff, with Plan.Seeds matches per group.
var Final = Format{finalFormat{}}

type finalFormat struct{ knockout }

func (finalFormat) name() string          { return "final" }
func (finalFormat) resumeCommand() string { return "playoff final" }

func (finalFormat) describe(p *Plan) string {
	return fmt.Sprintf("%d players in a grand final", len(p.Players))
}

func (finalFormat) check(p *Plan) error {
	if p.Seeds > playoff.MaxMatches {
		return fmt.Errorf("the plan of a grand final has %d matches a group, more than %d", p.Seeds, playoff.MaxMatches)
	}
	return p.checkCount(playoff.Finalists, playoff.Finalists)
}

func (finalFormat) schedule(s *Schedule) matches {
	f := &finalMatches{Schedule: s, final: playoff.NewFinal(s.plan.Seed, s.plan.Seeds)}
	f.appendTasks()
	return f
}

type finalMatches struct {
	*Schedule
	final *playoff.Final
	tasks []Task
}

func (f *finalMatches) known() int      { return len(f.tasks) }
func (f *finalMatches) planned(int) int { return f.final.Len() }
func (f *finalMatches) task(n int) Task { return f.tasks[n] }

func (f *finalMatches) newTask(n int, m playoff.Pairing) Task {
	return f.knockoutTask(n, m, func(e int) int { return e })
}

func (f *finalMatches) appendTasks() {
	for n := len(f.tasks); n < f.final.Len(); n++ {
		m, ok := f.final.Match(n)
		if !ok {
			return
		}
		f.tasks = append(f.tasks, f.newTask(n, m.Pairing))
	}
}

func (f *finalMatches) addResult(n int, r *Result) {
	f.final.Add(n, r.playoffResult())
	f.appendTasks()
}

func (f *finalMatches) received(n int, m *playoff.Pairing) (Task, error) {
	if err := checkMatch(n, m, 0, 0, playoff.Finalists); err != nil {
		return Task{}, err
	}
	return f.newTask(n, *m), nil
}

// Final returns the progress of a final, which changes with the standings, or nil.
func (s *Schedule) Final() *playoff.Final {
	if f, ok := s.matches.(*finalMatches); ok {
		return f.final
	}
	return nil
}
