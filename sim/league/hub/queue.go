package hub

import "sync"

// Limits of a lane. Further messages of its sender are dropped; a worker repeats its question.
const (
	maxQueue  = 4096     // messages
	maxQueued = 16 << 20 // bytes
)

// maxBurst is the number of messages that a subscription buffers. It is large, because beyond it NATS drops
// messages of all senders.
const maxBurst = 1 << 17

// lanes run the messages of each sender in order, and different senders at the same time. A sender of too
// many messages delays only itself. The zero value is ready to use.
type senderQueues struct {
	mu   sync.Mutex
	busy map[string]*senderQueue // lanes with jobs, by sender
	work sync.WaitGroup          // runs of lanes

	closed bool
}

type senderQueue struct {
	queue []job
	size  int // bytes
}

// A job handles one message.
type job struct {
	do   func()
	size int // of the message, in bytes
}

// add appends a job to the lane of a sender. It does not wait.
func (l *senderQueues) add(sender string, j job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	w := l.busy[sender]
	if w == nil {
		if l.busy == nil {
			l.busy = map[string]*senderQueue{}
		}
		w = &senderQueue{}
		l.busy[sender] = w
		l.work.Go(func() { l.run(sender, w) })
	}
	if len(w.queue) < maxQueue && w.size+j.size <= maxQueued {
		w.queue = append(w.queue, j)
		w.size += j.size
	}
}

// close drops the jobs that have not begun, and waits for those that have.
func (l *senderQueues) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.work.Wait()
}

// run executes the jobs of a lane until none is left.
func (l *senderQueues) run(sender string, w *senderQueue) {
	for {
		l.mu.Lock()
		if l.closed || len(w.queue) == 0 {
			delete(l.busy, sender)
			l.mu.Unlock()
			return
		}
		j := w.queue[0]
		w.queue[0] = job{} // release the message
		w.queue = w.queue[1:]
		w.size -= j.size
		l.mu.Unlock()
		j.do()
	}
}
