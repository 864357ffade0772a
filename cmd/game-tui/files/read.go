// Package files reads and writes the files that a command line names. Begin with OpenRecording and
// Create. What is read is bounded; what is written appears whole or not at all.
package files

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"syscall"

	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/where"
)

// Input reads the file named by -i, or standard input if that is "-". It returns what errors call it.
func Input(ctx context.Context, name string) (string, []byte, error) {
	text, err := readText(ctx, name)
	if name == "-" {
		name = StdinName
	}
	return name, text, err
}

// PlaceOf reads the name of a recording, with a round and a unit or without.
func PlaceOf(text string) (where.Place, error) {
	p, err := where.Parse(text, func(name string) bool { return name == "-" || isFile(name) })
	if err != nil {
		return p, fmt.Errorf("%s: there is no such file, and %w", text, err)
	}
	if p.Name == "" {
		return p, fmt.Errorf("%q names no file; type it before the @, as in match.res%s", text, text)
	}
	return p, nil
}

// MatchName reads the name of a recording for a command that looks at all of it.
func MatchName(text string) (string, error) {
	p, err := PlaceOf(text)
	if err == nil && p.Round >= 0 {
		err = fmt.Errorf("%s: this command looks at a whole match; leave out %s", text, strings.TrimPrefix(p.String(), p.Name))
	}
	return p.Name, err
}

// RoundName reads the name of a recording, with a round or without: -1.
func RoundName(text string) (name string, round int, err error) {
	p, err := PlaceOf(text)
	if err == nil && p.Unit != "" {
		err = fmt.Errorf("%s: this command looks at a match or one of its rounds, not at a unit: type %s", text, typed.Quoted(fmt.Sprintf("%s@%d", p.Name, p.Round)))
	}
	return p.Name, p.Round, err
}

// isFile reports whether there is a file, a pipe or a device of that name. What cannot
// be looked at is taken for one: opening it says what is wrong.
func isFile(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	return !info.IsDir()
}

// readText reads a whole file, packed or not; "-" is standard input, which is waited for
// until ctx ends.
func readText(ctx context.Context, name string) ([]byte, error) {
	if name == "-" {
		return readStdin(ctx)
	}
	file, err := Open(name)
	if err != nil {
		return nil, kindHint(name, err)
	}
	defer file.Close()
	text, err := res.Load(file)
	return text, named(name, text, err)
}

// named puts the name of a file, and the line where there is one, before an error.
func named(name string, text []byte, err error) error {
	if err == nil {
		return nil
	}
	return res.At(name, text, Cause(err))
}

// kindHint adds to the error for a pipe or a device how to read from it.
func kindHint(name string, err error) error {
	kind, ok := errors.AsType[*KindError](err)
	if !ok || kind.Mode.IsDir() {
		return Error(err)
	}
	return fmt.Errorf("%w; to read from it type - in its place, and < %s behind the command", Error(err), typed.Quoted(name))
}

// Bounded reads a file of at most limit bytes that is no text of a match.
func Bounded(name string, limit int64) ([]byte, error) {
	text, err := Text(name, limit)
	if err != nil {
		return nil, Error(err)
	}
	return text, nil
}

// Error shortens "open FILE: reason" to "FILE: reason".
func Error(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, Cause(path))
	}
	return err
}

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
		return nil, nil, Explain(name, text, RecordingText, err)
	}
	return rec, text, nil
}

// Difference returns the first difference of two recordings, or nil if there is none. If one of them
// lacks rounds only those that both hold are compared, and missing says which rounds are not there.
func Difference(ctx context.Context, a, b string) (d *res.Difference, missing string, err error) {
	var texts [2][]byte
	var names [2]string
	for i, word := range []string{a, b} {
		name, err := MatchName(word)
		if err != nil {
			return nil, "", err
		}
		if texts[i], err = readText(ctx, name); err != nil {
			return nil, "", err
		}
		if names[i] = name; name == "-" {
			names[i] = StdinName
		}
		if _, err := res.ReadHeader(texts[i], catalog.Games()); err != nil {
			return nil, "", fmt.Errorf("%w; diff compares recordings of matches, as game-tui run -o FILE writes them", Explain(names[i], texts[i], RecordingText, err))
		}
	}
	if d = res.Diff(texts[0], texts[1]); d == nil {
		return nil, "", nil
	}
	var recs [2]*record.Record
	var gaps []string
	for i, text := range texts {
		if recs[i], _, err = res.Read(text, catalog.Games(), names[i]); err != nil {
			return d, "", nil // what cannot be read is compared as text
		}
		if text := recs[i].GapText(); text != "" {
			gaps = append(gaps, text+" in "+names[i])
		}
	}
	if len(gaps) == 0 || recs[0].Meta().Game != recs[1].Meta().Game {
		return d, "", nil
	}
	return res.DiffHeld(recs[0], recs[1]), strings.Join(gaps, "; "), nil
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
		fmt.Fprintf(os.Stderr, "%s: %s\n", clean.Line(name), clean.Line(note))
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

// Open opens a file that comes from outside: a recording, its notes, a configuration, a key. Only
// regular files are opened: a pipe or a device would make its reader wait. Anything else is refused
// with a *KindError. Errors are *fs.PathError.
func Open(path string) (*os.File, error) { return open(path, os.Stat, openFile) }

// OpenIn opens a regular file of a folder like Open; no link leads out of it.
func OpenIn(root *os.Root, path string) (*os.File, error) {
	return open(path, root.Stat, root.OpenFile)
}

// open looks before it opens, since opening alone makes some devices act, and
// again afterwards, since the file may be another one by then. Opening does not
// wait for the other end of a pipe or the lease of another process.
func open(path string, stat func(string) (fs.FileInfo, error), open func(string, int, fs.FileMode) (*os.File, error)) (*os.File, error) {
	info, err := stat(path)
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	file, err := open(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err = file.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// KindError says that a path leads to something that is no regular file.
type KindError struct{ Mode fs.FileMode }

func (e *KindError) Error() string {
	switch {
	case e.Mode.IsDir():
		return "is a folder; name a file in it"
	case e.Mode&fs.ModeNamedPipe != 0:
		return "is a pipe, not a file"
	case e.Mode&fs.ModeSocket != 0:
		return "is a socket, not a file"
	case e.Mode&fs.ModeDevice != 0:
		return "is a device, not a file"
	}
	return "is no regular file"
}

func regular(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: path, Err: &KindError{info.Mode()}}
}

// Text reads a whole file of at most limit bytes.
func Text(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("larger than %d KiB", limit>>10)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: Cause(err)}
	}
	return text, nil
}

// Cause returns an error of package os without the operation and the path. The text for a missing file is the
// same on all systems; that of Windows would be in the language of the user.
func Cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	} else if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	if errno, ok := err.(syscall.Errno); ok && errno.Is(fs.ErrNotExist) {
		return missingError{errno}
	}
	return err
}

// A missingError means that a file does not exist.
type missingError struct{ error }

func (missingError) Error() string { return "no such file or directory" }

func (e missingError) Unwrap() error { return e.error }
