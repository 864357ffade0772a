package progress

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"game-tui/sim/sanitize"
)

// atEnd holds the lines of AtEnd.
var atEnd struct {
	sync.Mutex
	lines []string
}

// AtEnd defers a line until PrintEnd. Repeated lines are printed once. It is safe for concurrent
// use.
func AtEnd(line string) {
	atEnd.Lock()
	defer atEnd.Unlock()
	if !slices.Contains(atEnd.lines, line) {
		atEnd.lines = append(atEnd.lines, line)
	}
}

// PrintEnd prints and removes the deferred lines.
func PrintEnd(w io.Writer) {
	atEnd.Lock()
	defer atEnd.Unlock()
	for _, line := range atEnd.lines {
		fmt.Fprintln(w, sanitize.Line(line))
	}
	atEnd.lines = nil
}
