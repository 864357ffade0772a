package res

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// A Table writes the tables of a state: lines of fields that end in tabs. Most of a recording is
// tables, so it allocates once and writes small numbers with one store of eight bytes.
type Table struct {
	buf []byte
	n   int
}

// NewTable starts a table after dst. Columns are the names separated by tabs. There must be width
// bytes for a line; a number takes at most 12.
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

// numbers holds the fields of -1 to 255: at most seven bytes of text, and their number in the last.
var numbers = func() (t [257]uint64) {
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

func (t *Table) Letter(c byte) {
	binary.LittleEndian.PutUint16(t.buf[t.n:], uint16(c)|'\t'<<8)
	t.n += 2
}

func (t *Table) Small(n uint8) { t.put(numbers[int(n)+1]) }

func (t *Table) Number(n int) {
	if uint(n+1) >= uint(len(numbers)) {
		t.n = len(append(strconv.AppendInt(t.buf[:t.n], int64(n), 10), '\t'))
		return
	}
	t.put(numbers[n+1])
}

func (t *Table) EndLine()     { t.buf[t.n-1] = '\n' }
func (t *Table) Text() []byte { return t.buf[:t.n] }
