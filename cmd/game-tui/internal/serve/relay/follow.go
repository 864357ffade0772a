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

	conn       *nats.Conn
	tokenName  string // name of this edge's token
	log        *slog.Logger
	series     *source.Series // series already sent to Series, or nil
	hasViewers atomic.Bool

	now             func() time.Time
	lastMessageTime atomic.Pointer[time.Time] // arrival time of the last message

	matchID      string // decoder ID
	decoder      *frameDecoder
	invalid      bool // whether the match is invalid, so the edge waits for the next one
	unresponsive bool // whether the source has stopped responding

	loggedErrors sanitize.Tally // errors that have already been logged
}

func NewEdge(conn *nats.Conn, tokenName string, log *slog.Logger) *Edge {
	e := &Edge{Series: make(chan *source.Series, 1), conn: conn, tokenName: tokenName, log: log, decoder: &frameDecoder{}, now: time.Now}
	e.lastMessageTime.Store(new(e.now()))
	return e
}

// silenceThreshold is the time without messages after which a source counts as silent. It must exceed
// the longest gap between messages of a live source, even before a match starts.
const silenceThreshold = 10 * time.Second

// silentFor returns how long the source has been silent, or 0 if that is less than silenceThreshold.
func (e *Edge) silentFor() time.Duration {
	if d := e.now().Sub(*e.lastMessageTime.Load()); d >= silenceThreshold {
		return d
	}
	return 0
}

// requestInterval is the interval between requests while nothing arrives, in case messages were lost.
const requestInterval = 2 * time.Second

func (e *Edge) Run(ctx context.Context) error {
	frames := make(chan *nats.Msg, 256)
	sub, err := e.conn.ChanSubscribe(frameSubject, frames)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	ticker := time.NewTicker(requestInterval)
	defer ticker.Stop()
	e.catchUp(ctx)
	for {
		select {
		case m := <-frames:
			if !e.receiveFrame(m) {
				e.catchUp(ctx)
			}
			ticker.Reset(requestInterval)
		case <-ticker.C:
			e.catchUp(ctx)
		case <-ctx.Done():
			return nil
		}
	}
}

// receiveFrame decodes a published frame. It returns false if frames are missing.
func (e *Edge) receiveFrame(m *nats.Msg) bool {
	e.lastMessageTime.Store(new(e.now()))
	k, err := strconv.Atoi(m.Header.Get(frameHeader))
	switch {
	case err != nil || m.Header.Get(matchHeader) == e.matchID && (e.invalid || k < e.decoder.frameCount):
		return true // The frame or its match is invalid, or the frame was already received.
	case m.Header.Get(matchHeader) != e.matchID && k == 0 && len(m.Data) > 0:
		e.beginMatch(m.Header.Get(matchHeader))
	case m.Header.Get(matchHeader) != e.matchID || k != e.decoder.frameCount || len(m.Data) == 0 || len(e.decoder.partialFrame) > 0:
		return false
	}
	e.update(e.decoder.decodeFrame(m.Data))
	return true
}

func (e *Edge) beginMatch(id string) {
	e.decoder.end(sshd.ErrReplaced)
	e.matchID, e.decoder, e.invalid = sanitize.Truncate(id, 40), &frameDecoder{}, false
}

// update handles the result of decoding frames. It shows the match once its first frame has
// arrived, and ends it if err is not nil.
func (e *Edge) update(err error) {
	if e.decoder.follower != nil && !e.decoder.shown {
		e.decoder.shown = true
		rec := e.decoder.follower.Record()
		if e.series == nil {
			e.series = source.NewRelaySeries(e.decoder.name, rec, func() { e.hasViewers.Store(true) }, e.silentFor)
			e.Series <- e.series
		} else {
			e.series.Replace(rec)
		}
		e.log.Info("match", "name", e.decoder.name, "seed", rec.Meta().Seed)
	}
	if err != nil {
		e.invalid = true
		e.decoder.end(errors.New("the relayed match cannot be read"))
		if e.loggedErrors.Add(err.Error()) {
			e.log.Warn("invalid match", "error", sanitize.Line(err.Error()))
		}
	}
}

// catchUp requests frames until none are missing or an error occurs.
func (e *Edge) catchUp(ctx context.Context) {
	for ctx.Err() == nil {
		data, err := e.requestFrames(ctx)
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
		e.update(e.decoder.feed(data))
	}
}

func (e *Edge) requestFrames(ctx context.Context) ([]byte, error) {
	// Encoding a request cannot fail.
	q, _ := json.Marshal(frameRequest{e.matchID, e.decoder.frameCount, len(e.decoder.partialFrame), e.hasViewers.Load()})
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	m, err := hub.Request(ctx, e.conn, requestSubject(e.tokenName), q)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, errors.New("the source is not publishing a match")
	}
	if err != nil {
		return nil, err
	}
	e.lastMessageTime.Store(new(e.now()))
	if why := m.Header.Get(errorHeader); why != "" {
		return nil, fmt.Errorf("source: %s", sanitize.Truncate(why, 200))
	}
	if id := m.Header.Get(matchHeader); id != e.matchID {
		e.beginMatch(id)
	}
	return m.Data, nil
}
