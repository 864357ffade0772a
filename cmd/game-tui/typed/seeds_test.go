package typed

import (
	"testing"

	"game-tui/sim/res"
)

// FuzzSeeds: what is taken for seeds is some seeds, and is written as it is read.
func FuzzSeeds(f *testing.F) {
	for _, text := range []string{"1-12", "12", "0", "5-1", "-", "0-2147483647", "2147483648", "١"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s, again Seeds
		if s.Set(text) != nil {
			return
		}
		if s.Count < 1 || s.First < 0 || s.Last(s.First) > res.MaxInt {
			t.Errorf("%q is %d seeds from %d on", text, s.Count, s.First)
		}
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q is written %q, and read as %v, %v", text, &s, again, err)
		}
	})
}

// FuzzPlayerSeeds: what is taken for the seeds of players is written as it is read.
func FuzzPlayerSeeds(f *testing.F) {
	for _, text := range []string{"1,2,3,4", "0,0,0,2147483647", "1,2,3", "1,2,3,-4", "", ",,,", "1,2,3,4,5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var p, again PlayerSeeds
		if p.Set(text) != nil {
			return
		}
		if err := again.Set(p.String()); err != nil || *again.Of != *p.Of {
			t.Errorf("%q is %v, and read again %v, %v", text, p, again, err)
		}
	})
}
