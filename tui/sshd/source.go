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
	Open(ctx context.Context, name string, job JobRunner) (Feed, error)
	// OnlyMatch returns the match name if the source only ever has one match, and "" otherwise.
	OnlyMatch() string
	// Fetch writes a match's recording up to its newest round. It waits for the client, so it must
	// not run as a job.
	Fetch(name string, w io.Writer) error
}

type Feed interface {
	// Current returns the current record and a channel that is closed when another record replaces it.
	// A nil channel means that it is never replaced.
	Current() (*record.Record, <-chan struct{})
}

// FixedFeed is a Feed with one record that is never replaced.
type FixedFeed struct{ Record *record.Record }

func (s FixedFeed) Current() (*record.Record, <-chan struct{}) { return s.Record, nil }

// An Enricher is a Feed that can compute data missing from a recording.
type Enricher interface {
	Enrich(ctx context.Context)
}

// A LiveFeed is a Feed whose matches are played while it is open.
type LiveFeed interface {
	// ViewerJoined is called when a viewer joins. Some matches start only then.
	ViewerJoined()
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
	Complete(ctx context.Context, job JobRunner)
}

// IsValidName reports whether name is a valid match name and thus safe in terminals, shells and
// paths.
func IsValidName(name string) bool { return namePattern().MatchString(name) }

var namePattern = lazy.Regexp(`^[0-9A-Za-z_][-._0-9A-Za-z]{0,63}$`)
