package server

import (
	"hash/maphash"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Wrong passwords that are compared: so many a minute of one address for one
// name, and for all names. What comes above that fails after penalty without a
// comparison.
const (
	guessesPerName    = 10
	guessesPerAddress = 60
	guessWindow       = time.Minute
	guessPenalty      = 3 * time.Second
)

// maxGuessers is how many addresses are remembered for their wrong guesses.
const maxGuessers = 4096

// guesses bounds what guessing passwords gains and costs. An address makes one
// comparison at a time, so that whoever guesses waits for itself; and of all the
// addresses those go first that guessed wrong the fewest times, so that nobody
// else waits for many that guess together.
type guesses struct {
	now       func() time.Time
	after     func(time.Duration) <-chan time.Time
	seed      maphash.Seed
	comparing *comparing

	mu        sync.Mutex
	addresses map[netip.Prefix]*guesser
}

// guesser is one address.
type guesser struct {
	turn chan struct{} // for its one comparison
	refs int           // attempts under way
	list []guess       // its wrong ones of the last minute, oldest first
}

type guess struct {
	at   time.Time
	name uint64
}

func newGuesses() *guesses {
	return &guesses{now: time.Now, after: time.After, seed: maphash.MakeSeed(),
		comparing: newComparing(runtime.GOMAXPROCS(0)), addresses: map[netip.Prefix]*guesser{}}
}

// try makes an attempt to log in with a name from an address; compare finds out
// whether the password is right. It returns false when gone is closed.
func (g *guesses) try(from netip.Prefix, name string, gone <-chan struct{}, compare func() bool) bool {
	a := g.enter(from)
	defer g.leave(a)
	if !take(a.turn, gone) {
		return false
	}
	id := maphash.String(g.seed, name)
	wrong, ok := g.mayCompare(a, id)
	if !ok {
		<-a.turn
		select {
		case <-g.after(guessPenalty):
		case <-gone:
		}
		return false
	}
	defer func() { <-a.turn }()
	if !g.comparing.enter(wrong, gone) {
		return false
	}
	ok = compare()
	g.comparing.leave(wrong)
	if !ok {
		g.mu.Lock()
		a.list = append(a.list, guess{g.now(), id})
		g.mu.Unlock()
	}
	return ok
}

// take takes a place; false when gone is closed first.
func take(places chan struct{}, gone <-chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	case <-gone:
		return false
	}
}

// mayCompare reports whether an address has wrong guesses left for a name, and
// how many it has made for all.
func (g *guesses) mayCompare(a *guesser, name uint64) (wrong int, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget(a)
	same := 0
	for _, old := range a.list {
		if old.name == name {
			same++
		}
	}
	return len(a.list), same < guessesPerName && len(a.list) < guessesPerAddress
}

// forget drops guesses that are out of the window.
func (g *guesses) forget(a *guesser) {
	limit := g.now().Add(-guessWindow)
	n := 0
	for n < len(a.list) && !a.list[n].at.After(limit) {
		n++
	}
	a.list = slices.Delete(a.list, 0, n)
}

func (g *guesses) enter(from netip.Prefix) *guesser {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.addresses[from]
	if a == nil {
		g.makeRoom()
		a = &guesser{turn: make(chan struct{}, 1)}
		g.addresses[from] = a
	}
	a.refs++
	return a
}

func (g *guesses) leave(a *guesser) {
	g.mu.Lock()
	a.refs--
	g.mu.Unlock()
}

// makeRoom forgets addresses that are not at it: first those without a wrong guess
// in the last minute, and if there are none all the others.
func (g *guesses) makeRoom() {
	if len(g.addresses) < maxGuessers {
		return
	}
	for _, keep := range []bool{true, false} {
		for from, a := range g.addresses {
			g.forget(a)
			if a.refs == 0 && (!keep || len(a.list) == 0) {
				delete(g.addresses, from)
			}
		}
		if len(g.addresses) < maxGuessers {
			return
		}
	}
}

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
