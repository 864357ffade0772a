// Package lazy defers the computation of package variables to their first use. Initialization is
// part of each start of a command and of each player.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles expr on its first call. It panics on an invalid
// expression. It is safe for concurrent use.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
