// Package show displays tournament files. A [Printer] prints a file or writes it as web pages. A
// [Monitor] provides [RunDashboard] with the state of a running tournament. [Follow] reads a file
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

// RunDashboard shows a tournament until the user quits. It also closes when finished is closed, unless
// the user has pressed a key. finished may be nil.
func RunDashboard(ctx context.Context, monitor *Monitor, replayer *Replayer, finished <-chan struct{}) error {
	board := tournament.NewBoard(monitor, false)
	return runInTerminal(ctx, board.Run, terminal.Options{View: board.Open(ui.OpenOptions{}), MatchEnded: finished}, replayer)
}

// runInTerminal shows a view until the user quits. run updates the view in the background. The user
// can open matches from it.
func runInTerminal(ctx context.Context, run func(context.Context), o terminal.Options, replayer *Replayer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go run(ctx)
	o.Write, o.Open = files.WriteMatch, func(ctx context.Context, name string) (ui.Input, error) {
		ref, _ := tournament.ParseMatchName(name) // The dashboard made the name itself, so it is valid.
		rec, err := replayer.Play(ctx, ref)
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

	mu           sync.Mutex
	runningTasks []schedule.Task
	waitTimes    []waitTime // waiting times, indexed by entry
	endReason    string
	note         string

	WorkersText func() string // returns the number of workers as text; nil if the tournament has no workers
	now         func() time.Time
}

// Log shows a line in the dashboard.
func (l *Monitor) Log(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note = text
}

// NewMonitor returns a monitor of the standings in a file. A zero deadline means no time limit.
func NewMonitor(name string, standings interface{ View(func(*league.Standings)) }, deadline time.Time) *Monitor {
	l := &Monitor{standings: standings, title: filepath.Base(name), speed: progress.Speed{Begin: time.Now(), Deadline: deadline}, now: time.Now}
	standings.View(func(b *league.Standings) { l.speed.DoneBefore, _ = b.Matches() })
	return l
}

func (l *Monitor) View(read func(*league.Standings)) { l.standings.View(read) }

// Status returns the state that the dashboard shows.
func (l *Monitor) Status() tournament.Status {
	s := tournament.Status{Title: l.title}
	var plan *league.Plan
	l.View(func(b *league.Standings) {
		plan = b.Plan
		s.Rate, s.Remaining = l.rate(b)
		if b.Plan.Format.IsDuel() {
			s.DuelResult = report.NewDuel(b).Text
		}
		for _, o := range b.Highlights.RecentOuts() {
			s.Outs = append(s.Outs, tournament.OutPlayer{Entry: o.Entry, MatchSeed: b.Schedule.Task(o.Task).Seed, Text: o.Text(), Match: o.MatchRef})
		}
	})
	notes := []string{l.slowPlayersText(plan)}
	if l.WorkersText != nil {
		notes = append(notes, l.WorkersText())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.runningTasks {
		s.Running = append(s.Running, tournament.RunningMatch{LineUp: t.LineUp, Seed: t.Seed})
	}
	s.EndReason = l.endReason
	notes = slices.DeleteFunc(append(notes, l.note), func(text string) bool { return text == "" })
	s.Note = strings.Join(notes, "; ")
	return s
}

// SetEndReason records why no more matches will be played; an empty reason means that they continue. If
// the tournament is complete, or stopsEarly is set and every pair is decided, it records that instead.
func (l *Monitor) SetEndReason(stopsEarly bool, reason string) {
	l.View(func(s *league.Standings) {
		switch {
		case s.IsComplete():
			reason = "complete"
		case s.Duels != nil && stopsEarly && s.Duels.OpenPairs() == 0:
			reason = "decided early"
		}
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.endReason, l.runningTasks = reason, nil
}

func (l *Monitor) rate(s *league.Standings) (matchesPerSecond float64, remaining time.Duration) {
	done, all := s.Matches()
	return l.speed.Estimate(l.now(), done, all)
}

// ProgressLine returns the progress in one line.
func (l *Monitor) ProgressLine() (line string) {
	workers := ""
	if l.WorkersText != nil {
		workers = ", " + l.WorkersText() // WorkersText locks the standings itself, so call it before taking that lock.
	}
	l.View(func(s *league.Standings) {
		done, all := s.Matches()
		rate, left := l.rate(s)
		line = format.Progress(done, all, rate, left) + workers
		if slow := l.slowPlayersText(s.Plan); slow != "" {
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
				leaders = report.NewDuel(s).Text
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
	if err := f.readNewResults(); err != nil {
		return nil, errors.Join(fileError(name, err, r.Plan), file.Close())
	}
	f.Monitor = NewMonitor(name, f.standings, time.Time{})
	f.markIfNotRunning()
	return f, nil
}

// Show calls run while it updates the standings in the background. run receives a Replayer to play
// matches again.
func (f *Follower) Show(ctx context.Context, run func(ctx context.Context, replayer *Replayer) error) error {
	replayer, err := NewReplayer(f.name, f.Plan)
	if err != nil {
		return err
	}
	defer replayer.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go f.Run(ctx)
	return run(ctx, replayer)
}

func (f *Follower) readNewResults() error {
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

// reopenIfReplaced starts over if the file was replaced. If the new file cannot be opened, the
// follower keeps reading the old one. It is an error if the new file contains another tournament.
func (f *Follower) reopenIfReplaced() error {
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
	if err := f.reopenIfReplaced(); err != nil {
		return err
	}
	if err := f.readNewResults(); err != nil {
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
		f.markIfNotRunning()
		if err != nil { // The next tick continues after a damaged line.
			f.Log(sanitize.Line(err.Error()))
		}
	}
}

// markIfNotRunning marks the tournament as not running if no process holds the file's lock.
func (f *Follower) markIfNotRunning() {
	playing, err := league.IsLocked(f.name)
	over := ""
	if err == nil && !playing {
		over = "not running"
	}
	f.SetEndReason(f.Plan.Format.IsDuel() && !playing, over)
}

// A player is slow if matches wait for it at least slowThreshold on average, and at least
// slowFactor times as long as for the median player.
const (
	slowThreshold = 5 * time.Second
	slowFactor    = 5
	maxSlowNames  = 3
)

// A waitTime accumulates how long matches wait for a program's answers.
type waitTime struct {
	total   time.Duration
	matches int // number of matches started
}

func (p *waitTime) mean() time.Duration { return p.total / time.Duration(max(p.matches, 1)) }

type timedPlayer struct {
	sim.Starter
	monitor  *Monitor
	waitTime *waitTime
}

func (p *timedPlayer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	asked := p.monitor.now()
	r := p.Starter.Play(ctx, q)
	p.monitor.mu.Lock()
	defer p.monitor.mu.Unlock()
	p.waitTime.total += p.monitor.now().Sub(asked)
	return r
}

// TimedField returns a copy of a field that measures how long its programs take to answer.
func (l *Monitor) TimedField(f *match.Field) *match.Field {
	timed := *f
	timed.Entries = slices.Clone(f.Entries)
	l.waitTimes = make([]waitTime, len(f.Entries))
	for i, e := range f.Entries {
		if !e.Player.IsProgram() {
			continue
		}
		timed.Entries[i].New = func() sim.Player {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.waitTimes[i].matches++
			return &timedPlayer{e.New().(sim.Starter), l, &l.waitTimes[i]}
		}
	}
	return &timed
}

func (l *Monitor) BeginTask(t schedule.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runningTasks = append(l.runningTasks, t)
}

// EndTask records that a task was completed or abandoned.
func (l *Monitor) EndTask(t schedule.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runningTasks = slices.DeleteFunc(l.runningTasks, func(u schedule.Task) bool { return u.N == t.N })
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
	done += len(l.runningTasks) // Count running matches too: the elapsed time includes them.
	l.mu.Unlock()
	rate, _ := t.Estimate(now, done, all)
	return left > 0 && (rate == 0 || float64(span.Tasks) <= rate*left.Seconds())
}

// slowPlayersText returns the names of slow players as text, or an empty string.
func (l *Monitor) slowPlayersText(p *league.Plan) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.endReason != "" {
		return ""
	}
	var order []int
	for i := range l.waitTimes {
		if p.Players[i].Program != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.waitTimes[b].mean(), l.waitTimes[a].mean()) })
	var names []string
	for _, i := range order[:min(len(order), maxSlowNames)] {
		mean := l.waitTimes[i].mean()
		if mean < slowThreshold || len(order) > 1 && mean < slowFactor*l.waitTimes[order[len(order)/2]].mean() {
			break
		}
		names = append(names, fmt.Sprintf("%s (%s a match)", sanitize.Line(p.Players[i].Name), format.Duration(mean)))
	}
	if names == nil {
		return ""
	}
	return "slow: " + strings.Join(names, ", ")
}
