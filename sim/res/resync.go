package res

import (
	"bytes"

	"game-tui/sim"
	"game-tui/sim/record"
)

// A resync searches a damaged recording for the next whole state. All state blocks of a match begin with
// the same labels of columns.
type resync struct {
	labels [2][]byte // the words with which the first state begins
	block  int       // bytes of the first state
	end    int       // where the states of this match end at the latest
	budget int       // bytes that may still be read in vain, so that the work stays linear
}

// expectBlocks takes from the first state, which begins at a byte and ends at r.pos, how a state
// looks. If another match follows in the same text, its states are left alone.
func (r *reader) expectBlocks(game sim.Game, begin int) {
	s := NewScanner(r.text[begin:r.pos])
	r.labels = [2][]byte{s.Word(), s.Word()}
	r.block = r.pos - begin
	r.budget = 4 * len(r.text)
	r.end = len(r.text)
	if i := bytes.Index(r.text[r.pos:], []byte(game.Version())); i >= 0 {
		r.end = r.pos + i
	}
}

// nextState takes the next whole state of a round after k, or returns nil if there is none. A state
// whose round is higher than that of a later one has a damaged number, and is passed over.
func (r *reader) nextState(meta *record.Meta, k int) sim.State {
	best, end := r.search(meta, k, r.pos)
	if best == nil {
		return nil
	}
	for at := end; ; {
		later, behind := r.search(meta, k, at)
		if later == nil || later.Round() > best.Round() {
			break
		}
		best, end, at = later, behind, behind
	}
	r.pos = end
	if r.take(best.Round(), best.Bytes()) != nil {
		return nil
	}
	return best
}

// search finds the next whole state of a round after k, from a byte of the text on, and the byte
// behind it.
func (r *reader) search(meta *record.Meta, k, from int) (sim.State, int) {
	for r.budget > 0 {
		at := r.label(from)
		if at < 0 {
			break
		}
		s, n, err := meta.Game.ReadState(meta.Settings, r.text[at:r.end])
		if err == nil && s.Round() > k && (s.Round() < meta.Settings.Rounds() || s.Round() == meta.Settings.Rounds() && !r.continues(at+n)) {
			r.budget -= n
			return s, at + n
		}
		r.budget -= max(failedAt(n, err), r.block)
		from = at + 1
	}
	return nil, 0
}

// continues reports whether orders or a further state follow in the match, whole or not. They never
// follow the state of the last round: the number of such a state is damaged.
func (r *reader) continues(from int) bool {
	return string(NewScanner(r.text[from:r.end]).Word()) == "commands" || r.label(from) >= 0
}

// failedAt returns how many bytes a reader has read in vain.
func failedAt(n int, err error) int {
	if in, ok := err.(*sim.InputError); ok {
		return in.Offset
	}
	return n
}

// label returns the byte from which on there are the labels of columns, or -1. It looks at each
// byte a few times at most, whatever the labels are.
func (r *reader) label(from int) int {
	first, second := r.labels[0], r.labels[1]
	text := r.text[:r.end]
	for {
		i := bytes.Index(text[from:], first)
		if i < 0 {
			return -1
		}
		at := from + i
		end := at + len(first)
		if at > 0 && space(text[at-1]) && end < len(text) && space(text[end]) {
			rest := bytes.TrimLeft(text[end:], " \t\r\n")
			if bytes.HasPrefix(rest, second) {
				return at
			}
			from = end
			continue
		}
		for from = end; from < len(text) && !space(text[from]); from++ {
		}
	}
}
