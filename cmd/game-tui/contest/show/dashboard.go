// Package show reads the record of a tournament: as a table, in the dashboard while it grows, and match
// by match, each played again.
package show

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/report"
	"game-tui/sim/league"
	"game-tui/tui"
	"game-tui/tui/match"
	"game-tui/tui/tournament"
	"game-tui/tui/ui"
)

// Dashboard shows a tournament until somebody quits. over closes it where nobody
// has pressed a key; nil: it does not.
func Dashboard(ctx context.Context, l *Tournament, a *Again, over <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	board := tournament.NewBoard(l, false)
	go board.Run(ctx)
	open := func(ctx context.Context, name string) (ui.Input, error) {
		at, _ := tournament.Parse(name) // which the board has made
		rec, err := a.Play(ctx, at)
		if err != nil {
			return nil, err
		}
		return ui.Opened{View: match.NewMatch(rec).Open(ui.Opening{})}, nil
	}
	err := tui.Run(ctx, tui.Options{View: board.Open(ui.Opening{}), Open: open, Over: over, Write: files.WriteMatch})
	if errors.Is(err, tui.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}

// Tournament is a tournament for the dashboard, whoever plays it.
type Tournament struct {
	standings  interface{ View(func(*league.Standings)) }
	title      string
	throughput progress.Speed

	mu      sync.Mutex
	playing []league.Task
	over    string
	note    string
	logged  []string // what the operator should know, while the dashboard takes the terminal

	Workers func() string // how many play, too; nil: this machine alone
}

// maxLogged is how many lines are kept for the end of the tournament.
const maxLogged = 1000

// Log shows a line in the dashboard, and keeps it.
func (l *Tournament) Log(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note = text
	if len(l.logged) < maxLogged {
		l.logged = append(l.logged, text)
	}
}

// Logged are the lines that were shown.
func (l *Tournament) Logged() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.logged
}

// NewTournament shows standings of a file.
func NewTournament(name string, standings interface{ View(func(*league.Standings)) }, until time.Time) *Tournament {
	l := &Tournament{standings: standings, title: filepath.Base(name), throughput: progress.Speed{Begin: time.Now(), Until: until}}
	standings.View(func(b *league.Standings) { l.throughput.Before, _ = b.Matches() })
	return l
}

// View shows the standings.
func (l *Tournament) View(look func(*league.Standings)) { l.standings.View(look) }

// Status is how the tournament goes.
func (l *Tournament) Status() tournament.Status {
	s := tournament.Status{Title: l.title}
	l.mu.Lock()
	t := l.throughput
	l.mu.Unlock()
	l.View(func(b *league.Standings) {
		s.Rate, s.Left = t.Rate(b.Matches())
		if b.Plan.Design == league.Versus {
			s.Answer = report.DuelOf(b).Text
		}
		for _, o := range b.Highlights.Recent() {
			s.Outs = append(s.Outs, tournament.Out{Entry: o.Entry, Seed: b.Schedule.Task(o.Task).Seed, Text: o.Text(), At: o.MatchRef})
		}
	})
	if l.Workers != nil {
		s.Note = l.Workers()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.playing {
		s.Playing = append(s.Playing, tournament.Playing{LineUp: t.LineUp, Seed: t.Seed})
	}
	s.Over = l.over
	if s.Note != "" && l.note != "" {
		s.Note += "; "
	}
	s.Note += l.note
	return s
}

// Begin notes that a task is being played.
func (l *Tournament) Begin(t league.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.playing = append(l.playing, t)
}

// End notes that it is played.
func (l *Tournament) End(t league.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.playing = slices.DeleteFunc(l.playing, func(p league.Task) bool { return p.N == t.N })
}

// Ended notes why the tournament is over.
func (l *Tournament) Ended(why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over, l.playing = why, nil
}
