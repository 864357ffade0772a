package res

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"game-tui/sim"
)

// MaxText is the size of the largest text that is read, unpacked: a recording,
// a configuration, notes.
const MaxText = 64 << 20

// Load reads a text whole and unpacks it where it is gzip, which its content
// tells. A packed text that was cut gives what could be unpacked. Of one above
// MaxText it returns the beginning, and a *sim.InputError that points at its end.
//
// The mark with which editors of Windows begin UTF-8 is left out.
func Load(r io.Reader) ([]byte, error) {
	in := bufio.NewReaderSize(&bounded{r, MaxText}, 64<<10)
	text, err := unpack(in)
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), err
}

// Unpack returns what unpacks a text that is packed with gzip, and in itself for
// any other. The first bytes are read to know; their error is left to the reading
// of what is returned.
func Unpack(in *bufio.Reader) (io.Reader, error) {
	if magic, _ := in.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	return gzip.NewReader(in)
}

func unpack(in *bufio.Reader) ([]byte, error) {
	r, err := Unpack(in)
	if r == in {
		return readAll(in)
	}
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	text, err := readAll(r)
	_, long := err.(*sim.InputError)
	switch {
	case err == io.ErrUnexpectedEOF && len(text) > 0:
		return text, nil // the cut shows where the text is read
	case err != nil && !long:
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return text, err
}

// errBounded refuses what is too long before it is unpacked: a packed file can
// go on for ever and unpack to nothing.
var errBounded = fmt.Errorf("larger than %d MiB", MaxText>>20)

// bounded fails behind left bytes.
type bounded struct {
	r    io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errBounded
	}
	n, err := b.r.Read(p[:min(len(p), b.left+1)])
	b.left -= n
	return n, err
}

// readAll reads up to MaxText bytes. It asks for memory in three steps, the last
// of which is all that there may be: what is not touched costs nothing, while
// doubling would hold a text twice.
func readAll(r io.Reader) ([]byte, error) {
	var text []byte
	for _, size := range [...]int{2 << 20, 8 << 20, MaxText + 1} { // most recordings fit into the first
		text = append(make([]byte, 0, size), text...)
		for len(text) < size {
			n, err := r.Read(text[len(text):size])
			text = text[:len(text)+n]
			switch {
			case err == io.EOF:
				return text, nil
			case err != nil:
				return text, err
			}
		}
	}
	text = text[:MaxText]
	return text, tooLong(text)
}

// tooLong says where a text passes the limit: the line follows from the offset,
// the round from the last state of a recording that is whole.
func tooLong(text []byte) error {
	where := ""
	if i := bytes.LastIndex(text, []byte("\nround")); i >= 0 {
		s := NewScanner(text[i:])
		s.Word()
		if k := s.Int("round", 0, MaxInt); s.Err() == nil {
			where = fmt.Sprintf(" (behind round %d)", k)
		}
	}
	return sim.Errorf(len(text), "larger than %d MiB%s, the most that is read", MaxText>>20, where)
}
