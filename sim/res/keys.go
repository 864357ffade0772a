package res

import (
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"game-tui/sim"
)

// Keys describes the lines of a configuration, in order. S is a struct with a field for each line,
// such as NumRounds for NUM_ROUNDS. Field tags are min, max, and tabs, the number of tabs that the
// kit prints before the value. min and tabs default to 1.
type Keys[S any] []key

type key struct {
	field  int // index of the field in S
	name   string
	tabs   string
	lo, hi int
}

// NewKeys derives the keys from the fields of S. The tag max defaults to defaultMax.
func NewKeys[S any](defaultMax int) Keys[S] {
	t := reflect.TypeFor[S]()
	var keys Keys[S]
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			continue
		}
		tag := func(name string, fallback int) int {
			if n, err := strconv.Atoi(t.Field(i).Tag.Get(name)); err == nil {
				return n
			}
			return fallback
		}
		var name strings.Builder
		for k, c := range t.Field(i).Name {
			if k > 0 && c >= 'A' && c <= 'Z' {
				name.WriteByte('_')
			}
			name.WriteRune(unicode.ToUpper(c))
		}
		keys = append(keys, key{i, name.String(), strings.Repeat("\t", tag("tabs", 1)), tag("min", 1), tag("max", defaultMax)})
	}
	return keys
}

// Read parses the version and the values. If check is not nil, it is called after each value to
// validate it against earlier ones.
func (k Keys[S]) Read(text []byte, version string, check func(s *S, in *Scanner, key string)) (*S, int, error) {
	in := NewScanner(text)
	program, edition, _ := strings.Cut(version, " ")
	in.Expect(program)
	in.Expect(edition)
	s := new(S)
	values := reflect.ValueOf(s).Elem()
	for i := range k {
		in.Expect(k[i].name)
		values.Field(k[i].field).SetInt(int64(in.Int(k[i].name, k[i].lo, k[i].hi)))
		if check != nil {
			check(s, in, k[i].name)
		}
	}
	if err := in.Err(); err != nil {
		return nil, 0, err
	}
	return s, in.Offset(), nil
}

// Append appends the version and the values, formatted as in the header of a .res.
func (k Keys[S]) Append(dst []byte, version string, s *S) []byte {
	dst = append(dst, version...)
	dst = append(dst, "\n\n"...)
	values := reflect.ValueOf(s).Elem()
	for i := range k {
		dst = append(dst, k[i].name...)
		dst = append(dst, k[i].tabs...)
		dst = AppendInt(dst, int(values.Field(k[i].field).Int()))
		dst = append(dst, '\n')
	}
	return dst
}

// ReadSettings implements Game.ReadSettings for settings of type S.
func ReadSettings[S any, P interface {
	*S
	sim.Settings
}](text []byte, version string, keys Keys[S], check func(s *S, in *Scanner, key string)) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, check)
	if err != nil {
		return nil, 0, err
	}
	return P(s), n, nil
}
