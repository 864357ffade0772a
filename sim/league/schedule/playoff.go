package schedule

import (
	"errors"
	"fmt"
	"slices"

	"game-tui/sim/league/playoff"
)

var playoffRules = rules{
	name: "playoff", resume: "playoff --resume", minPlayers: 1, maxPlayers: MaxPlayoff,
	describe: func(p *Params) string {
		return fmt.Sprintf("%d players in a play-off down to %d", p.Playoff.Entries, p.Playoff.To)
	},
	check: func(p *Params) error {
		if p.Seeds != 1 {
			return errors.New("the play-off plan has more than one seed")
		}
		return p.Playoff.check(len(p.Players))
	},
	sets: onePerSeed,
	schedule: func(s *Schedule) matches {
		p := s.Playoff
		k := &playoffMatches{
			knockout: knockout{Schedule: s, player: p.PlayerFor, minEntry: playoff.Dummy, maxEntry: p.Entries - 1, firstRound: 1},
			state:    playoff.New(playoff.Rules{Entries: p.Entries, To: p.To, Seed: s.Seed}),
		}
		k.appendTasks()
		return k
	},
}

type playoffMatches struct {
	knockout
	state   *playoff.State
	results []playoff.Result
	missing int
	last    int
}

func (k *playoffMatches) planned(played int) int { return played + k.state.MatchesLeft() }

func (k *playoffMatches) appendTasks() {
	k.missing = len(k.state.Current)
	k.results = slices.Grow(k.results[:0], k.missing)[:k.missing]
	if k.last > 0 && k.state.Round > k.last {
		return
	}
	for _, m := range k.state.Current {
		k.appendTask(m)
	}
}

func (k *playoffMatches) addResult(n int, r playoff.Result) {
	k.results[n-(len(k.tasks)-len(k.results))] = r
	if k.missing--; k.missing == 0 {
		k.state.Advance(k.results)
		k.appendTasks()
	}
}

// State returns the progress of a play-off, or nil for other formats. It changes as results are
// added.
func (s *Schedule) State() *playoff.State {
	if k, ok := s.matches.(*playoffMatches); ok {
		return k.state
	}
	return nil
}

func (s *Schedule) StopAfter(round int) { s.matches.(*playoffMatches).last = round }

// NextRound returns the first play-off round that has no results yet.
func (s *Schedule) NextRound() int {
	k := s.matches.(*playoffMatches)
	if k.state.Grouping > 1 || k.missing < len(k.state.Current) {
		return k.state.Round + 1
	}
	return k.state.Round
}

// finalRules describes a grand final with Params.Seeds matches per group.
var finalRules = rules{
	name: "final", resume: "playoff final", minPlayers: playoff.Finalists, maxPlayers: playoff.Finalists,
	describe: func(p *Params) string { return fmt.Sprintf("%d players in a grand final", len(p.Players)) },
	check: func(p *Params) error {
		if p.Seeds > playoff.MaxMatches {
			return fmt.Errorf("the grand final plan has %d matches per group, over the limit of %d", p.Seeds, playoff.MaxMatches)
		}
		return nil
	},
	sets: onePerSeed,
	schedule: func(s *Schedule) matches {
		f := &finalMatches{knockout{Schedule: s, player: func(e, _ int) int { return e }, maxEntry: playoff.Finalists - 1}, playoff.NewFinal(s.Seed, s.Seeds)}
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

// Final returns the progress of a final, or nil for other formats. It changes as results are added.
func (s *Schedule) Final() *playoff.Final {
	if f, ok := s.matches.(*finalMatches); ok {
		return f.final
	}
	return nil
}
