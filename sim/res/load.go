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
	size := sizeOf(r)
	// A packed file can go on for ever and unpack to nothing: it is bounded too.
	in := bufio.NewReaderSize(io.LimitReader(r, MaxText+1), 64<<10)
	unpacked, err := Unpack(in)
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	var text []byte
	if all := io.LimitReader(unpacked, MaxText+1); unpacked == in {
		b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
		_, err = b.ReadFrom(all)
		text = b.Bytes()
	} else {
		text, err = io.ReadAll(all)
	}
	switch {
	case len(text) > MaxText:
		text = text[:MaxText]
		err = tooLong(text)
	case err == io.ErrUnexpectedEOF && len(text) > 0:
		err = nil // the cut shows where the text is read
	case err != nil && unpacked != in:
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), err
}

// sizeOf is how much of a file is left to read, at most MaxText, so that it is read into
// memory of that size; 0 where only reading tells.
func sizeOf(r io.Reader) int64 {
	s, ok := r.(io.Seeker)
	if !ok {
		return 0
	}
	at, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	end, err := s.Seek(0, io.SeekEnd)
	if _, back := s.Seek(at, io.SeekStart); err != nil || back != nil {
		return 0
	}
	return min(max(end-at, 0), MaxText)
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
