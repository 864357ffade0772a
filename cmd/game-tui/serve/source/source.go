// Package source offers matches to the watching server: the one that is being
// played, one after another, or the recordings of a folder.
package source

import (
	"context"
	"io"

	"game-tui/sim/res"
	"game-tui/tui/lobby"
	"game-tui/tui/server"
	"game-tui/tui/ui"
)

// Source joins what is played now and what is recorded; either may be missing.
type Source struct {
	Series *Series
	Folder *Folder
}

var _ interface {
	server.Source
	server.Learner
} = (*Source)(nil)

// List returns what is played first, then the recordings.
func (s *Source) List() []lobby.Item {
	var list []lobby.Item
	if s.Series != nil {
		list = append(list, s.Series.item())
	}
	if s.Folder != nil {
		list = append(list, s.Folder.items()...)
	}
	return list
}

// Home is the list of the matches, where there are recordings.
func (s *Source) Home() ui.Source {
	if s.Folder == nil {
		return nil
	}
	home := lobby.New(s.List)
	s.Folder.notify(home.Grown)
	return home
}

// Only is the name of the match that is played, where there are no recordings.
func (s *Source) Only() string {
	if s.Folder != nil {
		return ""
	}
	return s.Series.Name()
}

func (s *Source) live(name string) bool { return s.Series != nil && s.Series.Name() == name }

// Open opens a match.
func (s *Source) Open(ctx context.Context, name string, job server.Job) (server.Channel, error) {
	switch {
	case s.live(name):
		return s.Series, nil
	case s.Folder != nil:
		return s.Folder.open(ctx, name, job)
	}
	return nil, server.ErrNotFound
}

// Fetch writes the recording of a match, of one that is played as far as it goes.
func (s *Source) Fetch(name string, w io.Writer) error {
	switch {
	case s.live(name):
		rec, _ := s.Series.Now()
		_, err := res.Write(w, rec)
		return err
	case s.Folder != nil:
		return s.Folder.fetch(name, w)
	}
	return server.ErrNotFound
}

// Learn reads how the recordings of the folder ended, as server.Learner has it.
func (s *Source) Learn(ctx context.Context, job server.Job) {
	if s.Folder != nil {
		s.Folder.learn(ctx, job)
	}
}
