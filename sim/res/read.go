package res

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
)

func WithPosition(name string, text []byte, err error) error {
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		return fmt.Errorf("%s:%d: %w", name, sim.LineNumber(text, in.Offset), err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// A CutError reports where and why a recording ends before its last round.
type CutError struct {
	Round, Line int
	Msg         string
}

func (c *CutError) Error() string {
	return fmt.Sprintf("truncated in round %d, line %d: %s", c.Round, c.Line, c.Msg)
}

// Read parses a recording.
//
// If it is damaged, the record continues with the next complete state (see
// record.Record.IsMissing). If no state follows, the record ends and Read also returns a CutError.
// The record's note lists what is missing. Recordings that need more than record.MaxMemory of memory
// cause an error.
func Read(text []byte, games []sim.Game, source string) (*record.Record, *CutError, error) {
	r := reader{text: text, memoryUsed: len(text)}
	meta, err := r.readHeader(games)
	if err != nil {
		return nil, nil, err
	}
	meta.Source = source
	begin := r.pos
	first, err := r.readState(meta, 0)
	if err != nil {
		return nil, nil, err
	}
	rec := record.New(*meta, first)
	s := NewScanner(text[begin:r.pos])
	r.resync = resync{labels: [2][]byte{s.Word(), s.Word()}, blockSize: r.pos - begin, end: len(text), budget: 4 * len(text)}
	if i := bytes.Index(text[r.pos:], []byte(meta.Game.Version())); i >= 0 {
		r.end = r.pos + i // a second match begins
	}
	cut := r.readRounds(meta, rec)
	if r.memoryErr != nil {
		return nil, nil, r.memoryErr
	}
	if cut == nil {
		rec.End(nil)
	} else {
		rec.End(cut)
	}
	rec.Meta().Note = r.note(rec, cut)
	return rec, cut, nil
}

func (r *reader) note(rec *record.Record, cut *CutError) string {
	var parts []string
	if text := rec.GapText(); text != "" {
		parts = append(parts, fmt.Sprintf("%s: line %d: %s", text, r.damage.Line, r.damage.Msg))
	}
	switch {
	case cut != nil:
		parts = append(parts, cut.Error())
	case len(NewScanner(r.text[r.pos:]).Word()) > 0:
		parts = append(parts, "text after the last round ignored")
	}
	return strings.Join(parts, "; ")
}

type reader struct {
	text       []byte
	pos        int
	memoryUsed int   // memory used, in bytes
	memoryErr  error // set if memoryUsed exceeds record.MaxMemory
	seenUnits  map[int32]struct{}
	damage     *CutError // first damaged part that is followed by a complete state
	resync
}

func (r *reader) absoluteError(err error) error {
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		return &sim.InputError{Offset: r.pos + in.Offset, Msg: in.Msg}
	}
	return err
}

// ReadHeader parses only the header, from "Game" to the players' names.
func ReadHeader(text []byte, games []sim.Game) (*record.Meta, error) {
	r := reader{text: text}
	return r.readHeader(games)
}

func (r *reader) readHeader(games []sim.Game) (*record.Meta, error) {
	s := NewScanner(r.text)
	meta := &record.Meta{}
	switch w := s.Word(); string(w) {
	case "Game":
	case "SecGame":
		meta.HasClock = true
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
		return nil, r.absoluteError(err)
	}
	meta.Settings = settings
	r.pos += n
	s = NewScanner(r.text[r.pos:])
	s.Expect("names")
	for i := range meta.Names {
		w := s.Word()
		if len(w) == 0 {
			s.Fail("unexpected end of text: expected the name of player %d", i)
		}
		meta.Names[i] = sanitize.Truncate(string(w), maxShownNameLen)
	}
	if err := s.Err(); err != nil {
		return nil, r.absoluteError(err)
	}
	r.pos += s.Offset()
	return meta, nil
}

// maxShownNameLen is the length to which players' names are truncated, in bytes. The kits allow
// sim.MaxNameLen.
const maxShownNameLen = 32

func (r *reader) useMemory(k, bytes int) error {
	if r.memoryUsed += bytes; r.memoryUsed > record.MaxMemory && r.memoryErr == nil {
		r.memoryErr = sim.InputErrorf(r.pos, "round %d: the recording exceeds the memory limit of %d MB", k, record.MaxMemory/1_000_000)
	}
	return r.memoryErr
}

func (r *reader) readState(meta *record.Meta, k int) (sim.State, error) {
	s, n, err := meta.Game.ReadState(meta.Settings, r.text[r.pos:])
	if err != nil {
		return nil, r.absoluteError(err)
	}
	if s.Round() != k {
		return nil, sim.InputErrorf(r.pos+n, "expected the state of round %d, found round %d", k, s.Round())
	}
	r.pos += n
	return s, r.useMemory(k, s.MemorySize())
}

func (r *reader) readCommands(g sim.Game, k int) ([]sim.Order, error) {
	s := NewScanner(r.text[r.pos:])
	s.Expect("commands")
	n := s.Int("number of commands", 0, sim.Seats*sim.MaxOrders)
	if err := s.Err(); err != nil {
		return nil, r.absoluteError(err)
	}
	r.pos += s.Offset()
	if n == 0 {
		return nil, nil
	}
	executed := make([]sim.Order, 0, n)
	for range n {
		o, used, err := ReadOrder(g.OrderFormat(), r.text[r.pos:])
		if err != nil {
			return nil, r.absoluteError(err)
		}
		r.pos += used
		executed = append(executed, o)
		if err := r.useMemory(k, record.OrdersMemorySize(executed[len(executed)-1:])); err != nil {
			return nil, err
		}
	}
	return executed, nil
}

func (r *reader) readRounds(meta *record.Meta, rec *record.Record) *CutError {
	for k := 0; k < rec.Rounds(); k = rec.Edge() {
		at := r.pos
		turn, next, err := r.readRound(meta, k, rec.State(k), false)
		if err == nil {
			rec.Append(turn, next)
			continue
		}
		if r.memoryErr != nil {
			return nil
		}
		cut := &CutError{Round: k, Line: sim.LineNumber(r.text, r.pos), Msg: err.Error()}
		if in, ok := errors.AsType[*sim.InputError](err); ok {
			cut.Line = sim.LineNumber(r.text, in.Offset)
		}
		r.pos = at
		if next = r.nextState(meta, k); next == nil {
			if turn != nil {
				rec.Append(turn, nil)
			}
			return cut
		}
		if r.damage == nil {
			r.damage = cut
		}
		if err := r.appendMissing(rec, turn, next); err != nil {
			return nil
		}
	}
	return nil
}

// readRound reads the commands of round k and the next state. If aborted is set, there is no next
// state. If only the commands are complete, it returns the turn and an error.
func (r *reader) readRound(meta *record.Meta, k int, state sim.State, aborted bool) (*sim.Turn, sim.State, error) {
	executed, err := r.readCommands(meta.Game, k)
	if err != nil {
		return nil, nil, err
	}
	turn := &sim.Turn{Round: k, Executed: executed}
	if aborted {
		return turn, nil, nil
	}
	next, err := r.readState(meta, k+1)
	if err != nil {
		return turn, nil, err
	}
	if !r.hasRepeatedUnit(executed) {
		turn.Events, next = meta.Game.Derive(state, executed, next)
	}
	return turn, next, r.useMemory(k, record.TurnMemorySize(turn)-record.OrdersMemorySize(executed))
}

// appendMissing appends missing rounds up to state next. turn is the first of their turns, or nil
// if it is unknown.
func (r *reader) appendMissing(rec *record.Record, turn *sim.Turn, next sim.State) error {
	for k := rec.Edge(); k < next.Round(); k++ {
		if turn == nil || k+1 == next.Round() {
			turn = &sim.Turn{Round: k, Missing: true}
		}
		if err := r.useMemory(k, record.TurnMemorySize(turn)); err != nil {
			return err
		}
		if k+1 == next.Round() {
			rec.Append(turn, next)
		} else {
			rec.AppendMissing(turn)
		}
		turn = nil
	}
	return nil
}

// hasRepeatedUnit reports whether a unit has two orders, which no match allows and which could make
// Derive slow.
func (r *reader) hasRepeatedUnit(executed []sim.Order) bool {
	if r.seenUnits == nil {
		r.seenUnits = map[int32]struct{}{}
	}
	clear(r.seenUnits)
	for i := range executed {
		r.seenUnits[executed[i].Unit] = struct{}{}
	}
	return len(r.seenUnits) < len(executed)
}

// MaxTextBytes is the maximum size of an uncompressed recording, configuration or notes file.
const MaxTextBytes = 64 << 20

// Load reads a text, which may be compressed with gzip, and converts it with ToUTF8. If the gzip
// data is truncated, it returns what could be read. If the text exceeds MaxTextBytes, it returns
// the beginning and a *sim.InputError.
func Load(r io.Reader) ([]byte, error) {
	in := bufio.NewReaderSize(io.LimitReader(r, MaxTextBytes+1), 64<<10)
	unpacked, err := Decompress(in)
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	var b bytes.Buffer
	_, err = b.ReadFrom(io.LimitReader(unpacked, MaxTextBytes+1))
	text := b.Bytes()
	switch {
	case len(text) > MaxTextBytes:
		text = text[:MaxTextBytes]
		err = sim.InputErrorf(len(text), "larger than the limit of %d MiB", MaxTextBytes>>20)
	case err == io.ErrUnexpectedEOF && len(text) > 0:
		err = nil // parsing will report that the text is truncated
	case err != nil && unpacked != in:
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return ToUTF8(text), err
}

// ToUTF8 removes a byte order mark. If the mark indicates UTF-16, which PowerShell writes, it
// converts the text. The result has at most MaxTextBytes bytes.
func ToUTF8(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	}
	out := make([]byte, 0, len(text)/2)
	for text = text[2:]; len(text) >= 2 && len(out) < MaxTextBytes; text = text[2:] {
		r := rune(order.Uint16(text))
		if utf16.IsSurrogate(r) && len(text) >= 4 {
			if pair := utf16.DecodeRune(r, rune(order.Uint16(text[2:]))); pair != utf8.RuneError {
				r, text = pair, text[2:]
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out[:min(len(out), MaxTextBytes)]
}

// Decompress returns a reader that decompresses in. If in is not in gzip format, it is returned
// unchanged.
func Decompress(in *bufio.Reader) (io.Reader, error) {
	if magic, _ := in.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	return gzip.NewReader(in)
}

// A Follower builds a record from a recording that arrives round by round. It is not safe for
// concurrent use.
type Follower struct {
	reader
	rec   *record.Record
	state sim.State
	round int
}

// NewFollower returns a Follower for a recording, given its header and first state.
func NewFollower(text []byte, games []sim.Game) (*Follower, error) {
	f := &Follower{reader: reader{text: text, memoryUsed: len(text)}}
	meta, err := f.readHeader(games)
	if err != nil {
		return nil, err
	}
	if f.state, err = f.reader.readState(meta, 0); err != nil {
		return nil, err
	}
	if err := f.expectEnd(); err != nil {
		return nil, err
	}
	f.rec = record.New(*meta, f.state)
	return f, nil
}

func (f *Follower) Record() *record.Record { return f.rec }

// AppendRound reads the commands of a round and the next state. If aborted is set, there is no next
// state. If addDetails is not nil, it returns a more detailed turn to use instead. On error, the
// record is unchanged.
func (f *Follower) AppendRound(text []byte, aborted bool, addDetails func(round int, executed []sim.Order) (*sim.Turn, error)) error {
	f.text, f.pos = text, 0
	f.memoryUsed += len(text)
	meta := f.rec.Meta()
	if f.round >= meta.Settings.Rounds() {
		return sim.InputErrorf(0, "unexpected round after round %d", f.round-1)
	}
	turn, next, err := f.reader.readRound(meta, f.round, f.state, aborted)
	if err == nil {
		err = f.expectEnd()
	}
	if err == nil && addDetails != nil {
		if turn, err = addDetails(f.round, turn.Executed); err == nil {
			err = f.useMemory(f.round, record.TurnMemorySize(turn))
		}
	}
	if err != nil {
		return err
	}
	f.rec.Append(turn, next)
	f.round++
	if next != nil {
		f.state = next
	}
	return nil
}

func (f *Follower) expectEnd() error {
	if len(NewScanner(f.text[f.pos:]).Word()) > 0 {
		return sim.InputErrorf(f.pos, "unexpected text after the round")
	}
	return nil
}
