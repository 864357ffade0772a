package res

import (
	"bytes"
	"errors"

	"game-tui/sim"
	"game-tui/sim/record"
)

// A resync searches a damaged recording for the next complete state. All states of a match start
// with the same column labels.
type resync struct {
	labels    [2][]byte // column labels of the first state
	blockSize int       // size of the first state in bytes
	end       int       // end of the match's text
	budget    int       // bytes that may still be parsed, which keeps the work linear
}

// nextState returns the next complete state after round k, or nil. It skips a state if the one
// after it has the same or a lower number, because then its own number must be damaged.
func (r *reader) nextState(meta *record.Meta, k int) sim.State {
	best, end := r.findState(meta, k, r.pos)
	if best == nil {
		return nil
	}
	for at := end; ; {
		later, laterEnd := r.findState(meta, k, at)
		if later == nil || later.Round() > best.Round() {
			break
		}
		best, end, at = later, laterEnd, laterEnd
	}
	r.pos = end
	if r.useMemory(best.Round(), best.MemorySize()) != nil {
		return nil
	}
	return best
}

func (r *reader) findState(meta *record.Meta, k, start int) (sim.State, int) {
	for r.budget > 0 {
		at := r.nextLabels(start)
		if at < 0 {
			break
		}
		s, n, err := meta.Game.ReadState(meta.Settings, r.text[at:r.end])
		if err == nil && s.Round() > k && (s.Round() < meta.Settings.Rounds() || s.Round() == meta.Settings.Rounds() && !r.continues(at+n)) {
			r.budget -= n
			return s, at + n
		}
		if in, ok := errors.AsType[*sim.InputError](err); ok {
			n = in.Offset
		}
		r.budget -= max(n, r.blockSize)
		start = at + 1
	}
	return nil, 0
}

// continues reports whether the match continues at byte start. If so, the state before it cannot be
// the last one.
func (r *reader) continues(start int) bool {
	return string(NewScanner(r.text[start:r.end]).Word()) == "commands" || r.nextLabels(start) >= 0
}

// nextLabels returns the next position of the column labels, starting at byte start, or -1.
func (r *reader) nextLabels(start int) int {
	first, second := r.labels[0], r.labels[1]
	text := r.text[:r.end]
	for {
		i := bytes.Index(text[start:], first)
		if i < 0 {
			return -1
		}
		at := start + i
		end := at + len(first)
		if at > 0 && isSpace(text[at-1]) && end < len(text) && isSpace(text[end]) {
			rest := bytes.TrimLeft(text[end:], " \t\r\n")
			if bytes.HasPrefix(rest, second) {
				return at
			}
			start = end
			continue
		}
		for start = end; start < len(text) && !isSpace(text[start]); start++ {
		}
	}
}
