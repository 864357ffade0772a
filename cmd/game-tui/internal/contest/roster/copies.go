package roster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/fileop"
	"game-tui/sim/league"
)

// MaxCopies is the usual limit on the total size of copies in bytes.
const MaxCopies = 2 << 30

// Copies manages a temporary folder with copies of players' files. It is safe for concurrent use.
type Copies struct {
	mu      sync.Mutex
	path    string
	players int
	free    int64             // remaining space in bytes
	paths   map[string]string // paths of copied files by hash
}

// NewCopies returns an empty Copies that holds up to room bytes. Callers must close it.
func NewCopies(room int64) *Copies { return &Copies{free: room, paths: map[string]string{}} }

// Close removes the copies.
func (d *Copies) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	_ = fileop.RemoveAll(d.path) // If this fails, files stay in the temporary folder. An empty path removes nothing.
	d.path = ""
}

type Copy struct {
	dir     string
	files   []league.ProgramFile
	Command resolve.Command // with the paths of the copied files
}

var ErrTooLarge = errors.New("the players' files are too large")

// diskBlock is the minimum disk space that a file or folder takes, in bytes.
const diskBlock = 4 << 10

// checkSpace returns the disk space in bytes that copies of g's files take. It returns an error if
// there are too many files or they do not fit.
func (d *Copies) checkSpace(g *league.Program) (int64, error) {
	folders := map[string]bool{}
	room := int64(0)
	for _, f := range g.Files {
		if f.Size > league.MaxProgramSize-room {
			return 0, league.ErrProgramTooLarge
		}
		room += f.Size
		for dir := path.Dir(relativePath(f)); dir != "."; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	n := len(g.Files) + len(folders)
	room += int64(n) * diskBlock
	switch {
	case n > sim.MaxPlayerFiles:
		return 0, sim.ErrTooManyFiles
	case room > d.free:
		return 0, ErrTooLarge
	}
	return room, nil
}

func relativePath(f league.ProgramFile) string { return strconv.Itoa(f.ArgIndex) + "/" + f.Name }

func copyPath(dir string, f league.ProgramFile) string {
	return filepath.Join(dir, filepath.FromSlash(relativePath(f)))
}

// add copies a player's files. It calls fill, which passes each file to put and may append it to
// g.Files.
func (d *Copies) add(g *league.Program, command resolve.Command, fill func(put putFile) error) (Copy, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path == "" {
		var err error
		if d.path, err = os.MkdirTemp("", "game-tui-players-"); err != nil {
			return Copy{}, fmt.Errorf("cannot copy its files: %w", err)
		}
	}
	dir := filepath.Join(d.path, strconv.Itoa(d.players))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return Copy{}, fmt.Errorf("cannot copy its files: %w", err)
	}
	d.players++
	words := map[int]string{}
	room, err := d.checkSpace(g)
	if err == nil {
		err = writeFiles(dir, words, fill)
	}
	if err == nil {
		room, err = d.checkSpace(g)
	}
	if err != nil {
		return Copy{}, errors.Join(err, fileop.RemoveAll(dir))
	}
	d.free -= room
	for _, f := range g.Files {
		d.paths[f.SHA256] = copyPath(dir, f)
	}
	runScriptsInFolder(g, words)
	return Copy{dir, g.Files, command.WithFiles(words)}, nil
}

