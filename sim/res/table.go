package res

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// Table writes the lines of a table: letters and numbers with a tab behind each,
// a line end behind the last. Most bytes of a recording that change from round to round are
// written here: it asks for memory once, and a small number is one store of
// eight bytes, of which the first few count (floors Match/harrypotter and
// Match/moneyheist).
type Table struct {
	buf []byte
	n   int
}

// NewTable begins a table behind dst: its name, how many lines it has, the names of its columns,
// with tabs between them, and room for lines of at most width bytes. A number takes 12 bytes at most.
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

// Fields are some fields of a table, ready to be written: seven bytes, and in the
// last one how many of them count.
type Fields uint64

// NewFields makes Fields of at most seven bytes, the tabs included.
func NewFields(text string) Fields {
	buf := [8]byte{7: byte(len(text))}
	copy(buf[:7], text)
	return Fields(binary.LittleEndian.Uint64(buf[:]))
}

// Put writes fields to the start of dst, which has eight bytes at least, and
// returns how many of them count.
func (f Fields) Put(dst []byte) int {
	binary.LittleEndian.PutUint64(dst, uint64(f))
	return int(f >> 56)
}

// Small are the fields of a number from 0 to 255.
func Small(n uint8) Fields { return numbers[int(n)+1] }

// numbers are -1 … 255.
var numbers = func() (t [257]Fields) {
	for i := range t {
		t[i] = NewFields(strconv.Itoa(i-1) + "\t")
	}
	return t
}()

// Letter writes a field of one letter.
func (t *Table) Letter(c byte) {
	binary.LittleEndian.PutUint16(t.buf[t.n:], uint16(c)|'\t'<<8)
	t.n += 2
}

// Small writes a number from 0 to 255.
func (t *Table) Small(n uint8) { t.n += Small(n).Put(t.buf[t.n:]) }

// Number writes a number of 32 bits.
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

// Next is where the next n bytes of the table go, for a caller that writes them itself and
// then says so with Skip.
func (t *Table) Next(n int) []byte { return t.buf[t.n:][:n] }

// Skip takes n bytes of Next as written.
func (t *Table) Skip(n int) { t.n += n }

// EndLine ends a line behind its last field.
func (t *Table) EndLine() { t.buf[t.n-1] = '\n' }

// Text is dst and the table.
func (t *Table) Text() []byte { return t.buf[:t.n] }
