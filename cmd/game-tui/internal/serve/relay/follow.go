package relay

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

	"game-tui/cmd/game-tui/internal/serve/source"
	"game-tui/sim/league/hub"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd"
)

// An Edge follows the matches that another server publishes.
type Edge struct {
	// Series receives the series once its first match has arrived. Its records grow while the
	// matches are played.
	Series chan *source.Series

	conn    *nats.Conn
	name    string // name of this edge's token
	log     *slog.Logger
	series  *source.Series // series already sent to Series, or nil
	watched atomic.Bool

	now         func() time.Time
	lastMessage atomic.Pointer[time.Time] // arrival time of the last message

	id           string // match ID
	match        *frameDecoder
	invalid      bool // whether the match is invalid, so the edge waits for the next one
	unresponsive bool // whether the source has stopped responding

	faults sanitize.Tally // errors that have already been logged
}

func NewEdge(conn *nats.Conn, token string, log *slog.Logger) *Edge {
	e := &Edge{Series: make(chan *source.Series, 1), conn: conn, name: token, log: log, match: &frameDecoder{}, now: time.Now}
	e.lastMessage.Store(new(e.now()))
	return e
}

// silentAfter is the time without messages after which a source counts as silent. It must exceed
// the longest gap between messages of a live source, even before a match starts.
const silentAfter = 10 * time.Second

// silentFor returns how long the source has been silent, or 0 if that is less than silentAfter.
func (e *Edge) silentFor() time.Duration {
	if d := e.now().Sub(*e.lastMessage.Load()); d >= silentAfter {
		return d
	}
	return 0
}

// askEvery is the interval between requests while nothing arrives, in case messages were lost.
const askEvery = 2 * time.Second

func (e *Edge) Run(ctx context.Context) error {
	news := make(chan *nats.Msg, 256)
	sub, err := e.conn.ChanSubscribe(frameSubject, news)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	look := time.NewTicker(askEvery)
	defer look.Stop()
	e.catchUp(ctx)
	for {
		select {
		case m := <-news:
			if !e.handleFrame(m) {
				e.catchUp(ctx)
			}
			look.Reset(askEvery)
		case <-look.C:
			e.catchUp(ctx)
		case <-ctx.Done():
			return nil
		}
	}
}

// handleFrame handles a published frame. It returns false if frames are missing.
func (e *Edge) handleFrame(m *nats.Msg) bool {
	e.lastMessage.Store(new(e.now()))
	k, err := strconv.Atoi(m.Header.Get(frameHeader))
	switch {
	case err != nil || m.Header.Get(matchHeader) == e.id && (e.invalid || k < e.match.frames):
		return true // The frame or its match is invalid, or the frame was already received.
	case m.Header.Get(matchHeader) != e.id && k == 0 && len(m.Data) > 0:
		e.begin(m.Header.Get(matchHeader))
	case m.Header.Get(matchHeader) != e.id || k != e.match.frames || len(m.Data) == 0 || len(e.match.rest) > 0:
		return false
	}
	e.update(e.match.take(m.Data))
	return true
}

func (e *Edge) begin(id string) {
	e.match.end(sshd.ErrReplaced)
	e.id, e.match, e.invalid = sanitize.Truncate(id, 40), &frameDecoder{}, false
}

// update handles the result of decoding frames. It shows the match once its first frame has
// arrived, and ends it if err is not nil.
func (e *Edge) update(err error) {
	if e.match.follow != nil && !e.match.shown {
		e.match.shown = true
		rec := e.match.follow.Record()
		if e.series == nil {
			e.series = source.NewRelay(e.match.name, rec, func() { e.watched.Store(true) }, e.silentFor)
			e.Series <- e.series
		} else {
			e.series.Show(rec)
		}
		e.log.Info("match", "name", e.match.name, "seed", rec.Meta().Seed)
	}
	if err != nil {
		e.invalid = true
		e.match.end(errors.New("the relayed match cannot be read"))
		if e.faults.Add(err.Error()) {
			e.log.Warn("invalid match", "error", sanitize.Line(err.Error()))
		}
	}
}

// catchUp requests frames until none are missing or an error occurs.
func (e *Edge) catchUp(ctx context.Context) {
	for ctx.Err() == nil {
		data, err := e.ask(ctx)
		if err != nil {
			if ctx.Err() == nil && !e.unresponsive {
				e.unresponsive = true
				e.log.Warn("source not responding", "error", sanitize.Line(err.Error()))
			}
			return
		}
		if e.unresponsive {
			e.unresponsive = false
			e.log.Info("source responding again")
		}
		if len(data) == 0 || e.invalid {
			return
		}
		e.update(e.match.feed(data))
	}
}

func (e *Edge) ask(ctx context.Context) ([]byte, error) {
	// Encoding a question cannot fail.
	q, _ := json.Marshal(question{e.id, e.match.frames, len(e.match.rest), e.watched.Load()})
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	m, err := hub.Request(ctx, e.conn, getSubject(e.name), q)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, errors.New("the source is not publishing a match")
	}
	if err != nil {
		return nil, err
	}
	e.lastMessage.Store(new(e.now()))
	if why := m.Header.Get(errorHeader); why != "" {
		return nil, fmt.Errorf("source: %s", sanitize.Truncate(why, 200))
	}
	if id := m.Header.Get(matchHeader); id != e.id {
		e.begin(id)
	}
	return m.Data, nil
}
