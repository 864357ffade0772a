package relay

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"game-tui/cmd/game-tui/internal/serve/source"
	"game-tui/sim/decode"
	"game-tui/sim/league/hub"
	"game-tui/sim/record"
)

// Subjects. News goes to all edges; an edge asks under the name of its token.
const (
	prefix      = "game-tui-live"
	newsSubject = prefix + ".news"
	verbGet     = "get"

	matchHeader = "Match" // ID of the match
	frameHeader = "Frame" // number of the frame in news
	errorHeader = "Error"
)

func getSubject(name string) string { return prefix + "." + name + "." + verbGet }

// Rights returns the permissions of a token that may only follow.
func Rights(name string) *natsserver.Permissions {
	return &natsserver.Permissions{
		Publish:   &natsserver.SubjectPermission{Allow: []string{getSubject(name)}},
		Subscribe: &natsserver.SubjectPermission{Allow: []string{newsSubject, hub.Inbox(name) + ".>"}},
	}
}

// A question requests the frames that follow in a match. It reports whether the edge has viewers,
// since a match may wait for the first one.
type question struct {
	Match   string `json:"match"`
	Frame   int    `json:"frame"`  // number of the next frame
	Offset  int    `json:"offset"` // bytes of that frame and its length that have arrived
	Watched bool   `json:"watched"`
}

const maxQuestion = 1024

type publisher struct {
	conn   *nats.Conn
	series *source.Series
	log    *slog.Logger
	now    atomic.Pointer[shown]
}

type shown struct {
	id string
	frameCache
}

// Publish publishes the matches of a series until ctx ends.
func Publish(ctx context.Context, conn *nats.Conn, s *source.Series, log *slog.Logger) error {
	p := &publisher{conn: conn, series: s, log: log}
	rec, next := s.Now()
	p.begin(rec)
	sub, err := conn.Subscribe(getSubject("*"), p.answer)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	for {
		p.match(ctx, rec, next)
		if ctx.Err() != nil {
			return nil
		}
		rec, next = s.Now()
		p.begin(rec)
	}
}

func (p *publisher) begin(rec *record.Record) {
	p.now.Store(&shown{id: rand.Text(), frameCache: frameCache{name: p.series.Name(), record: rec}})
}

// match publishes each round of a match once, until another match replaces it or ctx ends.
func (p *publisher) match(ctx context.Context, rec *record.Record, next <-chan struct{}) {
	now := p.now.Load()
	wake, stop := rec.Subscribe()
	defer stop()
	for k := 0; ; {
		f, err := now.frame(k)
		if err != nil {
			p.log.Warn("publish", "error", err)
			f = nil
		}
		if f != nil {
			p.news(now.id, k, f)
			k++
			continue
		}
		select {
		case <-wake:
		case <-next:
			return
		case <-ctx.Done():
			return
		}
	}
}

// news publishes a frame. Edges request large frames in parts.
func (p *publisher) news(id string, k int, f []byte) {
	m := nats.NewMsg(newsSubject)
	m.Header.Set(matchHeader, id)
	m.Header.Set(frameHeader, strconv.Itoa(k))
	if len(f) <= maxSent {
		m.Data = f
	}
	_ = p.conn.PublishMsg(m) // edges request what they miss
}

func (p *publisher) answer(m *nats.Msg) {
	name := strings.TrimSuffix(strings.TrimPrefix(m.Subject, prefix+"."), "."+verbGet)
	q, err := decode.JSON[question](m.Data, maxQuestion)
	if err != nil || m.Reply == "" || !hub.MayAnswer(m, name) {
		return
	}
	if q.Watched {
		p.series.Joined()
	}
	now := p.now.Load()
	if q.Match != now.id {
		q.Frame, q.Offset = 0, 0
	}
	reply := nats.NewMsg(m.Reply)
	reply.Header.Set(matchHeader, now.id)
	data, from, err := now.after(max(q.Frame, 0), max(q.Offset, 0))
	if err != nil {
		reply.Header.Set(errorHeader, strings.TrimSpace(err.Error()))
	}
	reply.Data = data[from:min(len(data), from+maxSent)]
	_ = p.conn.PublishMsg(reply) // the edge asks again if this is lost
}

// after returns the frames from byte offset of frame k on. Offsets beyond that frame are refused
// before anything is encoded.
func (c *frameCache) after(k, offset int) (data []byte, from int, err error) {
	if data, err = c.appendFrames(nil, k, 1); len(data) == 0 || err != nil {
		return nil, 0, err
	}
	from = min(offset, len(data))
	data, err = c.appendFrames(data, k+1, from+maxSent)
	return data, from, err
}

const patience = 10 * time.Second
