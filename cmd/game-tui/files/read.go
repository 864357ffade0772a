package files

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	"game-tui/cmd/game-tui/progress"
	"game-tui/sim/catalog"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// openMemory is what the program may take for the largest recording that is
// opened, in bytes: below it the memory collector comes as seldom as ever.
const openMemory = 250 << 20

// readRecording reads a recording.
func readRecording(ctx context.Context, name string) (*record.Record, []byte, error) {
	debug.SetMemoryLimit(min(openMemory, debug.SetMemoryLimit(-1)))
	text, err := readText(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if name == "-" {
		name = StdinName
	}
	rec, _, err := res.Read(text, catalog.Games(), name)
	if err != nil {
		return nil, nil, res.At(name, text, err)
	}
	return rec, text, nil
}

// Difference is the first difference of two recordings; nil: there is none.
func Difference(ctx context.Context, a, b string) (*res.Difference, error) {
	var texts [2][]byte
	for i, word := range []string{a, b} {
		name, err := MatchName(word)
		if err != nil {
			return nil, err
		}
		if texts[i], err = readText(ctx, name); err != nil {
			return nil, err
		}
		if _, err := res.ReadHeader(texts[i], catalog.Games()); err != nil {
			if name == "-" {
				name = StdinName
			}
			return nil, fmt.Errorf("%w; diff compares recordings of matches, as game-tui run -o FILE writes them", named(name, texts[i], err))
		}
	}
	return res.Diff(texts[0], texts[1]), nil
}

// OpenRecording reads a recording with the notes beside it, says on standard error what is
// wrong with either, and reports whether there are notes.
func OpenRecording(ctx context.Context, name string) (rec *record.Record, text []byte, noted bool, err error) {
	if rec, text, err = readRecording(ctx, name); err != nil {
		return nil, nil, false, err
	}
	note, noted, err := joinNotes(ctx, name, text, rec)
	if ctx.Err() != nil {
		return nil, nil, false, ctx.Err()
	}
	if err != nil {
		note = err.Error()
	}
	if note != "" {
		meta := *rec.Meta()
		meta.Note = strings.TrimPrefix(meta.Note+"; "+note, "; ")
		rec = rec.With(meta)
	}
	if note := rec.Meta().Note; note != "" {
		progress.Clear(os.Stderr)
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, note)
	}
	return rec, text, noted, nil
}

// joinNotes joins the notes that lie beside a recording, and reports whether
// there are any; note is what they say of where the match came from.
func joinNotes(ctx context.Context, name string, text []byte, rec *record.Record) (note string, noted bool, err error) {
	if name == "-" {
		return "", false, nil
	}
	for _, path := range []string{name + ".notes", strings.TrimSuffix(name, ".gz") + ".notes"} {
		more, err := readText(ctx, path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", false, err
		}
		err = notes.Read(more, rec, fmt.Sprintf("%x", sha256.Sum256(text)))
		switch {
		case errors.Is(err, notes.ErrOther):
			return "", false, fmt.Errorf("%s: %w; remove it, or play again with --notes", path, err)
		case err != nil:
			return "", false, res.At(path, more, err)
		}
		return notes.Note(more), true, nil
	}
	return "", false, nil
}
