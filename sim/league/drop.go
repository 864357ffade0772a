package league

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Drop takes the results of all workers with a token out of the record and the standings, so that
// their tasks are played again, and returns how many they were. It takes no more of them.
// Their lines are kept in a file beside the record, whose name ends in .dropped.
func (e *Engine) Drop(token string) (int, error) {
	d := drop{token, make(chan dropped, 1)}
	select {
	case e.drops <- d:
	case <-e.ended:
		return 0, ErrEnded
	}
	select {
	case r := <-d.heard:
		return r.n, r.err
	case <-e.ended:
		return 0, ErrEnded
	}
}

// Over reports whether nothing more needs to be played.
func (e *Engine) Over() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.decided() || e.standings.Tasks == e.standings.Schedule.Tasks()
}

// Done reports whether a task has a result.
func (e *Engine) Done(n int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.standings.Done(n)
}

type drop struct {
	token string
	heard chan dropped
}

type dropped struct {
	n   int
	err error
}

// drop does what Drop says, between two groups of results.
func (e *Engine) drop(token string) (int, error) {
	e.mu.Lock()
	if e.barred == nil {
		e.barred = map[string]bool{}
	}
	e.barred[token] = true
	e.mu.Unlock()
	n, err := e.record.drop(token)
	if err != nil || n == 0 {
		return 0, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	fresh := NewStandings(e.standings.Plan)
	fresh.Schedule = e.standings.Schedule // which knows the keys
	if err := e.record.each(func(r *Result) error {
		fresh.Add(r)
		return nil
	}); err != nil {
		return n, err
	}
	*e.standings, e.next = *fresh, 0
	return n, nil
}

// each reads the record's results from its file.
func (r *Record) each(each func(*Result) error) error {
	f, err := os.Open(r.name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = Read(f, func(*Plan) error { return nil }, each)
	return err
}

// drop writes the record anew without the results of a token, and returns how many these are.
func (r *Record) drop(token string) (n int, err error) {
	if r.name == "" {
		return 0, errors.New("the record is kept nowhere")
	}
	n = 0
	if err := r.each(func(res *Result) error {
		if res.token() == token {
			n++
		}
		return nil
	}); err != nil || n == 0 {
		return 0, err
	}
	return n, r.rewrite(func(res *Result) bool { return res.token() != token })
}

// rewrite writes the record anew, with the results that stay. The other lines, and those that are
// damaged, go to a file beside it. Until all that stays is on the disk, the record is as it was.
func (r *Record) rewrite(stays func(*Result) bool) error {
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
	kept, mode := newRecord(r.name, made, r.plan), info.Mode().Perm()
	err = os.Chmod(fresh, mode)
	if err == nil {
		err = r.split(kept, stays, mode)
	}
	if err == nil {
		err = made.Sync()
	}
	if err == nil {
		err = os.Rename(fresh, name)
	}
	if err != nil {
		return errors.Join(err, made.Close(), os.Remove(fresh))
	}
	err = errors.Join(r.file.Close(), system{}.syncDir(filepath.Dir(name)))
	r.file, r.done, r.left = made, kept.done, kept.left
	return err
}

// split copies the lines that stay; mode is that of a new file for the others.
func (r *Record) split(kept *Record, stays func(*Result) bool, mode fs.FileMode) error {
	aside, err := os.OpenFile(r.name+".dropped", os.O_WRONLY|os.O_CREATE|os.O_APPEND, mode)
	if err != nil {
		return err
	}
	defer aside.Close()
	stay, gone := bufio.NewWriterSize(kept.file, 1<<16), bufio.NewWriterSize(aside, 1<<16)
	f, err := os.Open(r.name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := NewReader(f)
	for to := stay; err == nil; {
		_, _ = to.Write(bytes.TrimSuffix(in.in.buf, []byte("\n"))) // Flush says what went wrong
		_ = to.WriteByte('\n')
		res, fault := in.Next()
		switch {
		case errors.Is(fault, ErrDamaged):
			to = gone
		case fault != nil:
			err = fault
		case !stays(res):
			to = gone
		default:
			to = stay
			kept.mark(res.N)
		}
	}
	if err != io.EOF {
		return fmt.Errorf("%s:%w", r.name, err)
	}
	for _, k := range in.Keys {
		line, err := r.plan.line(publishedAs(k))
		if err != nil {
			return err
		}
		_, _ = stay.Write(line)
	}
	return errors.Join(stay.Flush(), gone.Flush(), aside.Sync())
}
