package source

import (
	"context"
	"runtime/debug"

	"game-tui/tui/lobby"
	"game-tui/tui/server"
)

func (f *Folder) items() []lobby.Item {
	f.look()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

// tell calls news, which must not wait, whenever the list has become another one.
func (f *Folder) tell(news func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.news = append(f.news, news)
}

// open opens a recording, from memory where it was shown a short time ago.
func (f *Folder) open(ctx context.Context, name string, job server.Job) (server.Channel, error) {
	n := f.find(name)
	if n == nil {
		return nil, server.ErrNotFound
	}
	if rec := f.take(n); rec != nil {
		return &recorded{server.Still{Record: rec}, f, n}, nil
	}
	c := &recorded{folder: f, file: n}
	err := job(ctx, func(ctx context.Context) error {
		if c.Record = f.take(n); c.Record != nil {
			return nil
		}
		// One large recording must not double the memory of the process meanwhile.
		defer debug.SetGCPercent(debug.SetGCPercent(openGC))
		rec, size, err := f.read(n.path, name)
		if err != nil {
			return err
		}
		c.Record = f.keep(n, rec, size)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// recorded is a channel that shows one recording for ever.
type recorded struct {
	server.Still
	folder *Folder
	file   *file
}

// Close lets the recording be forgotten.
func (r *recorded) Close() { r.folder.release(r.file) }

// Enrich finds out what the recording does not say.
func (r *recorded) Enrich(ctx context.Context) { r.folder.enrichFile(ctx, r.file, r.Record) }
