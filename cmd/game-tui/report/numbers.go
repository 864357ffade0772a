package report

import (
	"fmt"
	"strconv"
	"time"
)

// exact is a number for programs.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }

// fixed is a number of few digits for programs.
func fixed(x float64) string { return fmt.Sprintf("%.4f", x) }

// milliseconds are a processor time for programs.
func milliseconds(d time.Duration) string { return fmt.Sprint(float64(d.Microseconds()) / 1000) }

// eachMilliseconds are what each of n things took of a processor time, for people.
func eachMilliseconds(d time.Duration, n int) string {
	return strconv.FormatFloat(d.Seconds()*1000/float64(max(n, 1)), 'f', 2, 64)
}
