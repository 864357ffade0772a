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

// MaxCopiesBytes is the usual limit on the total size of copies in bytes.
const MaxCopiesBytes = 2 << 30

// Copies manages a temporary folder with copies of players' files. It is safe for concurrent use.
type Copies struct {
	mu          sync.Mutex
	dir         string
	playerCount int
	freeBytes   int64             // remaining space in bytes
	pathByHash  map[string]string // paths of copied files by hash
}

// NewCopies returns an empty Copies that holds up to maxBytes bytes. Callers must close it.
func NewCopies(maxBytes int64) *Copies {
	return &Copies{freeBytes: maxBytes, pathByHash: map[string]string{}}
}

// Close removes the copies.
func (d *Copies) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	_ = fileop.RemoveAll(d.dir) // If this fails, files stay in the temporary folder. An empty path removes nothing.
	d.dir = ""
}

type Copy struct {
	dir     string
	files   []league.ProgramFile
	Command resolve.Command // with the paths of the copied files
}

var ErrTooLarge = errors.New("the players' files are too large")

// diskBlock is the minimum disk space that a file or folder takes, in bytes.
const diskBlock = 4 << 10

// requiredSpace returns the disk space in bytes that copies of program's files take. It returns an
// error if there are too many files or they do not fit.
func (d *Copies) requiredSpace(program *league.Program) (int64, error) {
	folders := map[string]bool{}
	size := int64(0)
	for _, f := range program.Files {
		if f.Size > league.MaxProgramSize-size {
			return 0, league.ErrProgramTooLarge
		}
		size += f.Size
		for dir := path.Dir(relativePath(f)); dir != "."; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	n := len(program.Files) + len(folders)
	size += int64(n) * diskBlock
	switch {
	case n > sim.MaxPlayerFiles:
		return 0, sim.ErrTooManyFiles
	case size > d.freeBytes:
		return 0, ErrTooLarge
	}
	return size, nil
}

func relativePath(f league.ProgramFile) string { return strconv.Itoa(f.ArgIndex) + "/" + f.Name }

func copyPath(dir string, f league.ProgramFile) string {
	return filepath.Join(dir, filepath.FromSlash(relativePath(f)))
}

// add copies a player's files. It calls fill, which passes each file to put and may append it to
// program.Files.
func (d *Copies) add(program *league.Program, command resolve.Command, fill func(put putFile) error) (Copy, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dir == "" {
		var err error
		if d.dir, err = os.MkdirTemp("", "game-tui-players-"); err != nil {
			return Copy{}, fmt.Errorf("cannot copy its files: %w", err)
		}
	}
	dir := filepath.Join(d.dir, strconv.Itoa(d.playerCount))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return Copy{}, fmt.Errorf("cannot copy its files: %w", err)
	}
	d.playerCount++
	pathByWord := map[int]string{}
	size, err := d.requiredSpace(program)
	if err == nil {
		err = writeFiles(dir, pathByWord, fill)
	}
	if err == nil {
		size, err = d.requiredSpace(program)
	}
	if err != nil {
		return Copy{}, errors.Join(err, fileop.RemoveAll(dir))
	}
	d.freeBytes -= size
	for _, f := range program.Files {
		d.pathByHash[f.SHA256] = copyPath(dir, f)
	}
	redirectScripts(program, pathByWord)
	return Copy{dir, program.Files, command.WithFiles(pathByWord)}, nil
}

