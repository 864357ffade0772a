// Package files reads and writes the files named on a command line. Start with OpenRecording and
// Create. Input is limited in size, and output files appear complete or not at all.
package files

import (
	"bytes"
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
	"unicode/utf8"

	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim/game/catalog"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/replay/location"
)

// ReadInput reads a file, or standard input if name is "-". It also returns the name to use in errors.
func ReadInput(ctx context.Context, name string) (string, []byte, error) {
	text, err := readText(ctx, name)
	if name == "-" {
		name = StdinName
	}
	return name, text, err
}

// ParseAddress parses the name of a recording with an optional round and unit: FILE@ROUND:UNIT.
func ParseAddress(text string) (location.Address, error) {
	p, err := location.ParseAddress(text, func(name string) bool {
		info, err := os.Stat(name)
		return name == "-" || err == nil && !info.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist)
	})
	if err != nil {
		return p, fmt.Errorf("%s: no such file, and %w", text, err)
	}
	if p.Name == "" {
		return p, fmt.Errorf("%q names no file; put the file before the @, as in match.res%s", text, text)
	}
	return p, nil
}

// ParseRecordingName parses the name of a recording for a command that takes no round.
func ParseRecordingName(text string) (string, error) {
	p, err := ParseAddress(text)
	if err == nil && p.Round >= 0 {
		err = fmt.Errorf("%s: this command takes a whole match; omit %s", text, strings.TrimPrefix(p.String(), p.Name))
	}
	return p.Name, err
}

// ParseNameAndRound parses the name of a recording with an optional round, which is -1 if missing.
func ParseNameAndRound(text string) (name string, round int, err error) {
	p, err := ParseAddress(text)
	if err == nil && p.Unit != "" {
		err = fmt.Errorf("%s: this command takes a match or one of its rounds; omit :%s", text, p.Unit)
	}
	return p.Name, p.Round, err
}

func readText(ctx context.Context, name string) ([]byte, error) {
	if name == "-" {
		return readAll(ctx, os.Stdin)
	}
	file, err := Open(name)
	if err != nil {
		return nil, WithoutOp(err)
	}
	defer file.Close()
	text, err := res.Load(file)
	return text, withPosition(name, text, err)
}

func withPosition(name string, text []byte, err error) error {
	if err == nil {
		return nil
	}
	return res.WithPosition(name, text, Cause(err))
}

// ReadBounded reads a file and returns an error if it is larger than limit bytes. For recordings, use
// OpenRecording.
func ReadBounded(name string, limit int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, WithoutOp(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("larger than %d KiB", limit>>10)
	}
	return text, withPosition(name, nil, err)
}

// ReadUTF8 reads a text file of at most limit bytes as UTF-8, without its byte order mark.
func ReadUTF8(name string, limit int64) ([]byte, error) {
	text, err := ReadBounded(name, limit)
	if err != nil {
		return nil, err
	}
	text = res.ToUTF8(text)
	number := 0
	for line := range bytes.Lines(text) {
		if number++; !utf8.Valid(line) {
			return nil, fmt.Errorf("%s:%d: this line is not UTF-8; save the file as UTF-8", name, number)
		}
	}
	return text, nil
}

// WithoutOp drops the operation from an *os.PathError. Other errors are returned unchanged.
func WithoutOp(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, Cause(path))
	}
	return err
}

// memoryLimit is the soft memory limit, in bytes, set when a recording is opened.
const memoryLimit = 250 << 20

