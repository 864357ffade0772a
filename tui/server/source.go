package server

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/lobby"
	"game-tui/tui/ui"
)

// ErrNotFound says that a source has no match of that name.
var ErrNotFound = errors.New("no such match")

// Source is what can be watched. Its methods are called by many goroutines.
type Source interface {
	// List returns what there is, in the order in which it is shown.
	List() []lobby.Item
	// Home is what watchers come to and choose a match from, by names that Open knows; nil
	// where there is only one match. It is asked for once.
	Home() ui.Source
	// Open returns a match by its name; the error is ErrNotFound, or says in
	// words for the watcher what is wrong with it. What costs the processor is
	// done as a job, whose errors are returned as they are.
	Open(ctx context.Context, name string, job Job) (Channel, error)
	// Only is the name of the only match there will ever be, or empty: then there is a
	// home.
	Only() string
	// Fetch writes the recording of a match, as far as it has been played, at the
	// pace at which the client takes it: that makes it no job.
	Fetch(name string, w io.Writer) error
}

// Channel is a match, or one match after another.
type Channel interface {
	// Now returns the record to be shown and a channel that is closed when another
	// one takes its place; nil where that will never be.
	Now() (*record.Record, <-chan struct{})
}

// Still is a channel that shows one match for ever.
type Still struct{ Record *record.Record }

// Now returns the match.
func (s Still) Now() (*record.Record, <-chan struct{}) { return s.Record, nil }

// Enricher is a channel that can find out more about its match than it says. The
// server has it done in the queue of --max-jobs, after the match has been opened.
type Enricher interface {
	Enrich(ctx context.Context)
}

// Live is a channel of matches that are being played.
type Live interface {
	// Joined is called when a watcher comes: a match may have waited for it.
	Joined()
	// Starts returns how long it is until the match of Now begins, or after its end the
	// next one; 0 where that is not known.
	Starts() time.Duration
	// Silent returns for how long the source of the match has not answered; 0 where it
	// plays, or may.
	Silent() time.Duration
}

// ErrAnew is why a match ended whose source broke off and has begun another one.
// Those who watch it stay with it and get a notice of the other one.
var ErrAnew = errors.New("the server that played this match has begun another one")

// Learner is a source that can find out more about its matches than its list says at
// first. Learn does so, as jobs in the queue in which recordings are opened, until ctx
// ends. Where recordings open without their future it is not called.
type Learner interface {
	Learn(ctx context.Context, job Job)
}

// NameOK reports whether a text can be the name of a match. Names come from
// folders and from clients, and go to terminals and into paths.
func NameOK(name string) bool { return nameOK.MatchString(name) }

var nameOK = regexp.MustCompile(`^[0-9A-Za-z_][-._0-9A-Za-z]{0,63}$`)
