// Package live carries the match that one server plays to other servers, which show it
// to watchers of their own.
//
// A match is a list of frames: its beginning, then one a round, then how it ended. The
// server that plays publishes each frame once, however many servers follow. Who came
// late, or missed something, asks for the frames from where it is. Frames hold the text
// of the recording and of its notes, so that a server that follows has the same match byte for byte,
// and all that is known of it.
package live

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/server"
)

// Kinds of frames: their first byte.
const (
	kindBegin = 'b' // name of the series, line end, header and first state
	kindRound = 'r' // line of notes, line end, commands and the next state
	kindBroke = 'x' // the same of a round in which the match broke, without a state
	kindEnd   = 'e' // why it stopped early; empty after the last round
)

// Bounds of what is read.
const (
	maxFrame = 16 << 20 // bytes of a frame
	maxSent  = 512 << 10
	maxName  = 60
	maxWhy   = 1000 // bytes of why a match stopped
)

// frame is frame k of a match, or nil while it is not there.
func frame(name string, rec *record.Record, k int) ([]byte, error) {
	if k == 0 {
		dst := append([]byte{kindBegin}, name+"\n"...)
		return rec.State(0).AppendText(res.AppendHeader(dst, rec.Meta())), nil
	}
	over, why := rec.Over() // asked first: what is over does not grow any more
	turn := rec.Turn(k - 1)
	if turn == nil {
		if !over || k > 1 && rec.Turn(k-2) == nil {
			return nil, nil
		}
		text := ""
		if why != nil {
			text = clean.Truncate(why.Error(), maxWhy)
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

// A frameCache encodes each frame of a match once, and keeps it for edges that ask again.
type frameCache struct {
	name   string
	record *record.Record
	mu     sync.Mutex
	frames [][]byte
}

// frame returns frame k, or nil while it is not there. Callers must not modify it.
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

// appendFrames appends frames from number k on, each behind its length, until so many bytes
// are there or the match has no more yet.
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

// joiner makes the record of a match of its frames.
type joiner struct {
	name   string
	follow *res.Follower
	notes  *notes.RoundReader
	frames int // that were read
	ended  bool
	shown  bool
	rest   []byte // of frames that came in parts
}

// Errors of what is no match.
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
		if len(name) > maxName || !server.NameOK(string(name)) {
			return errors.New("the match has no proper name")
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
			why = errors.New(clean.Truncate(string(text), maxWhy))
		}
		j.end(why)
	default:
		return errFrame
	}
	j.frames++
	return nil
}

// end ends the match, before its last round where there is a reason for that, unless it has
// ended.
func (j *joiner) end(why error) {
	if j.ended || j.follow == nil {
		return
	}
	j.ended = true
	j.follow.Record().End(why)
}

// takeParts reads a part of what appendFrames wrote.
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
	if len(j.rest) == 0 {
		j.rest = nil
	}
	return nil
}
