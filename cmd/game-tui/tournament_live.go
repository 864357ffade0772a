package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/infile"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/report"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	dashboard "game-tui/tui/tournament"
)

// tournamentView is a tournament for the dashboard, whoever plays it.
type tournamentView struct {
	books      interface{ View(func(*league.Books)) }
	title      string
	throughput progress.Speed

	mu      sync.Mutex
	playing []league.Task
	over    string
	note    string
	said    []string // what the operator is told while the dashboard takes the terminal

	workers func() string // how many play, too; nil: this machine alone
}

// maxSaid is how many lines are kept for the end of the dashboard.
const maxSaid = 1000

// say shows a line in the dashboard, and keeps it.
func (l *tournamentView) say(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note = text
	if len(l.said) < maxSaid {
		l.said = append(l.said, text)
	}
}

// kept are the lines that were said.
func (l *tournamentView) kept() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said
}

// newTournamentView shows books of a file.
func newTournamentView(name string, books interface{ View(func(*league.Books)) }, until time.Time) *tournamentView {
	l := &tournamentView{books: books, title: filepath.Base(name), throughput: progress.Speed{Begin: time.Now(), Until: until}}
	books.View(func(b *league.Books) { l.throughput.Before = b.Schedule.Matches(b.Tasks) })
	return l
}

// View shows the books.
func (l *tournamentView) View(look func(*league.Books)) { l.books.View(look) }

// Status is how the tournament goes.
func (l *tournamentView) Status() dashboard.Status {
	s := dashboard.Status{Title: l.title}
	l.mu.Lock()
	t := l.throughput
	l.mu.Unlock()
	l.View(func(b *league.Books) {
		s.Rate, s.Left = t.Rate(b.Schedule.Matches(b.Tasks), b.Schedule.Matches(b.Schedule.Tasks()))
		if b.Plan.Design == league.Versus {
			s.Answer = report.DuelOf(b).Text
		}
		for _, o := range b.Sights.Recent() {
			s.Outs = append(s.Outs, dashboard.Out{Entry: o.Entry, Seed: b.Schedule.Task(o.Task).Seed, Text: o.Text(), At: o.Where})
		}
	})
	if l.workers != nil {
		s.Note = l.workers()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.playing {
		s.Playing = append(s.Playing, dashboard.Playing{LineUp: t.LineUp, Seed: t.Seed})
	}
	s.Over = l.over
	if s.Note != "" && l.note != "" {
		s.Note += "; "
	}
	s.Note += l.note
	return s
}

// begin notes that a task is being played.
func (l *tournamentView) begin(t league.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.playing = append(l.playing, t)
}

// end notes that it is played.
func (l *tournamentView) end(t league.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.playing = slices.DeleteFunc(l.playing, func(p league.Task) bool { return p.N == t.N })
}

// ended notes why the tournament is over.
func (l *tournamentView) ended(why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over, l.playing = why, nil
}

// follower reads the record of a tournament that another process may be playing.
type follower struct {
	*tournamentView
	file   *infile.File
	reader *league.Reader

	mu    sync.Mutex
	books *league.Books
}

// follow reads a record as far as it goes.
func follow(ctx context.Context, name string) (*follower, error) {
	file, err := infile.Open(ctx, name)
	if err != nil {
		return nil, files.Error(err)
	}
	f := &follower{file: file}
	if f.reader, err = league.NewReader(file); err == nil {
		f.books = league.NewBooks(f.reader.Plan)
		_, err = f.read()
	}
	if err != nil {
		return nil, errors.Join(recordHint(name, fmt.Errorf("%s:%w", name, err)), file.Close())
	}
	f.tournamentView = newTournamentView(name, bookkeeper{f}, time.Time{})
	f.judge(time.Time{})
	return f, nil
}

// bookkeeper shows the books of a follower.
type bookkeeper struct{ f *follower }

// View shows the books.
func (b bookkeeper) View(look func(*league.Books)) {
	b.f.mu.Lock()
	defer b.f.mu.Unlock()
	look(b.f.books)
}

// matches is how many are in the books.
func (f *follower) matches() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.books.Schedule.Matches(f.books.Tasks)
}

// read takes in what is new and reports whether there is anything.
func (f *follower) read() (grown bool, err error) {
	for {
		r, err := f.reader.Next()
		if err == io.EOF {
			return grown, nil
		}
		if err != nil {
			return grown, err
		}
		grown = true
		f.mu.Lock()
		f.books.Add(r)
		f.mu.Unlock()
	}
}

// How often a file is looked at, and when it counts as one that nobody plays.
const (
	followTime = time.Second
	quietTime  = time.Minute
)

// run follows the record until ctx ends.
func (f *follower) run(ctx context.Context) {
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
				f.tournamentView.mu.Lock()
				f.throughput = progress.Speed{Begin: time.Now().Add(-followTime), Before: before}
				f.tournamentView.mu.Unlock()
			}
			last = time.Now()
		}
		f.judge(last)
		if err != nil {
			f.tournamentView.mu.Lock()
			f.note = clean.Line(fmt.Sprintf("%s:%v", f.title, err))
			f.tournamentView.mu.Unlock()
			return
		}
	}
}

// judge says whether the tournament goes on.
func (f *follower) judge(grew time.Time) {
	why := ""
	f.mu.Lock()
	switch b := f.books; {
	case b.Tasks == b.Schedule.Tasks():
		why = "complete"
	case b.Plan.Design == league.Versus && b.Duels.Open() == 0:
		why = "all is proven"
	case grew.IsZero() || time.Since(grew) > quietTime:
		why = "not under way"
	}
	f.mu.Unlock()
	f.tournamentView.mu.Lock()
	f.over = why
	f.tournamentView.mu.Unlock()
}
