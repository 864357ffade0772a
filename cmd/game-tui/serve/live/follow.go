package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/cmd/game-tui/serve/source"
	"game-tui/sim/clean"
	"game-tui/sim/league/hub"
	"game-tui/tui/server"
)

// Edge follows the matches that another server publishes.
type Edge struct {
	// Series gets what is followed when its first match is there. Its records grow while they
	// are played.
	Series chan *source.Series

	conn    *nats.Conn
	name    string // of its token
	log     *slog.Logger
	series  *source.Series // that was sent; nil: none yet
	watched atomic.Bool
	hurry   chan struct{} // somebody watches: ask now

	now  func() time.Time
	last atomic.Pointer[time.Time] // when the last message of the source came

	id    string // of the match; refused when bad
	match *joiner
	bad   bool // what comes of it is no match: wait for the next one
	away  bool // nobody answers

	faults clean.Tally // by what was wrong with a match
}

// NewEdge makes an edge of a connection.
func NewEdge(conn *nats.Conn, token string, log *slog.Logger) *Edge {
	e := &Edge{Series: make(chan *source.Series, 1), conn: conn, name: token, log: log, hurry: make(chan struct{}, 1), match: &joiner{}, now: time.Now}
	e.beats()
	return e
}

// beat is the longest time without a message of a source that is there: a match that
// waits has no news, but an edge asks more often than that. After so many missed beats
// the source is silent.
const (
	beat   = 5 * time.Second
	missed = 2
)

// beats notes that something came from the source.
func (e *Edge) beats() {
	now := e.now()
	e.last.Store(&now)
}

// silent returns for how long the source has neither played nor answered; 0 where it has
// not missed two beats yet.
func (e *Edge) silent() time.Duration {
	if d := e.now().Sub(*e.last.Load()); d >= missed*beat {
		return d
	}
	return 0
}

// joined has the server that plays asked at once, with the note that there is a watcher here.
func (e *Edge) joined() {
	e.watched.Store(true)
	select {
	case e.hurry <- struct{}{}:
	default:
	}
}

// askEvery is how often an edge asks though nothing came: the last news may have been
// lost.
const askEvery = 2 * time.Second

// Run follows until ctx ends.
func (e *Edge) Run(ctx context.Context) error {
	news := make(chan *nats.Msg, 256)
	sub, err := e.conn.ChanSubscribe(newsSubject, news)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	look := time.NewTicker(askEvery)
	defer look.Stop()
	defer func() {
		for why, n := range e.faults.Repeats() {
			e.log.Warn("what comes is no match, again", "error", clean.Line(why), "times", n)
		}
	}()
	e.catchUp(ctx)
	for {
		select {
		case m := <-news:
			if !e.next(m) {
				e.catchUp(ctx)
			}
			look.Reset(askEvery)
		case <-e.hurry:
			e.catchUp(ctx)
		case <-look.C:
			e.catchUp(ctx)
		case <-ctx.Done():
			return nil
		}
	}
}

// next takes news; false when something before it is missing.
func (e *Edge) next(m *nats.Msg) bool {
	e.beats()
	k, err := strconv.Atoi(m.Header.Get(frameHeader))
	switch {
	case err != nil || m.Header.Get(matchHeader) == e.id && (e.bad || k < e.match.frames):
		return true // nonsense, or old
	case m.Header.Get(matchHeader) != e.id && k == 0 && len(m.Data) > 0:
		e.begin(m.Header.Get(matchHeader))
	case m.Header.Get(matchHeader) != e.id || k != e.match.frames || len(m.Data) == 0 || len(e.match.rest) > 0:
		return false
	}
	e.took(e.match.take(m.Data))
	return true
}

func (e *Edge) begin(id string) {
	e.match.end(server.ErrAnew)
	e.id, e.match, e.bad = clean.Truncate(id, 40), &joiner{}, false
}

// show puts the match in the place of the one before.
func (e *Edge) show() {
	rec := e.match.follow.Record()
	if e.series == nil {
		e.series = source.NewRelay(e.match.name, rec, e.joined, e.silent)
		e.Series <- e.series
	} else {
		e.series.Show(rec)
	}
	e.log.Info("match", "name", e.match.name, "seed", rec.Meta().Seed)
}

// took shows a match when it is there, and gives up one that is none.
func (e *Edge) took(err error) {
	if e.match.follow != nil && !e.match.shown {
		e.match.shown = true
		e.show()
	}
	if err != nil {
		e.bad = true
		e.match.end(errors.New("what comes of this match cannot be read"))
		if e.faults.Add(err.Error()) {
			e.log.Warn("what comes is no match", "error", clean.Line(err.Error()))
		}
	}
}

// catchUp asks for what is missing until nothing is.
func (e *Edge) catchUp(ctx context.Context) {
	for ctx.Err() == nil {
		data, err := e.ask(ctx)
		if err != nil {
			if ctx.Err() == nil && !e.away {
				e.away = true
				e.log.Warn("the server that plays does not answer", "error", clean.Line(err.Error()))
			}
			return
		}
		if e.away {
			e.away = false
			e.log.Info("the server that plays answers again")
		}
		if len(data) == 0 || e.bad {
			return
		}
		e.took(e.match.takeParts(data))
	}
}

func (e *Edge) ask(ctx context.Context) ([]byte, error) {
	q, _ := json.Marshal(question{e.id, e.match.frames, len(e.match.rest), e.watched.Load()}) // which always marshals
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m, err := hub.Request(ctx, e.conn, getSubject(e.name), q)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, errors.New("no match is published there")
	}
	if err != nil {
		return nil, err
	}
	e.beats()
	if why := m.Header.Get(errorHeader); why != "" {
		return nil, fmt.Errorf("it says %s", clean.Truncate(why, 200))
	}
	if id := m.Header.Get(matchHeader); id != e.id {
		e.begin(id)
	}
	return m.Data, nil
}
