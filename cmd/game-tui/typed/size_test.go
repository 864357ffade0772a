package typed

import (
	"testing"
)

func TestParseSize(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"1": 1, "512M": 512 << 20, "2G": 2 << 30, "64K": 64 << 10,
		"": 0, "M": 0, "-1": 0, "0": 0, "1.5G": 0, "9999999999G": 0, "1T": 0,
	} {
		if got, err := Size(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
}
