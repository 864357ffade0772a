package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"
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
		if a.decoy, err = bcrypt.GenerateFromPassword([]byte("decoy"), bcrypt.DefaultCost); err != nil {
			return nil, err
		}
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
			return nil, fmt.Errorf("%d: not a bcrypt hash; type htpasswd -nB %s", i+1, name)
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
	for _, g := range a.keys[string(k.Marshal())] {
		if g.holds(from, a.now()) {
			return true
		}
	}
	return false
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
