// Package show reads the record of a tournament: as a table, in the dashboard while it grows, and match
// by match, each played again.
package show

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/report"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui"
	"game-tui/tui/match"
	"game-tui/tui/numbers"
	"game-tui/tui/tournament"
	"game-tui/tui/ui"
)

// Dashboard shows a tournament until somebody quits. over closes it where nobody
// has pressed a key; nil: it does not.
func Dashboard(ctx context.Context, l *Monitor, a *Replayer, over <-chan struct{}) error {
	board := tournament.NewBoard(l, false)
	return runInTerminal(ctx, board.Run, tui.Options{View: board.Open(ui.Opening{}), Over: over}, a)
}

// runInTerminal shows a view, whose source runs meanwhile, and opens matches of a record from it, until somebody quits.
func runInTerminal(ctx context.Context, run func(context.Context), o tui.Options, a *Replayer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go run(ctx)
	o.Write, o.Open = files.WriteMatch, func(ctx context.Context, name string) (ui.Input, error) {
		at, _ := tournament.Parse(name) // which the board has made
		rec, err := a.Play(ctx, at)
		if err != nil {
			return nil, err
		}
		return ui.Opened{View: match.NewMatch(rec).Open(ui.Opening{})}, nil
	}
	o.Motion, _ = tui.Motion("", os.Getenv) // the environment alone says so here
	err := tui.Run(ctx, o)
	if errors.Is(err, tui.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}

// Monitor is a tournament as it goes, whoever plays it: for the dashboard, and in a line.
type Monitor struct {
	standings  interface{ View(func(*league.Standings)) }
	title      string
	throughput atomic.Pointer[progress.Speed]

	mu         sync.Mutex
	running    []*runningTask
	timings    *timings // nil: nothing is measured
	timeUsedUp bool     // no more begins, since it would not end in time
	over       string
	note       string
	logged     []string // what the operator should know, while the dashboard takes the terminal

	Workers   func() string // how many play, too; nil: this machine alone
	AddsSeeds bool          // more than the plan is played while there is time
	now       func() time.Time
}

// maxLogLines is how many lines are kept for the end of the tournament.
const maxLogLines = 1000

// Log shows a line in the dashboard, and keeps it.
func (l *Monitor) Log(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note = text
	if len(l.logged) < maxLogLines {
		l.logged = append(l.logged, text)
	}
}

// LogLines are the lines that were shown.
func (l *Monitor) LogLines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.logged
}

// NewMonitor shows standings of a file. If until is not zero, the tournament has to end by then.
func NewMonitor(name string, standings interface{ View(func(*league.Standings)) }, until time.Time) *Monitor {
	l, speed := &Monitor{standings: standings, title: filepath.Base(name), now: time.Now}, progress.Speed{Begin: time.Now(), Until: until}
	standings.View(func(b *league.Standings) { speed.Before, _ = b.Matches() })
	l.throughput.Store(&speed)
	return l
}

// View shows the standings.
func (l *Monitor) View(look func(*league.Standings)) { l.standings.View(look) }

