package paths

import (
	"math/rand/v2"
	"testing"
)

func TestMask(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for n := range Size + 1 {
		row := make([]byte, n)
		for range 200 {
			c := byte(r.IntN(256))
			var want uint64
			for j := range row {
				row[j] = c ^ [...]byte{0, 0, 1, 0x80, 0xff, byte(r.IntN(256))}[r.IntN(6)]
				if row[j] == c {
					want |= 1 << j
				}
			}
			if got := Mask(row, c); got != want {
				t.Fatalf("%q in %q: %b, want %b", c, row, got, want)
			}
		}
	}
}

func BenchmarkMask(b *testing.B) {
	row := make([]byte, 30)
	for b.Loop() {
		Mask(row, 'M')
	}
}
