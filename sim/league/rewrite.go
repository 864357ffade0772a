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

	"game-tui/sim/sanitize"
)

// rewrite replaces the file by one with the given plan and without damaged lines. The old file
// stays until the new one is on disk.
func (r *File) rewrite(p *Plan) error {
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
	standings.Schedule.keys = r.live.standings.Schedule.keys
	err = os.Chmod(fresh, mode)
	if err == nil {
		err = r.copyIntact(made, standings, mode)
	}
	if err == nil {
		err = made.Sync()
	}
	if err != nil {
		return errors.Join(err, made.Close(), os.Remove(fresh))
	}
	if r.out, err = replace(r.out, made, fresh, name); err != nil {
		_ = os.Remove(fresh)
		return err
	}
	err = system{}.syncDir(filepath.Dir(name))
	r.live.mu.Lock()
	defer r.live.mu.Unlock()
	r.live.standings = standings
	return err
}

// copyIntact copies the intact lines and adds their results to the standings. It appends damaged lines
// to the file with the suffix .dropped, which gets this mode if it is new.
func (r *File) copyIntact(to io.Writer, standings *Standings, mode fs.FileMode) error {
	f, err := os.Open(r.name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := NewReader(f)
	if err != nil {
		return fmt.Errorf("%s:%w", r.name, err)
	}
	var dropped *os.File
	out := bufio.NewWriter(to) // Flush reports errors
	plan := *standings.Plan
	plan.Amendments = nil // these get lines of their own, before all results
	_, _ = out.Write(formatLine(&plan))
	for _, a := range standings.Plan.Amendments {
		_, _ = out.Write(formatLine(a))
	}
	for res, err := range in.Results() {
		line := append(bytes.TrimSuffix(in.buf, []byte("\n")), '\n')
		switch {
		case err == nil:
			_, _ = out.Write(line)
			standings.Add(res)
			continue
		case !errors.Is(err, ErrDamaged):
			return fmt.Errorf("%s:%w", r.name, err)
		case dropped == nil:
			if dropped, err = os.OpenFile(r.name+".dropped", os.O_WRONLY|os.O_CREATE|os.O_APPEND, mode); err != nil {
				return err
			}
			defer dropped.Close()
		}
		if _, err := dropped.Write(line); err != nil {
			return err
		}
	}
	for _, key := range in.Keys {
		_, _ = out.Write(key.line())
	}
	if dropped != nil {
		err = dropped.Sync()
	}
	return errors.Join(err, out.Flush())
}

// Copy copies a tournament file after change has renamed its players. words converts reasons of
// outs.
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
	out := bufio.NewWriter(to) // reported by Flush
	_, _ = out.Write(formatLine(&p))
	amended := 0
	amend := func() { // before the results of added seeds
		for _, a := range in.Plan.Amendments[amended:] {
			_, _ = out.Write(formatLine(a))
			amended++
		}
	}
	for res, err := range in.Results() {
		if err != nil {
			return err
		}
		amend()
		for i := range res.Outs {
			o := &res.Outs[i].Failure
			o.Detail = sanitize.Truncate(words(o.Detail), maxDetail)
		}
		_, _ = out.Write(formatLine(res))
	}
	amend()
	for _, key := range in.Keys {
		_, _ = out.Write(key.line())
	}
	return out.Flush()
}
