package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// writeMatch writes a match under a new name into the present folder, as far as
// it is there, and beside a branch the notes that say where it came from. It returns the
// name, and where that is not all says so.
func writeMatch(ctx context.Context, rec *record.Record) (string, error) {
	out, err := newOutput(ctx, rec.Meta(), "res")
	if err != nil {
		return "", err
	}
	defer out.discard()
	over, _ := rec.Over() // asked first: what is over does not grow any more
	sum := sha256.New()
	last, err := res.Write(io.MultiWriter(out, sum), rec)
	if err != nil {
		return "", err
	}
	if err := out.commit(); err != nil {
		return "", err
	}
	if meta := rec.Meta(); meta.Note != "" && meta.Source == "" { // a branch: where it came from
		beside, err := createOutput(ctx, out.name+".notes")
		if err != nil {
			return "", err
		}
		defer beside.discard()
		if err := notes.Write(beside, rec, fmt.Sprintf("%x", sum.Sum(nil)), nil); err != nil {
			return "", err
		}
		if err := beside.commit(); err != nil {
			return "", err
		}
	}
	if last == rec.Rounds() {
		return located(out.name), nil
	}
	text := fmt.Sprintf("%s: rounds 0 to %d of %d", located(out.name), last, rec.Rounds())
	if !over {
		text += " so far"
	}
	return text, nil
}

// located is the name of a file with its folder, so that people who are told of it find it.
func located(name string) string {
	path, err := filepath.Abs(name)
	if err != nil {
		return name // the folder that we are in has gone
	}
	return path
}

// newOutput opens a file for a match under a name that is not taken, with that ending.
func newOutput(ctx context.Context, meta *record.Meta, ending string) (*output, error) {
	for i := 1; i < 100; i++ {
		name := fmt.Sprintf("%s-s%d.%s", meta.Game.Name(), meta.Seed, ending)
		if i > 1 {
			name = fmt.Sprintf("%s-s%d-%d.%s", meta.Game.Name(), meta.Seed, i, ending)
		}
		if _, err := os.Lstat(name); err != nil {
			return createOutput(ctx, name)
		}
	}
	return nil, errors.New("too many files of this match in this folder")
}
