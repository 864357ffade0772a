package numbers_test

import (
	"math"
	"testing"
	"time"

	"game-tui/tui/numbers"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{numbers.Grouped(0), "0"}, {numbers.Grouped(999), "999"}, {numbers.Grouped(1000), "1,000"},
		{numbers.Grouped(1234567), "1,234,567"}, {numbers.Grouped(-123), "-123"}, {numbers.Grouped(-1234), "-1,234"},
		{numbers.Count(1, "match"), "1 match"}, {numbers.Count(2000, "match"), "2,000 matches"}, {numbers.Count(0, "seed"), "0 seeds"},
		{numbers.FormatDuration(0), "1 s"}, {numbers.FormatDuration(61 * time.Second), "61 s"}, {numbers.FormatDuration(90 * time.Minute), "90 min"},
		{numbers.FormatDuration(3*time.Hour + 29*time.Second), "3 h 0 min"}, {numbers.FormatDuration(100 * time.Hour), "4 days"},
		{numbers.Rating(-12.4), "−12"}, {numbers.Rating(math.Inf(1)), "∞"}, {numbers.Rating(math.Inf(-1)), "−∞"},
		{numbers.CPU(400 * time.Microsecond), "0.4 ms"}, {numbers.CPU(9999 * time.Millisecond), "9999 ms"}, {numbers.CPU(12 * time.Second), "12.0 s"},
		{numbers.Decimal(2), "2.0"}, {numbers.Percent(0.666), "67 %"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestAtMostIsAnUpperBound(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		1:                             "at most 1 s",
		99*time.Second + 1:            "at most 2 min",
		100 * time.Second:             "at most 2 min",
		99*time.Minute + 1:            "at most 1 h 40 min",
		47*time.Hour + 1:              "at most 47 h 1 min",
		48 * time.Hour:                "at most 2 days",
		60 * time.Hour:                "at most 3 days",
		72 * time.Hour:                "at most 3 days",
		72*time.Hour + time.Second:    "at most 4 days",
		48*time.Hour - time.Minute/2:  "at most 2 days",
		100*time.Minute - time.Second: "at most 1 h 40 min",
	} {
		if got := numbers.AtMost(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}

func TestProgressHasRateAndTimeOrNamesPlayers(t *testing.T) {
	t.Parallel()
	five := numbers.Estimate{Left: 5 * time.Second}
	for _, c := range []struct {
		rate float64
		rest numbers.Estimate
		want string
	}{
		{0.0312, five, ", 0.031 a second, 5 s left"},
		{7.28, five, ", 7.3 a second, 5 s left"},
		{59.7, five, ", 60 a second, 5 s left"},
		{3527.3, five, ", 3,527 a second, 5 s left"},
		{1, numbers.Estimate{Left: time.Minute, Margin: 20 * time.Second}, ", 1 a second, 60 s ± 20 s left"},
		{1, numbers.Estimate{Left: time.Minute, Margin: -1}, ", 1 a second, ? left"},
		{0, five, ""},
		{0, numbers.Estimate{WaitingFor: "anna", Left: 74100 * time.Millisecond}, ", waiting for anna, at most 75 s"},
		{2, numbers.Estimate{WaitingFor: "anna", Left: 181 * time.Second}, ", waiting for anna, at most 4 min"},
		{2, numbers.Estimate{WaitingFor: "anna, ben"}, ", waiting for anna, ben"},
	} {
		if got, want := numbers.Progress(3, 1400, c.rate, c.rest), "3 of 1,400 matches"+c.want; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
