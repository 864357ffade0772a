package show

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"game-tui/cmd/game-tui/progress"
	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// Follower reads the record of a tournament that another process may be playing.
type Follower struct {
	*Tournament
	*Record

	mu        sync.Mutex
	standings *league.Standings
}

// Follow reads a record as far as it goes.
func Follow(name string) (*Follower, error) {
	r, err := OpenRecord(name)
	if err != nil {
		return nil, err
	}
	f := &Follower{Record: r, standings: league.NewStandings(r.Plan)}
	if _, err := f.read(); err != nil {
		return nil, errors.Join(r.fault(err), r.file.Close())
	}
	f.Tournament = NewTournament(name, followed{f}, time.Time{})
	f.judge(time.Time{})
	return f, nil
}

// followed shows the standings of a follower.
type followed struct{ f *Follower }

// View shows the standings.
func (b followed) View(look func(*league.Standings)) {
	b.f.mu.Lock()
	defer b.f.mu.Unlock()
	look(b.f.standings)
}

// matches is how many are in the standings.
func (f *Follower) matches() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	played, _ := f.standings.Matches()
	return played
}

// read takes in what is new and reports whether there is anything.
func (f *Follower) read() (grown bool, err error) {
	for r, err := range f.Results() { // its errors name no folder: visitors see them
		if err != nil {
			return grown, err
		}
		grown = true
		f.mu.Lock()
		f.standings.Add(r)
		f.mu.Unlock()
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
		before := f.matches()
		grown, err := f.read()
		if grown {
			if time.Since(last) > quietTime { // the speed of those who play now counts
				f.Tournament.mu.Lock()
				f.throughput = progress.Speed{Begin: time.Now().Add(-followTime), Before: before}
				f.Tournament.mu.Unlock()
			}
			last = time.Now()
		}
		f.judge(last)
		if err != nil {
			f.Tournament.mu.Lock()
			f.note = clean.Line(fmt.Sprintf("%s:%v", f.title, err))
			f.Tournament.mu.Unlock()
			return
		}
	}
}

// judge says whether the tournament goes on.
func (f *Follower) judge(grew time.Time) {
	why := ""
	f.mu.Lock()
	switch b := f.standings; {
	case b.Complete():
		why = "complete"
	case b.Plan.Design == league.Versus && b.Duels.Open() == 0:
		why = "all is proven"
	case grew.IsZero() || time.Since(grew) > quietTime:
		why = "not under way"
	}
	f.mu.Unlock()
	f.Tournament.mu.Lock()
	f.over = why
	f.Tournament.mu.Unlock()
}
