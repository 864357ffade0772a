package server

import (
	"slices"
	"sync"
)

// comparing is the queue of the comparisons of passwords, each of which takes a
// core for up to a quarter of a second. The fewer wrong guesses an address has made
// the sooner it is its turn, and those that have made any get half the cores only.
type comparing struct {
	places, suspects int // under way at most: all, and of addresses that guessed wrong

	mu      sync.Mutex
	running [2]int // all, and of addresses that guessed wrong
	waiting []*comparison
}

// comparison is one that waits.
type comparison struct {
	wrong int           // guesses of its address
	turn  chan struct{} // closed when it may begin
}

func newComparing(cores int) *comparing {
	suspects := max(cores/2, 1)
	return &comparing{suspects: suspects, places: suspects + max(cores-suspects, 1)}
}

// enter waits for the turn of an address with so many wrong guesses; leave must
// follow. It returns false when gone is closed first.
func (q *comparing) enter(wrong int, gone <-chan struct{}) bool {
	c := &comparison{wrong, make(chan struct{})}
	q.mu.Lock()
	at := len(q.waiting)
	for at > 0 && q.waiting[at-1].wrong > wrong {
		at--
	}
	q.waiting = slices.Insert(q.waiting, at, c)
	q.next()
	q.mu.Unlock()
	select {
	case <-c.turn:
		return true
	case <-gone:
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if at := slices.Index(q.waiting, c); at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	} else { // its turn has come meanwhile
		q.done(wrong)
	}
	return false
}

func (q *comparing) leave(wrong int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.done(wrong)
}

// done frees a place.
func (q *comparing) done(wrong int) {
	q.running[0]--
	if wrong > 0 {
		q.running[1]--
	}
	q.next()
}

// next begins comparisons as long as it can, those of addresses with the fewest wrong
// guesses first.
func (q *comparing) next() {
	for len(q.waiting) > 0 && q.running[0] < q.places {
		c := q.waiting[0]
		if c.wrong > 0 {
			if q.running[1] >= q.suspects {
				return
			}
			q.running[1]++
		}
		q.running[0]++
		q.waiting = slices.Delete(q.waiting, 0, 1)
		close(c.turn)
	}
}
