package process

import (
	"bytes"
	"strconv"
	"strings"
	"sync"

	"game-tui/sim"
	"game-tui/sim/clean"
)

// Bounds of what is kept of a player's standard error. All of it is read, so
// that a chatty player is never held up.
const (
	maxLine      = 400 // bytes of a line
	maxLines     = 200 // lines of a round
	maxSaid      = 16 << 10
	maxMarks     = 256     // marks of a round
	maxMarkText  = 80      // bytes
	maxSaidMatch = 1 << 20 // bytes of a match
)

// Log keeps what a player writes on standard error, round by round.
type Log struct {
	rows, cols int    // marks lie on the board
	onlyPrefix string // if not empty, lines that do not begin with it are dropped

	mu      sync.Mutex
	line    []byte // begun and not ended yet, at most one byte more than is shown
	lines   []string
	marks   []sim.Mark
	bytes   int    // of lines
	total   int    // of the match
	dropped int    // lines that found no room in this round
	last    []byte // the last line that has more than blanks
	crash   crash  // since the last take
}

// Write adds text to the log. It never fails.
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

// endLine ends the line that has been begun. One that has no room is counted and no more is
// done with it: a player may write so many that this would hold up the match.
func (l *Log) endLine() {
	line := bytes.TrimRight(l.line, "\r")
	l.line = l.line[:0]
	if !bytes.HasPrefix(line, []byte(l.onlyPrefix)) {
		return
	}
	if len(l.marks) < maxMarks && bytes.HasPrefix(line, []byte("@ ")) {
		if m, ok := l.mark(clean.Short(string(line), maxLine)); ok {
			l.marks = append(l.marks, m)
			return
		}
	}
	if len(bytes.TrimSpace(line)) > 0 {
		l.last = append(l.last[:0], line...)
		l.crash.add(line)
	}
	if len(l.lines) >= maxLines || l.total >= maxSaidMatch {
		l.dropped++
		return
	}
	text := clean.Short(string(line), maxLine)
	if l.bytes+len(text) > maxSaid || l.total+len(text) > maxSaidMatch {
		l.dropped++
		return
	}
	l.lines = append(l.lines, text)
	l.bytes += len(text)
	l.total += len(text) + 1 // the empty lines count too
}

// take returns what was written since the last take. A line that is begun stays.
func (l *Log) Take() (lines []string, marks []sim.Mark) {
	lines, marks = l.lines, l.marks
	if l.dropped > 0 {
		lines = append(lines, "… and "+strconv.Itoa(l.dropped)+" more lines")
	}
	l.lines, l.marks, l.bytes, l.dropped = nil, nil, 0, 0
	l.crash = crash{line: l.crash.line[:0]}
	return lines, marks
}

// LastLine ends the line that has been begun and returns the line that explains why the program has ended: that of a
// crash, or the last one that has more than blanks.
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
	return clean.Short(string(line), maxLine)
}

// mark reads "@ row col text" or "@ unit id text"; text may be missing.
func (l *Log) mark(line string) (sim.Mark, bool) {
	first, rest, _ := strings.Cut(strings.TrimLeft(line[len("@ "):], " "), " ")
	second, text, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	m := sim.Mark{Unit: -1, Text: clean.Short(strings.TrimSpace(text), maxMarkText)}
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
