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

	"game-tui/sim/sanitize"
	"game-tui/tui/terminal"
)

// A Counter shows how many things are done and what is being done: as a bar on a terminal, and with
// Report's lines elsewhere. It is safe for concurrent use.
type Counter struct {
	total  int
	things string
	bar    func(done float64) string // or nil
	stop   func()

	mu   sync.Mutex
	done int
	work []*string // running work, oldest first
}

// NewCounter returns a Counter of total things. It prints to w until Stop is called.
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
	if !terminal.UnicodeLocale(os.Getenv) {
		full, empty = '#', '-'
	}
	bar := progress.New(progress.WithWidth(30), progress.WithColors(lipgloss.Blue), progress.WithFillCharacters(full, empty))
	bar.EmptyColor = lipgloss.NoColor{}
	return bar.ViewAs
}

// Add increases the number of things done by n.
func (c *Counter) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
}

// Set sets the number of things done.
func (c *Counter) Set(done int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = done
}

// Begin shows what is being done until end is called. If there are several, the oldest is shown.
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

// Stop removes the counter from the terminal.
func (c *Counter) Stop() { c.stop() }

// line returns the text shown. For a single thing it has no count.
func (c *Counter) line() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	doing := ""
	if len(c.work) > 0 {
		doing = sanitize.Line(*c.work[0])
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
