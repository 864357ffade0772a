package res

import (
	"strings"

	"game-tui/sim"
)

// Keys are the lines of a configuration, in the order that the format demands;
// S holds their values. A line is unnamed so that tables can leave out its fields' names.
type Keys[S any] []struct {
	Name   string
	Tabs   string // what the kit prints between keyword and value
	Lo, Hi int
	Value  func(*S) *int
}

// Read takes the version and the values off a text. Check, which may be nil,
// verifies what a value must be in relation to those before it; it is called
// behind every one, so that its error points at the line.
func (k Keys[S]) Read(text []byte, version string, check func(s *S, in *Scanner, last string)) (*S, int, error) {
	in := NewScanner(text)
	program, edition, _ := strings.Cut(version, " ")
	in.Expect(program)
	in.Expect(edition)
	s := new(S)
	for i := range k {
		in.Expect(k[i].Name)
		*k[i].Value(s) = in.Int(k[i].Name, k[i].Lo, k[i].Hi)
		if check != nil {
			check(s, in, k[i].Name)
		}
	}
	if err := in.Err(); err != nil {
		return nil, 0, err
	}
	return s, in.Offset(), nil
}

// Append writes the version and the values as a .res header has them.
func (k Keys[S]) Append(dst []byte, version string, s *S) []byte {
	dst = append(dst, version...)
	dst = append(dst, "\n\n"...)
	for i := range k {
		dst = append(dst, k[i].Name...)
		dst = append(dst, k[i].Tabs...)
		dst = AppendInt(dst, *k[i].Value(s))
		dst = append(dst, '\n')
	}
	return dst
}

// ReadSettings is Read for a game whose settings are an S: Game.ReadSettings.
func ReadSettings[S any, P interface {
	*S
	sim.Settings
}](text []byte, version string, keys Keys[S], check func(s *S, in *Scanner, last string)) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, check)
	if err != nil {
		return nil, 0, err
	}
	return P(s), n, nil
}
