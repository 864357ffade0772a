package hub

import "sync"

// Bounds of what waits in a lane. What its sender sends beyond them is dropped; a worker asks again.
const (
	maxQueue  = 4096     // messages
	maxQueued = 16 << 20 // bytes
)

// maxBurst is how many messages may come before they are in their lanes. Those of others would be dropped, too.
const maxBurst = 1 << 17

// lanes handle the messages of each sender in order, beside those of all others: one that sends too
// much delays only itself. The zero value is ready to use.
type lanes struct {
	mu   sync.Mutex
	busy map[string]*lane // those with messages
}

type lane struct {
	queue []job
	size  int // bytes
}

// job handles a message of so many bytes.
type job struct {
	do   func()
	size int
}

// add has a message handled in the lane of a sender. It does not wait.
func (l *lanes) add(sender string, j job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.busy[sender]
	if w == nil {
		if l.busy == nil {
			l.busy = map[string]*lane{}
		}
		w = &lane{}
		l.busy[sender] = w
		go l.run(sender, w)
	}
	if len(w.queue) < maxQueue && w.size+j.size <= maxQueued {
		w.queue = append(w.queue, j)
		w.size += j.size
	}
}

// run handles messages until none is left.
func (l *lanes) run(sender string, w *lane) {
	for {
		l.mu.Lock()
		if len(w.queue) == 0 {
			delete(l.busy, sender)
			l.mu.Unlock()
			return
		}
		j := w.queue[0]
		w.queue = w.queue[1:]
		w.size -= j.size
		l.mu.Unlock()
		j.do()
	}
}
