package league

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"slices"
)

// A line of a record is an object of JSON whose last field is the CRC-32C of all that is
// before it on the line: {…,"sum":"1a2b3c4d"}. It finds damage. Whoever changes a line on
// purpose can make its sum as well.
const (
	sumField = `,"sum":"`
	sumTail  = len(sumField + `1a2b3c4d"}` + "\n")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// lineOf is the line of a plan, a result or a key.
func lineOf(v any) ([]byte, error) {
	object, err := json.Marshal(v)
	return withSum(object), err
}

// withSum makes the line of an object.
func withSum(object []byte) []byte {
	rest := bytes.TrimSuffix(object, []byte("}"))
	return slices.Concat(rest, []byte(sumField), sumOf(rest), []byte("\"}\n"))
}

// objectOf is the object of a line; ok says that its sum is there and the right one. Where there
// is none the object is the line.
func objectOf(line []byte) (object []byte, ok bool) {
	at := len(line) - sumTail
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sumField)) || !bytes.HasSuffix(line, []byte("\"}\n")) {
		return line, false
	}
	rest := line[:at:at]
	return append(rest, '}'), bytes.HasPrefix(line[at+len(sumField):], sumOf(rest))
}

// sumOf is a sum as it is written.
func sumOf(text []byte) []byte {
	sum := binary.BigEndian.AppendUint32(nil, crc32.Checksum(text, castagnoli))
	return hex.AppendEncode(nil, sum)
}

// Decode reads one object of JSON that has no unknown fields.
func Decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the object")
	}
	return nil
}
