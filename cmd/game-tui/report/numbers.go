package report

import (
	"strconv"
)

// exact is a number for programs.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
