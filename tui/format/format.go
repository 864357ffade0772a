// Package format formats numbers and lists for display.
package format

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"game-tui/sim"
)

// GroupDigits formats a number with thousands separators.
func GroupDigits(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func Count(n int, noun string) string { return GroupDigits(n) + " " + sim.Plural(n, noun) }

// CPU formats a processor time in at most seven columns.
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

func Duration(d time.Duration) string {
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

// Progress formats the state of a run, such as "123 of 400 matches, 3,530 a second, 5 min left". If
// perSecond is not positive, the rate and the remaining time are omitted.
func Progress(done, total int, perSecond float64, remaining time.Duration) string {
	text := fmt.Sprintf("%s of %s matches", GroupDigits(done), GroupDigits(total))
	if perSecond <= 0 {
		return text
	}
	rate := fmt.Sprintf("%.2g", perSecond)
	if perSecond >= 10 {
		rate = GroupDigits(int(math.Round(perSecond)))
	}
	return fmt.Sprintf("%s, %s a second, %s left", text, rate, Duration(remaining))
}

func Rating(x float64) string {
	switch {
	case math.IsInf(x, -1):
		return "−∞"
	case math.IsInf(x, 1):
		return "∞"
	}
	return strings.Replace(fmt.Sprintf("%.0f", x), "-", "−", 1)
}

func Decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Rank formats a rank, such as "2", or "2=" for a shared rank.
func Rank(n int, shared bool) string {
	if shared {
		return strconv.Itoa(n) + "="
	}
	return strconv.Itoa(n)
}

func Percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Chance is like Percent, but returns 0 % and 100 % only for certain outcomes.
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

// OpenChance formats a win chance of an unfinished match, which is never certain.
func OpenChance(p float64) string {
	const epsilon = 1e-9
	return Chance(min(max(p, epsilon), 1-epsilon))
}

func Margin(deviation float64) string { return fmt.Sprintf("± %.0f", math.Ceil(2*deviation)) }

// Join joins words as in "Seeker, Hunter and Greedy".
func Join(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
