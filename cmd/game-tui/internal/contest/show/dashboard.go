// Package show reads tournament files. [Table] prints one or writes it as web pages, [Dashboard]
// shows a tournament in the terminal, [Follow] reads a file that another process writes, and
// [Replayer] plays matches again.
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

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/league"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
	"game-tui/tui/terminal"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
	"game-tui/tui/view/tournament"
)

// Dashboard shows a tournament until the user quits. It closes with over if no key was pressed;
// over may be nil.
func Dashboard(ctx context.Context, l *Monitor, a *Replayer, over <-chan struct{}) error {
	board := tournament.NewBoard(l, false)
	return runInTerminal(ctx, board.Run, terminal.Options{View: board.Open(ui.Opening{}), MatchEnded: over}, a)
}

// runInTerminal shows a view until the user quits. run feeds the view; the user can open matches
// from it.
func runInTerminal(ctx context.Context, run func(context.Context), o terminal.Options, a *Replayer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go run(ctx)
	o.Write, o.Open = files.WriteMatch, func(ctx context.Context, name string) (ui.Input, error) {
		at, _ := tournament.Parse(name) // made by the board
		rec, err := a.Play(ctx, at)
		if err != nil {
			return nil, err
		}
		return ui.Opened{View: match.NewMatch(rec).Open(ui.Opening{})}, nil
	}
	o.Motion, _ = terminal.Motion("", os.Getenv) // only the environment matters here
	err := terminal.Run(ctx, o)
	if errors.Is(err, terminal.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}

// A Monitor observes a running tournament for the dashboard and the progress line. It is safe for
// concurrent use.
type Monitor struct {
	standings  interface{ View(func(*league.Standings)) }
	title      string
	throughput atomic.Pointer[progress.Speed]

	mu         sync.Mutex
	running    []*runningTask
	timings    *timings // nil before the first match
	timeUsedUp bool     // nothing starts any more, because it would not end in time
	over       string
	note       string
	logged     []string // lines for the operator while the dashboard is open

	Workers   func() string // number of workers as text; nil without workers
	AddsSeeds bool          // seeds are added while there is time
	now       func() time.Time
}

const maxLogLines = 1000

// Log shows a line in the dashboard and keeps it for [Monitor.LogLines].
func (l *Monitor) Log(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note = text
	if len(l.logged) < maxLogLines {
		l.logged = append(l.logged, text)
	}
}

func (l *Monitor) LogLines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.logged
}

// NewMonitor returns a monitor of the standings in a file. A zero until means that there is no time
// limit.
func NewMonitor(name string, standings interface{ View(func(*league.Standings)) }, until time.Time) *Monitor {
	l, speed := &Monitor{standings: standings, title: filepath.Base(name), now: time.Now}, progress.Speed{Begin: time.Now(), Until: until}
	standings.View(func(b *league.Standings) { speed.Before, _ = b.Matches() })
	l.throughput.Store(&speed)
	return l
}

func (l *Monitor) View(look func(*league.Standings)) { l.standings.View(look) }

