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

// Stdout is the standard output of every command. That all that it was given
// is written is checked once, at the end, which has the words for it too.
var Stdout = &checked{file: os.Stdout}

// checked is a file that remembers the first error of writing it. There is one
// way to write it only; the other methods are for those who ask whether it is a
// terminal.
type checked struct {
	file *os.File
	err  error
}

func (c *checked) Read(p []byte) (int, error) { return c.file.Read(p) }
func (c *checked) Close() error               { return c.file.Close() }
func (c *checked) Fd() uintptr                { return c.file.Fd() }

func (c *checked) Write(p []byte) (int, error) {
	n, err := c.file.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// Is reports whether an error is that of writing it.
func (c *checked) Is(err error) bool { return errors.Is(err, c.err) }

// Fault says that not all was written.
func (c *checked) Fault() error {
	if c.err == nil {
		return nil
	}
	return Unwritten(stdoutName, c.err)
}

// stdoutName is how errors call standard output.
const stdoutName = "standard output"

// Unwritten says that a file, which is called so, cannot be written.
func Unwritten(name string, err error) error {
	return fmt.Errorf("%s: cannot be written: %w", name, Cause(err))
}

// Output is a file that appears whole under its name, or not at all. Where the
// name is that of a pipe or a device, it is written directly. What is there
// before keeps its mode.
type Output struct {
	Name       string // as it was typed
	Size       int64  // of what was written till now, before it is packed
	path, temp string // without links; temp is empty where path is written directly
	file       *os.File
	text       io.Writer // the file, or what packs for it
	pack       *gzip.Writer
}

// Create opens the file, so that one that cannot be written is found
// before a match is played. "-" is standard output. Opening a pipe waits for its reader.
func Create(name string) (*Output, error) {
	if name == "-" {
		return &Output{Name: stdoutName, text: Stdout}, nil
	}
	o := &Output{Name: name, path: name}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		o.path = real // keep a link, replace what it leads to
	}
	var err error
	if info, serr := os.Stat(o.path); serr == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a folder; name a file in it", name)
	} else if serr == nil && !info.Mode().IsRegular() {
		o.file, err = os.OpenFile(o.path, os.O_WRONLY, 0)
	} else if serr == nil && info.Mode()&0o200 == 0 {
		err = os.ErrPermission // a name can be given anew to what is write-protected, but should not
	} else if serr == nil {
		if err = o.create(0o600); err == nil {
			err = o.file.Chmod(info.Mode().Perm())
		}
	} else {
		err = o.create(0o666)
	}
	if err != nil {
		o.Discard()
		return nil, Unwritten(name, err)
	}
	o.text = o.file
	if strings.HasSuffix(o.path, ".gz") {
		o.pack = gzip.NewWriter(o.file)
		o.text = o.pack
	}
	return o, nil
}

// create makes the file under a name of its own, beside the one it will have.
func (o *Output) create(mode os.FileMode) error {
	dir, base := filepath.Split(o.path)
	temp := filepath.Join(dir, fmt.Sprintf(".%s.%08x", base, rand.Uint32()))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		o.temp, o.file = temp, file
	}
	return err
}

// Write writes; an error names the file as it was typed.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.text.Write(p)
	o.Size += int64(n)
	if err != nil {
		err = Unwritten(o.Name, err)
	}
	return n, err
}

// Commit makes the file appear.
func (o *Output) Commit() error {
	if o.file == nil {
		return nil
	}
	var err error
	if o.pack != nil {
		err = o.pack.Close()
	}
	if cerr := o.file.Close(); err == nil {
		err = cerr
	}
	if err == nil && o.temp != "" {
		err = fileop.Replace(o.temp, o.path)
	}
	if err != nil {
		o.Discard()
		return Unwritten(o.Name, err)
	}
	o.temp = ""
	return nil
}

// Discard leaves nothing behind; after commit it does nothing.
func (o *Output) Discard() {
	if o.file != nil {
		o.file.Close()
	}
	if o.temp != "" {
		os.Remove(o.temp)
	}
}

// ToTerminal reports whether the spectator can open.
func ToTerminal() bool { return term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != Dumb }

// Asks reports whether somebody can type what to tell: standard input and output are terminals.
func Asks() bool { return term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()) }

// Choose says on the terminal what a key does, waits for one, and takes the words back. It returns the first byte
// that the key sends; 0 where there is none.
func Choose(w io.Writer, words string) byte {
	fmt.Fprint(w, words, ", any other key to leave ")
	defer fmt.Fprint(w, "\r\x1b[K")
	old, err := term.MakeRaw(os.Stdin.Fd())
	if err != nil {
		return 0
	}
	defer func() { _ = term.Restore(os.Stdin.Fd(), old) }()
	var b [16]byte // all bytes of a key that sends several
	if n, err := os.Stdin.Read(b[:]); err != nil || n == 0 {
		return 0
	}
	return b[0]
}

