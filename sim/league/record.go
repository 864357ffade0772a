package league

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim"
)

// Result is what came of one task.
type Result struct {
	N      int    `json:"n"`
	Worker string `json:"worker,omitempty"` // who played it, TOKEN/NAME; empty: the machine with the record
	// Scores has a row a match, in the order of Task.Plays, and a column a place
	// of Task.LineUp.
	Scores [][sim.Seats]int `json:"scores"`
	// Leads has how often the lead changed hands in each of the matches; older records
	// do not have it.
	Leads []int `json:"leads,omitempty"`
	Outs  []Out `json:"outs,omitempty"` // in order of match and place
}

// Seats are the scores of match m of the task by seat.
func (r *Result) Seats(t *Task, m int) (scores [sim.Seats]int) {
	for seat, place := range t.Plays[m] {
		scores[seat] = r.Scores[m][place]
	}
	return scores
}

// token is the name of the token of the worker that played.
func (r *Result) token() string {
	token, _, _ := strings.Cut(r.Worker, "/")
	return token
}

// Out says why the player of a place went out in match m; nil: it did not.
func (r *Result) Out(m, place int) *sim.Out {
	for i := range r.Outs {
		if o := &r.Outs[i]; o.Match == m && o.Place == place {
			return &o.Out
		}
	}
	return nil
}

// Out says that a player went out.
type Out struct {
	Match int `json:"match"` // row of Scores
	Place int `json:"place"` // column of Scores
	sim.Out
}

// Bounds of a result, which may come from anybody.
const (
	maxLine   = 64 << 10
	maxDetail = 256
	maxScore  = 1 << 40
)

