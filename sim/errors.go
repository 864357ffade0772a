package sim

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrOver is the error of Board.Step behind the last round.
var ErrOver = errors.New("invalid board: the match is over")

// InputError is a fault in a text that was read: a configuration, a recording,
// a reply. Offset is the byte where it was found; whoever knows the whole text
// and its name turns it into "name:line: message" with At.
type InputError struct {
	Offset int
	Msg    string
}

func (e *InputError) Error() string { return e.Msg }

// Errorf makes an InputError at a byte offset.
func Errorf(offset int, format string, args ...any) *InputError {
	return &InputError{offset, fmt.Sprintf(format, args...)}
}

// Line returns the line number, from 1, of a byte offset in text.
func Line(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte{'\n'})
}

// SettingError is a value of a configuration with which no board can be made.
// The caller, who has the text, finds the line of its key.
type SettingError struct {
	Key string // "NUM_ROUNDS"
	Msg string
}

func (e *SettingError) Error() string { return e.Msg }
