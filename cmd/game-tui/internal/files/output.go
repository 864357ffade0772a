package files

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/charmbracelet/x/term"

	"game-tui/sim/fileop"
	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// Stdout is the standard output of all commands. Err returns its first write error.
var Stdout = &checkedFile{file: os.Stdout}

// checkedFile is a file that remembers its first write error.
type checkedFile struct {
	file *os.File
	err  error
}

func (c *checkedFile) Read(p []byte) (int, error) { return c.file.Read(p) }
func (c *checkedFile) Close() error               { return c.file.Close() }
func (c *checkedFile) Fd() uintptr                { return c.file.Fd() }

func (c *checkedFile) Write(p []byte) (int, error) {
	n, err := c.file.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// IsWriteError reports whether err is the first write error.
func (c *checkedFile) IsWriteError(err error) bool { return errors.Is(err, c.err) }

func (c *checkedFile) Err() error {
	if c.err == nil {
		return nil
	}
	return NewWriteError(stdoutName, c.err)
}

const stdoutName = "standard output"

// NewWriteError returns the error for a file that cannot be written.
func NewWriteError(name string, err error) error {
	return fmt.Errorf("%s: cannot write: %w", name, Cause(err))
}

// An Output is a file that appears complete under its name, or not at all. Pipes and devices are
// written directly. A replaced file keeps its mode.
type Output struct {
	Name           string // file name as typed
	Size           int64  // bytes written, before compression
	path, tempPath string // path has no links; tempPath is empty if path is written directly
	file           *os.File
	w              io.Writer
	gz             *gzip.Writer
}

// Create opens a file for writing; "-" is standard output. Opening a pipe blocks until it has a
// reader.
func Create(name string) (*Output, error) {
	if name == "-" {
		return &Output{Name: stdoutName, w: Stdout}, nil
	}
	o := &Output{Name: name, path: name}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		o.path = target // keep the link and replace its target
	}
	var err error
	if info, serr := os.Stat(o.path); serr == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: this is a folder; name a file in it", name)
	} else if serr == nil && !info.Mode().IsRegular() {
		o.file, err = os.OpenFile(o.path, os.O_WRONLY, 0)
	} else if serr == nil && info.Mode()&0o200 == 0 {
		err = os.ErrPermission // renaming would replace a write-protected file
	} else if serr == nil {
		if err = o.createTemp(0o600); err == nil {
			err = o.file.Chmod(info.Mode().Perm())
		}
	} else {
		err = o.createTemp(0o666)
	}
	if err != nil {
		o.Discard()
		return nil, NewWriteError(name, err)
	}
	o.w = o.file
	if strings.HasSuffix(o.path, ".gz") {
		o.gz = gzip.NewWriter(o.file)
		o.w = o.gz
	}
	return o, nil
}

// createTemp opens a temporary file in the final file's folder.
func (o *Output) createTemp(mode os.FileMode) error {
	dir, base := filepath.Split(o.path)
	temp := filepath.Join(dir, fmt.Sprintf(".%s.%08x", base, rand.Uint32()))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		o.tempPath, o.file = temp, file
	}
	return err
}

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.Size += int64(n)
	if err != nil {
		err = NewWriteError(o.Name, err)
	}
	return n, err
}

// Commit closes the file and moves it to its final name.
func (o *Output) Commit() error {
	if o.file == nil {
		return nil
	}
	var err error
	if o.gz != nil {
		err = o.gz.Close()
	}
	if err = errors.Join(err, o.file.Close()); err == nil && o.tempPath != "" {
		err = fileop.Replace(o.tempPath, o.path)
	}
	if err != nil {
		o.Discard()
		return NewWriteError(o.Name, err)
	}
	o.tempPath = ""
	return nil
}

// Discard removes an uncommitted file.
func (o *Output) Discard() {
	if o.file != nil {
		o.file.Close()
	}
	if o.tempPath != "" {
		os.Remove(o.tempPath)
	}
}

func StdoutIsTerminal() bool {
	return term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != DumbTerminal
}

// CanAsk reports whether questions can be asked: standard input and output are terminals.
func CanAsk() bool { return term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()) }

// AskKey prints a question, waits for a key, and erases the question. It returns the key's first
// byte, or 0 on errors.
func AskKey(w io.Writer, question string) byte {
	fmt.Fprint(w, question, ", or any other key to leave ")
	defer fmt.Fprint(w, "\r\x1b[K")
	old, err := term.MakeRaw(os.Stdin.Fd())
	if err != nil {
		return 0
	}
	defer func() { _ = term.Restore(os.Stdin.Fd(), old) }()
	var b [16]byte
	if n, err := os.Stdin.Read(b[:]); err != nil || n == 0 {
		return 0
	}
	return b[0]
}

// DumbTerminal is the value of TERM for terminals that cannot move the cursor.
const DumbTerminal = "dumb"

