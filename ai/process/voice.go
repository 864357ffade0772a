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

// voice keeps what a player says on standard error, round by round.
type voice struct {
	rows, cols int // marks lie on the board

	mu      sync.Mutex
	buf     []byte // where pipes are read into
	line    []byte // begun and not ended yet, at most one byte more than is shown
	said    []string
	marks   []sim.Mark
	bytes   int // of said
	total   int // of the match
	dropped int // lines that found no room in this round
	last    string
}

// hear takes in bytes as they come. The caller holds mu.
func (v *voice) hear(text []byte) {
	for len(text) > 0 {
		text = v.skip(text)
		i := bytes.IndexByte(text, '\n')
		part := text
		if i >= 0 {
			part = text[:i]
		}
		if room := maxLine + 1 - len(v.line); room > 0 {
			v.line = append(v.line, part[:min(room, len(part))]...)
		}
		if i < 0 {
			return
		}
		v.end()
		text = text[i+1:]
	}
}

// mark is how the line of a mark begins, after the end of the line before it.
var mark = []byte("\n@ ")

// skip counts lines that have no room any more, all at once: a player may write
// so many that looking at each would hold up the match. The newest stay, for
// they may be its last words, and so does all that may hold a mark.
func (v *voice) skip(text []byte) []byte {
	full := len(v.said) >= maxLines || v.total >= maxSaidMatch
	if len(text) <= 2*maxLine || !full {
		return text
	}
	end := len(text) - 2*maxLine
	if len(v.marks) < maxMarks {
		if bytes.HasPrefix(v.line, mark[1:2]) || bytes.HasPrefix(text, mark[1:2]) {
			return text
		}
		if at := bytes.Index(text[:end], mark); at >= 0 {
			end = at + 1
		}
	}
	end = bytes.LastIndexByte(text[:end], '\n') + 1
	if end == 0 {
		return text
	}
	v.line = v.line[:0]
	v.dropped += bytes.Count(text[:end], []byte{'\n'})
	return text[end:]
}

// end closes the line that has been begun.
func (v *voice) end() {
	line := clean.Short(strings.TrimRight(string(v.line), "\r"), maxLine)
	v.line = v.line[:0]
	if len(v.marks) < maxMarks {
		if m, ok := v.mark(line); ok {
			v.marks = append(v.marks, m)
			return
		}
	}
	if strings.TrimSpace(line) != "" {
		v.last = line
	}
	if len(v.said) >= maxLines || v.bytes+len(line) > maxSaid || v.total+len(line) > maxSaidMatch {
		v.dropped++
		return
	}
	v.said = append(v.said, line)
	v.bytes += len(line)
	v.total += len(line) + 1 // the empty lines count too
}

// take returns what was said since the last take. A line that is begun stays.
func (v *voice) take() (said []string, marks []sim.Mark) {
	said, marks = v.said, v.marks
	if v.dropped > 0 {
		said = append(said, "… and "+strconv.Itoa(v.dropped)+" more lines")
	}
	v.said, v.marks, v.bytes, v.dropped = nil, nil, 0, 0
	return said, marks
}

// lastWords ends the line that has been begun and returns the last one that
// says something.
func (v *voice) lastWords() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.line) > 0 {
		v.end()
	}
	return v.last
}

// mark reads "@ row col text" or "@ unit id text"; text may be missing.
func (v *voice) mark(line string) (sim.Mark, bool) {
	rest, ok := strings.CutPrefix(line, string(mark[1:]))
	if !ok {
		return sim.Mark{}, false
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
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
	return m, m.At.In(v.rows, v.cols)
}
