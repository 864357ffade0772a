// Package progress shows the progress of long operations on standard error. [Show] shows a line
// until it is cleared or replaced. [Counter] and [Report] update their line until they are stopped.
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

	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// Show shows a line on the terminal until Clear or the next Show.
func Show(w io.Writer, text string) {
	if term.IsTerminal(os.Stderr.Fd()) {
		fmt.Fprint(w, "\r\x1b[K"+sanitize.Line(text))
	}
}

// Clear removes the line shown by Show.
func Clear(w io.Writer) {
	if term.IsTerminal(os.Stderr.Fd()) {
		fmt.Fprint(w, "\r\x1b[K")
	}
}

const (
	firstLineDelay = 5 * time.Second // delay before the first line if there is no terminal
	lineInterval   = time.Minute
	showInterval   = time.Second / 2
)

// Report prints a line regularly until stop is called or ctx is cancelled. On a terminal, it
// updates the line in place.
func Report(ctx context.Context, w io.Writer, line func() string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	work.Go(func() { report(ctx, w, line) })
	return func() {
		cancel()
		work.Wait()
	}
}

func report(ctx context.Context, w io.Writer, line func() string) {
	live := term.IsTerminal(os.Stderr.Fd())
	next := firstLineDelay
	if live {
		next = showInterval / 2
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
			timer.Reset(lineInterval)
			continue
		}
		text := line()
		if width, _, err := term.GetSize(os.Stderr.Fd()); err == nil && width > 0 {
			text = ansi.Truncate(text, width-1, "…")
		}
		fmt.Fprint(w, "\r\x1b[K"+text)
		timer.Reset(showInterval)
	}
}

// Speed estimates how fast matches are played.
type Speed struct {
	Begin      time.Time
	Deadline   time.Time // time after which no match starts, or zero
	DoneBefore int       // number of matches done before Begin
}

// Estimate returns the matches per second and the time left, or zeros until a match has ended.
func (p *Speed) Estimate(now time.Time, done, total int) (perSecond float64, remaining time.Duration) {
	n := done - p.DoneBefore
	if n <= 0 {
		return 0, 0
	}
	passed := max(now.Sub(p.Begin), time.Millisecond)
	remaining = time.Duration(float64(passed) / float64(n) * float64(total-done))
	if !p.Deadline.IsZero() {
		remaining = min(remaining, max(p.Deadline.Sub(now), 0))
	}
	return float64(n) / passed.Seconds(), remaining
}

func (p *Speed) Text(done, total int) string {
	rate, remaining := p.Estimate(time.Now(), done, total)
	return format.Progress(done, total, rate, remaining)
}

var (
	printMu     sync.Mutex
	queuedLines []string
)

// Print writes a line above the progress line.
func Print(w io.Writer, text string) {
	printMu.Lock()
	defer printMu.Unlock()
	Clear(w)
	fmt.Fprintln(w, sanitize.Line(text))
}

// PrintLater queues a line for PrintQueued and drops duplicates. It is safe for concurrent use.
func PrintLater(line string) {
	printMu.Lock()
	defer printMu.Unlock()
	if !slices.Contains(queuedLines, line) {
		queuedLines = append(queuedLines, line)
	}
}

func PrintQueued(w io.Writer) {
	printMu.Lock()
	defer printMu.Unlock()
	for _, line := range queuedLines {
		fmt.Fprintln(w, sanitize.Line(line))
	}
	queuedLines = nil
}

// JoinHighest joins the texts of the four highest values, highest first. An ellipsis stands for the
// others.
func JoinHighest(values []float64, text func(i int) string) string {
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
