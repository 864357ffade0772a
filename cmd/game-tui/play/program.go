package play

import (
	"fmt"
	"os"

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

// Seat puts the players into the spec. Where programs are among them it notes
// what keeps them in, and warns of what does not.
func (r *Request) Seat(spec *match.Spec, line *[sim.Seats]match.Entry) {
	programs := false
	for i, e := range line {
		spec.Players[i] = e.Seat
		programs = programs || e.Seat.Shown != ""
	}
	mode, err := process.ParseMode(r.Sandbox)
	if !programs || err != nil {
		return
	}
	spec.Sandbox = process.InForce(mode)
	for _, warning := range process.Warnings(mode) {
		fmt.Fprintln(os.Stderr, "warning:", warning)
	}
}
