package show

import (
	"context"
	"errors"
	"fmt"
	"time"

	"game-tui/cmd/game-tui/progress"
	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// Follower reads the record of a tournament that another process may be playing.
type Follower struct {
	*Tournament
	Plan      *league.Plan
	reader    *league.Reader
	standings *league.Live
}

// Follow reads a record as far as it goes.
func Follow(name string) (*Follower, error) {
	r, file, err := open(name)
	if err != nil {
		return nil, err
	}
	f := &Follower{Plan: r.Plan, reader: r, standings: league.NewLive(r.Plan)}
	if _, err := f.read(); err != nil {
		return nil, errors.Join(fault(name, err), file.Close())
	}
	f.Tournament = NewTournament(name, f.standings, time.Time{})
	f.judge(time.Time{})
	return f, nil
}

// read takes in what is new and reports whether there is anything.
func (f *Follower) read() (grown bool, err error) {
	for r, err := range f.reader.Results() { // its errors name no folder: visitors see them
		if err != nil {
			return grown, err
		}
		grown = true
		f.standings.Add(r)
	}
	return grown, nil
}

// How often a file is looked at, and when it counts as one that nobody plays.
const (
	followTime = time.Second
	quietTime  = time.Minute
)

// Run follows the record until ctx ends.
func (f *Follower) Run(ctx context.Context) {
	tick := time.NewTicker(followTime)
	defer tick.Stop()
	var last time.Time // that it grew
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		before := 0
		f.View(func(s *league.Standings) { before, _ = s.Matches() })
		grown, err := f.read()
		if grown {
			if time.Since(last) > quietTime { // the speed of those who play now counts
				f.mu.Lock()
				f.throughput = progress.Speed{Begin: time.Now().Add(-followTime), Before: before}
				f.mu.Unlock()
			}
			last = time.Now()
		}
		f.judge(last)
		if err != nil {
			f.mu.Lock()
			f.note = clean.Line(fmt.Sprintf("%s:%v", f.title, err))
			f.mu.Unlock()
			return
		}
	}
}

// judge says whether the tournament goes on.
func (f *Follower) judge(grew time.Time) {
	why := ""
	f.View(func(s *league.Standings) {
		switch {
		case s.Complete():
			why = "complete"
		case s.Plan.Design == league.Versus && s.Duels.Open() == 0:
			why = "all is proven"
		case grew.IsZero() || time.Since(grew) > quietTime:
			why = "not under way"
		}
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	f.over = why
}
