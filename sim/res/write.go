package res

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/record"
)

// AppendHeader appends the header of a recording, from "Game" to the players' names.
func AppendHeader(dst []byte, m *record.Meta) []byte {
	if m.HasClock {
		dst = append(dst, "Sec"...)
	}
	dst = append(dst, "Game\n\nSeed "...)
	dst = AppendInt(dst, int(m.Seed))
	dst = append(dst, "\n\n"...)
	dst = m.Settings.AppendText(dst)
	dst = append(dst, "names         "...)
	for _, name := range m.Names {
		dst = append(dst, ' ')
		dst = append(dst, name...)
	}
	return append(dst, '\n')
}

func AppendCommands(dst []byte, g sim.Game, executed []sim.Order) []byte {
	dst = append(dst, "commands\n"...)
	dst = AppendInt(dst, len(executed))
	dst = append(dst, '\n')
	for _, o := range executed {
		dst = AppendOrder(dst, g.OrderFormat(), o)
	}
	return dst
}

const writeSize = 16 << 10

// A Writer writes a recording block by block.
type Writer struct {
	w    io.Writer
	game sim.Game
	buf  []byte
	size int64 // bytes written before buf
	err  error
}

// NewWriter returns a Writer and writes the header and the initial state. Callers must call Flush.
func NewWriter(w io.Writer, m *record.Meta, first sim.State) *Writer {
	t := &Writer{w: w, game: m.Game, buf: AppendHeader(make([]byte, 0, writeSize+writeSize/2), m)}
	t.WriteState(first)
	return t
}

func (t *Writer) WriteState(s sim.State) {
	t.buf = s.AppendText(t.buf)
	if len(t.buf) >= writeSize {
		t.writeBuffer()
	}
}

func (t *Writer) WriteCommands(executed []sim.Order) { t.buf = AppendCommands(t.buf, t.game, executed) }
func (t *Writer) Size() int64                        { return t.size + int64(len(t.buf)) }

// Flush writes buffered data and returns the first write error.
func (t *Writer) Flush() error {
	t.writeBuffer()
	return t.err
}

func (t *Writer) writeBuffer() {
	t.size += int64(len(t.buf))
	if t.err == nil && len(t.buf) > 0 {
		_, t.err = t.w.Write(t.buf)
	}
	t.buf = t.buf[:0]
}

// Write writes a record, leaving out missing rounds. It returns the number of the last state
// written.
func Write(w io.Writer, rec *record.Record) (lastState int, err error) {
	t := NewWriter(w, rec.Meta(), rec.State(0))
	for turn := rec.Turn(lastState); turn != nil; turn = rec.Turn(lastState) {
		if !turn.Missing {
			t.WriteCommands(turn.Executed)
		}
		next := rec.State(lastState + 1)
		if next == nil {
			break
		}
		if lastState++; !rec.IsMissing(lastState) {
			t.WriteState(next)
		}
	}
	return lastState, t.Flush()
}

// CheckSize returns an error if the recording of a match with this initial state would be too large
// to open. It assumes that half of the units execute an order in each round.
func CheckSize(m *record.Meta, first sim.State) error {
	var f sim.Frame
	first.FillFrame(&f)
	orders := len(f.Units) / 2
	const orderText = len("10\tm\tr\n")
	text := len(first.AppendText(nil)) + len("commands\n10\n") + orders*orderText
	memory := text + first.MemorySize() + record.TurnMemorySize(&sim.Turn{Executed: make([]sim.Order, orders), Events: make([]sim.Event, orders)})
	rounds := m.Settings.Rounds()
	maxRounds := min(MaxTextBytes/text, record.MaxMemory/memory)
	if rounds <= maxRounds {
		return nil
	}
	return fmt.Errorf("a recording of %d rounds would be about %d MB, too large to open again; at most about %d rounds fit",
		rounds, rounds*text/1_000_000, maxRounds)
}

// A Table writes a table of a state. Because tables make up most of a recording, it allocates only
// once and writes each small number in a single store of eight bytes.
type Table struct {
	buf []byte
	n   int
}

// NewTable starts a table after dst. columns holds the column names, separated by tabs. width is
// the maximum number of bytes in a line; a number takes at most 12.
func NewTable(dst []byte, name, columns string, lines, width int) Table {
	dst = append(dst, '\n')
	dst = append(dst, name...)
	dst = append(dst, '\n')
	dst = AppendInt(dst, lines)
	dst = append(dst, '\n')
	dst = append(dst, columns...)
	dst = append(dst, '\n')
	n := len(dst)
	dst = slices.Grow(dst, lines*width+8)
	return Table{dst[:cap(dst)], n}
}

// numberFields holds the table fields for -1 to 255: up to seven bytes of text, and the text's
// length in the last byte.
var numberFields = func() (t [257]uint64) {
	for i := range t {
		text := strconv.Itoa(i-1) + "\t"
		buf := [8]byte{7: byte(len(text))}
		copy(buf[:7], text)
		t[i] = binary.LittleEndian.Uint64(buf[:])
	}
	return t
}()

func (t *Table) put(field uint64) {
	binary.LittleEndian.PutUint64(t.buf[t.n:], field)
	t.n += int(field >> 56)
}

func (t *Table) WriteLetter(c byte) {
	binary.LittleEndian.PutUint16(t.buf[t.n:], uint16(c)|'\t'<<8)
	t.n += 2
}

func (t *Table) WriteSmallNumber(n uint8) { t.put(numberFields[int(n)+1]) }

func (t *Table) WriteNumber(n int) {
	if uint(n+1) >= uint(len(numberFields)) {
		t.n = len(append(strconv.AppendInt(t.buf[:t.n], int64(n), 10), '\t'))
		return
	}
	t.put(numberFields[n+1])
}

func (t *Table) EndLine()     { t.buf[t.n-1] = '\n' }
func (t *Table) Text() []byte { return t.buf[:t.n] }
