package server

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/clean"
)

// Auth says who may watch: those with one of the keys, or with a password.
type Auth struct {
	keys      map[string][]grant // by wire form of the key
	passwords map[string][]byte
	decoy     []byte // compared for names that are not there, so that time does not tell
	guesses   *guesses
	now       func() time.Time
	compare   func(hash, password []byte) error
}

// Every wrong guess costs us one comparison, so costly hashes are refused.
const maxCost = 12

// AuthFile is the text of a file of keys or of passwords.
type AuthFile struct {
	Name string // for errors
	Text []byte
}

// NewAuth reads the text of an OpenSSH authorized_keys file and that of a password
// file with lines NAME:HASH, where HASH is bcrypt as "htpasswd -nB NAME" prints it
// and NAME * stands for every other name. nil leaves that way out; with both nil
// the result is nil: anyone may watch. Errors name file and line.
func NewAuth(keys, passwords *AuthFile) (*Auth, error) {
	if keys == nil && passwords == nil {
		return nil, nil
	}
	a := &Auth{now: time.Now, compare: bcrypt.CompareHashAndPassword, guesses: newGuesses()}
	var err error
	if keys != nil {
		if a.keys, err = parseKeys(keys.Text); err != nil {
			return nil, fmt.Errorf("%s:%w", keys.Name, err)
		}
	}
	if passwords != nil {
		if a.passwords, err = parsePasswords(passwords.Text); err != nil {
			return nil, fmt.Errorf("%s:%w", passwords.Name, err)
		}
		a.decoy, _ = bcrypt.GenerateFromPassword([]byte("decoy"), bcrypt.DefaultCost) // it is short enough
	}
	return a, nil
}

// parsePasswords reads NAME:HASH lines; its errors begin with the line number.
func parsePasswords(text []byte) (map[string][]byte, error) {
	list := map[string][]byte{}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, hash, ok := strings.Cut(line, ":")
		if !ok || name == "" {
			return nil, fmt.Errorf("%d: expected NAME:HASH as htpasswd -nB NAME prints it", i+1)
		}
		cost, err := bcrypt.Cost([]byte(hash))
		if err != nil {
			return nil, fmt.Errorf("%d: not a bcrypt hash; type htpasswd -nB %s", i+1, clean.ShellQuote(name))
		}
		if cost > maxCost {
			return nil, fmt.Errorf("%d: bcrypt cost %d is above %d: checking guesses would cost too much", i+1, cost, maxCost)
		}
		list[name] = []byte(hash)
	}
	if len(list) == 0 {
		return nil, errors.New("1: no password in it; expected lines NAME:HASH")
	}
	return list, nil
}

// key reports whether a key may watch from an address, now.
func (a *Auth) key(k gossh.PublicKey, from netip.Addr) bool {
	return slices.ContainsFunc(a.keys[string(k.Marshal())], func(g grant) bool { return g.holds(from, a.now()) })
}

// password reports whether name and password belong together. The comparison
// takes the same time for every name; too many guesses are answered without one.
// It returns early when ctx ends.
func (a *Auth) password(ctx context.Context, name, password string, from netip.Prefix) bool {
	return a.guesses.try(ctx, from, name, func() bool {
		hash, known := a.passwords[name]
		if !known {
			hash, known = a.passwords["*"]
		}
		if !known {
			hash = a.decoy
		}
		if len(password) > 72 { // bcrypt looks at no more
			return false
		}
		return a.compare(hash, []byte(password)) == nil && known
	})
}

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
// comparison at a time, so that a guesser waits for itself; and addresses that have
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
	limit := g.now().Add(-guessWindow)
	a.list = slices.DeleteFunc(a.list, func(old guess) bool { return !old.at.After(limit) })
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

func (g *guesses) enter(from netip.Prefix) *guesser {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.addresses[from]
	if a == nil {
		if len(g.addresses) >= maxGuessers { // all but those that are at it begin anew
			maps.DeleteFunc(g.addresses, func(_ netip.Prefix, a *guesser) bool { return a.refs == 0 })
		}
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
