// Package show displays tournament files. A [Table] prints a file or writes it as web pages. A
// [Monitor] provides the [Dashboard] with the state of a running tournament. [Follow] reads a file
// that another process is writing, and a [Replayer] plays matches again.
package show

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
	"game-tui/tui/terminal"
	"game-tui/tui/ui"
	view "game-tui/tui/view/match"
	"game-tui/tui/view/tournament"
)

// Dashboard shows a tournament until the user quits. It also closes when finished is closed, unless
// the user has pressed a key. finished may be nil.
func Dashboard(ctx context.Context, l *Monitor, a *Replayer, finished <-chan struct{}) error {
	board := tournament.NewBoard(l, false)
	return runInTerminal(ctx, board.Run, terminal.Options{View: board.Open(ui.OpenOptions{}), MatchEnded: finished}, a)
}

// runInTerminal shows a view until the user quits. run updates the view in the background. The user
// can open matches from it.
func runInTerminal(ctx context.Context, run func(context.Context), o terminal.Options, a *Replayer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go run(ctx)
	o.Write, o.Open = files.WriteMatch, func(ctx context.Context, name string) (ui.Input, error) {
		at, _ := tournament.ParseMatchName(name) // The dashboard made the name itself, so it is valid.
		rec, err := a.Play(ctx, at)
		if err != nil {
			return nil, err
		}
		return ui.OpenView{View: view.NewMatch(rec).Open(ui.OpenOptions{})}, nil
	}
	// An empty option defers to the environment, so it cannot cause an error.
	o.ShowMotion, _ = terminal.ParseMotion("", os.Getenv)
	err := terminal.Run(ctx, o)
	if errors.Is(err, terminal.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}

// A Monitor observes a running tournament for the dashboard and the progress line. It is safe for
// concurrent use.
type Monitor struct {
	standings interface{ View(func(*league.Standings)) }
	title     string
	speed     progress.Speed

	mu      sync.Mutex
	running []schedule.Task
	paces   []pace // waiting times, indexed by entry
	outcome string
	note    string

	Workers func() string // returns the number of workers as text; nil if the tournament has no workers
	now     func() time.Time
}

// Log shows a line in the dashboard.
func (l *Monitor) Log(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note = text
}

// NewMonitor returns a monitor of the standings in a file. A zero until means no time limit.
func NewMonitor(name string, standings interface{ View(func(*league.Standings)) }, until time.Time) *Monitor {
	l := &Monitor{standings: standings, title: filepath.Base(name), speed: progress.Speed{Begin: time.Now(), Deadline: until}, now: time.Now}
	standings.View(func(b *league.Standings) { l.speed.DoneBefore, _ = b.Matches() })
	return l
}

func (l *Monitor) View(look func(*league.Standings)) { l.standings.View(look) }

// Status returns the state that the dashboard shows.
func (l *Monitor) Status() tournament.Status {
	s := tournament.Status{Title: l.title}
	var plan *league.Plan
	l.View(func(b *league.Standings) {
		plan = b.Plan
		s.Rate, s.Remaining = l.rate(b)
		if b.Plan.Format.IsDuel() {
			s.DuelResult = report.DuelOf(b).Text
		}
		for _, o := range b.Highlights.RecentOuts() {
			s.Outs = append(s.Outs, tournament.OutPlayer{Entry: o.Entry, Seed: b.Schedule.Task(o.Task).Seed, Text: o.Text(), Match: o.MatchRef})
		}
	})
	notes := []string{l.slowPlayers(plan)}
	if l.Workers != nil {
		notes = append(notes, l.Workers())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.running {
		s.Running = append(s.Running, tournament.RunningMatch{LineUp: t.LineUp, Seed: t.Seed})
	}
	s.EndReason = l.outcome
	notes = slices.DeleteFunc(append(notes, l.note), func(text string) bool { return text == "" })
	s.Note = strings.Join(notes, "; ")
	return s
}

// MarkOver records why no more matches will be played; an empty reason means that they continue. If
// the tournament is complete, or early is set and every pair is decided, it records that instead.
func (l *Monitor) MarkOver(early bool, reason string) {
	l.View(func(s *league.Standings) {
		switch {
		case s.IsComplete():
			reason = "complete"
		case s.Duels != nil && early && s.Duels.OpenPairs() == 0:
			reason = "decided early"
		}
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.outcome, l.running = reason, nil
}

func (l *Monitor) rate(s *league.Standings) (perSecond float64, remaining time.Duration) {
	done, all := s.Matches()
	return l.speed.Rate(l.now(), done, all)
}

// ProgressLine returns the progress in one line.
func (l *Monitor) ProgressLine() (line string) {
	workers := ""
	if l.Workers != nil {
		workers = ", " + l.Workers() // Workers locks the standings itself, so call it before taking that lock.
	}
	l.View(func(s *league.Standings) {
		done, all := s.Matches()
		rate, left := l.rate(s)
		line = format.Progress(done, all, rate, left) + workers
		if slow := l.slowPlayers(s.Plan); slow != "" {
			line += ", " + slow
		}
		if state := s.Schedule.State(); state != nil {
			line = fmt.Sprintf("round %d of %d, %d players left; %s", min(state.Round, state.Rounds()), state.Rounds(), len(state.Remaining), line)
		} else if s.Tally != nil && s.Tally.Matches > 0 {
			points := s.Tally.Points()
			leaders := progress.JoinHighest(points, func(i int) string {
				return fmt.Sprintf("%s %.0f", sanitize.Line(s.Plan.Players[i].Name), points[i])
			})
			if s.Plan.Format.IsDuel() {
				leaders = report.DuelOf(s).Text
			}
			line += ": " + leaders
		}
	})
	return line
}

// A Follower reads a tournament file that another process may be writing.
type Follower struct {
	*Monitor
	Plan      *league.Plan
	name      string
	file      *os.File // open file; reopened if the other process replaces it
	reader    *league.Reader
	standings *league.LiveStandings
}

// Follow opens a tournament file and reads its results.
func Follow(name string) (*Follower, error) {
	r, file, err := openFile(name)
	if err != nil {
		return nil, err
	}
	if r.Plan.Format == schedule.Playoff { // Finals can be followed, but play-offs cannot.
		return nil, errors.Join(fmt.Errorf("%s: %w", name, league.ErrPlayoff), file.Close())
	}
	f := &Follower{Plan: r.Plan, name: name, file: file, reader: r, standings: league.NewLiveStandings(r.Plan)}
	if err := f.readNew(); err != nil {
		return nil, errors.Join(fileError(name, err, r.Plan), file.Close())
	}
	f.Monitor = NewMonitor(name, f.standings, time.Time{})
	f.checkPlaying()
	return f, nil
}

// Show runs look while it updates the standings in the background. look receives a Replayer to play
// matches again.
func (f *Follower) Show(ctx context.Context, look func(ctx context.Context, a *Replayer) error) error {
	a, err := NewReplayer(f.name, f.Plan)
	if err != nil {
		return err
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go f.Run(ctx)
	return look(ctx, a)
}

func (f *Follower) readNew() error {
	for r, err := range f.reader.Results() { // Viewers see these errors, so they must not reveal the folder.
		if err != nil {
			return err
		}
		f.standings.Amend(f.reader.Plan)
		f.standings.Add(r)
	}
	f.standings.Amend(f.reader.Plan)
	return nil
}

// reopen starts over if the file was replaced. If the new file cannot be opened, the follower keeps
// reading the old one. It is an error if the new file contains another tournament.
func (f *Follower) reopen() error {
	was, err := f.file.Stat()
	if err != nil {
		// Viewers see this error, so it must not reveal the folder.
		return fmt.Errorf("%s: %w", f.title, files.Cause(err))
	}
	if now, err := os.Stat(f.name); err != nil || os.SameFile(was, now) {
		return nil
	}
	r, file, err := openFile(f.name)
	if err != nil {
		return nil
	}
	if r.Plan.ID != f.Plan.ID {
		return errors.Join(fmt.Errorf("%s: the file now contains another tournament", f.title), file.Close())
	}
	_ = f.file.Close() // It was opened for reading only.
	f.file, f.reader = file, r
	f.standings.View(func(s *league.Standings) { *s = *league.NewStandings(r.Plan) })
	f.Log("")
	return nil
}

func (f *Follower) update() error {
	if err := f.reopen(); err != nil {
		return err
	}
	if err := f.readNew(); err != nil {
		return fmt.Errorf("%s:%w", f.title, err)
	}
	return nil
}

// Run reads new results every second until ctx ends, and then closes the file.
func (f *Follower) Run(ctx context.Context) {
	defer func() { _ = f.file.Close() }()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := f.update()
		f.checkPlaying()
		if err != nil { // The next tick continues after a damaged line.
			f.Log(sanitize.Line(err.Error()))
		}
	}
}

// checkPlaying marks the tournament as not running if no process holds the file's lock.
func (f *Follower) checkPlaying() {
	playing, err := league.IsLocked(f.name)
	over := ""
	if err == nil && !playing {
		over = "not running"
	}
	f.MarkOver(f.Plan.Format.IsDuel() && !playing, over)
}

// A player is slow if matches wait for it at least slowThreshold on average, and at least
// slowFactor times as long as for the median player.
const (
	slowThreshold = 5 * time.Second
	slowFactor    = 5
	maxSlowNames  = 3
)

// A pace accumulates how long matches wait for a program's answers.
type pace struct {
	waited  time.Duration
	matches int // number of matches started
}

func (p *pace) mean() time.Duration { return p.waited / time.Duration(max(p.matches, 1)) }

type timedPlayer struct {
	sim.Starter
	monitor *Monitor
	pace    *pace
}

func (p *timedPlayer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	asked := p.monitor.now()
	r := p.Starter.Play(ctx, q)
	p.monitor.mu.Lock()
	defer p.monitor.mu.Unlock()
	p.pace.waited += p.monitor.now().Sub(asked)
	return r
}

// Time returns a copy of a field that measures how long its programs take to answer.
func (l *Monitor) Time(f *match.Field) *match.Field {
	timed := *f
	timed.Entries = slices.Clone(f.Entries)
	l.paces = make([]pace, len(f.Entries))
	for i, e := range f.Entries {
		if !e.Player.IsProgram() {
			continue
		}
		timed.Entries[i].New = func() sim.Player {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.paces[i].matches++
			return &timedPlayer{e.New().(sim.Starter), l, &l.paces[i]}
		}
	}
	return &timed
}

func (l *Monitor) Begin(t schedule.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running = append(l.running, t)
}

// End records that a task was completed or abandoned.
func (l *Monitor) End(t schedule.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running = slices.DeleteFunc(l.running, func(u schedule.Task) bool { return u.N == t.N })
}

// MayBegin reports whether the tasks of a span may start. A new seed must be expected to finish in
// time. A started seed may overrun by a tenth of the total time.
func (l *Monitor) MayBegin(span league.Span) bool {
	now, t := l.now(), &l.speed
	left := t.Deadline.Sub(now)
	if !span.WholeSeed {
		return left+t.Deadline.Sub(t.Begin)/10 > 0
	}
	done, all := span.Standings.Matches()
	l.mu.Lock()
	done += len(l.running) // Count running matches too: the elapsed time includes them.
	l.mu.Unlock()
	rate, _ := t.Rate(now, done, all)
	return left > 0 && (rate == 0 || float64(span.Tasks) <= rate*left.Seconds())
}

// slowPlayers returns the names of slow players as text, or an empty string.
func (l *Monitor) slowPlayers(p *league.Plan) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.outcome != "" {
		return ""
	}
	var order []int
	for i := range l.paces {
		if p.Players[i].Program != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.paces[b].mean(), l.paces[a].mean()) })
	var names []string
	for _, i := range order[:min(len(order), maxSlowNames)] {
		mean := l.paces[i].mean()
		if mean < slowThreshold || len(order) > 1 && mean < slowFactor*l.paces[order[len(order)/2]].mean() {
			break
		}
		names = append(names, fmt.Sprintf("%s (%s a match)", sanitize.Line(p.Players[i].Name), format.Duration(mean)))
	}
	if names == nil {
		return ""
	}
	return "slow: " + strings.Join(names, ", ")
}
