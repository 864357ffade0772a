// Package forecast predicts from a tournament how its players would do in a play-off. [Read] reads
// the matches, [Matches.Simulate] simulates play-offs with a model fitted to them, and
// [Matches.Sum] returns the forecast.
package forecast

import (
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/rating"
	"game-tui/sim/sanitize"
)

const MinMatches = 100

type Matches struct {
	Plan   *league.Plan
	Dummy  int     // entry that fills up groups
	Total  int     // number of matches
	bySeed [][]row // matches of a seed are not independent
}

type row struct {
	entries [sim.Seats]int // by seat
	playoff.Result
}

// Read reads the matches of a tournament file. Dummy is the entry that fills up groups.
func Read(in *league.Reader, dummy int) (*Matches, error) {
	m := &Matches{Dummy: dummy}
	for r, err := range in.Results() {
		if err != nil {
			return nil, err
		}
		task := in.Schedule.Task(r.N)
		if more := task.Block + 1 - len(m.bySeed); more > 0 {
			m.bySeed = append(m.bySeed, make([][]row, more)...)
		}
		one := row{entries: task.Entries(), Result: playoff.Result{Scores: r.Seats(&task)}}
		for seat, place := range task.Places {
			one.Outs[seat] = r.Out(place) != nil
		}
		m.bySeed[task.Block] = append(m.bySeed[task.Block], one)
		m.Total++
	}
	m.Plan = in.Plan // with amendments
	m.bySeed = slices.DeleteFunc(m.bySeed, func(list []row) bool { return len(list) == 0 })
	return m, nil
}

// Check returns an error if there are too few matches.
func (m *Matches) Check() error {
	played := make([]int, len(m.Plan.Players))
	for _, list := range m.bySeed {
		for i := range list {
			for _, e := range list[i].entries {
				played[e]++
			}
		}
	}
	least := 0
	for e, n := range played {
		if n < played[least] {
			least = e
		}
	}
	if n := played[least]; n < MinMatches {
		return fmt.Errorf("a forecast needs %d matches of each player, %s has played %d", MinMatches, sanitize.Line(m.Plan.Players[least].Name), n)
	}
	if n := len(m.bySeed); n < rating.MinSeeds {
		return fmt.Errorf("a forecast needs matches on %d seeds, these are on %d", rating.MinSeeds, n)
	}
	return nil
}
