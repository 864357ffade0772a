package league

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"game-tui/sim/fileop"
)

// A File is an open tournament file with its standings. Only one goroutine may write; View is safe
// for concurrent use.
type File struct {
	name string
	out  syncWriter
	live *LiveStandings

	damagedLines   int
	firstDamageErr error
	keyPublished   bool
	broken         bool
}

// Create creates a tournament file and, if key is not nil, its key file. Neither may exist.
func Create(name string, p *Plan, key *Key) (*File, error) {
	return create(osDisk{}, name, p, key)
}

// NewInMemoryFile returns a tournament without a file.
func NewInMemoryFile(p *Plan) *File { return newFile("", nil, p) }

func create(d disk, name string, p *Plan, key *Key) (*File, error) {
	f, err := d.create(name)
	if err != nil {
		return nil, err
	}
	if key != nil {
		if err := createKeyFile(name, key); err != nil {
			return nil, errors.Join(err, f.Close(), d.remove(name))
		}
	}
	r := newFile(name, f, p)
	r.live.standings.Schedule.AddKey(key)
	if err = r.write(formatLine(p)); err == nil {
		err = d.syncDir(filepath.Dir(name))
	}
	if err != nil {
		err = errors.Join(err, f.Close(), d.remove(name))
		if key != nil {
			err = errors.Join(err, os.Remove(KeyFile(name)))
		}
		return nil, err
	}
	return r, nil
}

func newFile(name string, f syncWriter, p *Plan) *File {
	return &File{name: name, out: f, live: NewLiveStandings(p)}
}

