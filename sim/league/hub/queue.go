package hub

import "sync"

// Limits of a sender's waiting messages.
const (
	maxQueue  = 4096     // messages
	maxQueued = 16 << 20 // bytes
)

// maxBurst is the number of messages that a subscription buffers. Beyond it NATS drops messages of
// all senders.
const maxBurst = 1 << 17

// senderQueues handle the messages of each sender in order, and different senders concurrently. The
// zero value is ready to use.
type senderQueues struct {
	mu   sync.Mutex
	busy map[string]*senderQueue // queues with jobs, by sender
	work sync.WaitGroup          // runs of queues

	closed bool
}

type senderQueue struct {
	jobs []job
	size int // bytes
}

type job struct {
	do   func()
	size int // of the message, in bytes
}

// add appends a job to the queue of a sender. It drops the job if the queue is full.
func (s *senderQueues) add(sender string, j job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	q := s.busy[sender]
	if q == nil {
		if s.busy == nil {
			s.busy = map[string]*senderQueue{}
		}
		q = &senderQueue{}
		s.busy[sender] = q
		s.work.Go(func() { s.run(sender, q) })
	}
	if len(q.jobs) < maxQueue && q.size+j.size <= maxQueued {
		q.jobs = append(q.jobs, j)
		q.size += j.size
	}
}

func (s *senderQueues) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.work.Wait()
}

func (s *senderQueues) run(sender string, q *senderQueue) {
	for {
		s.mu.Lock()
		if s.closed || len(q.jobs) == 0 {
			delete(s.busy, sender)
			s.mu.Unlock()
			return
		}
		j := q.jobs[0]
		q.jobs[0] = job{} // release the message
		q.jobs = q.jobs[1:]
		q.size -= j.size
		s.mu.Unlock()
		j.do()
	}
}
