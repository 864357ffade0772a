package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"
)

// Auth says who may watch: those with one of the keys, or with a password.
type Auth struct {
	keys      map[string]bool // by wire form
	passwords map[string][]byte
	decoy     []byte        // compared for names that are not there, so that time does not tell
	turn      chan struct{} // comparing is dear on purpose: one at a time
}

const (
	maxAuthFile = 4 << 20
	// Every wrong guess costs us one comparison, so dear hashes are refused.
	maxCost = 12
)

// LoadAuth reads an OpenSSH authorized_keys file and a password file with lines
// NAME:HASH, where HASH is bcrypt as "htpasswd -nB NAME" prints it and NAME *
// stands for every other name. An empty path leaves that way out; with both
// empty the result is nil: anyone may watch.
func LoadAuth(keyFile, passwordFile string) (*Auth, error) {
	if keyFile == "" && passwordFile == "" {
		return nil, nil
	}
	a := &Auth{turn: make(chan struct{}, 1)}
	if keyFile != "" {
		text, err := readBounded(keyFile)
		if err != nil {
			return nil, err
		}
		if a.keys, err = parseKeys(text); err != nil {
			return nil, fmt.Errorf("%s: %w", keyFile, err)
		}
	}
	if passwordFile != "" {
		text, err := readBounded(passwordFile)
		if err != nil {
			return nil, err
		}
		if a.passwords, err = parsePasswords(text); err != nil {
			return nil, fmt.Errorf("%s:%w", passwordFile, err)
		}
		if a.decoy, err = bcrypt.GenerateFromPassword([]byte("decoy"), bcrypt.DefaultCost); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxAuthFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxAuthFile {
		return nil, fmt.Errorf("%s: larger than %d MiB", path, maxAuthFile>>20)
	}
	return text, nil
}

func parseKeys(text []byte) (map[string]bool, error) {
	keys := map[string]bool{}
	for len(bytes.TrimSpace(text)) > 0 {
		key, _, _, rest, err := gossh.ParseAuthorizedKey(text)
		if err != nil {
			break // comments and blank lines behind the last key
		}
		keys[string(key.Marshal())] = true
		text = rest
	}
	if len(keys) == 0 {
		return nil, errors.New("no key in it; expected lines as in ~/.ssh/authorized_keys")
	}
	return keys, nil
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
			return nil, fmt.Errorf("%d: bcrypt cost %d is above %d: checking guesses would be too dear", i+1, cost, maxCost)
		}
		list[name] = []byte(hash)
	}
	if len(list) == 0 {
		return nil, errors.New("1: no password in it; expected lines NAME:HASH")
	}
	return list, nil
}

// key reports whether a key may watch.
func (a *Auth) key(k gossh.PublicKey) bool { return a.keys[string(k.Marshal())] }

// password reports whether name and password belong together; the comparison
// takes the same time for every name.
func (a *Auth) password(name, password string) bool {
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
	a.turn <- struct{}{}
	defer func() { <-a.turn }()
	return bcrypt.CompareHashAndPassword(hash, []byte(password)) == nil && known
}
