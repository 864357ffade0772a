package play

import (
	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/match"
)

// NewProgram makes the entry of a command, which is called by a word.
func NewProgram(word string, command process.Command, limits sim.Limits, sandbox process.Mode) (match.Entry, error) {
	spec := process.Spec{Command: command, Limits: limits, Sandbox: sandbox}
	if err := spec.Check(); err != nil {
		return match.Entry{}, err
	}
	seat := match.Seat{Name: word, Shown: process.ShortName(command.Words()), Hash: files.Hash(command)}
	return match.Entry{Seat: seat, New: func() sim.Player { return process.New(spec) }}, nil
}
