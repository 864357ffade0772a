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

// A Field holds up to seven bytes of text, with their number in the eighth byte.
type Field uint64

func NewField(text string) Field {
	buf := [8]byte{7: byte(len(text))}
	copy(buf[:7], text)
	return Field(binary.LittleEndian.Uint64(buf[:]))
}

// Put writes eight bytes to dst and returns how many of them count.
func (f Field) Put(dst []byte) int {
	binary.LittleEndian.PutUint64(dst, uint64(f))
	return int(f >> 56)
}

func SmallField(n uint8) Field { return numbers[int(n)+1] }

// numbers holds the fields of -1 to 255.
var numbers = func() (t [257]Field) {
	for i := range t {
		t[i] = NewField(strconv.Itoa(i-1) + "\t")
	}
	return t
}()

func (t *Table) Letter(c byte) {
	binary.LittleEndian.PutUint16(t.buf[t.n:], uint16(c)|'\t'<<8)
	t.n += 2
}

func (t *Table) Small(n uint8) { t.n += SmallField(n).Put(t.buf[t.n:]) }

func (t *Table) Number(n int) {
	if uint(n+1) >= uint(len(numbers)) {
		t.large(n)
		return
	}
	t.n += numbers[n+1].Put(t.buf[t.n:])
}

func (t *Table) large(n int) {
	t.n = len(append(strconv.AppendInt(t.buf[:t.n], int64(n), 10), '\t'))
}

// Next returns the next n bytes. Write them, then call Skip.
func (t *Table) Next(n int) []byte { return t.buf[t.n:][:n] }

// Skip marks n bytes as written.
func (t *Table) Skip(n int) { t.n += n }

func (t *Table) EndLine() { t.buf[t.n-1] = '\n' }

// Text returns dst and the table.
func (t *Table) Text() []byte { return t.buf[:t.n] }
