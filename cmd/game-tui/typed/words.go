package typed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Nearest is which of the words somebody has meant perhaps, in upper or lower case; -1: none.
func Nearest(word string, among []string) int {
	near, best := -1, 3 // more than two slips are no slip
	for i, candidate := range among {
		if d := distance(strings.ToLower(word), strings.ToLower(candidate)); d < best {
			near, best = i, d
		}
	}
	return near
}

// distance counts the slips between two words: letters changed, added, left out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// Quoted makes one word for the shell, all of which can be shown and typed: what does not print
// is written by its bytes.
func Quoted(word string) string {
	switch {
	case strings.ContainsFunc(word, unprintable):
		return "$'" + escaped(word) + "'"
	case word != "" && !strings.ContainsAny(word, " '\"\\$`&;|<>()*?[]#~!{}^="):
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// escaped is what a shell reads between $' and '.
func escaped(word string) string {
	var b strings.Builder
	for len(word) > 0 {
		r, n := utf8.DecodeRuneInString(word)
		switch {
		case unprintable(r):
			for _, c := range []byte(word[:n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		case r == '\'' || r == '\\':
			b.WriteString(`\` + word[:n])
		default:
			b.WriteString(word[:n])
		}
		word = word[n:]
	}
	return b.String()
}

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