// CopyPlanned copies a program of a plan. It fetches only files listed in the plan.
func (d *Copies) CopyPlanned(ctx context.Context, g *league.Program, from league.FetchFunc) (Copy, error) {
	return d.add(g, resolve.NewUntrusted(g.Argv), func(put putFile) error {
		for _, f := range g.Files {
			if err := put(f, func(w io.Writer) error { return from(ctx, f, w) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// CopyTyped copies a program named on the command line. It reads each file once, so the hashes
// always match the copy.
func (d *Copies) CopyTyped(typed resolve.Command) (*league.Program, Copy, error) {
	g := &league.Program{Argv: typed.Words()}
	c, err := d.add(g, typed, func(put putFile) error {
		left := min(d.free, league.MaxProgramSize)
		err := typed.Files(func(f *resolve.File) error {
			if f.Info.IsDir() {
				return nil
			}
			file := league.ProgramFile{ArgIndex: f.Word, Name: f.Name, Executable: runtime.GOOS == "windows" || f.Info.Mode()&0o111 != 0}
			err := put(file, func(w io.Writer) (err error) {
				h := sha256.New()
				if file.Size, err = f.Copy(io.MultiWriter(h, w), left); err == nil && file.Size > left {
					return league.ErrProgramTooLarge
				}
				file.SHA256 = hex.EncodeToString(h.Sum(nil))
				return err
			})
			left -= file.Size
			g.Files = append(g.Files, file)
			return err
		})
		if errors.Is(err, league.ErrProgramTooLarge) && d.free < league.MaxProgramSize {
			return ErrTooLarge
		}
		return cmp.Or(err, g.Check())
	})
	return g, c, err
}

// A putFile function creates a copy of the file f with the contents that give writes. It ignores
// the size and hash in f.
type putFile func(f league.ProgramFile, give func(io.Writer) error) error

// writeFiles calls fill with a function that writes files below dir. It stores in paths the copy's
// path for each word of the command.
func writeFiles(dir string, paths map[int]string, fill func(put putFile) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return fill(func(f league.ProgramFile, give func(io.Writer) error) error {
		first, _, _ := strings.Cut(f.Name, "/")
		at := dir + "/" + relativePath(league.ProgramFile{ArgIndex: f.ArgIndex, Name: first})
		if was, ok := paths[f.ArgIndex]; ok && was != at || path.Clean(f.Name) != f.Name {
			return fmt.Errorf("the files of argument %d are not all in one folder", f.ArgIndex)
		}
		paths[f.ArgIndex] = at
		mode := os.FileMode(0o644)
		if f.Executable {
			mode = 0o755
		}
		err := root.MkdirAll(path.Dir(relativePath(f)), 0o755)
		if err == nil {
			var out *os.File
			if out, err = root.OpenFile(relativePath(f), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err == nil {
				err = errors.Join(give(out), out.Close())
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		return nil
	})
}

// runScriptsInFolder handles commands that name both a script and a folder that contains it. It
// changes paths so that the script runs from the folder's copy, next to the other files.
func runScriptsInFolder(g *league.Program, paths map[int]string) {
	sums := map[league.ProgramFile]string{} // hashes of files by word and name
	for _, f := range g.Files {
		sums[league.ProgramFile{ArgIndex: f.ArgIndex, Name: f.Name}] = f.SHA256
	}
	for _, script := range g.Files {
		if strings.Contains(script.Name, "/") {
			continue
		}
		for i, folder := range g.Argv {
			rel, err := filepath.Rel(folder, g.Argv[script.ArgIndex])
			if err != nil || i == script.ArgIndex {
				continue
			}
			rel = "/" + filepath.ToSlash(rel)
			if sum, ok := sums[league.ProgramFile{ArgIndex: i, Name: path.Base(paths[i]) + rel}]; ok && sum == script.SHA256 {
				paths[script.ArgIndex] = paths[i] + rel
			}
		}
	}
}

func (c Copy) CheckIntact() error {
	for _, f := range c.files {
		path := copyPath(c.dir, f)
		if info, err := os.Stat(path); err != nil || info.Size() != f.Size {
			return fmt.Errorf("its copy %s was removed or changed; does something clean up %s?", path, os.TempDir())
		}
	}
	return nil
}

// Read reads into p from the copied file with the hash sum, starting at offset, for a worker.
func (d *Copies) Read(sum string, p []byte, offset int64) (int, error) {
	d.mu.Lock()
	path := d.paths[sum]
	d.mu.Unlock()
	f, err := os.Open(path)
	if err != nil {
		return 0, errUnreadable
	}
	defer f.Close()
	n, err := f.ReadAt(p, offset)
	if err != nil && err != io.EOF {
		return 0, errUnreadable
	}
	return n, nil
}

var (
	errUnreadable = errors.New("can no longer be read on the coordinator's machine")
	errGone       = errors.New("not found relative to this folder")
	errOutside    = errors.New("is outside this folder and the tournament file's folder; name the player on the command line")
)

// openListed opens a file below the current folder or the folder of the tournament file. Paths in a
// tournament file are untrusted, so symbolic links must not leave these folders.
func openListed(record, word, name string) (*os.File, error) {
	base, rel, err := locateListed(record, word, name)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return files.OpenIn(root, rel)
}

// locateListed returns the allowed folder that contains a listed file, and the file's path relative
// to it. name starts with the last element of word.
func locateListed(record, word, name string) (base, rel string, err error) {
	err = errOutside
	for _, base := range []string{".", filepath.Dir(record)} {
		base, wrong := filepath.Abs(base)
		if wrong != nil {
			return "", "", wrong
		}
		at := word
		switch {
		case filepath.IsAbs(at):
		case strings.HasPrefix(filepath.ToSlash(at), "/"):
			continue // On Windows, a path without a drive depends on the current drive.
		default:
			at = filepath.Join(base, at)
		}
		path := filepath.Join(filepath.Dir(filepath.Clean(at)), filepath.FromSlash(name))
		if _, ok := relativeTo(base, path); !ok {
			continue // Files outside the allowed folders are not even looked up.
		}
		path, wrong = filepath.EvalSymlinks(path)
		if errors.Is(wrong, fs.ErrNotExist) {
			err = errGone
			continue
		}
		if wrong == nil {
			base, wrong = filepath.EvalSymlinks(base)
		}
		if wrong != nil {
			return "", "", wrong
		}
		rel, ok := relativeTo(base, path)
		if !ok { // A symbolic link leaves the folder.
			return "", "", errOutside
		}
		return base, rel, nil
	}
	return "", "", err
}

func relativeTo(base, path string) (rel string, ok bool) {
	rel, err := filepath.Rel(base, path)
	return rel, err == nil && filepath.IsLocal(rel)
}
