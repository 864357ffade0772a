package league

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Drop takes the results of all workers with a token out of the record and the books, so that
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
	return e.decided() || e.books.Tasks == e.books.Schedule.Tasks()
}

// Done reports whether a task has a result.
func (e *Engine) Done(n int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.books.Done(n)
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
	fresh := NewBooks(e.books.Plan)
	if err := e.record.each(func(r *Result) error {
		fresh.Add(r)
		return nil
	}); err != nil {
		return n, err
	}
	*e.books, e.next = *fresh, 0
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

// drop writes the record anew without the results of a token. Until all that stays is
// on the disk, the file is as it was.
func (r *Record) drop(token string) (n int, err error) {
	if r.name == "" {
		return 0, errors.New("the record is kept nowhere")
	}
	name := r.name + ".new"
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	made, err := system{}.create(name)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = made.Close()
			_ = os.Remove(name)
		}
	}()
	kept, n, err := r.split(made, token)
	if err != nil || n == 0 {
		return 0, errors.Join(err, made.Close(), os.Remove(name))
	}
	if err := made.Sync(); err != nil {
		return 0, err
	}
	if err := os.Rename(name, r.name); err != nil {
		return 0, err
	}
	err = errors.Join(r.file.Close(), system{}.syncDir(filepath.Dir(r.name)))
	r.file, r.done = made, kept
	r.left = 0
	for _, done := range kept {
		if !done {
			r.left++
		}
	}
	return n, err
}

// split copies the record but for the results of a token, which go to a file
// beside it. It returns which tasks have a result still, and how many have none
// any more.
func (r *Record) split(to storage, token string) (kept []bool, n int, err error) {
	aside, err := os.OpenFile(r.name+".dropped", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, 0, err
	}
	defer aside.Close()
	stay, gone := bufio.NewWriterSize(to, 1<<16), bufio.NewWriterSize(aside, 1<<16)
	line := func(w *bufio.Writer, v any) error {
		text, err := json.Marshal(v)
		if err == nil {
			_, err = w.Write(append(text, '\n'))
		}
		return err
	}
	f, err := os.Open(r.name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if _, err = Read(f, func(p *Plan) error {
		kept = make([]bool, p.Schedule().Tasks())
		return line(stay, p)
	}, func(res *Result) error {
		if res.token() == token {
			n++
			return line(gone, res)
		}
		kept[res.N] = true
		return line(stay, res)
	}); err != nil {
		return nil, 0, fmt.Errorf("%s:%w", r.name, err)
	}
	return kept, n, errors.Join(stay.Flush(), gone.Flush(), aside.Sync())
}
