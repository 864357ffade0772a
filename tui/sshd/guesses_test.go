package sshd

import (
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"
)

func TestWrongPasswordsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, compared := newGuessLimiter(), 0
		guess := func(from int, right bool) bool {
			return g.attempt(t.Context(), address(from), func() bool { compared++; return right })
		}
		for range maxGuesses {
			guess(1, false)
		}
		began := time.Now()
		if guess(1, true) || compared != maxGuesses || time.Since(began) != guessPenalty {
			t.Errorf("above the budget: %d compared, answer after %v", compared, time.Since(began))
		}
		if !guess(2, true) {
			t.Error("another address has no budget")
		}
		time.Sleep(time.Minute)
		for range 5 * maxGuesses {
			if !guess(1, true) {
				t.Fatal("right passwords use up the budget")
			}
		}
	})
}

func TestOldAddressesAreForgotten(t *testing.T) {
	t.Parallel()
	g := newGuessLimiter()
	for i := range 3 * maxGuessers {
		from := netip.PrefixFrom(netip.AddrFrom4([4]byte{byte(i >> 16), byte(i >> 8), byte(i), 1}), 32)
		g.attempt(t.Context(), from, func() bool { return false })
	}
	if n := len(g.guesserByNetwork); n > maxGuessers {
		t.Errorf("%d addresses are remembered", n)
	}
}

func TestGuessersShareASeparateQueue(t *testing.T) {
	t.Parallel()
	g := newGuessLimiter()
	const many = 100
	for i := range many {
		g.attempt(t.Context(), address(i), func() bool { return false })
	}
	var wg sync.WaitGroup
	release := make(chan struct{})
	for i := range many {
		wg.Go(func() {
			g.attempt(t.Context(), address(i), func() bool { <-release; return false })
		})
	}
	g.suspectQueue.awaitCounts(t, g.suspectQueue.slotCount, many-g.suspectQueue.slotCount)
	for range 10 { // these do not wait, since nothing is released
		if !g.attempt(t.Context(), address(200), func() bool { return true }) {
			t.Error("an address that never guessed wrong is not let in")
		}
	}
	close(release)
	wg.Wait()
}

// Other addresses, and holders of a key from the same address, log in while a comparison hangs.
func TestGuessingDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	hash, err := bcrypt.GenerateFromPassword([]byte("secret"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	key := newKey()
	auth, err := authOf(keyLine("", key), "*:"+string(hash)+"\n")
	if err != nil {
		t.Fatal(err)
	}
	held, stuck := make(chan struct{}), make(chan struct{}, 100)
	release := sync.OnceFunc(func() { close(held) })
	defer release()
	var comparing atomic.Int32
	auth.compare = func(hash, password []byte) error {
		if string(password) != "guess" {
			return bcrypt.CompareHashAndPassword(hash, password)
		}
		if comparing.Add(1) > 1 {
			t.Error("two guesses of one address are compared at a time")
		}
		defer comparing.Add(-1)
		stuck <- struct{}{}
		<-held
		return errors.New("wrong")
	}
	r := start(t, newStage(), func(c *Config) { c.Auth = auth })
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if c, err := r.dial(gossh.Password("guess")); err == nil {
				t.Error("a guess is let in")
				c.Close()
			}
		})
	}
	<-stuck
	other, err := r.dialFrom(t, "127.0.0.2", gossh.Password("secret")) // the guess is still being compared
	if err != nil {
		t.Fatal(err)
	}
	other.Close()
	c, err := r.dial(gossh.PublicKeys(key))
	if err != nil {
		t.Error("a key waits for passwords: ", err)
	} else {
		c.Close()
	}
	release()
	r.shutDown(t)
	wg.Wait()
}
