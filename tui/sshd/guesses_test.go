package sshd

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"
)

// fakeGuesses are guesses with a stopped clock. Penalties end at once and are counted.
type fakeGuesses struct {
	*guesses
	at       time.Time
	waited   []time.Duration
	compared int
}

func newFakeGuesses() *fakeGuesses {
	f := &fakeGuesses{guesses: newGuesses(), at: time.Unix(1e9, 0)}
	f.now = func() time.Time { return f.at }
	f.after = func(d time.Duration) <-chan time.Time {
		f.waited = append(f.waited, d)
		c := make(chan time.Time, 1)
		c <- f.at
		return c
	}
	return f
}

func (f *fakeGuesses) guess(from netip.Prefix, name string, right bool) bool {
	return f.attempt(context.Background(), from, name, func() bool { f.compared++; return right })
}

func TestWrongPasswordsAreBounded(t *testing.T) {
	t.Parallel()
	f := newFakeGuesses()
	for range 15 {
		f.guess(address(1), "anna", false)
	}
	if f.compared != guessesPerName || len(f.waited) != 5 || f.waited[0] != guessPenalty {
		t.Errorf("%d compared, waited %v", f.compared, f.waited)
	}
	if f.guess(address(1), "anna", true) || f.compared != guessesPerName {
		t.Error("the right password is compared above the budget")
	}
	if !f.guess(address(1), "bert", true) || !f.guess(address(2), "anna", true) {
		t.Error("another name or address has no budget")
	}
	f.at = f.at.Add(guessWindow)
	if !f.guess(address(1), "anna", true) {
		t.Error("a minute later there is no budget")
	}
	f.compared = 0
	for i := range 200 {
		f.guess(address(1), fmt.Sprint("name", i), false)
	}
	if f.compared != guessesPerAddress {
		t.Errorf("%d names compared", f.compared)
	}
	f.at = f.at.Add(guessWindow / 2)
	f.guess(address(1), "anna", false)
	if f.compared != guessesPerAddress {
		t.Error("half a minute is as good as a whole one")
	}
}

func TestRightPasswordsAreNotCounted(t *testing.T) {
	t.Parallel()
	f := newFakeGuesses()
	for range 5 * guessesPerAddress {
		if !f.guess(address(1), "anna", true) {
			t.Fatal("refused")
		}
	}
}

func TestOldAddressesAreForgotten(t *testing.T) {
	t.Parallel()
	f := newFakeGuesses()
	for i := range 3 * maxGuessers {
		f.guess(netip.PrefixFrom(netip.AddrFrom4([4]byte{byte(i >> 16), byte(i >> 8), byte(i), 1}), 32), "anna", false)
	}
	if n := len(f.addresses); n > maxGuessers {
		t.Errorf("%d addresses are remembered", n)
	}
}

func TestGuessersShareASeparateQueue(t *testing.T) {
	t.Parallel()
	g := newGuesses()
	const many = 100
	for i := range many {
		g.attempt(t.Context(), address(i), "anna", func() bool { return false })
	}
	var wg sync.WaitGroup
	release := make(chan struct{})
	for i := range many {
		wg.Go(func() {
			g.attempt(t.Context(), address(i), "anna", func() bool { <-release; return false })
		})
	}
	g.suspects.are(t, g.suspects.places, many-g.suspects.places)
	for range 10 { // nothing is released, so these wait for nobody
		if !g.attempt(t.Context(), address(200), "carl", func() bool { return true }) {
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
	other, err := r.dialFrom(t, "127.0.0.2", gossh.Password("secret")) // the guess is compared all the time: nobody waits for it
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
	r.shut(t)
	wg.Wait()
}
