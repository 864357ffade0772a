package sshd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"game-tui/sim/sanitize"
)

// Auth holds the accepted keys and passwords.
type Auth struct {
	keys      map[string][]grant // restrictions on each accepted key, by the key's wire format
	passwords map[string][]byte
	decoy     []byte // hash compared for unknown names, so that they take as long as known ones
	guesses   *guessLimiter
	compare   func(hash, password []byte) error
}

// maxCost limits the bcrypt cost of hashes, because even a wrong guess costs a comparison.
const maxCost = 12

type AuthFile struct {
	Name string // name of the file in error messages
	Text []byte
}

// NewAuth parses an authorized_keys file and a password file. Lines of the password file have the
// form NAME:HASH, as printed by "htpasswd -nB NAME"; the name * matches all unlisted names. Either
// file may be nil. If both are nil, NewAuth returns nil, and anyone may watch. Errors include the
// file name and line number.
func NewAuth(keys, passwords *AuthFile) (*Auth, error) {
	if keys == nil && passwords == nil {
		return nil, nil
	}
	a := &Auth{compare: bcrypt.CompareHashAndPassword, guesses: newGuesses()}
	if keys != nil {
		a.keys = map[string][]grant{}
		if err := keys.parse("keys; expected lines as in ~/.ssh/authorized_keys", a.addKey); err != nil {
			return nil, err
		}
	}
	if passwords != nil {
		a.passwords = map[string][]byte{}
		if err := passwords.parse("passwords; expected lines NAME:HASH", a.addPassword); err != nil {
			return nil, err
		}
		a.decoy, _ = bcrypt.GenerateFromPassword([]byte("decoy"), bcrypt.DefaultCost) // cannot fail for a short password
	}
	return a, nil
}

// parse calls add for each line that is neither blank nor a comment. It returns an error if add
// fails or there is no such line.
func (f *AuthFile) parse(expected string, add func(line string) error) error {
	n := 0
	for i, line := range strings.Split(strings.TrimPrefix(string(f.Text), "\ufeff"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		n++
		if err := add(line); err != nil {
			return fmt.Errorf("%s:%d: %w", f.Name, i+1, err)
		}
	}
	if n == 0 {
		return fmt.Errorf("%s:1: no %s", f.Name, expected)
	}
	return nil
}

func (a *Auth) addPassword(line string) error {
	name, hash, ok := strings.Cut(line, ":")
	if !ok || name == "" {
		return errors.New("expected NAME:HASH, as printed by htpasswd -nB NAME")
	}
	cost, err := bcrypt.Cost([]byte(hash))
	if err != nil {
		return fmt.Errorf("not a bcrypt hash; run htpasswd -nB %s", sanitize.ShellQuote(name))
	}
	if cost > maxCost {
		return fmt.Errorf("bcrypt cost %d is above %d; use a lower cost, because the server computes a hash at every login attempt", cost, maxCost)
	}
	a.passwords[name] = []byte(hash)
	return nil
}

func (a *Auth) acceptsKey(k gossh.PublicKey, from netip.Addr) bool {
	return slices.ContainsFunc(a.keys[string(k.Marshal())], func(g grant) bool { return g.allows(from, time.Now()) })
}

// checkPassword reports whether name and password are accepted. The check takes as long for unknown
// names as for known ones. For other reasons to return false, see attempt.
func (a *Auth) checkPassword(ctx context.Context, name, password string, from netip.Prefix) bool {
	return a.guesses.attempt(ctx, from, func() bool {
		hash, known := a.passwords[name]
		if !known {
			hash, known = a.passwords["*"]
		}
		if !known {
			hash = a.decoy
		}
		if len(password) > 72 { // bcrypt ignores everything after 72 bytes.
			return false
		}
		return a.compare(hash, []byte(password)) == nil && known
	})
}

// maxGuesses is the number of wrong passwords per minute allowed from an address. Further attempts
// fail after guessPenalty.
const (
	maxGuesses   = 60
	guessPenalty = 3 * time.Second
	maxGuessers  = 4096
)

// guessLimiter limits how many passwords an address can guess and how much time that costs. Each
// address's comparisons run one at a time. Addresses with recent wrong guesses share a separate
// queue.
type guessLimiter struct {
	trusted, suspects *jobs

	mu        sync.Mutex
	addresses map[netip.Prefix]*guesser
}

type guesser struct {
	comparing chan struct{}
	budget    *rate.Limiter // rate limit of wrong guesses
}

func newGuesses() *guessLimiter {
	cores := runtime.GOMAXPROCS(0)
	return &guessLimiter{trusted: newJobs(max(cores, 2)), suspects: newJobs(max(cores/2, 1)), addresses: map[netip.Prefix]*guesser{}}
}

// attempt returns the result of compare. It returns false if ctx is cancelled, the queue is full or
// there were too many wrong guesses.
func (g *guessLimiter) attempt(ctx context.Context, from netip.Prefix, compare func() bool) (right bool) {
	a := g.enter(from)
	select {
	case a.comparing <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	defer func() { <-a.comparing }()
	queue := g.trusted
	switch left := a.budget.Tokens(); {
	case left < 1:
		select {
		case <-time.After(guessPenalty):
		case <-ctx.Done():
		}
		return false
	case left < maxGuesses:
		queue = g.suspects
	}
	_ = queue.forNetwork(from)(ctx, func(context.Context) error {
		if right = compare(); !right {
			a.budget.Allow()
		}
		return nil
	})
	return right
}

func (g *guessLimiter) enter(from netip.Prefix) *guesser {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.addresses[from]
	if a == nil {
		if len(g.addresses) >= maxGuessers {
			maps.DeleteFunc(g.addresses, func(_ netip.Prefix, a *guesser) bool { return len(a.comparing) == 0 })
		}
		a = &guesser{comparing: make(chan struct{}, 1), budget: rate.NewLimiter(rate.Every(time.Minute/maxGuesses), maxGuesses)}
		g.addresses[from] = a
	}
	return a
}
