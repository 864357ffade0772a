package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/infile"
	"game-tui/sim"
	"game-tui/sim/match"
)

// newProgram makes the entry of a command, which process.Parse has read from a word.
func newProgram(word string, command []string, limits sim.Limits, sandbox process.Mode) (match.Entry, error) {
	spec := process.Spec{Command: command, Limits: limits, Sandbox: sandbox}
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

// eachFile visits the files of a command: program and scripts, and all that is in
// the player where that is a folder. name is the path of a file from the folder in
// which the word lies. Links in a folder are not followed, what Python keeps in
// __pycache__ is passed over, and a program of PATH has no files.
func eachFile(command []string, visit func(word int, name, path string, info fs.FileInfo) error) error {
	for i, word := range command {
		if i == 0 && !strings.ContainsAny(word, "/"+string(filepath.Separator)) {
			continue
		}
		info, err := os.Stat(word)
		if err != nil || !info.Mode().IsRegular() && (i > 0 || !info.IsDir()) {
			continue
		}
		root, base := followed(word), filepath.Base(word)
		if abs, err := filepath.Abs(word); err == nil {
			base = filepath.Base(abs)
		}
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil // what cannot be read, the player cannot read
			case d.IsDir() && d.Name() == "__pycache__":
				return filepath.SkipDir
			case !d.Type().IsRegular():
				return nil
			}
			info, err := d.Info()
			if err != nil {
				return nil
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			return visit(i, filepath.ToSlash(filepath.Join(base, rel)), path, info)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// programHash identifies the files of a command. It is empty for a program of
// PATH, and where there is too much to read.
func programHash(command []string) string {
	h := sha256.New()
	left := int64(maxHashed)
	err := eachFile(command, func(_ int, _, path string, _ fs.FileInfo) error {
		n, err := copyFile(h, path, left)
		left -= n
		if errors.Is(err, errTooLarge) {
			return err
		}
		return nil // what cannot be read does not count
	})
	if err != nil || left == maxHashed {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// errTooLarge says that a player has more than maxHashed bytes.
var errTooLarge = fmt.Errorf("its files have more than %d MiB", maxHashed>>20)

// copyFile copies a file of at most limit bytes.
func copyFile(w io.Writer, path string, limit int64) (int64, error) {
	f, err := infile.Open(context.Background(), path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n, err := io.Copy(w, io.LimitReader(f, limit+1))
	if err == nil && n > limit {
		err = errTooLarge
	}
	return n, err
}

// followed is what a path leads to, or the path itself.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
