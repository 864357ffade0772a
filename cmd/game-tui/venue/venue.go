// Package venue offers matches to the watching server: the one that is being
// played, one after another, or the recordings of a folder.
package venue

import (
	"context"
	"io"

	"game-tui/sim/record"
	"game-tui/tui/lobby"
	"game-tui/tui/server"
)

// Venue joins what is played now and what is recorded; either may be missing.
type Venue struct {
	Series *Series
	Folder *Folder
}

var _ server.Source = (*Venue)(nil)

// List returns what is played first, then the recordings.
func (v *Venue) List() []lobby.Item {
	var list []lobby.Item
	if v.Series != nil {
		list = append(list, v.Series.item())
	}
	if v.Folder != nil {
		list = append(list, v.Folder.items()...)
	}
	return list
}

// Changed returns a channel that is closed when the list has changed.
func (v *Venue) Changed() <-chan struct{} {
	if v.Folder != nil {
		return v.Folder.changed()
	}
	return nil
}

// Only is the name of the match that is played, where there are no recordings.
func (v *Venue) Only() string {
	if v.Folder != nil {
		return ""
	}
	return v.Series.name
}

func (v *Venue) live(name string) bool { return v.Series != nil && v.Series.name == name }

// Open opens a match.
func (v *Venue) Open(ctx context.Context, name string, job server.Job) (server.Channel, error) {
	switch {
	case v.live(name):
		return v.Series, nil
	case v.Folder != nil:
		return v.Folder.open(ctx, name, job)
	}
	return nil, server.ErrNotFound
}

// Fetch writes the recording of a match, of one that is played as far as it goes.
func (v *Venue) Fetch(ctx context.Context, name string, w io.Writer) error {
	switch {
	case v.live(name):
		return v.Series.fetch(w)
	case v.Folder != nil:
		return v.Folder.fetch(ctx, name, w)
	}
	return server.ErrNotFound
}

// recorded is a channel that shows one recording for ever.
type recorded struct {
	folder *Folder
	file   *file
	record *record.Record
}

func (r *recorded) Now() (*record.Record, <-chan struct{}) { return r.record, nil }
func (r *recorded) Joined()                                {}
func (r *recorded) Close()                                 { r.folder.release(r.file) }

// Enrich finds out what the recording does not say.
func (r *recorded) Enrich(ctx context.Context) { r.folder.enrichFile(ctx, r.file, r.record) }
