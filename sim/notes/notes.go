// Package notes reads and writes the notes of a recording (FILE.notes), which hold what a .res
// cannot: submitted orders with outcomes, events with causes, and the players' costs and output.
// They are JSON lines: a [Header], then one line per round. Numbers have the same meaning as in
// package sim:
//
//	{"round":0,
//	 "orders":[[{"unit":4,"kind":"m","dir":2,"fate":1},…],[],[],[]],
//	 "events":[[kind,seat,other,cause,unit,target,row,col,to row,to col,a,b],…],
//	 "seats":[{"cpu_ns":1200,"said":["…"],"marks":[…],"out":{…}},…]}
package notes

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
)

const Version = 2

type Header struct {
	Version int    `json:"notes"`
	SHA256  string `json:"sha256"` // hash of the recording
	Result  any    `json:"result,omitempty"`
	Note    string `json:"note,omitempty"` // one line about the match, such as where it branched off
}

var ErrWrongRecording = errors.New("the notes belong to another recording")

const (
	maxLine        = 4 << 20 // bytes per round
	maxEvents      = 20_000  // per round
	maxArgs        = 4096    // numbers per order
	maxStderrLines = 2_000   // output lines per player and round
	maxText        = 4096    // bytes per text, such as an output line
	maxMarks       = 2_000   // per player and round
	maxCPU         = 4e13    // nanoseconds per player and round; the sum over 200,000 rounds fits in an int64
)

type round struct {
	Round  int                  `json:"round"`
	Orders [sim.Seats][]order   `json:"orders"`
	Events [][eventFields]int32 `json:"events"`
	Seats  *[sim.Seats]report   `json:"seats,omitempty"` // nil if unknown
}

type order struct {
	Unit    int32   `json:"unit"`
	Kind    string  `json:"kind"`
	Dir     int8    `json:"dir"`
	Args    []int32 `json:"args,omitempty"`
	Outcome uint8   `json:"fate"`
}

type report struct {
	CPU     int64        `json:"cpu_ns,omitempty"`
	Stderr  []string     `json:"said,omitempty"`
	Marks   []mark       `json:"marks,omitempty"`
	Failure *sim.Failure `json:"out,omitempty"` // only set in the round in which the player went out
}

type mark struct {
	Unit int32  `json:"unit"`
	Row  int    `json:"row"`
	Col  int    `json:"col"`
	Text string `json:"text"`
}

// Write writes the notes of a record, up to the first round with unknown orders or events. sha256
// is the hash of the recording. result, which must encode to JSON, holds further facts about the
// match.
func Write(w io.Writer, rec *record.Record, sha256 string, result any) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	if err := sanitize.WriteJSON(buf, Header{Version, sha256, result, rec.Meta().Note}, ""); err != nil {
		return err
	}
	for k := 0; ; k++ {
		t := rec.Turn(k)
		const needed = sim.KnownOrders | sim.KnownEvents
		if t == nil || t.KnownParts&needed != needed {
			return buf.Flush()
		}
		if err := sanitize.WriteJSON(buf, packTurn(t), ""); err != nil {
			return err
		}
	}
}

func packTurn(t *sim.Turn) *round {
	r := &round{Round: t.Round, Events: make([][eventFields]int32, len(t.Events))}
	for seat, list := range t.Orders {
		r.Orders[seat] = make([]order, len(list)) // encoded as [], not null
		for i, o := range list {
			kind := sanitize.ASCIIWord(string([]byte{o.Kind}), 1)
			r.Orders[seat][i] = order{o.Unit, kind, o.Dir, o.Args, uint8(o.Outcome)}
		}
	}
	for i := range t.Events {
		e := &t.Events[i]
		r.Events[i] = [eventFields]int32{
			int32(e.Kind), int32(e.Seat), int32(e.Other), int32(e.Cause), e.Unit, e.Target,
			int32(e.At.Row), int32(e.At.Col), int32(e.To.Row), int32(e.To.Col), e.A, e.B,
		}
	}
	if t.KnownParts&sim.KnownReports == 0 {
		return r
	}
	r.Seats = &[sim.Seats]report{}
	for seat, s := range t.Reports {
		p := &r.Seats[seat]
		p.CPU, p.Stderr = int64(s.CPU), s.Stderr
		for _, m := range s.Marks {
			p.Marks = append(p.Marks, mark{m.Unit, m.At.Row, m.At.Col, m.Text})
		}
		if s.Failure != nil && s.Failure.Round == t.Round {
			p.Failure = s.Failure
		}
	}
	return r
}

// Note returns the note in the header, or "" if the header is invalid.
func Note(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	h, err := decode.JSON[Header](line, maxLine)
	if err != nil {
		return ""
	}
	return sanitize.Truncate(h.Note, maxText)
}

// Read adds notes to a record, even if they cover only its first rounds. sha256 is the hash of its
// recording; if the notes have another hash, Read returns ErrWrongRecording. On error, the record
// is unchanged.
func Read(text []byte, rec *record.Record, sha256 string) error {
	line, rest, _ := bytes.Cut(text, []byte{'\n'})
	h, err := decode.JSON[Header](line, maxLine)
	if err != nil {
		return sim.InputErrorf(0, "expected the header of notes: %v", err)
	}
	switch {
	case h.Version != Version:
		return sim.InputErrorf(0, "the notes have version %d; this program reads version %d", h.Version, Version)
	case h.SHA256 != sha256:
		return ErrWrongRecording
	}
	j := NewRoundReader(rec.Meta())
	size := len(text)
	for k := 0; rec.State(k) != nil; k++ {
		size += rec.State(k).MemorySize()
	}
	var turns []*sim.Turn
	for k := 0; len(bytes.TrimSpace(rest)) > 0 && rec.Turn(k) != nil; k++ {
		at := len(text) - len(rest)
		line, rest, _ = bytes.Cut(rest, []byte{'\n'})
		t := rec.Turn(k)
		if t.Missing {
			turns = append(turns, t)
			continue
		}
		t, err := j.ParseTurn(line, k, t.Executed)
		if err != nil {
			return sim.InputErrorf(at, "round %d: %v", k, err)
		}
		if size += record.TurnMemorySize(t); size > record.MaxMemory {
			return sim.InputErrorf(at, "round %d: recording and notes exceed the memory limit of %d MB", k, record.MaxMemory/1_000_000)
		}
		turns = append(turns, t)
	}
	rec.Enrich(turns)
	return nil
}