func readRecording(ctx context.Context, name string) (*record.Record, []byte, error) {
	debug.SetMemoryLimit(min(memoryLimit, debug.SetMemoryLimit(-1)))
	name, text, err := ReadInput(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	rec, _, err := res.Read(text, catalog.Games(), name)
	if err != nil {
		return nil, nil, ExplainParseError(name, text, RecordingKind, err)
	}
	return rec, text, nil
}

// CompareRecordings returns the first difference between two recordings, or nil. If either lacks
// rounds, only common rounds are compared, and gapText describes the gaps.
func CompareRecordings(ctx context.Context, a, b string) (d *res.Difference, gapText string, err error) {
	var texts [2][]byte
	var recs [2]*record.Record // nil for recordings that cannot be parsed
	var gaps []string
	for i, word := range []string{a, b} {
		name, err := ParseRecordingName(word)
		if err != nil {
			return nil, "", err
		}
		if name, texts[i], err = ReadInput(ctx, name); err != nil {
			return nil, "", err
		}
		if _, err := res.ReadHeader(texts[i], catalog.Games()); err != nil {
			return nil, "", ExplainParseError(name, texts[i], RecordingKind, err)
		}
		if recs[i], _, err = res.Read(texts[i], catalog.Games(), name); err == nil && recs[i].GapText() != "" {
			gaps = append(gaps, recs[i].GapText()+" in "+name)
		}
	}
	d = res.Diff(texts[0], texts[1])
	if d == nil || gaps == nil || recs[0] == nil || recs[1] == nil || recs[0].Meta().Game != recs[1].Meta().Game {
		return d, "", nil
	}
	return res.DiffRecords(recs[0], recs[1]), strings.Join(gaps, "; "), nil
}

// OpenRecording reads a recording and its notes, and prints warnings. hasNotes reports whether there
// are notes.
func OpenRecording(ctx context.Context, name string) (rec *record.Record, text []byte, hasNotes bool, err error) {
	if rec, text, err = readRecording(ctx, name); err != nil {
		return nil, nil, false, err
	}
	note, hasNotes, err := addNotes(ctx, name, text, rec)
	if ctx.Err() != nil {
		return nil, nil, false, ctx.Err()
	}
	if err != nil {
		note = err.Error()
	}
	if note != "" {
		meta := *rec.Meta()
		meta.Note = strings.TrimPrefix(meta.Note+"; "+note, "; ")
		rec = rec.WithMeta(meta)
	}
	if note := rec.Meta().Note; note != "" {
		progress.Clear(os.Stderr)
		fmt.Fprintf(os.Stderr, "%s: %s\n", sanitize.Line(name), sanitize.Line(note))
	}
	return rec, text, hasNotes, nil
}

// addNotes adds the notes of a recording to rec. It returns the note in their header, or "", and
// whether there are notes.
func addNotes(ctx context.Context, name string, text []byte, rec *record.Record) (note string, hasNotes bool, err error) {
	if name == "-" {
		return "", false, nil
	}
	for _, path := range []string{name + ".notes", strings.TrimSuffix(name, ".gz") + ".notes"} {
		notesText, err := readText(ctx, path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", false, err
		}
		err = notes.Read(notesText, rec, fmt.Sprintf("%x", sha256.Sum256(text)))
		switch {
		case errors.Is(err, notes.ErrWrongRecording):
			return "", false, fmt.Errorf("%s: %w; remove this file, or play again with --notes", path, err)
		case err != nil:
			return "", false, res.WithPosition(path, notesText, err)
		}
		return notes.Note(notesText), true, nil
	}
	return "", false, nil
}

// Open opens a regular file and refuses anything else. Its errors are of type *fs.PathError.
func Open(path string) (*os.File, error) { return openRegular(path, os.Stat, openFile) }

// OpenIn is like Open for a file in root. It refuses links that leave root.
func OpenIn(root *os.Root, path string) (*os.File, error) {
	return openRegular(path, root.Stat, root.OpenFile)
}

// openRegular opens a regular file. It checks the file's type before opening it, because opening a
// device can have side effects, and again afterwards.
func openRegular(path string, stat func(string) (fs.FileInfo, error), open func(string, int, fs.FileMode) (*os.File, error)) (*os.File, error) {
	info, err := stat(path)
	if err == nil {
		err = checkRegular(path, info)
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
		err = checkRegular(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func checkRegular(path string, info fs.FileInfo) error {
	why := "this is a pipe or a device, not a file"
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.IsDir():
		why = "this is a folder; name a file in it"
	}
	return &fs.PathError{Op: "open", Path: path, Err: errors.New(why)}
}

// Cause strips the operation and path from an error of package os. The text for a missing file is
// the same on all systems.
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

type missingError struct{ error }

func (missingError) Error() string { return "no such file or directory" }

func (e missingError) Unwrap() error { return e.error }
