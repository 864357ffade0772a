package process

import (
	"bytes"
	"strconv"
	"strings"
	"sync"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

// Bounds of what is kept of standard error. All of it is read, so that no player has to wait.
const (
	maxLine      = 400 // bytes
	maxLines     = 200 // of a round
	maxSaid      = 16 << 10
	maxMarks     = 256     // of a round
	maxMarkText  = 80      // bytes
	maxSaidMatch = 1 << 20 // bytes of a match
)

// A Log keeps the standard error of a program, round by round. It is safe for concurrent use.
type Log struct {
	rows, cols int    // of the board, for marks
	onlyPrefix string // other lines are dropped

	mu      sync.Mutex
	line    []byte // not ended yet, at most one byte longer than shown
	lines   []string
	marks   []sim.Mark
	bytes   int    // of lines
	total   int    // of the match
	dropped int    // lines beyond the bounds in this round
	last    []byte // line that is not blank
	crash   crash  // since the last Take
}

// Write never fails.
func (l *Log) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(text)
	for len(text) > 0 {
		part, rest, ended := bytes.Cut(text, []byte{'\n'})
		if room := maxLine + 1 - len(l.line); room > 0 {
			l.line = append(l.line, part[:min(room, len(part))]...)
		}
		if ended {
			l.endLine()
		}
		text = rest
	}
	return n, nil
}

// endLine ends the current line. It must be fast for lines beyond the bounds, since players may
// write many.
func (l *Log) endLine() {
	line := bytes.TrimRight(l.line, "\r")
	l.line = l.line[:0]
	if !bytes.HasPrefix(line, []byte(l.onlyPrefix)) {
		return
	}
	if len(l.marks) < maxMarks && bytes.HasPrefix(line, []byte("@ ")) {
		if m, ok := l.mark(sanitize.Truncate(string(line), maxLine)); ok {
			l.marks = append(l.marks, m)
			return
		}
	}
	if len(bytes.TrimSpace(line)) > 0 {
		l.last = append(l.last[:0], line...)
		l.crash.addLine(line)
	}
	if len(l.lines) >= maxLines || l.total >= maxSaidMatch {
		l.dropped++
		return
	}
	text := sanitize.Truncate(string(line), maxLine)
	if l.bytes+len(text) > maxSaid || l.total+len(text) > maxSaidMatch {
		l.dropped++
		return
	}
	l.lines = append(l.lines, text)
	l.bytes += len(text)
	l.total += len(text) + 1 // so that empty lines count
}

// Take returns the complete lines and the marks since the last Take.
func (l *Log) Take() (lines []string, marks []sim.Mark) {
	lines, marks = l.lines, l.marks
	if l.dropped > 0 {
		lines = append(lines, "… and "+strconv.Itoa(l.dropped)+" more lines")
	}
	l.lines, l.marks, l.bytes, l.dropped = nil, nil, 0, 0
	l.crash = crash{line: l.crash.line[:0]}
	return lines, marks
}

// LastLine ends the current line. It returns the line that explains a crash, or the last one that
// is not blank.
func (l *Log) LastLine() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.line) > 0 {
		l.endLine()
	}
	line := l.last
	if len(l.crash.line) > 0 {
		line = l.crash.line
	}
	return sanitize.Truncate(string(line), maxLine)
}

// mark parses "@ row col text" or "@ unit id text". The text may be missing.
func (l *Log) mark(line string) (sim.Mark, bool) {
	first, rest, _ := strings.Cut(strings.TrimLeft(line[len("@ "):], " "), " ")
	second, text, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	m := sim.Mark{Unit: -1, Text: sanitize.Truncate(strings.TrimSpace(text), maxMarkText)}
	b, err := strconv.ParseInt(second, 10, 32)
	if err != nil {
		return m, false
	}
	if first == "unit" {
		m.Unit = int32(b)
		return m, b >= 0
	}
	a, err := strconv.ParseInt(first, 10, 32)
	if err != nil {
		return m, false
	}
	m.At = sim.Pos{Row: int(a), Col: int(b)}
	return m, m.At.In(l.rows, l.cols)
}
