package res

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"game-tui/sim"
	"game-tui/sim/log"
)

// Limit is the size of the largest text that is read, unpacked.
const Limit = 256 << 20

// ErrSize refuses a text above Limit.
var ErrSize = fmt.Errorf("larger than %d MiB", Limit>>20)

// Load reads a text whole and unpacks it where it is gzip, which its content
// tells. A packed text that was cut gives what could be unpacked.
//
// The mark with which editors of Windows begin UTF-8 is left out.
func Load(r io.Reader) ([]byte, error) {
	text, err := load(r, Limit)
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), err
}

func load(r io.Reader, limit int64) ([]byte, error) {
	raw, err := readAll(r, limit)
	if err != nil || !bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		return raw, err
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	text, err := readAll(z, limit)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && len(text) > 0:
		return text, nil // the cut shows where the text is read
	case err != nil && !errors.Is(err, ErrSize):
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return text, err
}

func readAll(r io.Reader, limit int64) ([]byte, error) {
	buf := bytes.NewBuffer(make([]byte, 0, 2<<20)) // most recordings fit
	n, err := buf.ReadFrom(io.LimitReader(r, limit+1))
	if n > limit {
		return nil, ErrSize
	}
	return buf.Bytes(), err
}

// At puts the name of a text, and the line where its reader found a fault,
// before an error: "default.cnf:3: message".
func At(name string, text []byte, err error) error {
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		return fmt.Errorf("%s:%d: %w", name, sim.Line(text, in.Offset), err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Cut says where a recording ends before its last round, and why.
type Cut struct {
	Round, Line int
	Msg         string
}

func (c *Cut) Error() string {
	return fmt.Sprintf("cut in round %d, line %d: %s", c.Round, c.Line, c.Msg)
}

// Read makes the log of a recording of one of the games. Of one that is cut,
// anywhere behind its first state, the log holds what is whole, and Cut says
// where that ends; it is also the log's error and the viewer's note. What the
// recording does not say stays unknown in the turns.
func Read(text []byte, games []sim.Game, source string) (*log.Log, *Cut, error) {
	r := reader{text: text}
	meta, err := r.header(games)
	if err != nil {
		return nil, nil, err
	}
	meta.Source = source
	first, err := r.state(meta, 0)
	if err != nil {
		return nil, nil, err
	}
	// The note must be in the log's meta from the start, so read first, log later.
	states, turns, cut := r.rounds(meta, first)
	switch {
	case cut != nil:
		meta.Note = cut.Error()
	case len(NewScanner(text[r.pos:]).Word()) > 0:
		meta.Note = "the file goes on after the last round: ignored"
	}
	l := log.New(*meta, first)
	for k, t := range turns {
		l.Append(t, states[k])
	}
	if cut == nil {
		l.End(nil)
	} else {
		l.End(cut)
	}
	return l, cut, nil
}

type reader struct {
	text []byte
	pos  int
}

// fix moves the offset of an error from the part that was read to the whole text.
func (r *reader) fix(err error) error {
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		return &sim.InputError{Offset: r.pos + in.Offset, Msg: in.Msg}
	}
	return err
}

func (r *reader) header(games []sim.Game) (*log.Meta, error) {
	s := NewScanner(r.text)
	meta := &log.Meta{}
	switch w := s.Word(); string(w) {
	case "Game":
	case "SecGame":
		meta.Clock = true
	default:
		s.Fail("not a recording: expected \"Game\" or \"SecGame\", found %s", quote(w))
	}
	s.Expect("Seed")
	meta.Seed = int32(s.Int("Seed", MinInt, MaxInt))
	name := s.Peek()
	for _, g := range games {
		if title, _, _ := strings.Cut(g.Version(), " "); title == string(name) {
			meta.Game = g
		}
	}
	if meta.Game == nil {
		s.Word()
		s.Fail("expected the name of a game, found %s", quote(name))
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	r.pos = s.Offset()
	settings, n, err := meta.Game.ReadSettings(r.text[r.pos:])
	if err != nil {
		return nil, r.fix(err)
	}
	meta.Settings = settings
	r.pos += n
	s = NewScanner(r.text[r.pos:])
	s.Expect("names")
	for i := range meta.Names {
		w := s.Word()
		if len(w) == 0 {
			s.Fail("the text ends where the name of player %d was expected", i)
		}
		meta.Names[i] = printable(w)
	}
	if err := s.Err(); err != nil {
		return nil, r.fix(err)
	}
	r.pos += s.Offset()
	return meta, nil
}

// maxName is the longest name shown; the kits allow 12 bytes.
const maxName = 32

// printable makes a name from outside fit for a terminal.
func printable(w []byte) string {
	w = w[:min(len(w), maxName)]
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !unicode.IsPrint(c) {
			return '?'
		}
		return c
	}, string(w))
}

// state reads the state block of round k.
func (r *reader) state(meta *log.Meta, k int) (sim.State, error) {
	s, n, err := meta.Game.ReadState(meta.Settings, r.text[r.pos:])
	if err != nil {
		return nil, r.fix(err)
	}
	if s.Round() != k {
		return nil, sim.Errorf(r.pos+n, "expected the state of round %d, found round %d", k, s.Round())
	}
	r.pos += n
	return s, nil
}

// commands reads the commands block of a round.
func (r *reader) commands(g sim.Game) ([]sim.Order, error) {
	s := NewScanner(r.text[r.pos:])
	s.Expect("commands")
	n := s.Int("number of commands", 0, sim.Seats*sim.MaxOrders)
	if err := s.Err(); err != nil {
		return nil, r.fix(err)
	}
	r.pos += s.Offset()
	if n == 0 {
		return nil, nil
	}
	done := make([]sim.Order, 0, n)
	for range n {
		o, used, err := g.ReadOrder(r.text[r.pos:])
		if err != nil {
			return nil, r.fix(err)
		}
		r.pos += used
		done = append(done, o)
	}
	return done, nil
}

// rounds reads all that follows the first state.
func (r *reader) rounds(meta *log.Meta, state sim.State) (states []sim.State, turns []*sim.Turn, cut *Cut) {
	for k := range meta.Settings.Rounds() {
		done, err := r.commands(meta.Game)
		if err != nil {
			return states, turns, r.cut(k, err)
		}
		turn := &sim.Turn{Round: k, Done: done}
		turns = append(turns, turn)
		next, err := r.state(meta, k+1)
		if err != nil {
			states = append(states, nil)
			return states, turns, r.cut(k, err)
		}
		turn.Events = meta.Game.Derive(state, done, next)
		if c, ok := meta.Game.(sim.Carrier); ok {
			next = c.Carry(state, done, next)
		}
		states = append(states, next)
		state = next
	}
	return states, turns, nil
}

func (r *reader) cut(k int, err error) *Cut {
	c := &Cut{Round: k, Line: sim.Line(r.text, r.pos), Msg: err.Error()}
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		c.Line = sim.Line(r.text, in.Offset)
	}
	return c
}
