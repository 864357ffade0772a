package progress

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"game-tui/sim/sanitize"
)

// A Counter shows how many things are done and which one is in progress. It is safe for concurrent
// use.
type Counter struct {
	total int
	noun  string
	Stop  func()

	mu         sync.Mutex
	done       int
	activities []*string // what is in progress, oldest first
}

// NewCounter returns a Counter of total things. It prints to w until Stop is called.
func NewCounter(w io.Writer, total int, noun string) *Counter {
	c := &Counter{total: total, noun: noun}
	c.Stop = Report(context.Background(), w, c.line)
	return c
}

func (c *Counter) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
}

func (c *Counter) Set(done int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = done
}

// Begin marks activity as in progress until end is called. Only the oldest activity is shown.
func (c *Counter) Begin(activity string) (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.activities = append(c.activities, &activity)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.activities = slices.DeleteFunc(c.activities, func(w *string) bool { return w == &activity })
	}
}

func (c *Counter) line() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	doing := ""
	if len(c.activities) > 0 {
		doing = sanitize.Line(*c.activities[0])
	}
	if c.total == 1 && doing != "" {
		return doing
	}
	text := fmt.Sprintf("%d of %d %s", c.done, c.total, c.noun)
	if doing != "" {
		text += ", " + doing
	}
	return text
}
