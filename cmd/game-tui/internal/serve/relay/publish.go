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
	subjectPrefix = "game-tui-live"
	frameSubject  = subjectPrefix + ".news"
	verbGet       = "get"

	matchHeader = "Match" // ID of the match
	frameHeader = "Frame" // number of a published frame
	errorHeader = "Error"
)

func requestSubject(name string) string { return subjectPrefix + "." + name + "." + verbGet }

// Rights returns the permissions of the token called name, which may only follow matches.
func Rights(name string) *natsserver.Permissions {
	return &natsserver.Permissions{
		Publish:   &natsserver.SubjectPermission{Allow: []string{requestSubject(name)}},
		Subscribe: &natsserver.SubjectPermission{Allow: []string{frameSubject, hub.InboxPrefix(name) + ".>"}},
	}
}

// A frameRequest requests the next frames of a match. It also reports whether the edge has viewers,
// because the first match may wait for one.
type frameRequest struct {
	Match      string `json:"match"`
	NextFrame  int    `json:"frame"`  // number of the next frame that the edge needs
	Offset     int    `json:"offset"` // bytes of that frame already received, including its length prefix
	HasViewers bool   `json:"watched"`
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
	p.beginMatch(rec)
	sub, err := conn.Subscribe(requestSubject("*"), p.answerRequest)
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
		p.beginMatch(rec)
	}
}

func (p *publisher) beginMatch(rec *record.Record) {
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

// publishFrame publishes a frame. It omits the data of frames larger than maxMessageData; edges
// request these in parts.
func (p *publisher) publishFrame(id string, k int, f []byte) {
	m := nats.NewMsg(frameSubject)
	m.Header.Set(matchHeader, id)
	m.Header.Set(frameHeader, strconv.Itoa(k))
	if len(f) <= maxMessageData {
		m.Data = f
	}
	_ = p.conn.PublishMsg(m) // Edges request frames that they miss.
}

func (p *publisher) answerRequest(m *nats.Msg) {
	name := strings.TrimSuffix(strings.TrimPrefix(m.Subject, subjectPrefix+"."), "."+verbGet)
	q, err := decode.JSON[frameRequest](m.Data, 1024)
	if err != nil || m.Reply == "" || !hub.MayReply(m, name) {
		return
	}
	if q.HasViewers {
		p.series.ViewerJoined()
	}
	current := p.current.Load()
	if q.Match != current.id {
		q.NextFrame, q.Offset = 0, 0
	}
	reply := nats.NewMsg(m.Reply)
	reply.Header.Set(matchHeader, current.id)
	data, start, err := current.framesFrom(max(q.NextFrame, 0), max(q.Offset, 0))
	if err != nil {
		reply.Header.Set(errorHeader, strings.TrimSpace(err.Error()))
	}
	reply.Data = data[start:min(len(data), start+maxMessageData)]
	_ = p.conn.PublishMsg(reply) // The edge asks again if the reply is lost.
}

// framesFrom encodes the frames from k on. The answer starts at data[start], where start is offset,
// clamped to the end of frame k.
func (c *frameCache) framesFrom(k, offset int) (data []byte, start int, err error) {
	if data, err = c.appendFrames(nil, k, 1); len(data) == 0 || err != nil {
		return nil, 0, err
	}
	start = min(offset, len(data))
	data, err = c.appendFrames(data, k+1, start+maxMessageData)
	return data, start, err
}

// Kinds of frames. The kind is the first byte of a frame.
const (
	kindBegin  = 'b' // first frame: name of the series, newline, header and first state
	kindRound  = 'r' // one round: line of notes, newline, commands, next state
	kindFailed = 'x' // a round that failed: like kindRound, without the state
	kindEnd    = 'e' // last frame: reason why the match stopped early, if any
)

const (
	maxFrame       = 16 << 20 // maximum size of a frame in bytes
	maxMessageData = 512 << 10
	maxName        = 60
	maxReason      = 1000 // maximum length of the reason in a kindEnd frame, in bytes
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
	name         string
	follower     *res.Follower
	notes        *notes.RoundReader
	frameCount   int // number of decoded frames
	ended        bool
	shown        bool
	partialFrame []byte // beginning of an incomplete frame
}

var (
	errInvalidFrame = errors.New("expected a match frame")
	errLargeFrame   = fmt.Errorf("frame larger than %d MiB", maxFrame>>20)
)

func (j *frameDecoder) decodeFrame(f []byte) error {
	if len(f) == 0 || len(f) > maxFrame || j.ended {
		return errInvalidFrame
	}
	kind, text := f[0], f[1:]
	switch {
	case j.frameCount == 0 && kind == kindBegin:
		name, rest, _ := bytes.Cut(text, []byte{'\n'})
		if len(name) > maxName || !sshd.IsValidName(string(name)) {
			return errors.New("invalid match name")
		}
		follower, err := res.NewFollower(bytes.Clone(rest), catalog.Games())
		if err != nil {
			return err
		}
		j.name, j.follower, j.notes = string(name), follower, notes.NewRoundReader(follower.Record().Meta())
	case j.frameCount > 0 && (kind == kindRound || kind == kindFailed):
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		if err := j.follower.AppendRound(bytes.Clone(rest), kind == kindFailed, func(round int, done []sim.Order) (*sim.Turn, error) {
			return j.notes.ParseTurn(line, round, done)
		}); err != nil {
			return err
		}
	case j.frameCount > 0 && kind == kindEnd:
		var why error
		if len(text) > 0 {
			why = errors.New(sanitize.Truncate(string(text), maxReason))
		}
		j.end(why)
	default:
		return errInvalidFrame
	}
	j.frameCount++
	return nil
}

// end marks the match as over, unless it already is. A non-nil err means that it stopped early.
func (j *frameDecoder) end(err error) {
	if j.ended || j.follower == nil {
		return
	}
	j.ended = true
	j.follower.Record().End(err)
}

// feed decodes the next part of appendFrames' output. It keeps incomplete frames for the next call.
func (j *frameDecoder) feed(data []byte) error {
	j.partialFrame = append(j.partialFrame, data...)
	for len(j.partialFrame) >= 4 {
		n := int(binary.BigEndian.Uint32(j.partialFrame))
		if n > maxFrame {
			return errLargeFrame
		}
		if len(j.partialFrame)-4 < n {
			return nil
		}
		if err := j.decodeFrame(j.partialFrame[4 : 4+n]); err != nil {
			return err
		}
		j.partialFrame = j.partialFrame[4+n:]
	}
	return nil
}
