package server

import (
	"context"
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
// comparison at a time, so that whoever guesses waits for itself; and addresses that have
// guessed wrong have a queue of their own, so that nobody else waits for many that guess
// together.
type guesses struct {
	now               func() time.Time
	after             func(time.Duration) <-chan time.Time
	seed              maphash.Seed
	trusted, suspects *jobs // comparisons of addresses without wrong guesses, and with some

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
	cores := runtime.GOMAXPROCS(0)
	return &guesses{now: time.Now, after: time.After, seed: maphash.MakeSeed(),
		trusted: newJobs(max(cores, 2)), suspects: newJobs(max(cores/2, 1)), addresses: map[netip.Prefix]*guesser{}}
}

// try makes an attempt to log in with a name from an address; compare finds out
// whether the password is right. It returns false when ctx ends.
func (g *guesses) try(ctx context.Context, from netip.Prefix, name string, compare func() bool) (right bool) {
	a := g.enter(from)
	defer g.leave(a)
	select {
	case a.turn <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	id := maphash.String(g.seed, name)
	queue := g.queue(a, id)
	if queue == nil {
		<-a.turn
		select {
		case <-g.after(guessPenalty):
		case <-ctx.Done():
		}
		return false
	}
	defer func() { <-a.turn }()
	_ = queue.of(from)(ctx, func(context.Context) error {
		if right = compare(); !right {
			g.mu.Lock()
			defer g.mu.Unlock()
			a.list = append(a.list, guess{g.now(), id})
		}
		return nil
	})
	return right
}

// queue is where an address waits for a comparison; nil where it has no wrong guesses
// left for a name, or for all.
func (g *guesses) queue(a *guesser, name uint64) *jobs {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget(a)
	same := 0
	for _, old := range a.list {
		if old.name == name {
			same++
		}
	}
	switch {
	case same >= guessesPerName || len(a.list) >= guessesPerAddress:
		return nil
	case len(a.list) > 0:
		return g.suspects
	}
	return g.trusted
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
