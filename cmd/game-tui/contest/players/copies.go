package players

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"game-tui/ai/process"
	"game-tui/sim/league"
)

// CopyRoom is how many bytes all copies of a command take where nobody says otherwise.
const CopyRoom = 2 << 30

// Copies is a folder of this program's own, in the temporary one, for copies of players'
// files. Each player has a folder in it.
type Copies struct {
	mu      sync.Mutex
	path    string // empty before the first copy
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
	if d.path != "" {
		_ = os.RemoveAll(d.path) // what is left there is nobody's
		d.path = ""
	}
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
		if d.path, err = os.MkdirTemp("", "game-tui-players-"); err != nil {
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
		var room int64
		if room, err = g.Room(); err == nil && room > d.room {
			err = ErrRoom
		}
		d.room -= room
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	for _, f := range g.Files {
		d.paths[f.SHA256] = copyOf(dir, f)
	}
	return nil
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
func (d *Copies) Take(typed process.Command) (g *league.Program, as Copy, err error) {
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
			if err := c.Add(file, func(w io.Writer) (err error) {
				h := sha256.New()
				if file.Size, err = f.Copy(io.MultiWriter(h, w), left); err == nil && file.Size > left {
					return league.ErrLarge
				}
				file.SHA256 = hex.EncodeToString(h.Sum(nil))
				return err
			}); err != nil {
				return err
			}
			left -= file.Size
			g.Files = append(g.Files, file)
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
	return g, as, err
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
