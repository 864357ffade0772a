package live

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

	"game-tui/cmd/game-tui/serve/source"
	"game-tui/sim/decode"
	"game-tui/sim/league/hub"
	"game-tui/sim/record"
)

// Subjects: news go to all edges; an edge asks under the name of its token.
const (
	prefix      = "game-tui-live"
	newsSubject = prefix + ".news"
	verbGet     = "get"

	matchHeader = "Match" // which match a message belongs to
	frameHeader = "Frame" // number of the frame in news
	errorHeader = "Error"
)

func getSubject(name string) string { return prefix + "." + name + "." + verbGet }

// Rights let a token follow, and nothing else.
func Rights(name string) *natsserver.Permissions {
	return &natsserver.Permissions{
		Publish:   &natsserver.SubjectPermission{Allow: []string{getSubject(name)}},
		Subscribe: &natsserver.SubjectPermission{Allow: []string{newsSubject, hub.Inbox(name) + ".>"}},
	}
}

// question is what an edge asks for: what follows in its match. It says whether it has
// watchers, since a match may wait for the first one.
type question struct {
	Match   string `json:"match"`
	Frame   int    `json:"frame"`  // the next one
	Offset  int    `json:"offset"` // bytes of it and of its length that are there
	Watched bool   `json:"watched"`
}

// maxQuestion is the size of the largest question.
const maxQuestion = 1024

type publisher struct {
	conn   *nats.Conn
	series *source.Series
	log    *slog.Logger
	now    atomic.Pointer[shown]
}

// shown is the match that is published.
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

// begin notes which match is shown.
func (p *publisher) begin(rec *record.Record) {
	p.now.Store(&shown{id: rand.Text(), frameCache: frameCache{name: p.series.Name(), record: rec}})
}

// match publishes each round of a match once, until another takes its place or ctx ends.
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

// news publishes a frame; a large one is asked for in parts.
func (p *publisher) news(id string, k int, f []byte) {
	m := nats.NewMsg(newsSubject)
	m.Header.Set(matchHeader, id)
	m.Header.Set(frameHeader, strconv.Itoa(k))
	if len(f) <= maxSent {
		m.Data = f
	}
	_ = p.conn.PublishMsg(m) // edges ask for what they miss
}

// answer gives an edge the frames that it lacks.
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
	_ = p.conn.PublishMsg(reply) // an edge that does not get it asks again
}

// after returns what an edge lacks, from a place in it on. The bytes that an edge has are of
// frame k: what it claims beyond that would only be made in vain.
func (c *frameCache) after(k, offset int) (data []byte, from int, err error) {
	if data, err = c.appendFrames(nil, k, 1); len(data) == 0 || err != nil {
		return nil, 0, err
	}
	from = min(offset, len(data))
	data, err = c.appendFrames(data, k+1, from+maxSent)
	return data, from, err
}

// patience is how long an edge waits for an answer.
const patience = 10 * time.Second
