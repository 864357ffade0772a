package server

import (
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
	drawing                                           atomic.Int64 // nanoseconds that the frames took

	mu       sync.Mutex
	drops    map[dropReason]int64
	refusals map[string]int64
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

// drawn records what one frame of an audience took, drawing and difference.
func (c *counters) drawn(d time.Duration) {
	c.frames.Add(1)
	c.drawing.Add(int64(d))
}
