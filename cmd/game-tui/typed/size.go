package typed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Size reads a number of bytes, with K, M or G for powers of 1024.
func Size(text string) (int64, error) {
	digits, shift := text, 0
	for i, unit := range []string{"K", "M", "G"} {
		if cut, ok := strings.CutSuffix(text, unit); ok {
			digits, shift = cut, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > 1<<62>>shift {
		return 0, fmt.Errorf("--memory %q: type a number of bytes, such as 512M", text)
	}
	return n << shift, nil
}

// Share reads 1%, 0.01 or 0.
func Share(text string) (float64, error) {
	digits, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, errors.New("expected a share such as 1% or 0.01")
	}
	return share, nil
}
