package schedule

import (
	"errors"
	"fmt"
	"slices"

	"game-tui/sim/league/playoff"
)

var playoffRules = rules{
	name: "playoff", resumeCommand: "playoff --resume", minPlayers: 1, maxPlayers: MaxPlayoffPlayers,
	describe: func(p *Params) string {
		return fmt.Sprintf("%d players in a play-off down to %d", p.Playoff.Entries, p.Playoff.Survivors)
	},
	check: func(p *Params) error {
		if p.Seeds != 1 {
			return errors.New("the play-off plan has more than one seed")
		}
		return p.Playoff.check(len(p.Players))
	},
	sets: onePerSeed,
	newSource: func(s *Schedule) taskSource {
		p := s.Playoff
		k := &playoffMatches{
			knockout: knockout{Schedule: s, player: p.PlayerFor, minEntry: playoff.Dummy, maxEntry: p.Entries - 1, firstRound: 1},
			state:    playoff.New(playoff.Rules{Entries: p.Entries, Survivors: p.Survivors, Seed: s.Seed}),
		}
		k.appendTasks()
		return k
	},
}

type playoffMatches struct {
	knockout
	state          *playoff.State
	results        []playoff.Result
	missingResults int
	lastRound      int
}

func (k *playoffMatches) plannedTasks(played int) int { return played + k.state.MatchesLeft() }

func (k *playoffMatches) appendTasks() {
	k.missingResults = len(k.state.Current)
	k.results = slices.Grow(k.results[:0], k.missingResults)[:k.missingResults]
	if k.lastRound > 0 && k.state.Round > k.lastRound {
		return
	}
	for _, m := range k.state.Current {
		k.appendTask(m)
	}
}

func (k *playoffMatches) addResult(n int, r playoff.Result) {
	k.results[n-(len(k.tasks)-len(k.results))] = r
	if k.missingResults--; k.missingResults == 0 {
		k.state.Advance(k.results)
		k.appendTasks()
	}
}

// State returns the progress of a play-off, or nil for other formats. It changes as results are
// added.
func (s *Schedule) State() *playoff.State {
	if k, ok := s.source.(*playoffMatches); ok {
		return k.state
	}
	return nil
}

func (s *Schedule) StopAfter(round int) { s.source.(*playoffMatches).lastRound = round }

// NextRound returns the first play-off round that has no results yet.
func (s *Schedule) NextRound() int {
	k := s.source.(*playoffMatches)
	if k.state.Grouping > 1 || k.missingResults < len(k.state.Current) {
		return k.state.Round + 1
	}
	return k.state.Round
}

// finalRules describes a grand final with Params.Seeds matches per group.
var finalRules = rules{
	name: "final", resumeCommand: "playoff final", minPlayers: playoff.Finalists, maxPlayers: playoff.Finalists,
	describe: func(p *Params) string { return fmt.Sprintf("%d players in a grand final", len(p.Players)) },
	check: func(p *Params) error {
		if p.Seeds > playoff.MaxMatchesPerGroup {
			return fmt.Errorf("the grand final plan has %d matches per group, over the limit of %d", p.Seeds, playoff.MaxMatchesPerGroup)
		}
		return nil
	},
	sets: onePerSeed,
	newSource: func(s *Schedule) taskSource {
		f := &finalMatches{knockout{Schedule: s, player: func(e, _ int) int { return e }, maxEntry: playoff.Finalists - 1}, playoff.NewFinal(s.Seed, s.Seeds)}
		f.appendTasks()
		return f
	},
}

type finalMatches struct {
	knockout
	final *playoff.Final
}

func (f *finalMatches) plannedTasks(int) int { return f.final.TotalMatches() }

func (f *finalMatches) appendTasks() {
	for f.knownTasks() < f.final.TotalMatches() {
		m, ok := f.final.Match(f.knownTasks())
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

// Final returns the progress of a final, or nil for other formats. It changes as results are added.
func (s *Schedule) Final() *playoff.Final {
	if f, ok := s.source.(*finalMatches); ok {
		return f.final
	}
	return nil
}
