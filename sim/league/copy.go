package league

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"game-tui/sim"
)

// Fetch writes a file of a program, and checks that it is the one.
type Fetch func(ctx context.Context, f File, w io.Writer) error

// diskBlock is what a file or folder takes on a disk, however small it is.
const diskBlock = 4 << 10

// ErrLarge says that the files of a program have more bytes than they may.
var ErrLarge = fmt.Errorf("its files have more than %d MiB", MaxBytes>>20)

// Room is what a copy of the files takes on a disk, in bytes. It is an error
// where they are too many, or too large.
func (g *Program) Room() (int64, error) {
	folders := map[string]bool{}
	bytes := int64(0)
	for _, f := range g.Files {
		if f.Size > MaxBytes-bytes {
			return 0, ErrLarge
		}
		bytes += f.Size
		for dir := path.Dir(f.Place()); dir != "."; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	n := len(g.Files) + len(folders)
	if n > sim.MaxFiles {
		return 0, sim.ErrManyFiles
	}
	return bytes + int64(n)*diskBlock, nil
}

// Place is where a copy of the file lies in the folder of its program, with slashes.
func (f File) Place() string { return strconv.Itoa(f.Word) + "/" + f.Name }

// Copy writes the files into a folder, and nothing anywhere else. It returns the paths that stand
// for the words of Argv that are files or folders of the program, by their index.
func (g *Program) Copy(ctx context.Context, dir string, fetch Fetch) (map[int]string, error) {
	c, err := NewCopier(dir)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	for _, f := range g.Files {
		if err := c.Add(f, func(w io.Writer) error { return fetch(ctx, f, w) }); err != nil {
			return nil, err
		}
	}
	return c.Words(g), nil
}

// Copier writes files of a program into a folder, and nothing anywhere else.
type Copier struct {
	root  *os.Root
	words map[int]string
}

// NewCopier writes into a folder that is there. It must be closed.
func NewCopier(dir string) (*Copier, error) {
	root, err := os.OpenRoot(dir)
	return &Copier{root, map[int]string{}}, err
}

// Close ends the work.
func (c *Copier) Close() error { return c.root.Close() }

// Add writes a file, whose hash and size need not be known yet: give writes what is in it.
func (c *Copier) Add(f File, give func(io.Writer) error) error {
	first, _, _ := strings.Cut(f.Name, "/")
	at := c.root.Name() + "/" + File{Word: f.Word, Name: first}.Place()
	if was, ok := c.words[f.Word]; ok && was != at || path.Clean(f.Name) != f.Name {
		return fmt.Errorf("the files of word %d are not in one folder", f.Word)
	}
	c.words[f.Word] = at
	if err := write(c.root, f, give); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return nil
}

// Words are the paths that stand for the words of a program whose files were added.
func (c *Copier) Words(g *Program) map[int]string {
	g.together(c.words)
	return c.words
}

// together has a script that lies in the folder of another word run in the copy of that, where it
// finds what it found there.
func (g *Program) together(words map[int]string) {
	type place struct {
		word int
		name string
	}
	sums := map[place]string{}
	for _, f := range g.Files {
		sums[place{f.Word, f.Name}] = f.SHA256
	}
	for _, script := range g.Files {
		if strings.Contains(script.Name, "/") {
			continue
		}
		for i, folder := range g.Argv {
			rel, err := filepath.Rel(folder, g.Argv[script.Word])
			if err != nil || i == script.Word {
				continue
			}
			rel = "/" + filepath.ToSlash(rel)
			if sum, ok := sums[place{i, path.Base(words[i]) + rel}]; ok && sum == script.SHA256 {
				words[script.Word] = words[i] + rel
			}
		}
	}
}

// write writes one file.
func write(root *os.Root, f File, give func(io.Writer) error) error {
	if err := root.MkdirAll(path.Dir(f.Place()), 0o755); err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if f.Exec {
		mode = 0o755
	}
	out, err := root.OpenFile(f.Place(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	return errors.Join(give(out), out.Close())
}
