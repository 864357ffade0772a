package sim

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrMatchOver is returned by Board.Step after the last round.
var ErrMatchOver = errors.New("invalid board: the match is over")

// An InputError is an error at a byte offset of a text. res.WithPosition turns it into "name:line:
// message".
type InputError struct {
	Offset int
	Msg    string
}

func (e *InputError) Error() string { return e.Msg }

// InputErrorf returns an InputError at a byte offset.
func InputErrorf(offset int, format string, args ...any) *InputError {
	return &InputError{offset, fmt.Sprintf(format, args...)}
}

// LineNumber returns the line number, from 1, of a byte offset in text.
func LineNumber(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte{'\n'})
}

// A SettingError is a value in a configuration that allows no board.
type SettingError struct {
	Key string // such as NUM_ROUNDS
	Msg string
}

func (e *SettingError) Error() string { return e.Msg }
