package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/infile"
	"game-tui/sim"
	"game-tui/sim/match"
)

// newProgram makes the entry of a command, which process.Parse has read from a word.
func newProgram(word string, command []string, limits match.Limits, sandbox process.Mode) (entry, error) {
	spec := process.Spec{Command: command, Limits: process.Limits(limits), Sandbox: sandbox}
	if err := spec.Check(); err != nil {
		return entry{}, fmt.Errorf("player %s: %w", word, err)
	}
	seat := match.Seat{Name: word, Shown: process.ShortName(command), Hash: programHash(command)}
	return entry{seat, func() sim.Player { return process.New(spec) }}, nil
}

// seat puts the players into the spec. Where programs are among them it notes
// what keeps them in, and warns of what does not.
func (f *matchFlags) seat(spec *match.Spec, line *[sim.Seats]entry) {
	programs := false
	for i, e := range line {
		spec.Players[i] = e.seat
		programs = programs || e.seat.Shown != ""
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

// programHash identifies the files of a command: program and scripts.
func programHash(command []string) string {
	h := sha256.New()
	found := false
	for _, name := range command {
		f, err := infile.Open(context.Background(), name)
		if err != nil {
			continue
		}
		_, err = io.Copy(h, f)
		f.Close()
		found = found || err == nil
	}
	if !found {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
