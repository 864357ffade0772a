// Package relay sends the match that one server plays to other servers, which show it to their own
// viewers.
//
// A match is a list of frames: its beginning, one per round, and its end. The server publishes each
// frame once, for any number of followers. A follower that is late or has missed a frame requests
// the frames it lacks. Frames contain the text of the recording and of its notes, so that a
// follower has the same match byte for byte.
package relay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd"
)

// Kinds of frames: the first byte.
const (
	kindBegin = 'b' // name of the series, newline, header and first state
	kindRound = 'r' // line of notes, newline, commands and the next state
	kindBroke = 'x' // like kindRound, for a round that failed: no state
	kindEnd   = 'e' // why the match stopped early, or nothing
)

// Limits of messages.
const (
	maxFrame = 16 << 20 // bytes
	maxSent  = 512 << 10
	maxName  = 60
	maxWhy   = 1000 // bytes of a kindEnd frame
)

// frame encodes frame k of a match. It returns nil if the frame does not exist yet.
func frame(name string, rec *record.Record, k int) ([]byte, error) {
	if k == 0 {
		dst := append([]byte{kindBegin}, name+"\n"...)
		return rec.State(0).AppendText(res.AppendHeader(dst, rec.Meta())), nil
	}
	over, why := rec.Over() // before the length: a match that is over does not grow
	turn := rec.Turn(k - 1)
	if turn == nil {
		if !over || k > 1 && rec.Turn(k-2) == nil {
			return nil, nil
		}
		text := ""
		if why != nil {
			text = sanitize.Truncate(why.Error(), maxWhy)
		}
		return append([]byte{kindEnd}, text...), nil
	}
	if turn.Missing || rec.Missing(k) {
		return nil, fmt.Errorf("round %d: %s", k, record.MissingRoundText)
	}
	next := rec.State(k)
	kind := byte(kindRound)
	if next == nil {
		kind = kindBroke
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
		f, err := frame(c.name, c.record, len(c.frames))
		if f == nil || err != nil {
			return nil, err
		}
		c.frames = append(c.frames, f)
	}
	return c.frames[k], nil
}

// appendFrames appends frames from k on, each after its length, until dst has limit bytes or there
// are no more frames.
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

// A joiner decodes frames into a record.
type joiner struct {
	name   string
	follow *res.Follower
	notes  *notes.RoundReader
	frames int // number of decoded frames
	ended  bool
	shown  bool
	rest   []byte // incomplete frame
}

var (
	errFrame = errors.New("expected a frame of a match")
	errLarge = fmt.Errorf("a frame of more than %d MiB", maxFrame>>20)
)

func (j *joiner) take(f []byte) error {
	if len(f) == 0 || len(f) > maxFrame || j.ended {
		return errFrame
	}
	kind, text := f[0], f[1:]
	switch {
	case j.frames == 0 && kind == kindBegin:
		name, rest, _ := bytes.Cut(text, []byte{'\n'})
		if len(name) > maxName || !sshd.NameOK(string(name)) {
			return errors.New("invalid name of the match")
		}
		follow, err := res.Follow(bytes.Clone(rest), catalog.Games())
		if err != nil {
			return err
		}
		j.name, j.follow, j.notes = string(name), follow, notes.NewRoundReader(follow.Record().Meta())
	case j.frames > 0 && (kind == kindRound || kind == kindBroke):
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		if err := j.follow.Round(bytes.Clone(rest), kind == kindBroke, func(round int, done []sim.Order) (*sim.Turn, error) {
			return j.notes.Turn(line, round, done)
		}); err != nil {
			return err
		}
	case j.frames > 0 && kind == kindEnd:
		var why error
		if len(text) > 0 {
			why = errors.New(sanitize.Truncate(string(text), maxWhy))
		}
		j.end(why)
	default:
		return errFrame
	}
	j.frames++
	return nil
}

// end ends the match, unless it has ended. A reason means that it stopped early.
func (j *joiner) end(why error) {
	if j.ended || j.follow == nil {
		return
	}
	j.ended = true
	j.follow.Record().End(why)
}

// takeParts decodes a part of the output of appendFrames.
func (j *joiner) takeParts(data []byte) error {
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
