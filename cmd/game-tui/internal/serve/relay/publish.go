// Package relay sends the match that one server plays to other servers, which show it to their own
// viewers.
//
// A match is a list of frames: its beginning, one per round, and its end. The server publishes each
// frame once, for any number of followers. A follower that joins late or misses a frame requests
// what it lacks. Frames contain the text of the recording and its notes, so followers can reproduce
// the match byte for byte.
package relay

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"game-tui/cmd/game-tui/internal/serve/source"
	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league/hub"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd"
)

// NATS subjects. All edges receive the frames published on frameSubject. Each edge sends requests
// to a subject named after its token.
const (
	prefix       = "game-tui-live"
	frameSubject = prefix + ".news"
	verbGet      = "get"

	matchHeader = "Match" // ID of the match
	frameHeader = "Frame" // number of a published frame
	errorHeader = "Error"
)

func getSubject(name string) string { return prefix + "." + name + "." + verbGet }

// Rights returns the permissions of the token called name, which may only follow matches.
func Rights(name string) *natsserver.Permissions {
	return &natsserver.Permissions{
		Publish:   &natsserver.SubjectPermission{Allow: []string{getSubject(name)}},
		Subscribe: &natsserver.SubjectPermission{Allow: []string{frameSubject, hub.InboxPrefix(name) + ".>"}},
	}
}

// A question requests the next frames of a match. It also reports whether the edge has viewers,
// because the first match may wait for one.
type question struct {
	Match   string `json:"match"`
	Frame   int    `json:"frame"`  // number of the next frame that the edge needs
	Offset  int    `json:"offset"` // bytes of that frame already received, including its length prefix
	Watched bool   `json:"watched"`
}

type publisher struct {
	conn    *nats.Conn
	series  *source.Series
	log     *slog.Logger
	current atomic.Pointer[publishedMatch]
}

type publishedMatch struct {
	id string
	frameCache
}

// Publish publishes the matches of a series until ctx ends.
func Publish(ctx context.Context, conn *nats.Conn, s *source.Series, log *slog.Logger) error {
	p := &publisher{conn: conn, series: s, log: log}
	rec, next := s.Current()
	p.begin(rec)
	sub, err := conn.Subscribe(getSubject("*"), p.answer)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	for {
		p.publishMatch(ctx, rec, next)
		if ctx.Err() != nil {
			return nil
		}
		rec, next = s.Current()
		p.begin(rec)
	}
}

func (p *publisher) begin(rec *record.Record) {
	p.current.Store(&publishedMatch{id: rand.Text(), frameCache: frameCache{name: p.series.Name(), record: rec}})
}

