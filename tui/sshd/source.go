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
	// Home returns the list from which viewers choose a match, or nil if there is only one match.
	// It is called once.
	Home() ui.Source
	// Open opens a match and runs expensive work as a job. If it fails, it returns ErrNotFound, the
	// job's error, or an error whose text is shown to the viewer.
	Open(ctx context.Context, name string, job Job) (Channel, error)
	// Only returns the match name if the source only ever has one match, and "" otherwise.
	Only() string
	// Fetch writes a match's recording up to its newest round. It waits for the client, so it must
	// not run as a job.
	Fetch(name string, w io.Writer) error
}

type Channel interface {
	// Now returns the current record and a channel that is closed when another record replaces it.
	// A nil channel means that it is never replaced.
	Now() (*record.Record, <-chan struct{})
}

// Single is a Channel with one record that is never replaced.
type Single struct{ Record *record.Record }

func (s Single) Now() (*record.Record, <-chan struct{}) { return s.Record, nil }

// An Enricher is a Channel that can compute data missing from a recording.
type Enricher interface {
	Enrich(ctx context.Context)
}

// A LiveChannel is a Channel whose matches are played while it is open.
type LiveChannel interface {
	// Joined is called when a viewer joins. Some matches start only then.
	Joined()
	// StartsIn returns the time until the current or next match begins, or 0 if it is unknown.
	StartsIn() time.Duration
	SilentFor() time.Duration
}

// ErrReplaced is the error with which a record ends if its source starts another match. Viewers
// stay with the old match and get a notice.
var ErrReplaced = errors.New("the source has switched to another match")

// A ListCompleter is a Source that can add results to the matches in its list. If Config.NoSpoilers
// is set, Complete is not called.
type ListCompleter interface {
	Complete(ctx context.Context, job Job)
}

// IsValidName reports whether name is a valid match name and thus safe in terminals, shells and
// paths.
func IsValidName(name string) bool { return nameOK().MatchString(name) }

var nameOK = lazy.Regexp(`^[0-9A-Za-z_][-._0-9A-Za-z]{0,63}$`)
