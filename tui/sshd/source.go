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

// A Source lists and opens matches. It must be safe for concurrent use.
type Source interface {
	List() []lobby.Item
	// Home returns a list to choose a match from, or nil if there is only one match. It is called
	// once.
	Home() ui.Source
	// Open opens a match, with expensive work as a job. It returns ErrNotFound, the error of the
	// job, or an error text for the viewer.
	Open(ctx context.Context, name string, job Job) (Channel, error)
	// Only returns the name of the match if the source always has just one, and "" otherwise.
	Only() string
	// Fetch writes the recording of a match up to its newest round. It waits for the client, so it
	// must not run as a job.
	Fetch(name string, w io.Writer) error
}

type Channel interface {
	// Now returns the current record, and a channel that is closed when another record replaces it,
	// or nil if none ever will.
	Now() (*record.Record, <-chan struct{})
}

// Single is a Channel with one record that is never replaced.
type Single struct{ Record *record.Record }

func (s Single) Now() (*record.Record, <-chan struct{}) { return s.Record, nil }

// An Enricher is a Channel that can compute data missing in a recording.
type Enricher interface {
	Enrich(ctx context.Context)
}

// A LiveChannel is a Channel whose matches are being played.
type LiveChannel interface {
	// Joined is called when a viewer joins. Some matches start only then.
	Joined()
	// StartsIn returns the time until the next match begins, or 0 if it is unknown.
	StartsIn() time.Duration
	SilentFor() time.Duration
}

// ErrReplaced is the error of a record whose source began another match. Viewers stay with the old
// match and get a notice.
var ErrReplaced = errors.New("the source of this match has started another one")

// A ListCompleter is a Source that can add results to its list. Complete is not called if
// Config.NoSpoilers is set.
type ListCompleter interface {
	Complete(ctx context.Context, job Job)
}

// NameOK reports whether a text is a valid name of a match: safe in terminals, shells and paths.
func NameOK(name string) bool { return nameOK().MatchString(name) }

var nameOK = lazy.Regexp(`^[0-9A-Za-z_][-._0-9A-Za-z]{0,63}$`)