// Dumb is the TERM of terminals that can only append lines.
const Dumb = "dumb"

// WriteMatch writes a match under a new name into the present folder, as far as
// it is there, and beside a branch the notes that say where it came from. It returns the
// name, and which rounds are there where it is not all.
func WriteMatch(_ context.Context, rec *record.Record) (string, error) {
	out, err := CreateFor(rec.Meta(), "res")
	if err != nil {
		return "", err
	}
	over, _ := rec.Over() // asked first: what is over does not grow any more
	last, err := WriteRecording(out, rec)
	if err != nil {
		return "", err
	}
	if last == rec.Rounds() {
		return Located(out.Name), nil
	}
	text := fmt.Sprintf("%s: rounds 0 to %d of %d", Located(out.Name), last, rec.Rounds())
	if !over {
		text += " so far"
	}
	return text, nil
}

// WriteRecording writes a match into a file and makes it appear, or leaves none, and beside it the notes of a
// branch. It returns the last round that is there.
func WriteRecording(out *Output, rec *record.Record) (last int, err error) {
	defer out.Discard()
	sum := sha256.New()
	if last, err = res.Write(io.MultiWriter(out, sum), rec); err != nil {
		return last, err
	}
	if err := out.Commit(); err != nil {
		return last, err
	}
	if meta := rec.Meta(); meta.Note == "" || meta.Source != "" {
		return last, nil // it is no branch
	}
	beside, err := Create(out.Name + ".notes")
	if err != nil {
		return last, err
	}
	defer beside.Discard()
	if err := notes.Write(beside, rec, fmt.Sprintf("%x", sum.Sum(nil)), nil); err != nil {
		return last, err
	}
	return last, beside.Commit()
}

// Located is the name of a file with its folder, so that people find it.
func Located(name string) string {
	path, err := filepath.Abs(name)
	if err != nil {
		return name // the folder that we are in has gone
	}
	return path
}

// CreateFor opens a file for a match under a name that is not taken, with that ending.
func CreateFor(meta *record.Meta, ending string) (*Output, error) {
	for i := 1; i < 100; i++ {
		name := fmt.Sprintf("%s-s%d.%s", meta.Game.Name(), meta.Seed, ending)
		if i > 1 {
			name = fmt.Sprintf("%s-s%d-%d.%s", meta.Game.Name(), meta.Seed, i, ending)
		}
		if _, err := os.Lstat(name); err != nil {
			return Create(name)
		}
	}
	return nil, errors.New("too many files of this match in this folder")
}

// Recording is where the text of a match goes; nil: nowhere.
type Recording struct {
	res     *Output
	notes   *Output // nil: there are none
	Written bool
}

// CreateRecording begins the files of a match, so that what cannot be written is found before
// it is played. Without a path it is nil.
func CreateRecording(path string, notes bool) (*Recording, error) {
	switch {
	case notes && (path == "-" || path == ""):
		return nil, errors.New("--notes are written beside the recording: type -o FILE as well")
	case path == "":
		return nil, nil
	}
	out, err := Create(path)
	if err != nil {
		return nil, err
	}
	r := &Recording{res: out}
	if notes {
		if r.notes, err = Create(path + ".notes"); err != nil {
			out.Discard()
			return nil, err
		}
	}
	return r, nil
}

// WriteAll writes a match that has ended, and makes its files appear.
func (r *Recording) WriteAll(rec *record.Record, result *match.Result) error {
	if _, err := res.Write(r.res, rec); err != nil {
		return err
	}
	return r.Commit(rec, result)
}

// Unfinished returns the file that holds the recording while the match is played, and whether it can be
// watched. It is empty if what is written goes to its place at once.
func (r *Recording) Unfinished() (name string, watchable bool) {
	if r == nil {
		return "", false
	}
	return r.res.temp, r.res.pack == nil
}

// Noted reports whether notes are written beside it.
func (r *Recording) Noted() bool { return r != nil && r.notes != nil }

// Writer takes the text of the match; nil: it goes nowhere.
func (r *Recording) Writer() io.Writer {
	if r == nil {
		return nil
	}
	return r.res
}

// Commit makes the files of a match appear.
func (r *Recording) Commit(rec *record.Record, result *match.Result) error {
	if r == nil {
		return nil
	}
	if err := r.res.Commit(); err != nil {
		return err
	}
	r.Written = true
	if r.notes == nil {
		return nil
	}
	if err := notes.Write(r.notes, rec, result.SHA256, result); err != nil {
		return err
	}
	return r.notes.Commit()
}

// Discard leaves nothing behind; after commit it does nothing.
func (r *Recording) Discard() {
	if r == nil {
		return
	}
	r.res.Discard()
	if r.notes != nil {
		r.notes.Discard()
	}
}

// StateDir is where the program keeps what it remembers by itself.
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
