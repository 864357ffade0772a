package sim

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrMatchOver is the error of Board.Step after the last round.
var ErrMatchOver = errors.New("invalid board: the match is over")

// An InputError is an error at a byte of a text. res.WithPosition adds name and line.
type InputError struct {
	Offset int
	Msg    string
}

func (e *InputError) Error() string { return e.Msg }

func InputErrorf(offset int, format string, args ...any) *InputError {
	return &InputError{offset, fmt.Sprintf(format, args...)}
}

// LineNumber returns the line, from 1, of a byte of text.
func LineNumber(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte{'\n'})
}

// A SettingError is a value of a configuration that allows no board.
type SettingError struct {
	Key string // such as NUM_ROUNDS
	Msg string
}

func (e *SettingError) Error() string { return e.Msg }
