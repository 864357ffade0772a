package res

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// A Table writes the tables of a state: fields followed by tabs, and lines. It is fast, because
// most of a recording is tables: it allocates once and writes a small number with one store of
// eight bytes.
type Table struct {
	buf []byte
	n   int
}

// NewTable starts a table after dst, with its name, its number of lines, the names of its columns
// separated by tabs, and room for lines of width bytes. A number takes at most 12 bytes.
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

// Field are up to seven bytes of text. The eighth byte holds their number.
type Field uint64

// NewField returns text as Fields. It has at most seven bytes, including tabs.
func NewField(text string) Field {
	buf := [8]byte{7: byte(len(text))}
	copy(buf[:7], text)
	return Field(binary.LittleEndian.Uint64(buf[:]))
}

// Put writes eight bytes to dst and returns the number of them that count.
func (f Field) Put(dst []byte) int {
	binary.LittleEndian.PutUint64(dst, uint64(f))
	return int(f >> 56)
}

// SmallField returns the field of a number.
func SmallField(n uint8) Field { return numbers[int(n)+1] }

// numbers holds the fields of -1 to 255.
var numbers = func() (t [257]Field) {
	for i := range t {
		t[i] = NewField(strconv.Itoa(i-1) + "\t")
	}
	return t
}()

// Letter writes a letter.
func (t *Table) Letter(c byte) {
	binary.LittleEndian.PutUint16(t.buf[t.n:], uint16(c)|'\t'<<8)
	t.n += 2
}

// Small writes a number from 0 to 255.
func (t *Table) Small(n uint8) { t.n += SmallField(n).Put(t.buf[t.n:]) }

// Number writes a 32-bit number.
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

// Next returns the next n bytes for the caller to write, followed by a call of Skip.
func (t *Table) Next(n int) []byte { return t.buf[t.n:][:n] }

// Skip marks n bytes as written.
func (t *Table) Skip(n int) { t.n += n }

// EndLine ends a line.
func (t *Table) EndLine() { t.buf[t.n-1] = '\n' }

// Text returns dst and the table.
func (t *Table) Text() []byte { return t.buf[:t.n] }
