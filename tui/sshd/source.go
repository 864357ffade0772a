package sshd

import (
	"context"
	"errors"
	"io"
	"time"

	"game-tui/sim/lazy"
	"game-tui/sim/record"
	"game-tui/tui/ui"
	"game-tui/tui/view/lobby"
)

var ErrNotFound = errors.New("no such match")

// A Source lists and opens matches. It is safe for concurrent use.
type Source interface {
	List() []lobby.Item
	// Home returns the source to choose a match from, or nil if there is only one. It is called once.
	Home() ui.Source
	// Open opens a match. It returns ErrNotFound, or an error for the viewer. It does expensive
	// work as a job, whose errors it returns unchanged.
	Open(ctx context.Context, name string, job Job) (Channel, error)
	// Only returns the name of the only match there will ever be, or "".
	Only() string
	// Fetch writes the recording of a match up to the current round. It waits for the client, so it is no job.
	Fetch(name string, w io.Writer) error
}

type Channel interface {
	// Now returns the current record and a channel that is closed when it is replaced, or nil if it never is.
	Now() (*record.Record, <-chan struct{})
}

// Single is a channel of a single match.
type Single struct{ Record *record.Record }

func (s Single) Now() (*record.Record, <-chan struct{}) { return s.Record, nil }

// An Enricher is a channel that can add to its match what the recording lacks, as an optional job.
type Enricher interface {
	Enrich(ctx context.Context)
}

// LiveChannel is a channel of matches that are being played.
type LiveChannel interface {
	// Joined is called when a viewer joins; a match may wait for it.
	Joined()
	// StartsIn returns the time until the next match begins, or 0 if unknown.
	StartsIn() time.Duration
	SilentFor() time.Duration
}

// ErrReplaced ends a match whose source has begun another one. Its viewers stay and get a notice.
var ErrReplaced = errors.New("the source of this match has started another one")

// A ListCompleter is a source that can complete its list. Complete does so as jobs of the opening queue
// until ctx ends. It is not called if the future of recordings is hidden.
type ListCompleter interface {
	Complete(ctx context.Context, job Job)
}

// NameOK reports whether a text is a valid name of a match: safe in terminals, shells and paths.
func NameOK(name string) bool { return nameOK().MatchString(name) }

var nameOK = lazy.Regexp(`^[0-9A-Za-z_][-._0-9A-Za-z]{0,63}$`)
