package hub

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"strings"

	"game-tui/sim/sanitize"
)

// A Token is a name with the secret that proves it.
type Token struct{ Name, Secret string }

const (
	minSecret = 16
	maxSecret = 200
	maxTokens = 1000
)

// NewToken returns a token with a random secret.
func NewToken(name string) Token {
	return Token{name, rand.Text()}
}

// ReadTokens parses lines NAME TOKEN. It skips empty lines and comments, which begin with #. Errors
// begin with the line number.
func ReadTokens(text []byte) ([]Token, error) {
	var list []Token
	names := map[string]bool{}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		words := strings.Fields(string(line))
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			continue
		case len(words) != 2 || !sanitize.IsToken(words[0]):
			return nil, fmt.Errorf("%d: expected a line NAME TOKEN, with a name of 1 to 30 letters, digits, - and _", n)
		case names[words[0]]:
			return nil, fmt.Errorf("%d: duplicate token of %s", n, words[0])
		case len(words[1]) < minSecret || len(words[1]) > maxSecret:
			return nil, fmt.Errorf("%d: the token of %s has %d characters, expected %d to %d", n, words[0], len(words[1]), minSecret, maxSecret)
		case len(list) == maxTokens:
			return nil, fmt.Errorf("%d: more than %d tokens", n, maxTokens)
		}
		names[words[0]] = true
		list = append(list, Token{words[0], words[1]})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("1: expected a line NAME TOKEN")
	}
	return list, nil
}
