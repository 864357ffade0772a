package source

import (
	"context"
	"fmt"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/lobby"
	"game-tui/tui/server"
)

// learnTime is how long results are read before the list is told of them: everybody
// in the lobby draws it anew then.
const learnTime = time.Second

// look tells that somebody has asked for the list. It does not wait.
func (f *Folder) look() {
	select {
	case f.looked <- struct{}{}:
	default:
	}
}

// learn reads how recordings ended, the newest first, as long as somebody asks for the
// list: every list that is told asks for more. Each file is read once, as a job.
func (f *Folder) learn(ctx context.Context, job server.Job) {
	for {
		select {
		case <-f.looked:
		case <-ctx.Done():
			return
		}
		news := false
		for began := time.Now(); time.Since(began) < learnTime; {
			name, n := f.unknown()
			if n == nil {
				break
			}
			result, err := f.result(ctx, name, n, job)
			if ctx.Err() != nil {
				return
			}
			if err != nil { // others have more urgent wishes
				f.look()
				if !pause(ctx, learnTime) {
					return
				}
				break
			}
			f.mu.Lock()
			n.item.Result, n.finished = result, true
			f.mu.Unlock()
			news = true
		}
		if news {
			f.publish()
		}
	}
}

// unknown is the newest recording whose result has not been read, nil where there is
// none.
func (f *Folder) unknown() (string, *file) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.list {
		n := f.files[f.list[i].Name]
		if n != nil && !n.finished && n.headed && n.item.Title != "" {
			return f.list[i].Name, n
		}
	}
	return "", nil
}

// result reads how a recording ended. It is empty where that cannot be read; the error says
// why it is not the turn of the job.
func (f *Folder) result(ctx context.Context, name string, n *file, job server.Job) (result lobby.Result, err error) {
	f.mu.Lock()
	rec := n.record
	f.mu.Unlock()
	if rec != nil { // it has been opened
		return resultOf(rec), nil
	}
	err = job(ctx, func(ctx context.Context) error {
		defer func() {
			if v := recover(); v != nil { // files are hostile
				f.log.Error("reading a result broke", "file", name, "panic", fmt.Sprint(v))
			}
		}()
		if rec, _, err := f.read(n.path, name); err == nil {
			result = resultOf(rec)
		}
		return nil
	})
	return result, err
}

// resultOf is how a recording ended.
func resultOf(rec *record.Record) lobby.Result {
	var f sim.Frame
	rec.State(rec.Edge()).Fill(&f)
	return lobby.NewResult(record.Apart(shortNames(rec.Meta().Names)), f.Scores(), rec.Edge(), rec.Rounds())
}