// CopyPlanned copies a program of a plan. It fetches only files listed in the plan.
func (d *Copies) CopyPlanned(ctx context.Context, program *league.Program, fetch league.FetchFunc) (Copy, error) {
	return d.add(program, resolve.NewUntrusted(program.Argv), func(put putFile) error {
		for _, f := range program.Files {
			if err := put(f, func(w io.Writer) error { return fetch(ctx, f, w) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// CopyTyped copies a program named on the command line. It reads each file once, so the hashes
// always match the copy.
func (d *Copies) CopyTyped(command resolve.Command) (*league.Program, Copy, error) {
	program := &league.Program{Argv: command.Words()}
	c, err := d.add(program, command, func(put putFile) error {
		remaining := min(d.freeBytes, league.MaxProgramSize)
		err := command.WalkFiles(func(f *resolve.File) error {
			if f.Info.IsDir() {
				return nil
			}
			file := league.ProgramFile{ArgIndex: f.WordIndex, Name: f.Name, Executable: runtime.GOOS == "windows" || f.Info.Mode()&0o111 != 0}
			err := put(file, func(w io.Writer) (err error) {
				h := sha256.New()
				if file.Size, err = f.Copy(io.MultiWriter(h, w), remaining); err == nil && file.Size > remaining {
					return league.ErrProgramTooLarge
				}
				file.SHA256 = hex.EncodeToString(h.Sum(nil))
				return err
			})
			remaining -= file.Size
			program.Files = append(program.Files, file)
			return err
		})
		if errors.Is(err, league.ErrProgramTooLarge) && d.freeBytes < league.MaxProgramSize {
			return ErrTooLarge
		}
		return cmp.Or(err, program.Check())
	})
	return program, c, err
}

// A putFile function creates a copy of the file f with the contents that write writes. It ignores
// the size and hash in f.
type putFile func(f league.ProgramFile, write func(io.Writer) error) error

// writeFiles calls fill with a function that writes files below dir. It stores in pathByWord the copy's
// path for each word of the command.
func writeFiles(dir string, pathByWord map[int]string, fill func(put putFile) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return fill(func(f league.ProgramFile, write func(io.Writer) error) error {
		first, _, _ := strings.Cut(f.Name, "/")
		at := dir + "/" + relativePath(league.ProgramFile{ArgIndex: f.ArgIndex, Name: first})
		if was, ok := pathByWord[f.ArgIndex]; ok && was != at || path.Clean(f.Name) != f.Name {
			return fmt.Errorf("the files of argument %d are not all in one folder", f.ArgIndex)
		}
		pathByWord[f.ArgIndex] = at
		mode := os.FileMode(0o644)
		if f.Executable {
			mode = 0o755
		}
		err := root.MkdirAll(path.Dir(relativePath(f)), 0o755)
		if err == nil {
			var out *os.File
			if out, err = root.OpenFile(relativePath(f), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err == nil {
				err = errors.Join(write(out), out.Close())
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		return nil
	})
}

// redirectScripts handles commands that name both a script and a folder that contains it. It
// changes pathByWord so that the script runs from the folder's copy, next to the other files.
func redirectScripts(program *league.Program, pathByWord map[int]string) {
	sums := map[league.ProgramFile]string{} // hashes of files by word and name
	for _, f := range program.Files {
		sums[league.ProgramFile{ArgIndex: f.ArgIndex, Name: f.Name}] = f.SHA256
	}
	for _, script := range program.Files {
		if strings.Contains(script.Name, "/") {
			continue
		}
		for i, folder := range program.Argv {
			rel, err := filepath.Rel(folder, program.Argv[script.ArgIndex])
			if err != nil || i == script.ArgIndex {
				continue
			}
			rel = "/" + filepath.ToSlash(rel)
			if sum, ok := sums[league.ProgramFile{ArgIndex: i, Name: path.Base(pathByWord[i]) + rel}]; ok && sum == script.SHA256 {
				pathByWord[script.ArgIndex] = pathByWord[i] + rel
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
	path := d.pathByHash[sum]
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
	errUnreadable = errors.New("no longer readable on the coordinator's machine")
	errNotFound   = errors.New("not found in this folder or the tournament file's folder")
	errOutside    = errors.New("outside this folder and the tournament file's folder; name the player on the command line")
)

// openListed opens a file below the current folder or the folder of the tournament file. Paths in a
// tournament file are untrusted, so symbolic links must not leave these folders.
func openListed(tournamentFile, word, name string) (*os.File, error) {
	base, rel, err := locateListed(tournamentFile, word, name)
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
func locateListed(tournamentFile, word, name string) (base, rel string, err error) {
	err = errOutside
	for _, base := range []string{".", filepath.Dir(tournamentFile)} {
		base, pathErr := filepath.Abs(base)
		if pathErr != nil {
			return "", "", pathErr
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
		path, pathErr = filepath.EvalSymlinks(path)
		if errors.Is(pathErr, fs.ErrNotExist) {
			err = errNotFound
			continue
		}
		if pathErr == nil {
			base, pathErr = filepath.EvalSymlinks(base)
		}
		if pathErr != nil {
			return "", "", pathErr
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
