package league

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
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

// withSum makes the line of an object.
func withSum(object []byte) []byte {
	rest := bytes.TrimSuffix(object, []byte("}"))
	sum := sumOf(rest)
	return slices.Concat(rest, []byte(sumField), sum[:], []byte("\"}\n"))
}

// cutSum returns what is before the sum of a line: its object without the brace at its end.
// has says that there is a sum, fits that it is the right one.
func cutSum(line []byte) (rest []byte, has, fits bool) {
	at := len(line) - sumTail
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sumField)) || !bytes.HasSuffix(line, []byte("\"}\n")) {
		return line, false, false
	}
	rest = line[:at]
	sum := sumOf(rest)
	return rest, true, bytes.HasPrefix(line[at+len(sumField):], sum[:])
}

// sumOf is a sum as it is written.
func sumOf(text []byte) (digits [8]byte) {
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(text, castagnoli))
	hex.Encode(digits[:], sum[:])
	return digits
}
