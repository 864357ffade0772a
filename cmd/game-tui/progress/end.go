package progress

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"game-tui/sim/clean"
)

// atEnd are lines that wait for the end of the command.
var atEnd struct {
	sync.Mutex
	lines []string
}

// AtEnd keeps a line for PrintEnd, once. It is safe for concurrent use.
func AtEnd(line string) {
	atEnd.Lock()
	defer atEnd.Unlock()
	if !slices.Contains(atEnd.lines, line) {
		atEnd.lines = append(atEnd.lines, line)
	}
}

// PrintEnd prints the lines that were kept, and forgets them.
func PrintEnd(w io.Writer) {
	atEnd.Lock()
	defer atEnd.Unlock()
	for _, line := range atEnd.lines {
		fmt.Fprintln(w, clean.Line(line))
	}
	atEnd.lines = nil
}