// Resume reopens a tournament file and its key if accept permits its plan. It removes an incomplete
// last line and blanks damaged lines.
func Resume(name string, accept func(*Plan) error) (*File, error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	r, end, err := resume(name, f, accept)
	if err == nil {
		err = cmp.Or(f.Truncate(end), f.Sync())
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// resume locks, reads and repairs a file. Any bytes from offset end on belong to an incomplete
// line.
func resume(name string, f *os.File, accept func(*Plan) error) (r *File, end int64, err error) {
	if err := cmp.Or(checkRegular(f), lock(f), checkNotReplaced(name, f)); err != nil {
		return nil, 0, err
	}
	in, err := NewReader(f)
	if err != nil {
		return nil, 0, fmt.Errorf("%s:%w", name, err)
	}
	if err := accept(in.Plan); err != nil {
		return nil, 0, fmt.Errorf("%s:%w", name, in.lineError(err))
	}
	r = newFile(name, f, in.Plan)
	var damaged [][2]int64
	for res, err := range in.Results() {
		switch {
		case err == nil:
			r.live.Amend(in.Plan)
			r.live.Add(res)
		case errors.Is(err, ErrDamaged):
			damaged = append(damaged, [2]int64{in.start, in.end})
			r.firstDamageErr = cmp.Or(r.firstDamageErr, err)
		default:
			return nil, 0, fmt.Errorf("%s:%w", name, err)
		}
	}
	r.damagedLines = len(damaged)
	r.live.Amend(in.Plan)
	if err := r.loadKeys(in.Keys); err != nil {
		return nil, 0, err
	}
	for _, d := range damaged {
		if _, err := f.WriteAt(bytes.Repeat([]byte("\n"), int(d[1]-d[0])), d[0]); err != nil {
			return nil, 0, err
		}
	}
	return r, in.start, nil
}

// checkNotReplaced returns ErrInUse if another program replaced the file between opening and locking.
func checkNotReplaced(name string, f *os.File) error {
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	current, err := os.Stat(name)
	if err == nil && !os.SameFile(opened, current) {
		err = ErrInUse
	}
	return err
}

// Damage returns the number of lines that Resume blanked, and the first one's error.
func (r *File) Damage() (lines int, firstErr error) { return r.damagedLines, r.firstDamageErr }

func (r *File) View(fn func(*Standings)) { r.live.View(fn) }

// Append writes results to disk, except for tasks that already have one. After an error the file
// must not be used.
func (r *File) Append(list ...Result) error {
	var fresh []*Result
	var text []byte
	seen := map[int]bool{}
	for i := range list {
		n := list[i].N
		if seen[n] || r.live.standings.HasResult(n) {
			continue
		}
		seen[n] = true
		text = append(text, formatLine(&list[i])...)
		fresh = append(fresh, &list[i])
	}
	if err := r.write(text); err != nil {
		return err
	}
	r.live.Add(fresh...)
	return nil
}

// Amend changes the number of seeds and writes the amendment to disk. Added seeds get a new key if
// the last one is public or missing.
func (r *File) Amend(seeds int) error {
	s := r.live.standings
	a := Amendment{N: len(s.Plan.Amendments) + 1, Seeds: seeds}
	var key *Key
	if len(s.Plan.Keys) > 0 && (s.Schedule.lastKey() == nil || r.keyPublished) {
		key = newKey()
		a.Key = key.hash()
	}
	p, err := s.Plan.withAmendment(a)
	if err != nil {
		return err
	}
	if key != nil {
		// A crash after publication can leave the old key's file behind.
		if _, err := ReadKey(r.name, s.Plan); err == nil {
			_ = os.Remove(KeyFile(r.name))
		}
		if err := createKeyFile(r.name, key); err != nil {
			return err
		}
	}
	if err := r.write(formatLine(a)); err != nil {
		return err
	}
	r.live.Amend(p)
	if key != nil {
		r.keyPublished = false
		r.View(func(s *Standings) { s.Schedule.AddKey(key) })
	}
	return nil
}

// ReplacePlan replaces a play-off's plan with one from Plan.WithStandIn. The old file stays in
// place until the new one is on disk. The file is reopened, because Windows cannot rename open
// files.
func (r *File) ReplacePlan(p *Plan) error {
	name, err := filepath.EvalSymlinks(r.name)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	_, results, _ := bytes.Cut(text, []byte("\n"))
	newName := name + ".new"
	if err := writeWithModeOf(name, newName, slices.Concat(formatLine(p), results)); err != nil {
		return errors.Join(err, os.Remove(newName))
	}
	if err := r.release(); err != nil {
		return err
	}
	replaceErr := fileop.Replace(newName, name)
	if replaceErr != nil {
		_ = os.Remove(newName)
	}
	reopened, err := Resume(r.name, func(*Plan) error { return nil })
	if err != nil {
		return errors.Join(replaceErr, err)
	}
	r.out = reopened.out
	r.View(func(*Standings) { r.live.standings = reopened.live.standings })
	return errors.Join(replaceErr, osDisk{}.syncDir(filepath.Dir(name)))
}

// writeWithModeOf writes and syncs a file with the same permissions as original.
func writeWithModeOf(original, name string, text []byte) error {
	info, err := os.Stat(original)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, os.Chmod(name, info.Mode().Perm()), f.Sync(), f.Close())
}

func (r *File) write(text []byte) error {
	if r.out == nil || len(text) == 0 {
		return nil
	}
	_, err := r.out.Write(text)
	if err == nil {
		err = r.out.Sync()
	}
	if err != nil {
		r.broken = true
		return fmt.Errorf("write %s: %w", r.name, err)
	}
	return nil
}

// Close closes the file, after publishing the key if all tasks have been played.
func (r *File) Close() error {
	if r.out == nil {
		return nil
	}
	return errors.Join(r.publishKey(), r.release())
}

func (r *File) release() error {
	if f, ok := r.out.(*os.File); ok { // unlock explicitly: a child between fork and exec may keep the file open
		return errors.Join(unlock(f), f.Close())
	}
	return r.out.Close()
}

// A syncWriter is an open file. Tests replace it with one that loses unsynced data.
type syncWriter interface {
	io.Writer
	Sync() error
	Close() error
}

// disk creates files. A crash may lose a new file until its folder is synced.
type disk interface {
	create(name string) (syncWriter, error)
	syncDir(dir string) error
	remove(name string) error
}

type osDisk struct{}

func (osDisk) create(name string) (syncWriter, error) {
	// Windows cannot lock a file opened for appending only.
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (osDisk) syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !syncRefused(err) {
		return err
	}
	return nil
}

func (osDisk) remove(name string) error { return os.Remove(name) }

var ErrInUse = errors.New("another process is playing this tournament")

// IsLocked reports whether a program is writing a tournament file. It does not make a concurrent
// Resume fail.
func IsLocked(name string) (bool, error) {
	// Without O_NONBLOCK, opening a named pipe would wait for a writer.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if err := checkRegular(f); err != nil {
		return false, err
	}
	ok, err := tryLock(f, shared)
	if !ok {
		return err == nil, err
	}
	return false, unlock(f)
}

func checkRegular(f *os.File) error {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", f.Name())
	}
	return err
}

// lock locks the file until it is closed or the program ends. It retries for 0.2 s before returning
// ErrInUse, because IsLocked briefly holds a shared lock.
func lock(f *os.File) error {
	for range 200 {
		if ok, err := tryLock(f, exclusive); ok || err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return ErrInUse
}
