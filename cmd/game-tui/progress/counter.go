package progress

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"charm.land/bubbles/v2/progress"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"game-tui/sim/clean"
	"game-tui/tui"
)

// A Counter shows how many of its things are done and what is being done. On a terminal it is a bar, elsewhere lines like
// those of Report. It is safe for concurrent use.
type Counter struct {
	total  int
	things string
	bar    func(done float64) string // or nil
	stop   func()

	mu   sync.Mutex
	done int
	work []*string // what is being done, in the order in which it was begun
}

// NewCounter returns a Counter of total things that shows itself on standard error, which is w, until it is stopped.
func NewCounter(w io.Writer, total int, things string) *Counter {
	c := &Counter{total: total, things: things}
	if total > 1 && term.IsTerminal(os.Stderr.Fd()) {
		c.bar = newBar()
	}
	out := &colorprofile.Writer{Forward: w, Profile: colorprofile.Detect(os.Stderr, os.Environ())}
	c.stop = start(context.Background(), out, c.line, everyBar)
	return c
}

func newBar() func(done float64) string {
	full, empty := '█', '░'
	if !tui.UnicodeLocale(os.Getenv) {
		full, empty = '#', '-'
	}
	bar := progress.New(progress.WithWidth(30), progress.WithColors(lipgloss.Blue), progress.WithFillCharacters(full, empty))
	bar.EmptyColor = lipgloss.NoColor{}
	return bar.ViewAs
}

// Add adds n to what is done.
func (c *Counter) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
}

// Set sets what is done.
func (c *Counter) Set(done int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = done
}

// Begin shows what is being done, until end is called. Of several the one that began first is shown: all wait for it.
func (c *Counter) Begin(what string) (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.work = append(c.work, &what)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.work = slices.DeleteFunc(c.work, func(w *string) bool { return w == &what })
	}
}

// Stop shows no more, and takes the bar off the terminal.
func (c *Counter) Stop() { c.stop() }

// line returns what is shown. Of a single thing it is only what is being done.
func (c *Counter) line() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	doing := ""
	if len(c.work) > 0 {
		doing = clean.Line(*c.work[0])
	}
	if c.total == 1 && doing != "" {
		return doing
	}
	text := fmt.Sprintf("%d of %d %s", c.done, c.total, c.things)
	if doing != "" {
		text += ", " + doing
	}
	if c.bar != nil {
		text = c.bar(float64(c.done)/float64(c.total)) + "  " + text
	}
	return text
}
