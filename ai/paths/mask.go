package paths

import "encoding/binary"

// Mask returns the cells of a row of text that hold a character: bit j for
// row[j]. The row has at most Size characters.
func Mask(row []byte, c byte) (mask uint64) {
	const (
		ones = 0x0101010101010101
		low7 = 0x7f7f7f7f7f7f7f7f
	)
	if len(row) < 8 {
		for j, x := range row {
			if x == c {
				mask |= 1 << j
			}
		}
		return mask
	}
	for j := 0; j < len(row); j += 8 {
		j = min(j, len(row)-8) // the last eight may overlap those before
		x := binary.LittleEndian.Uint64(row[j:]) ^ ones*uint64(c)
		same := ^(x&low7 + low7 | x | low7) // the top bit of each byte that is 0
		mask |= (same >> 7 * 0x0102040810204080 >> 56) << j
	}
	return mask
}
