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

// A File is a file or folder that a player may read.
type File struct {
	WordIndex int    // index of the file's word in Command.Words
	Name      string // slash-separated name, such as "bot.py" or "anna/main.py"
	Info      fs.FileInfo

	root *os.Root
	path string // path relative to root
}

// Copy copies the file to w. If the file has more than limit bytes, n is greater than limit.
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

// WalkFiles calls visit for each file and folder that a player may read. It follows symbolic links
// within a folder. It skips installed programs, unreadable and irregular files, and __pycache__.
func (c Command) WalkFiles(visit func(*File) error) error {
	p := &Program{Argv: c.Words()}
	defer p.Release()
	if err := p.openWords(c); err != nil {
		return err
	}
	if p.isInstalled() {
		p.wordFiles[0] = nil
	}
	w := fileWalk{visit: visit}
	words := c.Words()
	words[0] = c.path()
	for i, f := range p.wordFiles {
		if f == nil {
			continue
		}
		if err := w.visitWord(i, words[i], f); err != nil {
			return err
		}
	}
	return nil
}

// isInstalled reports whether the program is an interpreter with its own library. A copy of it
// would not run.
func (p *Program) isInstalled() bool {
	if p.wordFiles[0] == nil || p.Folder != "" || !slices.ContainsFunc(p.wordFiles[1:], func(f *PinnedFile) bool { return f != nil && isScript(f.Name()) }) {
		return false
	}
	q := Program{Interpreter: p.Path}
	defer q.Release()
	q.addInstallation()
	return len(q.Readable) > 0
}

type fileWalk struct {
	visit        func(*File) error
	visitedCount int
	wordIndex    int
	root         *os.Root
	parents      []fs.FileInfo // parent folders, to detect cyclic links
}

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
		err = errChanging(word)
	}
	if err != nil {
		return err
	}
	w.wordIndex = i
	return w.walk(path, filepath.Base(typed), info)
}

func (w *fileWalk) walk(path, name string, info fs.FileInfo) error {
	if w.visitedCount++; w.visitedCount > sim.MaxPlayerFiles {
		return sim.ErrTooManyFiles
	}
	if err := w.visit(&File{w.wordIndex, filepath.ToSlash(name), info, w.root, path}); err != nil || !info.IsDir() {
		return err
	}
	if slices.ContainsFunc(w.parents, func(above fs.FileInfo) bool { return os.SameFile(above, info) }) {
		return nil
	}
	w.parents = append(w.parents, info)
	defer func() { w.parents = w.parents[:len(w.parents)-1] }()
	names, err := readNames(w.root.Open(path))
	if errors.Is(err, sim.ErrTooManyFiles) {
		return err
	}
	for _, n := range names { // an unreadable folder counts as empty
		below := filepath.Join(path, n)
		info, err := w.root.Stat(below)
		if err != nil || info.IsDir() && n == "__pycache__" || !isRegularOrDir(info) {
			continue
		}
		if err := w.walk(below, filepath.Join(name, n), info); err != nil {
			return err
		}
	}
	return nil
}

// readNames returns the sorted names in a folder, given the result of opening it. It closes f.
func readNames(f *os.File, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(sim.MaxPlayerFiles + 1)
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil
	case len(names) > sim.MaxPlayerFiles:
		return nil, sim.ErrTooManyFiles
	}
	slices.Sort(names)
	return names, err
}

// A PinnedFile is a regular file or folder that stays open until the launcher has inherited it,
// because another file may take its path.
type PinnedFile struct {
	*os.File
	Info os.FileInfo
}

// errIrregular is returned for devices, pipes and sockets. Opening them could block or have side
// effects.
var errIrregular = errors.New("not a regular file")

func Pin(path string) (*PinnedFile, error) { return openPinned(path, os.Stat, os.OpenFile) }

// PinIn is like Pin for a name below root. Symbolic links must not leave root.
func PinIn(root *os.Root, name string) (*PinnedFile, error) {
	return openPinned(name, root.Stat, root.OpenFile)
}

func openPinned(path string, stat func(string) (os.FileInfo, error), open func(string, int, os.FileMode) (*os.File, error)) (*PinnedFile, error) {
	if info, err := stat(path); err != nil {
		return nil, err
	} else if !isRegularOrDir(info) {
		return nil, errIrregular
	}
	f, err := open(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // O_NONBLOCK, in case the file was replaced by a pipe
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !isRegularOrDir(info) {
		err = errIrregular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &PinnedFile{f, info}, nil
}

func isRegularOrDir(info os.FileInfo) bool { return info.Mode().IsRegular() || info.IsDir() }

// checkLink returns an error if path is a link that leads out of its folder, or no longer leads to
// f. In an untrusted archive, such a link could make any file readable.
func checkLink(path string, f *PinnedFile) error {
	if info, err := os.Lstat(path); err == nil && os.SameFile(info, f.Info) {
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
		return errChanging(path)
	}
	return fmt.Errorf("%s %w", path, ErrEscapingLink)
}

// ErrEscapingLink means that a path is a link that leads out of its folder.
var ErrEscapingLink = errors.New("is a link that leads out of its folder; name its target instead")

func errChanging(path string) error { return fmt.Errorf("%s is being changed", path) }