func AppendRound(dst []byte, t *sim.Turn) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	err := sanitize.WriteJSON(b, packTurn(t), "")
	return b.Bytes(), err
}

// A RoundReader parses the rounds of notes, one after another.
type RoundReader struct {
	meta     *record.Meta
	totalCPU [sim.Seats]time.Duration
	failures [sim.Seats]*sim.Failure
}

func NewRoundReader(meta *record.Meta) *RoundReader { return &RoundReader{meta: meta} }

// ParseTurn parses the line for round k. executed holds the orders executed in that round.
func (j *RoundReader) ParseTurn(line []byte, k int, executed []sim.Order) (*sim.Turn, error) {
	r, err := decode.JSON[round](line, maxLine)
	if err != nil {
		return nil, err
	}
	if r.Round != k {
		return nil, fmt.Errorf("found round %d instead", r.Round)
	}
	t := &sim.Turn{Round: k, Executed: executed, KnownParts: sim.KnownAll}
	for seat, list := range r.Orders {
		if len(list) > sim.MaxOrders {
			return nil, fmt.Errorf("a player has too many orders (%d)", len(list))
		}
		for i, o := range list {
			if len(o.Kind) != 1 || len(o.Args) > maxArgs {
				return nil, fmt.Errorf("invalid order %d for unit %d", i, o.Unit)
			}
			t.Orders[seat] = append(t.Orders[seat], sim.SubmittedOrder{
				Order:   sim.Order{Unit: o.Unit, Kind: o.Kind[0], Dir: o.Dir, Args: o.Args},
				Outcome: sim.Outcome(o.Outcome),
			})
		}
	}
	if len(r.Events) > maxEvents {
		return nil, fmt.Errorf("too many events (%d)", len(r.Events))
	}
	t.Events = make([]sim.Event, len(r.Events))
	for i, e := range r.Events {
		if err := unpackEvent(&t.Events[i], e, j.meta.Game.Legend()); err != nil {
			return nil, err
		}
	}
	if r.Seats == nil {
		r.Seats, t.KnownParts = &[sim.Seats]report{}, sim.KnownOrders|sim.KnownEvents
	}
	for seat := range r.Seats {
		if err := j.unpackReport(&t.Reports[seat], &r.Seats[seat], seat, k); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (j *RoundReader) unpackReport(dst *sim.Report, r *report, seat, k int) error {
	if r.CPU < 0 || r.CPU > maxCPU || len(r.Stderr) > maxStderrLines || len(r.Marks) > maxMarks {
		return fmt.Errorf("player %d's report exceeds the limits", seat)
	}
	j.totalCPU[seat] += time.Duration(r.CPU)
	dst.CPU, dst.TotalCPU = time.Duration(r.CPU), j.totalCPU[seat]
	for _, line := range r.Stderr {
		dst.Stderr = append(dst.Stderr, sanitize.Truncate(line, maxText))
	}
	rows, cols := j.meta.Settings.Size()
	for _, m := range r.Marks {
		at := sim.Pos{Row: m.Row, Col: m.Col}
		if m.Unit < -1 || m.Unit < 0 && !at.In(rows, cols) {
			return fmt.Errorf("player %d has a mark off the board", seat)
		}
		dst.Marks = append(dst.Marks, sim.Mark{Unit: m.Unit, At: at, Text: sanitize.Truncate(m.Text, maxText)})
	}
	if r.Failure != nil && j.failures[seat] == nil {
		j.failures[seat] = &sim.Failure{Round: k, Reason: sim.FailureReason(sanitize.Truncate(string(r.Failure.Reason), maxText)), Detail: sanitize.Truncate(r.Failure.Detail, maxText)}
	}
	dst.Failure = j.failures[seat]
	return nil
}

const eventFields = 12

func unpackEvent(e *sim.Event, v [eventFields]int32, legend *sim.Legend) error {
	switch {
	case v[0] < 0 || int(v[0]) >= len(legend.Events),
		!isSeat(v[1]), !isSeat(v[2]),
		v[3] < 0 || v[3] > math.MaxUint8,
		!isCoord(v[6]), !isCoord(v[7]), !isCoord(v[8]), !isCoord(v[9]):
		return fmt.Errorf("invalid event %v", v)
	}
	*e = sim.Event{
		Kind: uint8(v[0]), Seat: int8(v[1]), Other: int8(v[2]), Cause: uint8(v[3]), Unit: v[4], Target: v[5],
		At: sim.Pos16{Row: int16(v[6]), Col: int16(v[7])},
		To: sim.Pos16{Row: int16(v[8]), Col: int16(v[9])},
		A:  v[10], B: v[11],
	}
	return nil
}

func isSeat(n int32) bool  { return n >= -1 && n < sim.Seats }
func isCoord(n int32) bool { return n >= -1 && n < math.MaxInt16 }
