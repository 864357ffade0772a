package play

import (
	"crypto/sha256"
	"encoding/hex"

	"game-tui/ai/process"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// NewProgram makes the entry of a command, which is called by a word.
func NewProgram(word string, command process.Command, limits sim.Limits, sandbox process.Mode) (match.Entry, error) {
	spec := process.Spec{Command: command, Limits: limits, Sandbox: sandbox}
	if err := spec.Check(); err != nil {
		return match.Entry{}, err
	}
	seat := match.Seat{Name: word, Shown: process.ShortName(command.Words()), Hash: hashOf(command)}
	return match.Entry{Seat: seat, New: func() sim.Player { return process.New(spec) }}, nil
}

// hashOf identifies the files of a command. It is empty for a program of
// PATH, and where there is too much to read.
func hashOf(command process.Command) string {
	h := sha256.New()
	left := int64(league.MaxBytes)
	err := command.Files(func(f *process.File) error {
		if f.Info.IsDir() {
			return nil
		}
		n, _ := f.Copy(h, left) // what cannot be read does not count
		if left -= n; left < 0 {
			return league.ErrLarge
		}
		return nil
	})
	if err != nil || left == league.MaxBytes {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