// Status returns what the dashboard shows.
func (l *Monitor) Status() tournament.Status {
	s := tournament.Status{Title: l.title}
	var plan *league.Plan
	l.View(func(b *league.Standings) {
		plan = b.Plan
		s.Rate, s.Rest = l.estimateRest(b)
		if b.Plan.Format.IsDuel() {
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

// MarkEnded notes that nothing is played any more.
func (l *Monitor) MarkEnded() { l.setOver(true, "ended before all was played") }

// setOver notes why nothing is played any more. If early is set, the reason may be that everything
// is proven.
func (l *Monitor) setOver(early bool, why string) {
	l.View(func(s *league.Standings) {
		switch {
		case s.Complete():
			why = "complete"
		case s.Duels != nil && early && s.Duels.Open() == 0:
			why = "decided early"
		}
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over, l.running = why, nil
}

// ProgressLine returns the progress in one line.
func (l *Monitor) ProgressLine() (line string) {
	workers := ""
	if l.Workers != nil {
		workers = ", " + l.Workers() // before the lock of the standings, which Workers needs, too
	}
	l.View(func(s *league.Standings) {
		done, all := s.Matches()
		rate, rest := l.estimateRest(s)
		line = format.Progress(done, all, rate, rest) + workers
		if slow := l.slowPlayers(s.Plan); slow != "" && rest.WaitingFor == "" {
			line += ", " + slow
		}
		if state := s.Schedule.State(); state != nil {
			line = fmt.Sprintf("round %d of %d, %d are in; %s", min(state.Round, state.Rounds()), state.Rounds(), len(state.Remaining), line)
		} else if s.Tally != nil && s.Tally.Matches > 0 {
			line += ": " + leaderText(s)
		}
	})
	return line
}

// leaderText names the leading players with their points.
func leaderText(s *league.Standings) string {
	if s.Plan.Format.IsDuel() {
		return report.DuelOf(s).Text
	}
	points := s.Tally.Points()
	return progress.FirstFew(points, func(i int) string {
		return fmt.Sprintf("%s %.0f", sanitize.Line(s.Plan.Players[i].Name), points[i])
	})
}

// A Follower reads the tournament file that another process may be writing.
type Follower struct {
	*Monitor
	Plan      *league.Plan
	name      string
	file      *os.File // the open file, which is replaced if the other process rewrites it
	reader    *league.Reader
	standings *league.Live
}

// Follow opens a tournament file and reads the results it has.
func Follow(name string) (*Follower, error) {
	r, file, err := openFile(name)
	if err != nil {
		return nil, err
	}
	if r.Plan.Format == league.Playoff { // a final has its own view
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

// Show follows the file while look runs, and plays matches again for it.
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

// readNew reads new results and reports whether there were any.
func (f *Follower) readNew() (grown bool, err error) {
	for r, err := range f.reader.Results() { // errors name no folder, because visitors see them
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

// reopen starts over if the file was replaced by one without some of the results. If the new file
// cannot be opened, the follower keeps reading the old one.
func (f *Follower) reopen() (rewritten bool, err error) {
	was, err := f.file.Stat()
	if err != nil {
		return false, fmt.Errorf("%s: %w", f.title, files.Cause(err)) // without the folder, because visitors see it
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

// update reads new results and reports whether there were any. last is the time of the previous
// ones.
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
	if rewritten || grown && time.Since(last) > quietTime { // measure the current speed
		f.throughput.Store(&progress.Speed{Begin: time.Now().Add(-followTime), Before: before})
	}
	return grown, err
}

func (f *Follower) matches() (n int) {
	f.View(func(s *league.Standings) { n, _ = s.Matches() })
	return n
}

// The file is read every followTime. The speed is reset after quietTime without a result.
const (
	followTime = time.Second
	quietTime  = time.Minute
)

// Run follows the file until ctx ends and then closes it.
func (f *Follower) Run(ctx context.Context) {
	defer func() { _ = f.file.Close() }()
	tick := time.NewTicker(followTime)
	defer tick.Stop()
	var last time.Time // time of the last new result
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
		if err != nil { // lines after a damaged one are read next time
			f.setNote(sanitize.Line(err.Error()))
		}
	}
}

func (f *Follower) setNote(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note = text
}

// checkPlaying notes whether a process holds the lock of the file. If that is unknown, the
// tournament counts as running while results arrive.
func (f *Follower) checkPlaying(grew time.Time) {
	playing, err := league.Locked(f.name)
	over := ""
	switch {
	case err == nil && !playing:
		over = "not under way"
	case err != nil && (grew.IsZero() || time.Since(grew) > quietTime):
		over = "no new results"
	}
	f.setOver(f.Plan.Format.IsDuel() && !playing, over)
}
