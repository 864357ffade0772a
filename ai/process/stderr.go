package process

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/lazy"
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

// stderrLog keeps what a player writes on standard error, round by round.
type stderrLog struct {
	rows, cols int    // marks lie on the board
	only       string // if not empty, lines that do not begin with it are dropped

	mu      sync.Mutex
	buf     []byte // where pipes are read into
	line    []byte // begun and not ended yet, at most one byte more than is shown
	lines   []string
	marks   []sim.Mark
	bytes   int    // of lines
	total   int    // of the match
	dropped int    // lines that found no room in this round
	last    []byte // the last line that has more than blanks
	crash   crash  // since the last take
}

// add takes in bytes as they come. The caller holds mu.
func (l *stderrLog) add(text []byte) {
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
}

// endLine ends the line that has been begun. One that has no room is counted and no more is
// done with it: a player may write so many that this would hold up the match.
func (l *stderrLog) endLine() {
	line := bytes.TrimRight(l.line, "\r")
	l.line = l.line[:0]
	if !bytes.HasPrefix(line, []byte(l.only)) {
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
func (l *stderrLog) take() (lines []string, marks []sim.Mark) {
	lines, marks = l.lines, l.marks
	if l.dropped > 0 {
		lines = append(lines, "… and "+strconv.Itoa(l.dropped)+" more lines")
	}
	l.lines, l.marks, l.bytes, l.dropped = nil, nil, 0, 0
	l.crash = crash{line: l.crash.line[:0]}
	return lines, marks
}

// lastLine ends the line that has been begun and returns the line that explains why the program has ended: that of a
// crash, or the last one that has more than blanks.
func (l *stderrLog) lastLine() string {
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
func (l *stderrLog) mark(line string) (sim.Mark, bool) {
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

// missing finds the name of a file in what runtimes say that cannot read it:
// Python for a module and for a file, the system's loader for a library, a shell
// for what it reads.
var missing = lazy.Regexp(`(?:No module named '|ermission denied: '|loading shared libraries: |cannot open )([^':]{1,200})`)

// hint is what to do where a player that is a file was refused a file beside it,
// which its last words tell; "" for others.
func (p *program) hint(last string) string {
	if p.folder != "" && filepath.Ext(p.script) == ".sh" && strings.Contains(last, "fork") {
		return "; a player is a single process: begin the line of the program with exec"
	}
	if p.folder != "" || p.command.copied {
		return ""
	}
	found := missing().FindStringSubmatch(last)
	if found == nil {
		return ""
	}
	file := p.path
	if p.script != "" {
		file = p.script
	}
	dir := filepath.Dir(file)
	// The name is the player's: nothing but whether it is there is looked at.
	name := filepath.Base(found[1])
	if strings.HasPrefix(found[0], "No module") {
		name, _, _ = strings.Cut(found[1], ".")
	}
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	if !isName(name) || name == "" || name == ".." || !there(name) && !there(name+".py") {
		return ""
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil || isCommon(info):
		return "; move it and its files to a folder of their own, and name that"
	case !slices.Contains(entryNames, filepath.Base(file)):
		entry := "main" + filepath.Ext(file)
		if !slices.Contains(entryNames, entry) {
			entry = entryNames[0]
		}
		return "; call it " + entry + " and name the folder: " + dir + "/"
	}
	return "; name the folder: " + dir + "/"
}