// publishMatch publishes each frame of a match once, until another match replaces it or ctx ends.
func (p *publisher) publishMatch(ctx context.Context, rec *record.Record, next <-chan struct{}) {
	current := p.current.Load()
	wake, stop := rec.Subscribe()
	defer stop()
	for k := 0; ; {
		f, err := current.frame(k)
		if err != nil {
			p.log.Warn("publishing failed", "error", err)
			f = nil
		}
		if f != nil {
			p.publishFrame(current.id, k, f)
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

// publishFrame publishes a frame. It omits the data of frames larger than maxSent; edges request
// these in parts.
func (p *publisher) publishFrame(id string, k int, f []byte) {
	m := nats.NewMsg(frameSubject)
	m.Header.Set(matchHeader, id)
	m.Header.Set(frameHeader, strconv.Itoa(k))
	if len(f) <= maxSent {
		m.Data = f
	}
	_ = p.conn.PublishMsg(m) // Edges request frames that they miss.
}

func (p *publisher) answer(m *nats.Msg) {
	name := strings.TrimSuffix(strings.TrimPrefix(m.Subject, prefix+"."), "."+verbGet)
	q, err := decode.JSON[question](m.Data, 1024)
	if err != nil || m.Reply == "" || !hub.MayReply(m, name) {
		return
	}
	if q.Watched {
		p.series.ViewerJoined()
	}
	current := p.current.Load()
	if q.Match != current.id {
		q.Frame, q.Offset = 0, 0
	}
	reply := nats.NewMsg(m.Reply)
	reply.Header.Set(matchHeader, current.id)
	data, from, err := current.framesAfter(max(q.Frame, 0), max(q.Offset, 0))
	if err != nil {
		reply.Header.Set(errorHeader, strings.TrimSpace(err.Error()))
	}
	reply.Data = data[from:min(len(data), from+maxSent)]
	_ = p.conn.PublishMsg(reply) // The edge asks again if the reply is lost.
}

// framesAfter encodes the frames from k on. The answer starts at data[from], where from is offset,
// clamped to the end of frame k.
func (c *frameCache) framesAfter(k, offset int) (data []byte, from int, err error) {
	if data, err = c.appendFrames(nil, k, 1); len(data) == 0 || err != nil {
		return nil, 0, err
	}
	from = min(offset, len(data))
	data, err = c.appendFrames(data, k+1, from+maxSent)
	return data, from, err
}

// Kinds of frames. The kind is the first byte of a frame.
const (
	kindBegin  = 'b' // first frame: name of the series, newline, header and first state
	kindRound  = 'r' // one round: line of notes, newline, commands, next state
	kindFailed = 'x' // a round that failed: like kindRound, without the state
	kindEnd    = 'e' // last frame: reason why the match stopped early, if any
)

const (
	maxFrame  = 16 << 20 // maximum size of a frame in bytes
	maxSent   = 512 << 10
	maxName   = 60
	maxReason = 1000 // maximum length of the reason in a kindEnd frame, in bytes
)

// encodeFrame encodes frame k of a match. It returns nil if the frame does not exist yet.
func encodeFrame(name string, rec *record.Record, k int) ([]byte, error) {
	if k == 0 {
		dst := append([]byte{kindBegin}, name+"\n"...)
		return rec.State(0).AppendText(res.AppendHeader(dst, rec.Meta())), nil
	}
	over, why := rec.Ended() // Read this before the turn, because a finished match does not grow.
	turn := rec.Turn(k - 1)
	if turn == nil {
		if !over || k > 1 && rec.Turn(k-2) == nil {
			return nil, nil
		}
		text := ""
		if why != nil {
			text = sanitize.Truncate(why.Error(), maxReason)
		}
		return append([]byte{kindEnd}, text...), nil
	}
	if turn.Missing || rec.IsMissing(k) {
		return nil, fmt.Errorf("round %d: %s", k, record.MissingRoundText)
	}
	next := rec.State(k)
	kind := byte(kindRound)
	if next == nil {
		kind = kindFailed
	}
	dst, err := notes.AppendRound([]byte{kind}, turn)
	if err != nil {
		return nil, err
	}
	dst = res.AppendCommands(dst, rec.Meta().Game, turn.Executed)
	if next != nil {
		dst = next.AppendText(dst)
	}
	return dst, nil
}

// A frameCache encodes each frame of a match once.
type frameCache struct {
	name   string
	record *record.Record
	mu     sync.Mutex
	frames [][]byte
}

// frame returns frame k, or nil if it does not exist yet. Callers must not modify it.
func (c *frameCache) frame(k int) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.frames) <= k {
		f, err := encodeFrame(c.name, c.record, len(c.frames))
		if f == nil || err != nil {
			return nil, err
		}
		c.frames = append(c.frames, f)
	}
	return c.frames[k], nil
}

// appendFrames appends the frames from k on, each preceded by its length. It stops once dst has at
// least limit bytes.
func (c *frameCache) appendFrames(dst []byte, k, limit int) ([]byte, error) {
	for len(dst) < limit {
		f, err := c.frame(k)
		if f == nil || err != nil {
			return dst, err
		}
		dst = binary.BigEndian.AppendUint32(dst, uint32(len(f)))
		dst = append(dst, f...)
		k++
	}
	return dst, nil
}

// A frameDecoder decodes frames into a record.
type frameDecoder struct {
	name   string
	follow *res.Follower
	notes  *notes.RoundReader
	frames int // number of decoded frames
	ended  bool
	shown  bool
	rest   []byte // beginning of an incomplete frame
}

var (
	errFrame = errors.New("expected a match frame")
	errLarge = fmt.Errorf("frame larger than %d MiB", maxFrame>>20)
)

func (j *frameDecoder) take(f []byte) error {
	if len(f) == 0 || len(f) > maxFrame || j.ended {
		return errFrame
	}
	kind, text := f[0], f[1:]
	switch {
	case j.frames == 0 && kind == kindBegin:
		name, rest, _ := bytes.Cut(text, []byte{'\n'})
		if len(name) > maxName || !sshd.IsValidName(string(name)) {
			return errors.New("invalid match name")
		}
		follow, err := res.NewFollower(bytes.Clone(rest), catalog.Games())
		if err != nil {
			return err
		}
		j.name, j.follow, j.notes = string(name), follow, notes.NewRoundReader(follow.Record().Meta())
	case j.frames > 0 && (kind == kindRound || kind == kindFailed):
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		if err := j.follow.AppendRound(bytes.Clone(rest), kind == kindFailed, func(round int, done []sim.Order) (*sim.Turn, error) {
			return j.notes.ParseTurn(line, round, done)
		}); err != nil {
			return err
		}
	case j.frames > 0 && kind == kindEnd:
		var why error
		if len(text) > 0 {
			why = errors.New(sanitize.Truncate(string(text), maxReason))
		}
		j.end(why)
	default:
		return errFrame
	}
	j.frames++
	return nil
}

// end marks the match as over, unless it already is. A non-nil err means that it stopped early.
func (j *frameDecoder) end(err error) {
	if j.ended || j.follow == nil {
		return
	}
	j.ended = true
	j.follow.Record().End(err)
}

// feed decodes the next part of appendFrames' output. It keeps incomplete frames for the next call.
func (j *frameDecoder) feed(data []byte) error {
	j.rest = append(j.rest, data...)
	for len(j.rest) >= 4 {
		n := int(binary.BigEndian.Uint32(j.rest))
		if n > maxFrame {
			return errLarge
		}
		if len(j.rest)-4 < n {
			return nil
		}
		if err := j.take(j.rest[4 : 4+n]); err != nil {
			return err
		}
		j.rest = j.rest[4+n:]
	}
	return nil
}