// WriteMatch writes a match to a new file in the current folder. It returns the file's path,
// followed by the range of rounds if the match is incomplete.
func WriteMatch(_ context.Context, rec *record.Record) (string, error) {
	out, err := CreateMatchFile(rec.Meta(), "res")
	if err != nil {
		return "", err
	}
	last, err := WriteRecording(out, rec)
	if err != nil {
		return "", err
	}
	if last == rec.Rounds() {
		return AbsolutePath(out.Name), nil
	}
	return fmt.Sprintf("%s: rounds 0 to %d of %d", AbsolutePath(out.Name), last, rec.Rounds()), nil
}

// WriteRecording writes a match to out and commits it. For a branch, it also writes notes. It
// returns the last round written.
func WriteRecording(out *Output, rec *record.Record) (lastRound int, err error) {
	defer out.Discard()
	sum := sha256.New()
	if lastRound, err = res.Write(io.MultiWriter(out, sum), rec); err == nil {
		err = out.Commit()
	}
	if meta := rec.Meta(); err != nil || meta.Note == "" || meta.Source != "" { // only branches have a note and no source
		return lastRound, err
	}
	notesFile, err := Create(out.Name + ".notes")
	if err != nil {
		return lastRound, err
	}
	defer notesFile.Discard()
	if err := notes.Write(notesFile, rec, fmt.Sprintf("%x", sum.Sum(nil)), nil); err != nil {
		return lastRound, err
	}
	return lastRound, notesFile.Commit()
}

func AbsolutePath(name string) string {
	path, err := filepath.Abs(name)
	if err != nil {
		return name // the current folder was removed
	}
	return path
}

// CreateMatchFile creates a file for a match under an unused name.
func CreateMatchFile(meta *record.Meta, ext string) (*Output, error) {
	for i := 1; i < 100; i++ {
		name := fmt.Sprintf("%s-s%d.%s", meta.Game.Name(), meta.Seed, ext)
		if i > 1 {
			name = fmt.Sprintf("%s-s%d-%d.%s", meta.Game.Name(), meta.Seed, i, ext)
		}
		if _, err := os.Lstat(name); err != nil {
			return Create(name)
		}
	}
	return nil, errors.New("too many files for this match in this folder")
}

// A Recording writes a match and its notes to files. All methods except WriteAll do nothing if the
// Recording is nil.
type Recording struct {
	res     *Output
	notes   *Output // output for notes, or nil
	Written bool
}

// CreateRecording creates the files of a match before it is played. It returns nil if path is empty
// and withNotes is false.
func CreateRecording(path string, withNotes bool) (*Recording, error) {
	switch {
	case withNotes && (path == "-" || path == ""):
		return nil, errors.New("--notes needs a recording; add -o FILE")
	case path == "":
		return nil, nil
	}
	out, err := Create(path)
	if err != nil {
		return nil, err
	}
	r := &Recording{res: out}
	if withNotes {
		if r.notes, err = Create(path + ".notes"); err != nil {
			out.Discard()
			return nil, err
		}
	}
	return r, nil
}

// WriteAll writes a finished match and commits its files.
func (r *Recording) WriteAll(rec *record.Record, result *match.Result) error {
	if _, err := res.Write(r.res, rec); err != nil {
		return err
	}
	return r.Commit(rec, result)
}

// PartialName returns the name of the file that holds the recording during the match, or "" if it
// cannot be followed.
func (r *Recording) PartialName() string {
	if r == nil || r.res.gz != nil {
		return ""
	}
	return r.res.tempPath
}

func (r *Recording) HasNotes() bool { return r != nil && r.notes != nil }

// Writer returns the writer for the recording, or nil if r is nil.
func (r *Recording) Writer() io.Writer {
	if r == nil {
		return nil
	}
	return r.res
}

func (r *Recording) Commit(rec *record.Record, result *match.Result) error {
	if r == nil {
		return nil
	}
	return r.commit(rec, result.SHA256, result)
}

func (r *Recording) commit(rec *record.Record, sum string, result *match.Result) error {
	if err := r.res.Commit(); err != nil {
		return err
	}
	r.Written = true
	if r.notes == nil {
		return nil
	}
	if err := notes.Write(r.notes, rec, sum, result); err != nil {
		return err
	}
	return r.notes.Commit()
}

// Discard removes uncommitted files.
func (r *Recording) Discard() {
	if r == nil {
		return
	}
	r.res.Discard()
	if r.notes != nil {
		r.notes.Discard()
	}
}

// StateDir returns the folder for the program's state.
func StateDir() (string, error) {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		switch runtime.GOOS {
		case "darwin":
			dir = filepath.Join(home, "Library", "Application Support")
		case "windows":
			dir = os.Getenv("LocalAppData")
		default:
			dir = filepath.Join(home, ".local", "state")
		}
	}
	return filepath.Join(dir, "game-tui"), nil
}
