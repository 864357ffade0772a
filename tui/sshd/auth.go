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
	keys         map[string][]keyRestriction // restrictions on each accepted key, by the key's wire format
	passwords    map[string][]byte
	decoyHash    []byte // hash compared for unknown names, so that they take as long as known ones
	guessLimiter *guessLimiter
	compare      func(hash, password []byte) error
}

// maxBcryptCost limits the bcrypt cost of hashes, because even a wrong guess costs a comparison.
const maxBcryptCost = 12

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
	a := &Auth{compare: bcrypt.CompareHashAndPassword, guessLimiter: newGuessLimiter()}
	if keys != nil {
		a.keys = map[string][]keyRestriction{}
		if err := keys.parse("keys; expected lines as in ~/.ssh/authorized_keys", a.addKey); err != nil {
			return nil, err
		}
	}
	if passwords != nil {
		a.passwords = map[string][]byte{}
		if err := passwords.parse("passwords; expected lines such as NAME:HASH", a.addPassword); err != nil {
			return nil, err
		}
		a.decoyHash, _ = bcrypt.GenerateFromPassword([]byte("decoy"), bcrypt.DefaultCost) // cannot fail for a short password
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
	if cost > maxBcryptCost {
		return fmt.Errorf("bcrypt cost %d is above %d; use a lower cost, because the server computes a hash at every login attempt", cost, maxBcryptCost)
	}
	a.passwords[name] = []byte(hash)
	return nil
}

func (a *Auth) acceptsKey(k gossh.PublicKey, addr netip.Addr) bool {
	return slices.ContainsFunc(a.keys[string(k.Marshal())], func(g keyRestriction) bool { return g.allows(addr, time.Now()) })
}

// acceptsPassword reports whether name and password are accepted. The check takes as long for unknown
// names as for known ones. For other reasons to return false, see attempt.
func (a *Auth) acceptsPassword(ctx context.Context, name, password string, network netip.Prefix) bool {
	return a.guessLimiter.attempt(ctx, network, func() bool {
		hash, known := a.passwords[name]
		if !known {
			hash, known = a.passwords["*"]
		}
		if !known {
			hash = a.decoyHash
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
	trustedQueue, suspectQueue *jobQueue

	mu               sync.Mutex
	guesserByNetwork map[netip.Prefix]*guesser
}

type guesser struct {
	slot   chan struct{}
	budget *rate.Limiter // rate limit of wrong guesses
}

func newGuessLimiter() *guessLimiter {
	cores := runtime.GOMAXPROCS(0)
	return &guessLimiter{trustedQueue: newJobQueue(max(cores, 2)), suspectQueue: newJobQueue(max(cores/2, 1)), guesserByNetwork: map[netip.Prefix]*guesser{}}
}

// attempt returns the result of compare. It returns false if ctx is cancelled, the queue is full or
// there were too many wrong guesses.
func (g *guessLimiter) attempt(ctx context.Context, network netip.Prefix, compare func() bool) (correct bool) {
	a := g.guesserFor(network)
	select {
	case a.slot <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	defer func() { <-a.slot }()
	queue := g.trustedQueue
	switch tokens := a.budget.Tokens(); {
	case tokens < 1:
		select {
		case <-time.After(guessPenalty):
		case <-ctx.Done():
		}
		return false
	case tokens < maxGuesses:
		queue = g.suspectQueue
	}
	_ = queue.runnerFor(network)(ctx, func(context.Context) error {
		if correct = compare(); !correct {
			a.budget.Allow()
		}
		return nil
	})
	return correct
}

func (g *guessLimiter) guesserFor(network netip.Prefix) *guesser {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.guesserByNetwork[network]
	if a == nil {
		if len(g.guesserByNetwork) >= maxGuessers {
			maps.DeleteFunc(g.guesserByNetwork, func(_ netip.Prefix, a *guesser) bool { return len(a.slot) == 0 })
		}
		a = &guesser{slot: make(chan struct{}, 1), budget: rate.NewLimiter(rate.Every(time.Minute/maxGuesses), maxGuesses)}
		g.guesserByNetwork[network] = a
	}
	return a
}