// Check says what is wrong with a result of a task, in one line.
func (r *Result) Check(t *Task, rounds int) error {
	if r.N != t.N || len(r.Scores) != len(t.Plays) || len(r.Outs) > len(t.Plays)*sim.Seats || len(r.Worker) > maxName {
		return fmt.Errorf("a result of task %d with %d matches does not fit task %d with %d", r.N, len(r.Scores), t.N, len(t.Plays))
	}
	for _, row := range r.Scores {
		for _, n := range row {
			if n > maxScore || n < -maxScore {
				return fmt.Errorf("task %d: %d is no score", r.N, n)
			}
		}
	}
	senseless := func(n int) bool { return n < 0 || n > rounds }
	if r.Leads != nil && len(r.Leads) != len(t.Plays) || slices.ContainsFunc(r.Leads, senseless) {
		return fmt.Errorf("task %d: %v make no sense as changes of the lead in %d matches", r.N, r.Leads, len(t.Plays))
	}
	last := -1
	for _, o := range r.Outs {
		at := o.Match*sim.Seats + o.Place
		if o.Match < 0 || o.Place < 0 || o.Place >= sim.Seats || at <= last || at >= len(t.Plays)*sim.Seats ||
			o.Round < 0 || o.Round > rounds || !slices.Contains(sim.Reasons, o.Reason) || len(o.Detail) > maxDetail {
			return fmt.Errorf("task %d: an entry of its outs makes no sense", r.N)
		}
		last = at
	}
	return nil
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

// Record is the open file of a tournament. One goroutine uses it.
type Record struct {
	name string
	plan *Plan
	file storage
	done []bool // by task
	left int
	buf  []byte

	aside   int   // damaged lines that Resume set aside
	damaged error // the first of them

	keys   []Key        // that are known
	public map[int]bool // those that are published, by their number in the plan
	broken bool         // something could not be written
}

// ErrInUse says that another program is writing the record.
var ErrInUse = errors.New("another program is playing this tournament")

// Create begins the record of a plan in a new file, and beside it that of its keys. It
// refuses to write over existing ones: that is a tournament to resume.
func Create(name string, p *Plan, keys ...Key) (*Record, error) {
	return create(system{}, name, p, keys...)
}

// Memory is a record that is kept nowhere: for what is played to its end at once.
func Memory(p *Plan) *Record { return newRecord("", nowhere{}, p) }

// nowhere is where a record goes that is not kept.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Sync() error                 { return nil }
func (nowhere) Close() error                { return nil }

func create(d disk, name string, p *Plan, keys ...Key) (*Record, error) {
	f, err := d.create(name)
	if err != nil {
		return nil, err
	}
	if len(keys) > 0 {
		if err := createKeys(name, keys); err != nil {
			return nil, errors.Join(err, f.Close(), d.remove(name))
		}
	}
	r, err := begin(name, f, p)
	if err == nil {
		r.keys = keys
		err = d.syncDir(filepath.Dir(name))
	}
	if err != nil {
		err = errors.Join(err, f.Close(), d.remove(name))
		if len(keys) > 0 {
			err = errors.Join(err, os.Remove(KeyFile(name)))
		}
		return nil, err
	}
	return r, nil
}

// begin writes the plan to an empty file.
func begin(name string, f storage, p *Plan) (*Record, error) {
	line, err := p.first()
	if err != nil {
		return nil, err
	}
	r := newRecord(name, f, p)
	return r, r.write(line)
}

func newRecord(name string, f storage, p *Plan) *Record {
	n := p.Schedule().Tasks()
	return &Record{name: name, plan: p, file: f, done: make([]bool, n), left: n, public: map[int]bool{}}
}

// Resume opens the record of a tournament to go on with it, and reads the keys that wait
// beside it. each hears the plan and every result that counts; half a line at the end, which was
// never acknowledged, is cut off. Damaged lines are set aside, in a file whose name ends in
// .dropped: see Damaged.
func Resume(name string, start func(*Plan) error, each func(*Result) error) (*Record, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	r, err := resume(name, f, start, each)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

func resume(name string, f *os.File, start func(*Plan) error, each func(*Result) error) (*Record, error) {
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, fmt.Errorf("%s: is no ordinary file", name))
	}
	if err := lock(f); err != nil {
		return nil, err
	}
	in, err := NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	if err := start(in.Plan); err != nil {
		return nil, fmt.Errorf("%s:%w", name, in.in.fault(err))
	}
	r := newRecord(name, f, in.Plan)
	for {
		res, err := in.Next()
		switch {
		case err == io.EOF:
			if err := r.unlock(in.Keys); err != nil {
				return nil, err
			}
			if r.aside > 0 {
				return r, r.rewrite(func(*Result) bool { return true })
			}
			return r, cmp.Or(f.Truncate(in.in.whole), f.Sync())
		case errors.Is(err, ErrDamaged):
			r.aside++
			r.damaged = cmp.Or(r.damaged, err)
		case err != nil:
			return nil, fmt.Errorf("%s:%w", name, err)
		default:
			r.mark(res.N)
			if err := each(res); err != nil {
				return nil, fmt.Errorf("%s:%w", name, in.in.fault(err))
			}
		}
	}
}

// Damaged returns how many lines Resume set aside, whose tasks have no result any more, and
// what was wrong with the first one.
func (r *Record) Damaged() (lines int, first error) { return r.aside, r.damaged }

// mark notes that a task is done and reports whether that is new.
func (r *Record) mark(n int) bool {
	if r.done[n] {
		return false
	}
	r.done[n] = true
	r.left--
	return true
}

// Done reports whether the record has a result of a task.
func (r *Record) Done(n int) bool { return r.done[n] }

// Left is the number of tasks without a result.
func (r *Record) Left() int { return r.left }

// Append writes the results of tasks that are not done yet. When it returns
// nil they are on the disk: only then they count. Results of tasks that are done are passed over.
// After an error the record is of no more use; what was acknowledged before is safe.
func (r *Record) Append(list ...Result) error {
	r.buf = r.buf[:0]
	for i := range list {
		if !r.mark(list[i].N) {
			continue
		}
		line, err := r.plan.line(&list[i])
		if err != nil {
			return err
		}
		r.buf = append(r.buf, line...)
	}
	if len(r.buf) == 0 {
		return nil
	}
	return r.write(r.buf)
}

func (r *Record) write(text []byte) error {
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

// Keys are the keys of the plan.
func (r *Record) Keys() []Key { return r.keys }

// Close publishes the keys of which all is played, and closes the file.
func (r *Record) Close() error { return errors.Join(r.publish(), r.file.Close()) }
