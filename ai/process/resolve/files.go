package resolve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"game-tui/sim"
)

// PinnedFile is a file or folder that stays open from when it is looked at until the
// launcher has taken it over. What its name leads to may change meanwhile, by
// whoever can write to a folder on the way; what is held does not.
type PinnedFile struct {
	*os.File
	Info os.FileInfo
}

// A irregularError is why something is not opened: to open a pipe or a device may wait,
// or do something.
type irregularError struct{ mode os.FileMode }

func (e irregularError) Error() string {
	switch {
	case e.mode.IsDir():
		return "a folder"
	case e.mode&os.ModeNamedPipe != 0:
		return "a named pipe"
	case e.mode&os.ModeSocket != 0:
		return "a socket"
	case e.mode&os.ModeDevice != 0:
		return "a device"
	}
	return "no ordinary file"
}

// pin opens a file or folder; links are followed.
func Pin(path string) (*PinnedFile, error) { return openPinned(path, os.Stat, os.OpenFile) }

// PinIn opens a file or folder that lies below a folder. A link that leads out
// of it is an error.
func PinIn(root *os.Root, name string) (*PinnedFile, error) {
	return openPinned(name, root.Stat, root.OpenFile)
}

func openPinned(path string, stat func(string) (os.FileInfo, error), open func(string, int, os.FileMode) (*os.File, error)) (*PinnedFile, error) {
	if info, err := stat(path); err != nil {
		return nil, err
	} else if !isOrdinary(info) {
		return nil, irregularError{info.Mode()}
	}
	f, err := open(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may have become a pipe
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !isOrdinary(info) {
		err = irregularError{info.Mode()}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &PinnedFile{f, info}, nil
}

func isOrdinary(info os.FileInfo) bool { return info.Mode().IsRegular() || info.IsDir() }

// is says whether a path itself, without following a link, is what is held.
func (h *PinnedFile) isAt(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && os.SameFile(info, h.Info)
}

// checkLink refuses a file that was found by a link out of its folder: whoever made
// the link, perhaps the author of the player, would choose what is read.
func checkLink(path string, f *PinnedFile) error {
	if f.isAt(path) {
		return nil
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close()
	if info, err := root.Stat(filepath.Base(path)); err == nil && os.SameFile(info, f.Info) {
		return nil
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink == 0 {
		return beingChanged(path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	return &LinkError{path, real}
}

// LinkError says that a path of a player is a link to something outside of its folder.
type LinkError struct{ Path, To string }

func (e *LinkError) Error() string {
	return fmt.Sprintf("%s is a link out of its folder, to %s: type that if you mean it", e.Path, e.To)
}

// File is a file of a player, or a folder of it.
type File struct {
	Word int    // index of the word of the command that it belongs to
	Name string // with slashes, from the folder in which the word lies: "bot.py", "anna/main.py"
	Info fs.FileInfo
	// Where it is; no link leads out of the root.
	root *os.Root
	path string
}

// Copy writes what is in the file, of which one that is larger than limit is not read, or not
// to its end: then n is more than limit.
func (f *File) Copy(w io.Writer, limit int64) (n int64, err error) {
	if f.Info.Size() > limit {
		return limit + 1, nil
	}
	file, err := PinIn(f.root, f.path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, io.LimitReader(file, limit+1))
}

// Files visits what a player consists of: its program, its script and whatever else its
// command opens, all of it where that is a folder. Links in a folder are followed where
// they stay in it. Passed over are programs of PATH, interpreters that have a library of
// their own, what cannot be read, what is no file, and what Python keeps in __pycache__.
func (c Command) Files(visit func(*File) error) error {
	p := &Program{Argv: c.Words()}
	defer p.Release()
	if err := p.openWords(c); err != nil {
		return err
	}
	if p.installed() {
		p.opened[0] = nil
	}
	w := fileWalk{visit: visit}
	words := c.Words()
	words[0] = c.path()
	for i, f := range p.opened {
		if f == nil {
			continue
		}
		if err := w.visitWord(i, words[i], f); err != nil {
			return err
		}
	}
	return nil
}

// installed reports whether the program is an interpreter that has a library of its own: it
// plays where it is, for a copy of it alone would not.
func (p *Program) installed() bool {
	if p.opened[0] == nil || p.Folder != "" || !slices.ContainsFunc(p.opened[1:], func(f *PinnedFile) bool { return f != nil && isScript(f.Name()) }) {
		return false
	}
	q := Program{Interpreter: p.Path}
	defer q.Release()
	q.findInstallation()
	return len(q.Read) > 0
}

// walk visits the files of a word.
type fileWalk struct {
	visit func(*File) error
	seen  int
	word  int
	root  *os.Root
	above []fs.FileInfo // the folders that lead to where it is: links may lead back to them
}

// of visits what a word leads to, which is held.
func (w *fileWalk) visitWord(i int, word string, f *PinnedFile) error {
	typed, err := filepath.Abs(word)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(typed)
	if err != nil {
		return err
	}
	folder, path := real, "."
	if !f.Info.IsDir() {
		folder, path = filepath.Split(real)
	}
	if w.root, err = os.OpenRoot(folder); err != nil {
		return err
	}
	defer w.root.Close()
	info, err := w.root.Stat(path)
	if err == nil && !os.SameFile(info, f.Info) {
		err = beingChanged(word)
	}
	if err != nil {
		return err
	}
	w.word = i
	return w.walk(path, filepath.Base(typed), info)
}

// beingChanged says that a file was replaced while it was looked at.
func beingChanged(word string) error { return fmt.Errorf("%s is being changed", word) }

// walk visits a file, or a folder and what is in it in the order of the names.
func (w *fileWalk) walk(path, name string, info fs.FileInfo) error {
	if w.seen++; w.seen > sim.MaxFiles {
		return sim.ErrManyFiles
	}
	if err := w.visit(&File{w.word, filepath.ToSlash(name), info, w.root, path}); err != nil || !info.IsDir() {
		return err
	}
	if slices.ContainsFunc(w.above, func(above fs.FileInfo) bool { return os.SameFile(above, info) }) {
		return nil
	}
	w.above = append(w.above, info)
	defer func() { w.above = w.above[:len(w.above)-1] }()
	names, err := readNames(w.root.Open(path))
	if errors.Is(err, sim.ErrManyFiles) {
		return err
	}
	for _, n := range names { // none, where the folder cannot be read
		below := filepath.Join(path, n)
		info, err := w.root.Stat(below)
		if err != nil || info.IsDir() && n == "__pycache__" || !isOrdinary(info) {
			continue
		}
		if err := w.walk(below, filepath.Join(name, n), info); err != nil {
			return err
		}
	}
	return nil
}

// readNames lists what is in a folder that was just opened.
func readNames(f *os.File, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(sim.MaxFiles + 1)
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil
	case len(names) > sim.MaxFiles:
		return nil, sim.ErrManyFiles
	}
	slices.Sort(names)
	return names, err
}
