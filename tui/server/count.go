package server

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// dropReason is why a connection was cut, as log and metrics name it.
type dropReason string

const (
	dropNone      dropReason = ""
	dropHandshake dropReason = "handshake"
	dropCrowded   dropReason = "crowded"
	dropStalled   dropReason = "stalled"
	dropGarbage   dropReason = "garbage"
	dropChannels  dropReason = "channels"
	dropLinger    dropReason = "linger"
	dropClosing   dropReason = "closing"
)

// counters are what the server has done since it started.
type counters struct {
	in, out, lostKeys, frames, skipped, panics, joins atomic.Int64

	mu       sync.Mutex
	drops    map[dropReason]int64
	refusals map[string]int64
	draw     histogram
}

func newCounters() *counters {
	return &counters{drops: map[dropReason]int64{}, refusals: map[string]int64{}}
}

func (c *counters) dropped(why dropReason) {
	c.mu.Lock()
	c.drops[why]++
	c.mu.Unlock()
}

func (c *counters) refused(what string) {
	c.mu.Lock()
	c.refusals[what]++
	c.mu.Unlock()
}

// drawn records what one frame of a gallery took, drawing and difference.
func (c *counters) drawn(d time.Duration) {
	c.frames.Add(1)
	c.mu.Lock()
	c.draw.add(d)
	c.mu.Unlock()
}

// histogram counts durations in buckets of powers of four from 16 µs.
type histogram struct {
	counts [8]int64
	sum    time.Duration
	n      int64
}

func bound(i int) time.Duration { return 16 * time.Microsecond << (2 * i) }

func (h *histogram) add(d time.Duration) {
	h.n++
	h.sum += d
	for i := range h.counts {
		if d <= bound(i) {
			h.counts[i]++
			return
		}
	}
}

// write prints the histogram in Prometheus form.
func (h *histogram) write(w io.Writer, name string) {
	fmt.Fprintf(w, "# TYPE %s histogram\n", name)
	var n int64
	for i, c := range h.counts {
		n += c
		fmt.Fprintf(w, "%s_bucket{le=\"%g\"} %d\n", name, bound(i).Seconds(), n)
	}
	fmt.Fprintf(w, "%s_bucket{le=\"+Inf\"} %d\n%s_sum %g\n%s_count %d\n", name, h.n, name, h.sum.Seconds(), name, h.n)
}
