package figures_test

import (
	"math"
	"testing"
	"time"

	"game-tui/tui/figures"
)

func TestFigures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{figures.Grouped(0), "0"}, {figures.Grouped(999), "999"}, {figures.Grouped(1000), "1,000"},
		{figures.Grouped(1234567), "1,234,567"}, {figures.Grouped(-123), "-123"}, {figures.Grouped(-1234), "-1,234"},
		{figures.Count(1, "match"), "1 match"}, {figures.Count(2000, "match"), "2,000 matches"}, {figures.Count(0, "seed"), "0 seeds"},
		{figures.Roughly(0), "1 s"}, {figures.Roughly(61 * time.Second), "61 s"}, {figures.Roughly(90 * time.Minute), "90 min"},
		{figures.Roughly(3*time.Hour + 29*time.Second), "3 h 0 min"}, {figures.Roughly(100 * time.Hour), "4 days"},
		{figures.Points(-12.4), "−12"}, {figures.Points(math.Inf(1)), "∞"}, {figures.Points(math.Inf(-1)), "−∞"},
		{figures.Decimal(2), "2.0"}, {figures.Percent(0.666), "67 %"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
