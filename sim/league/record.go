package league

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"game-tui/sim/clean"
)

// Record is the open file of a tournament, and what follows from the results in it. One goroutine
// writes to it, others may call View meanwhile.
type Record struct {
	name string // empty: it is kept nowhere
	plan *Plan
	file storage
	live *Live // of the results in it

	aside     int   // damaged lines that Resume set aside
	damaged   error // the first of them
	published bool  // the key is in the record
	broken    bool  // something could not be written
	closed    bool
}

// Create begins the record of a plan in a new file, and beside it that of its key, if it has one. It
// refuses to write over existing ones: that is a tournament to resume.
func Create(name string, p *Plan, key *Key) (*Record, error) {
	return create(system{}, name, p, key)
}

// Memory is a record that is kept nowhere: for what is played to its end at once.
func Memory(p *Plan) *Record { return newRecord("", nil, p) }

func create(d disk, name string, p *Plan, key *Key) (*Record, error) {
	f, err := d.create(name)
	if err != nil {
		return nil, err
	}
	if key != nil {
		if err := createKey(name, key); err != nil {
			return nil, errors.Join(err, f.Close(), d.remove(name))
		}
	}
	r := newRecord(name, f, p)
	r.live.standings.Schedule.SetKey(key)
	if err = r.write(lineOf(p)); err == nil {
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

func newRecord(name string, f storage, p *Plan) *Record {
	return &Record{name: name, plan: p, file: f, live: NewLive(p)}
}

// Resume opens the record of a tournament to go on with it, if accept says so, and reads the key
// that waits beside it. Half a line at the end, which was never acknowledged, is cut off. Damaged
// lines are set aside, in a file whose name ends in .dropped: see Damaged.
func Resume(name string, accept func(*Plan) error) (*Record, error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	r, end, err := resume(name, f, accept)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if r.aside > 0 {
		err = r.rewrite(r.plan, func(*Result) bool { return true })
	} else if err = cmp.Or(f.Truncate(end), f.Sync()); err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// resume locks and reads a record. The bytes from end on were never acknowledged.
func resume(name string, f *os.File, accept func(*Plan) error) (r *Record, end int64, err error) {
	if err := checkRegular(f); err != nil {
		return nil, 0, err
	}
	if err := lock(f); err != nil {
		return nil, 0, err
	}
	if err := checkCurrent(name, f); err != nil {
		return nil, 0, err
	}
	in, err := NewReader(f)
	if err != nil {
		return nil, 0, fmt.Errorf("%s:%w", name, err)
	}
	if err := accept(in.Plan); err != nil {
		return nil, 0, fmt.Errorf("%s:%w", name, in.fault(err))
	}
	r = newRecord(name, f, in.Plan)
	for res, err := range in.Results() {
		switch {
		case err == nil:
			r.live.Amend(in.Plan)
			r.live.Add(res)
		case errors.Is(err, ErrDamaged):
			r.aside++
			r.damaged = cmp.Or(r.damaged, err)
		default:
			return nil, 0, fmt.Errorf("%s:%w", name, err)
		}
	}
	r.plan = in.Plan
	r.live.Amend(r.plan)
	return r, in.start, r.unlock(in.Keys)
}

// checkCurrent returns ErrInUse if another program has replaced the record between opening and locking it. What is
// written to the old file would be lost.
func checkCurrent(name string, f *os.File) error {
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

// Damaged returns how many lines Resume set aside, whose tasks have no result any more, and
// what was wrong with the first one.
func (r *Record) Damaged() (lines int, first error) { return r.aside, r.damaged }

// View shows the standings as they are now, as Live.View does.
func (r *Record) View(look func(*Standings)) { r.live.View(look) }

// Append writes the results of tasks that are not done yet. When it returns
// nil they are on the disk: only then they count. Results of tasks that are done are passed over.
// After an error the record is of no more use; what was acknowledged before is safe.
func (r *Record) Append(list ...Result) error {
	var fresh []*Result
	var text []byte
	seen := map[int]bool{}
	for i := range list {
		n := list[i].N
		if seen[n] || r.live.standings.Done(n) {
			continue
		}
		seen[n] = true
		text = append(text, lineOf(&list[i])...)
		fresh = append(fresh, &list[i])
	}
	if err := r.write(text); err != nil {
		return err
	}
	r.live.Add(fresh...)
	return nil
}

// Amend sets how many seeds are played in all. It has a fresh key for those that it adds where the one
// before is no secret any more. When it returns nil it is on the disk.
func (r *Record) Amend(seeds int) error {
	s := r.live.standings.Schedule
	a := Amendment{N: len(r.plan.Amendments) + 1, Seeds: seeds}
	var key *Key
	if last := s.lastKey(); len(r.plan.Keys) > 0 && (last == nil || r.published) {
		key = newKey()
		a.Key = key.sum()
	}
	p, err := r.plan.amended(a)
	if err != nil {
		return err
	}
	if key != nil {
		if _, err := ReadKey(r.name, r.plan); err == nil { // a crash has left one that is published
			_ = os.Remove(KeyFile(r.name)) // createKey says what went wrong
		}
		if err := createKey(r.name, key); err != nil {
			return err
		}
	}
	if err := r.write(lineOf(a)); err != nil {
		return err
	}
	r.plan = p
	r.live.Amend(p)
	if key != nil {
		r.published = false
		r.View(func(s *Standings) { s.Schedule.SetKey(key) })
	}
	return nil
}

func (r *Record) write(text []byte) error {
	if r.file == nil || len(text) == 0 {
		return nil
	}
	_, err := r.file.Write(text)
	if err == nil {
		err = r.file.Sync()
	}
	if err != nil {
		r.broken = true
		return fmt.Errorf("write %s: %w", r.name, err)
	}
	return nil
}

// drop takes the results of a token out, and returns how many these are.
func (r *Record) drop(token string) (n int, err error) {
	if r.closed {
		return 0, ErrEnded
	}
	err = r.rewrite(r.plan, func(res *Result) bool {
		if res.token() == token {
			n++
			return false
		}
		return true
	})
	return n, err
}

// rewrite writes the record anew, of a plan, with the results that stay. The other lines, and those that are
// damaged, go to a file beside it. Until all that stays is on the disk, the record is as it was.
func (r *Record) rewrite(p *Plan, stays func(*Result) bool) error {
	name, err := filepath.EvalSymlinks(r.name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	fresh := name + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	made, err := system{}.create(fresh)
	if err != nil {
		return err
	}
	mode := info.Mode().Perm()
	standings := NewStandings(p)
	standings.Schedule.keys, standings.Schedule.last = r.live.standings.Schedule.keys, r.live.standings.Schedule.last
	err = os.Chmod(fresh, mode)
	if err == nil {
		err = r.split(made, standings, stays, mode)
	}
	if err == nil {
		err = made.Sync()
	}
	if err != nil {
		return errors.Join(err, made.Close(), os.Remove(fresh))
	}
	if r.file, err = replace(r.file, made, fresh, name); err != nil {
		_ = os.Remove(fresh) // if it was not renamed
		return err
	}
	err = system{}.syncDir(filepath.Dir(name))
	r.live.mu.Lock()
	defer r.live.mu.Unlock()
	r.live.standings = standings
	return err
}

// split copies the lines that stay, and adds their results to the standings; mode is that of a new
// file for the others, which is only made if there are any.
func (r *Record) split(to io.Writer, standings *Standings, stays func(*Result) bool, mode fs.FileMode) error {
	aside := lateFile{name: r.name + ".dropped", mode: mode}
	defer aside.Close()
	f, err := os.Open(r.name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := NewReader(f)
	if err != nil {
		return fmt.Errorf("%s:%w", r.name, err)
	}
	stay, gone := bufio.NewWriterSize(to, 1<<16), bufio.NewWriterSize(&aside, 1<<16)
	copyLine := func(w *bufio.Writer) {
		_, _ = w.Write(bytes.TrimSuffix(in.buf, []byte("\n")))
		_ = w.WriteByte('\n')
	}
	plan := *standings.Plan
	plan.Amendments = nil            // these have lines of their own, before all results, wherever they were
	_, _ = stay.Write(lineOf(&plan)) // Flush says what went wrong
	for _, a := range standings.Plan.Amendments {
		_, _ = stay.Write(lineOf(a))
	}
	for res, err := range in.Results() {
		switch {
		case errors.Is(err, ErrDamaged), err == nil && (!stays(res) || res.N >= standings.Schedule.Tasks()): // which followed from what is gone
			copyLine(gone)
		case err != nil:
			return fmt.Errorf("%s:%w", r.name, err)
		default:
			copyLine(stay)
			standings.Add(res)
		}
	}
	for _, key := range in.Keys {
		_, _ = stay.Write(key.line())
	}
	return errors.Join(stay.Flush(), gone.Flush(), aside.Sync())
}

// A lateFile is a file that is appended to. It is opened, and made if it does not exist, by the first Write.
type lateFile struct {
	name string
	mode fs.FileMode // of a new file
	file *os.File    // nil until something is written
}

func (l *lateFile) Write(b []byte) (n int, err error) {
	if l.file == nil {
		if l.file, err = os.OpenFile(l.name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, l.mode); err != nil {
			return 0, err
		}
	}
	return l.file.Write(b)
}

func (l *lateFile) Sync() error {
	if l.file == nil {
		return nil
	}
	return l.file.Sync()
}

func (l *lateFile) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// Copy writes a record anew, of a plan in which change has renamed players. What results say of outs is
// what words makes of it. The error is about a line that cannot be copied, or of writing.
func Copy(to io.Writer, from io.Reader, change func(*Plan), words func(string) string) error {
	in, err := NewReader(from)
	if err != nil {
		return err
	}
	p := *in.Plan
	change(&p)
	if err := p.Seal(); err != nil {
		return err
	}
	out := bufio.NewWriter(to) // Flush says what went wrong
	_, _ = out.Write(lineOf(&p))
	amended := 0
	amend := func() { // before the results of what they add
		for _, a := range in.Plan.Amendments[amended:] {
			_, _ = out.Write(lineOf(a))
			amended++
		}
	}
	for res, err := range in.Results() {
		if err != nil {
			return err
		}
		amend()
		for i := range res.Outs {
			o := &res.Outs[i].Out
			o.Detail = clean.Short(words(o.Detail), maxDetail)
		}
		_, _ = out.Write(lineOf(res))
	}
	amend()
	for _, key := range in.Keys {
		_, _ = out.Write(key.line())
	}
	return out.Flush()
}

// Close publishes the key when all is played, and closes the file.
func (r *Record) Close() error {
	r.closed = true
	if r.file == nil {
		return nil
	}
	err := r.publish()
	if f, ok := r.file.(*os.File); ok {
		// A child process between fork and exec may still have the file open, and with it the lock.
		err = errors.Join(err, unlock(f))
	}
	return errors.Join(err, r.file.Close())
}

// storage is what a Record needs of its file: os.File, or a test's that loses
// what was not synced.
type storage interface {
	io.Writer
	Sync() error
	Close() error
}

// disk makes files. The name of a new file is safe only when its folder is synced.
type disk interface {
	create(name string) (storage, error)
	syncDir(dir string) error
	remove(name string) error
}

// system is the disk of the machine.
type system struct{}

func (system) create(name string) (storage, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644) // Windows cannot lock a file that is only appended to
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (system) syncDir(dir string) error {
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

func (system) remove(name string) error { return os.Remove(name) }
