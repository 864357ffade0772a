package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"game-tui/ai/process"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// newProgram makes the entry of a command, which is called by a word.
func newProgram(word string, command process.Command, limits sim.Limits, sandbox process.Mode) (match.Entry, error) {
	spec := process.Spec{Command: command, Limits: limits, Sandbox: sandbox}
	if err := spec.Check(); err != nil {
		return match.Entry{}, err
	}
	seat := match.Seat{Name: word, Shown: process.ShortName(command.Words()), Hash: programHash(command)}
	return match.Entry{Seat: seat, New: func() sim.Player { return process.New(spec) }}, nil
}

// seat puts the players into the spec. Where programs are among them it notes
// what keeps them in, and warns of what does not.
func (f *matchFlags) seat(spec *match.Spec, line *[sim.Seats]match.Entry) {
	programs := false
	for i, e := range line {
		spec.Players[i] = e.Seat
		programs = programs || e.Seat.Shown != ""
	}
	mode, err := process.ParseMode(f.sandbox)
	if !programs || err != nil {
		return
	}
	spec.Sandbox = process.InForce(mode)
	for _, warning := range process.Warnings(mode) {
		fmt.Fprintln(os.Stderr, "warning:", warning)
	}
}

// programHash identifies the files of a command. It is empty for a program of
// PATH, and where there is too much to read.
func programHash(command process.Command) string {
	h := sha256.New()
	left := int64(league.MaxBytes)
	err := command.Files(func(f *process.File) error {
		if f.Info.IsDir() {
			return nil
		}
		n, _, err := copyFile(context.Background(), h, f, left)
		left -= n
		if errors.Is(err, league.ErrLarge) {
			return err
		}
		return nil // what cannot be read does not count
	})
	if err != nil || left == league.MaxBytes {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
