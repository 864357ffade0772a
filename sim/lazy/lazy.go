// Package lazy defers the initialisation of package variables to their first use, because otherwise
// every command and player would pay for it at start-up.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles expr on its first call. It is safe for concurrent use.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
