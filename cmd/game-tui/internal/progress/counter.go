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
	total  int
	things string
	Stop   func()

	mu   sync.Mutex
	done int
	work []*string // running work, oldest first
}

// NewCounter returns a Counter of total things. It prints to w until Stop is called.
func NewCounter(w io.Writer, total int, things string) *Counter {
	c := &Counter{total: total, things: things}
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

// Begin marks task as in progress until end is called. Only the oldest task is shown.
func (c *Counter) Begin(task string) (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.work = append(c.work, &task)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.work = slices.DeleteFunc(c.work, func(w *string) bool { return w == &task })
	}
}

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
	return text
}
