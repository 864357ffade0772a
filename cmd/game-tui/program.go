package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/infile"
	"game-tui/sim"
	"game-tui/sim/match"
)

// newProgram makes the entry of a command, which process.Parse has read from a word.
func newProgram(word string, command []string, limits match.Limits, sandbox process.Mode) (match.Entry, error) {
	spec := process.Spec{Command: command, Limits: process.Limits(limits), Sandbox: sandbox}
	if err := spec.Check(); err != nil {
		return match.Entry{}, fmt.Errorf("player %s: %w", word, err)
	}
	seat := match.Seat{Name: word, Shown: process.ShortName(command), Hash: programHash(command)}
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

// maxHashed bounds what is read of a program to identify it.
const maxHashed = 256 << 20

// programHash identifies the files of a command: program and scripts, and all
// that is in the player where that is a folder. It is empty for a program of
// PATH, and where there is too much to read.
func programHash(command []string) string {
	h := sha256.New()
	left := int64(maxHashed)
	for i, name := range command {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() && (i > 0 || !info.IsDir()) {
			continue
		}
		filepath.WalkDir(followed(name), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil // a link in a folder is not followed
			}
			f, err := infile.Open(context.Background(), path)
			if err != nil {
				return nil
			}
			defer f.Close()
			n, err := io.Copy(h, io.LimitReader(f, left+1))
			if left -= n; left < 0 || err != nil {
				left = -1
				return filepath.SkipAll
			}
			return nil
		})
	}
	if left < 0 || left == maxHashed {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// followed is what a path leads to, or the path itself.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
