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
		{format.Grouped(0), "0"}, {format.Grouped(999), "999"}, {format.Grouped(1000), "1,000"},
		{format.Grouped(1234567), "1,234,567"}, {format.Grouped(-123), "-123"}, {format.Grouped(-1234), "-1,234"},
		{format.Count(1, "match"), "1 match"}, {format.Count(2000, "match"), "2,000 matches"}, {format.Count(0, "seed"), "0 seeds"},
		{format.FormatDuration(0), "1 s"}, {format.FormatDuration(61 * time.Second), "61 s"}, {format.FormatDuration(90 * time.Minute), "90 min"},
		{format.FormatDuration(3*time.Hour + 29*time.Second), "3 h 0 min"}, {format.FormatDuration(100 * time.Hour), "4 days"},
		{format.Rating(-12.4), "−12"}, {format.Rating(math.Inf(1)), "∞"}, {format.Rating(math.Inf(-1)), "−∞"},
		{format.CPU(400 * time.Microsecond), "0.4 ms"}, {format.CPU(9999 * time.Millisecond), "9999 ms"}, {format.CPU(12 * time.Second), "12.0 s"},
		{format.Decimal(2), "2.0"}, {format.Percent(0.666), "67 %"},
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
		if got := format.AtMost(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}

func TestProgressHasRateAndTimeOrNamesPlayers(t *testing.T) {
	t.Parallel()
	five := format.Estimate{Left: 5 * time.Second}
	for _, c := range []struct {
		rate float64
		rest format.Estimate
		want string
	}{
		{0.0312, five, ", 0.031 a second, 5 s left"},
		{7.28, five, ", 7.3 a second, 5 s left"},
		{59.7, five, ", 60 a second, 5 s left"},
		{3527.3, five, ", 3,527 a second, 5 s left"},
		{1, format.Estimate{Left: time.Minute, Margin: 20 * time.Second}, ", 1 a second, 60 s ± 20 s left"},
		{1, format.Estimate{Left: time.Minute, Margin: -1}, ", 1 a second, ? left"},
		{0, five, ""},
		{0, format.Estimate{WaitingFor: "anna", Left: 74100 * time.Millisecond}, ", waiting for anna, at most 75 s"},
		{2, format.Estimate{WaitingFor: "anna", Left: 181 * time.Second}, ", waiting for anna, at most 4 min"},
		{2, format.Estimate{WaitingFor: "anna, ben"}, ", waiting for anna, ben"},
	} {
		if got, want := format.Progress(3, 1400, c.rate, c.rest), "3 of 1,400 matches"+c.want; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
