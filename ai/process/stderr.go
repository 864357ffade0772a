package process

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

// Limits on stored standard error. All of it is read, so that players never block.
const (
	maxLine       = 400 // bytes per line
	maxLines      = 200 // lines per round
	maxRoundBytes = 16 << 10
	maxMarks      = 256     // marks per round
	maxMarkText   = 80      // bytes in the text of a mark
	maxMatchBytes = 1 << 20 // bytes per match
)

// A Log stores a program's standard error until Take is called. Write and LastLine are safe for
// concurrent use.
type Log struct {
	rows, cols int    // size of the board, to validate marks
	keepPrefix string // prefix of the lines to keep, or empty

	mu           sync.Mutex
	line         []byte // incomplete line of at most maxLine+1 bytes
	lines        []string
	marks        []sim.Mark
	roundBytes   int // matchBytes length of lines
	matchBytes   int // total length of kept lines in this match, with line breaks
	droppedCount int // number of lines dropped in this round
	lastLine     []byte
	crash        crash
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

// endLine stores the current line. It must be fast, because players may write many lines beyond the
// limits.
func (l *Log) endLine() {
	line := bytes.TrimRight(l.line, "\r")
	l.line = l.line[:0]
	if !bytes.HasPrefix(line, []byte(l.keepPrefix)) {
		return
	}
	if len(l.marks) < maxMarks && bytes.HasPrefix(line, []byte("@ ")) {
		if m, ok := l.parseMark(sanitize.Truncate(string(line), maxLine)); ok {
			l.marks = append(l.marks, m)
			return
		}
	}
	if len(bytes.TrimSpace(line)) > 0 {
		l.lastLine = append(l.lastLine[:0], line...)
		l.crash.addLine(line)
	}
	if len(l.lines) >= maxLines || l.matchBytes >= maxMatchBytes {
		l.droppedCount++
		return
	}
	text := sanitize.Truncate(string(line), maxLine)
	if l.roundBytes+len(text) > maxRoundBytes || l.matchBytes+len(text) > maxMatchBytes {
		l.droppedCount++
		return
	}
	l.lines = append(l.lines, text)
	l.roundBytes += len(text)
	l.matchBytes += len(text) + 1 // Count a line break, so that empty lines are limited.
}

// Take returns the complete lines and the marks since the last call. The caller must hold l.mu if
// the program may still write.
func (l *Log) Take() (lines []string, marks []sim.Mark) {
	lines, marks = l.lines, l.marks
	if l.droppedCount > 0 {
		lines = append(lines, "… and "+strconv.Itoa(l.droppedCount)+" more lines")
	}
	l.lines, l.marks, l.roundBytes, l.droppedCount = nil, nil, 0, 0
	l.crash = crash{line: l.crash.line[:0]}
	return lines, marks
}

// LastLine ends any incomplete line. It returns the line that explains a crash, or else the last
// non-blank line.
func (l *Log) LastLine() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.line) > 0 {
		l.endLine()
	}
	line := l.lastLine
	if len(l.crash.line) > 0 {
		line = l.crash.line
	}
	return sanitize.Truncate(string(line), maxLine)
}

// parseMark parses "@ row col text" or "@ unit id text". The text is optional.
func (l *Log) parseMark(line string) (sim.Mark, bool) {
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

// A crash holds the line that explains a crash, such as the exception after a Python traceback, a
// Go or Rust panic, or a failed C++ assertion.
type crash struct {
	line          []byte
	inTraceback   bool // whether the next lines belong to a Python traceback
	expectMessage bool // whether the next line is the message of a Rust panic
}

func (c *crash) addLine(line []byte) {
	switch {
	case bytes.HasPrefix(line, []byte("Traceback (most recent call last):")):
		c.inTraceback = true
	case c.inTraceback && bytes.HasPrefix(line, []byte(" ")):
	case c.inTraceback:
		c.inTraceback = false
		c.line = append(c.line[:0], line...)
	case c.expectMessage:
		c.expectMessage = false
		c.line = append(append(c.line, ' '), line...)
	case explainsCrash(line):
		c.line = append(c.line[:0], line...)
		c.expectMessage = bytes.HasPrefix(line, []byte("thread '")) && bytes.HasSuffix(line, []byte(":"))
	}
}

var (
	crashPrefixes = [][]byte{
		[]byte("panic: "), []byte("fatal error: "), []byte("Exception in thread "), []byte("terminate called"), []byte("  what():  "),
	}
	crashSubstrings = [][]byte{
		[]byte(": Assertion "), []byte(" panicked at "), []byte("ERROR: AddressSanitizer: "), []byte(": runtime error: "),
	}
)

func explainsCrash(line []byte) bool {
	starts := func(start []byte) bool { return bytes.HasPrefix(line, start) }
	contains := func(part []byte) bool { return bytes.Contains(line, part) }
	if slices.ContainsFunc(crashPrefixes, starts) || slices.ContainsFunc(crashSubstrings, contains) {
		return true
	}
	name, _, _ := bytes.Cut(line, []byte(":")) // name such as TypeError or java.lang.IllegalStateException
	return !bytes.ContainsAny(name, " \t") && (bytes.HasSuffix(name, []byte("Error")) || bytes.HasSuffix(name, []byte("Exception")))
}
