package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/infile"
	"game-tui/sim/league"
)

// CopyRoom is how many bytes all copies of a command take where nobody says otherwise.
const CopyRoom = 2 << 30

// copyPrefix begins the names of folders of copies, in the temporary folder.
const copyPrefix = "game-tui-players-"

// Copies is a folder of this program's own for copies of players' files. Each player has a
// folder in it. Whoever holds its lock is alive: what a killed command left is removed by
// the next one.
type Copies struct {
	mu      sync.Mutex
	path    string // empty before the first copy
	lock    *os.File
	players int
	room    int64             // bytes that copies may still take
	paths   map[string]string // of copies, by hash
}

// NewCopies makes room for copies of so many bytes. They are removed by Close.
func NewCopies(room int64) *Copies { return &Copies{room: room, paths: map[string]string{}} }

// Close removes the copies.
func (d *Copies) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path == "" {
		return
	}
	_ = os.RemoveAll(d.path) // what is left there is nobody's
	d.lock.Close()
	d.path = ""
}

// Copy is a player that plays as a copy.
type Copy struct {
	dir     string // the folder of its files
	files   []league.File
	Command process.Command // whose words are text, where they are no files of it
}

// ErrRoom says that the files of players take more than they may.
var ErrRoom = errors.New("the files of the players take more than they may")

// add makes the folder of a player and has it filled by fill, which returns the player.
func (d *Copies) add(fill func(dir string, room int64) (*league.Program, error)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path == "" {
		var err error
		if d.path, d.lock, err = makeCopyDir(os.TempDir(), copyPrefix); err != nil {
			return fmt.Errorf("copy its files: %w", err)
		}
	}
	dir := filepath.Join(d.path, strconv.Itoa(d.players))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return fmt.Errorf("copy its files: %w", err)
	}
	d.players++
	g, err := fill(dir, d.room)
	if err == nil {
		err = d.count(g)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	for _, f := range g.Files {
		d.paths[f.SHA256] = copyOf(dir, f)
	}
	return nil
}

// count takes what a player needs from the room.
func (d *Copies) count(g *league.Program) error {
	room, err := g.Room()
	if err == nil && room > d.room {
		err = ErrRoom
	}
	if err == nil {
		d.room -= room
	}
	return err
}

// Fetch copies the files of a plan's player.
func (d *Copies) Fetch(ctx context.Context, g *league.Program, from league.Fetch) (c Copy, err error) {
	err = d.add(func(dir string, room int64) (*league.Program, error) {
		switch size, err := g.Room(); {
		case err != nil:
			return nil, err
		case size > room:
			return nil, ErrRoom
		}
		words, err := g.Copy(ctx, dir, from)
		c = Copy{dir, g.Files, process.Foreign(g.Argv).With(words)}
		return g, err
	})
	return c, err
}

// Take copies the files of a command that was typed. Each is read once: the player is what was
// copied.
func (d *Copies) Take(typed process.Command) (g *league.Program, as Copy, list []*Original, err error) {
	g = &league.Program{Argv: typed.Words()}
	err = d.add(func(dir string, room int64) (*league.Program, error) {
		c, err := league.NewCopier(dir)
		if err != nil {
			return nil, err
		}
		defer c.Close()
		left := min(room, league.MaxBytes)
		err = typed.Files(func(f *process.File) error {
			if f.Info.IsDir() {
				return nil
			}
			file := league.File{Word: f.Word, Name: f.Name, Exec: f.Info.Mode()&0o111 != 0}
			info := fs.FileInfo(nil)
			if err := c.Add(file, func(w io.Writer) (err error) {
				h := sha256.New()
				file.Size, info, err = copyFile(io.MultiWriter(h, w), f, left)
				file.SHA256 = hex.EncodeToString(h.Sum(nil))
				return err
			}); err != nil {
				return err
			}
			left -= file.Size
			g.Files = append(g.Files, file)
			path := pathOf(g.Argv[f.Word], f.Name)
			list = append(list, &Original{file: file, info: info, path: path,
				open: func() (*os.File, error) { return infile.Open(path) }})
			return nil
		})
		if errors.Is(err, league.ErrLarge) && room < league.MaxBytes {
			err = ErrRoom
		}
		if err == nil {
			err = g.Check()
		}
		if err == nil {
			as = Copy{dir, g.Files, typed.With(c.Words(g))}
		}
		return g, err
	})
	return g, as, list, err
}

// copyOf is the path of the copy of a file in the folder of its player.
func copyOf(dir string, f league.File) string {
	return filepath.Join(dir, filepath.FromSlash(f.Place()))
}

// Intact finds the first copy of a player's files that is not as it was made.
func (c Copy) Intact() error {
	for _, f := range c.files {
		path := copyOf(c.dir, f)
		if info, err := os.Stat(path); err != nil || info.Size() != f.Size {
			return fmt.Errorf("its copy %s is not there any more as it was made: does something remove files from %s?", path, os.TempDir())
		}
	}
	return nil
}

// Read reads a part of a file for a worker, by its hash.
func (d *Copies) Read(sum string, p []byte, offset int64) (int, error) {
	d.mu.Lock()
	path := d.paths[sum]
	d.mu.Unlock()
	f, err := os.Open(path)
	if err != nil {
		return 0, errUnread
	}
	defer f.Close()
	n, err := f.ReadAt(p, offset)
	if err != nil && err != io.EOF {
		return 0, errUnread
	}
	return n, nil
}

var errUnread = errors.New("cannot be read on the coordinator's machine any more")

// copyFile copies a file of at most limit bytes. One that has more is not read.
func copyFile(w io.Writer, f *process.File, limit int64) (int64, fs.FileInfo, error) {
	if f.Info.Size() > limit {
		return 0, nil, league.ErrLarge
	}
	file, err := infile.OpenIn(f.Root, f.Path)
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, nil, err
	}
	n, err := io.Copy(w, io.LimitReader(file, limit+1))
	if err == nil && n > limit {
		err = league.ErrLarge
	}
	return n, info, err
}

// Hash identifies the files of a command. It is empty for a program of
// PATH, and where there is too much to read.
func Hash(command process.Command) string {
	h := sha256.New()
	left := int64(league.MaxBytes)
	err := command.Files(func(f *process.File) error {
		if f.Info.IsDir() {
			return nil
		}
		n, _, err := copyFile(h, f, left)
		left -= n
		if errors.Is(err, league.ErrLarge) {
			return err
		}
		return nil // what cannot be read does not count
	})
	if err != nil || left == league.MaxBytes {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