// Status is how the tournament goes.
func (l *Monitor) Status() tournament.Status {
	s := tournament.Status{Title: l.title}
	var plan *league.Plan
	l.View(func(b *league.Standings) {
		plan = b.Plan
		s.Rate, s.Rest = l.estimateRest(b)
		if b.Plan.Design == league.Against {
			s.Answer = report.DuelOf(b).Text
		}
		for _, o := range b.Highlights.Recent() {
			s.Outs = append(s.Outs, tournament.Out{Entry: o.Entry, Seed: b.Schedule.Task(o.Task).Seed, Text: o.Text(), At: o.MatchRef})
		}
	})
	notes := []string{l.slowPlayers(plan)}
	if l.Workers != nil {
		notes = append(notes, l.Workers())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.running {
		s.Playing = append(s.Playing, tournament.Playing{LineUp: t.LineUp, Seed: t.Seed})
	}
	s.Over = l.over
	notes = slices.DeleteFunc(append(notes, l.note), func(text string) bool { return text == "" })
	s.Note = strings.Join(notes, "; ")
	return s
}

// MarkEnded notes that nothing more is played.
func (l *Monitor) MarkEnded() { l.setOver(true, "ended before all was played") }

// setOver notes why nobody plays; early: that may be since all is proven.
func (l *Monitor) setOver(early bool, why string) {
	l.View(func(s *league.Standings) {
		switch {
		case s.Complete():
			why = "complete"
		case s.Duels != nil && early && s.Duels.Open() == 0:
			why = "all is proven"
		}
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over, l.running = why, nil
}

// ProgressLine is how far the tournament is.
func (l *Monitor) ProgressLine() (line string) {
	workers := ""
	if l.Workers != nil {
		workers = ", " + l.Workers() // asked before the standings, which its desk looks into as well
	}
	l.View(func(s *league.Standings) {
		done, all := s.Matches()
		rate, rest := l.estimateRest(s)
		line = numbers.Progress(done, all, rate, rest) + workers
		if slow := l.slowPlayers(s.Plan); slow != "" && rest.WaitsFor == "" {
			line += ", " + slow
		}
		if state := s.Schedule.State(); state != nil {
			line = fmt.Sprintf("round %d of %d, %d are in; %s", min(state.Round, state.Rounds()), state.Rounds(), len(state.In), line)
		} else if s.Tally != nil && s.Tally.Matches > 0 {
			line += ": " + leaderText(s)
		}
	})
	return line
}

// leaders names the first few, with their points.
func leaderText(s *league.Standings) string {
	if s.Plan.Design == league.Against {
		return report.DuelOf(s).Text
	}
	points := s.Tally.Points()
	return progress.FirstFew(points, func(i int) string {
		return fmt.Sprintf("%s %.0f", clean.Line(s.Plan.Player[i].Name), points[i])
	})
}

// Follower reads the record of a tournament that another process may be playing.
type Follower struct {
	*Monitor
	Plan      *league.Plan
	name      string
	file      *os.File // of that name, or of the record before it was rewritten
	reader    *league.Reader
	standings *league.Live
}

// Follow reads a record as far as it goes.
func Follow(name string) (*Follower, error) {
	r, file, err := openFile(name)
	if err != nil {
		return nil, err
	}
	if r.Plan.Design == league.Playoff { // a final has a view of its own
		return nil, errors.Join(fmt.Errorf("%s: %w", name, league.ErrPlayoff), file.Close())
	}
	f := &Follower{Plan: r.Plan, name: name, file: file, reader: r, standings: league.NewLive(r.Plan)}
	if _, err := f.readNew(); err != nil {
		return nil, errors.Join(fileError(name, err, r.Plan), file.Close())
	}
	f.Monitor = NewMonitor(name, f.standings, time.Time{})
	f.checkPlaying(time.Time{})
	return f, nil
}

// Show follows the record of that name, whose matches a plays again, while somebody looks at it.
func (f *Follower) Show(ctx context.Context, name string, look func(ctx context.Context, a *Replayer) error) error {
	a, err := NewReplayer(name, f.Plan)
	if err != nil {
		return err
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go f.Run(ctx)
	return look(ctx, a)
}

// read takes in what is new and reports whether there is anything.
func (f *Follower) readNew() (grown bool, err error) {
	for r, err := range f.reader.Results() { // its errors name no folder: visitors see them
		if err != nil {
			return grown, err
		}
		grown = true
		f.standings.Amend(f.reader.Plan)
		f.standings.Add(r)
	}
	f.standings.Amend(f.reader.Plan)
	return grown, nil
}

// reopen starts over if the record was rewritten without some of its results: then another file has its name.
// If that file cannot be opened, the follower keeps reading the old one.
func (f *Follower) reopen() (rewritten bool, err error) {
	was, err := f.file.Stat()
	if err != nil {
		return false, fmt.Errorf("%s: %w", f.title, files.Cause(err)) // visitors see no folder
	}
	if now, err := os.Stat(f.name); err != nil || os.SameFile(was, now) {
		return false, nil
	}
	r, file, err := openFile(f.name)
	if err != nil {
		return false, nil
	}
	if r.Plan.ID != f.Plan.ID {
		return false, errors.Join(fmt.Errorf("%s: the file now holds another tournament", f.title), file.Close())
	}
	_ = f.file.Close() // it was only read
	f.file, f.reader = file, r
	f.standings.View(func(s *league.Standings) { *s = *league.NewStandings(r.Plan) })
	f.setNote("")
	return true, nil
}

// update reads new results and reports whether there are any. last is the time of the previous ones.
func (f *Follower) update(last time.Time) (grown bool, err error) {
	rewritten, err := f.reopen()
	if err != nil {
		return false, err
	}
	before := f.matches()
	if grown, err = f.readNew(); err != nil {
		err = fmt.Errorf("%s:%w", f.title, err)
	}
	if rewritten {
		before = f.matches()
	}
	if rewritten || grown && time.Since(last) > quietTime { // the speed of those who play now counts
		f.throughput.Store(&progress.Speed{Begin: time.Now().Add(-followTime), Before: before})
	}
	return grown, err
}

func (f *Follower) matches() (n int) {
	f.View(func(s *league.Standings) { n, _ = s.Matches() })
	return n
}

// A record is read every followTime. The speed is measured again after quietTime without a result.
const (
	followTime = time.Second
	quietTime  = time.Minute
)

// Run follows the record until ctx ends, and then closes its file.
func (f *Follower) Run(ctx context.Context) {
	defer func() { _ = f.file.Close() }()
	tick := time.NewTicker(followTime)
	defer tick.Stop()
	var last time.Time // that it grew
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		grown, err := f.update(last)
		if grown {
			last = time.Now()
		}
		f.checkPlaying(last)
		if err != nil { // what is behind a damaged line is read next time
			f.setNote(clean.Line(err.Error()))
		}
	}
}

func (f *Follower) setNote(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note = text
}

// judge notes whether the tournament is being played: a program holds the lock of its record. If the lock
// cannot be read, it counts as played while results arrive.
func (f *Follower) checkPlaying(grew time.Time) {
	playing, err := league.Locked(f.name)
	over := ""
	switch {
	case err == nil && !playing:
		over = "not under way"
	case err != nil && (grew.IsZero() || time.Since(grew) > quietTime):
		over = "no new results"
	}
	f.setOver(f.Plan.Design == league.Against && !playing, over)
}
