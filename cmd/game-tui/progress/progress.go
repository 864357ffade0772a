// Package progress prints how far something is that takes a while: Note on a terminal, Counter and Report there or in
// lines.
package progress

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"game-tui/sim/clean"
	"game-tui/tui/numbers"
)

// Note shows on the terminal what takes a while; Clear takes it away.
func Note(w io.Writer, text string) {
	if term.IsTerminal(os.Stderr.Fd()) {
		fmt.Fprint(w, "\r\x1b[K"+clean.Line(text))
	}
}

// Clear takes the progress off the terminal.
func Clear(w io.Writer) {
	if term.IsTerminal(os.Stderr.Fd()) {
		fmt.Fprint(w, "\r\x1b[K")
	}
}

// How often it is printed how far long work is.
const (
	firstLine = 5 * time.Second // of lines, which are kept
	everyLine = time.Minute
	everyShow = time.Second // in a terminal, where each replaces the one before
	everyBar  = 200 * time.Millisecond
)

// Report prints on standard error, which is w, how far something is, until it is stopped or ctx
// ends: a line that changes in a terminal, and one a minute elsewhere.
func Report(ctx context.Context, w io.Writer, line func() string) (stop func()) {
	return start(ctx, w, line, everyShow)
}

// start is Report with the time between two lines that are shown in a terminal.
func start(ctx context.Context, w io.Writer, line func() string, every time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		report(ctx, w, line, every)
	}()
	return func() {
		cancel()
		<-ended
	}
}

func report(ctx context.Context, w io.Writer, line func() string, every time.Duration) {
	live := term.IsTerminal(os.Stderr.Fd())
	next := firstLine
	if live {
		next = min(every, everyShow/4)
	}
	timer := time.NewTimer(next)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			Clear(w)
			return
		case <-timer.C:
		}
		if !live {
			fmt.Fprintln(w, line())
			timer.Reset(everyLine)
			continue
		}
		text := line()
		if width, _, err := term.GetSize(os.Stderr.Fd()); err == nil && width > 0 {
			text = ansi.Truncate(text, width-1, "…")
		}
		fmt.Fprint(w, "\r\x1b[K"+text)
		timer.Reset(every)
	}
}

// Speed is how fast matches are played.
type Speed struct {
	Begin  time.Time
	Until  time.Time // none begins later; zero: no such time
	Before int       // matches that were played at the beginning
}

// Rate returns the matches per second and the time left; both are 0 before the first match has ended.
func (p *Speed) Rate(now time.Time, done, all int) (perSecond float64, left time.Duration) {
	n := done - p.Before
	if n <= 0 {
		return 0, 0
	}
	passed := max(now.Sub(p.Begin), time.Millisecond)
	left = time.Duration(float64(passed) / float64(n) * float64(all-done))
	if !p.Until.IsZero() {
		left = min(left, max(p.Until.Sub(now), 0))
	}
	return float64(n) / passed.Seconds(), left
}

// Text returns a line of progress.
func (p *Speed) Text(done, all int) string {
	rate, left := p.Rate(time.Now(), done, all)
	return numbers.Progress(done, all, rate, numbers.Rest{Left: left})
}

// printing keeps lines of several goroutines apart.
var printing sync.Mutex

// Print prints a line in between.
func Print(w io.Writer, text string) {
	printing.Lock()
	defer printing.Unlock()
	Clear(w)
	fmt.Fprintln(w, clean.Line(text))
}

// FirstFew lists the few with the highest values, by the text of each.
func FirstFew(values []float64, text func(i int) string) string {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[j], values[i]) })
	var list []string
	for _, i := range order[:min(len(order), 4)] {
		list = append(list, text(i))
	}
	if len(order) > len(list) {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}
