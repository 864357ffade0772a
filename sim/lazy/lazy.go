// Package lazy computes package variables on first use. Every command pays for what packages compute when the program
// starts, and so does every player that the program launches.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles the expression on its first call and returns the same Regexp every time. It
// panics on an invalid expression, like regexp.MustCompile. It is safe for concurrent use.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
