// Package numbers writes numbers as people read them.
package numbers

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"game-tui/sim"
)

// Grouped writes a number with its thousands apart.
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Count is a number of things: "1 match", "2,000 matches".
func Count(n int, thing string) string { return Grouped(n) + " " + sim.Plural(n, thing) }

// CPU is a processor time in at most seven columns: "0.4 ms", "12.3 s".
func CPU(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case d >= 10*time.Second:
		return Decimal(d.Seconds()) + " s"
	case ms >= 100:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return Decimal(ms) + " ms"
}

// Roughly is a time as people say it.
func Roughly(d time.Duration) string {
	switch {
	case d < time.Second:
		return "1 s"
	case d < 100*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}

// Throughput is how many matches a second are played, and how long the rest takes, as people
// say it: "3,530 a second, 5 min left". within is how much more or less that may be; it is left out where it
// is little, or 0. Below 0 nobody knows how long it takes.
func Throughput(perSecond float64, left, within time.Duration) string {
	rate := fmt.Sprintf("%.2g", perSecond)
	if perSecond >= 10 {
		rate = Grouped(int(math.Round(perSecond)))
	}
	return fmt.Sprintf("%s a second, %s left", rate, Left(left, within))
}

// Left is a time that something takes: "5 min", "5 min ± 2 min", or "?".
func Left(left, within time.Duration) string {
	switch {
	case within < 0:
		return "?"
	case within > left/10 && within >= time.Second:
		return Roughly(left) + " ± " + Roughly(within)
	}
	return Roughly(left)
}

// Points is a whole number with a proper minus, of a rating or one end of its interval.
func Points(x float64) string {
	switch {
	case math.IsInf(x, -1):
		return "−∞"
	case math.IsInf(x, 1):
		return "∞"
	}
	return strings.Replace(fmt.Sprintf("%.0f", x), "-", "−", 1)
}

// Decimal is a number with one decimal.
func Decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Percent is a share of 1 in whole percent.
func Percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Chance is a chance in whole percent: one that is neither 0 nor 1 is never called so.
func Chance(p float64) string {
	switch text := Percent(p); {
	case text == "0 %" && p > 0:
		return "<1 %"
	case text == "100 %" && p < 1:
		return ">99 %"
	default:
		return text
	}
}

// Margin is what is known of a number beside it: twice its standard error, rounded up.
func Margin(deviation float64) string { return fmt.Sprintf("± %.0f", math.Ceil(2*deviation)) }
