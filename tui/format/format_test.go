package format_test

import (
	"math"
	"testing"
	"time"

	"game-tui/tui/format"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{format.GroupDigits(0), "0"}, {format.GroupDigits(999), "999"}, {format.GroupDigits(1000), "1,000"},
		{format.GroupDigits(1234567), "1,234,567"}, {format.GroupDigits(-123), "-123"}, {format.GroupDigits(-1234), "-1,234"},
		{format.Count(1, "match"), "1 match"}, {format.Count(2000, "match"), "2,000 matches"}, {format.Count(0, "seed"), "0 seeds"},
		{format.Duration(0), "1 s"}, {format.Duration(61 * time.Second), "61 s"}, {format.Duration(90 * time.Minute), "90 min"},
		{format.Duration(3*time.Hour + 29*time.Second), "3 h 0 min"}, {format.Duration(100 * time.Hour), "4 days"},
		{format.Rating(-12.4), "−12"}, {format.Rating(math.Inf(1)), "∞"}, {format.Rating(math.Inf(-1)), "−∞"},
		{format.CPU(400 * time.Microsecond), "0.4 ms"}, {format.CPU(9999 * time.Millisecond), "9999 ms"}, {format.CPU(12 * time.Second), "12.0 s"},
		{format.Decimal(2), "2.0"}, {format.Percent(0.666), "67 %"},
		{format.Join([]string{"A"}), "A"}, {format.Join([]string{"A", "B"}), "A and B"}, {format.Join([]string{"A", "B", "C"}), "A, B and C"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestProgressHasRateAndTime(t *testing.T) {
	t.Parallel()
	for rate, want := range map[float64]string{
		0.0312: ", 0.031 a second, 5 s left",
		7.28:   ", 7.3 a second, 5 s left",
		59.7:   ", 60 a second, 5 s left",
		3527.3: ", 3,527 a second, 5 s left",
		0:      "",
	} {
		if got, want := format.Progress(3, 1400, rate, 5*time.Second), "3 of 1,400 matches"+want; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
