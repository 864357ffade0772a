package record

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"game-tui/sim"
)

// A Gap is a range of missing rounds in a recording that continues after them.
type Gap struct {
	First, Last int // first and last missing round
}

// AppendMissing is like Append, but for an unknown state. A known state must follow later. If
// t.Missing is set, the turn is unknown too.
func (r *Record) AppendMissing(t *sim.Turn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.appendTurn(t)
	k := len(r.states)
	r.states = append(r.states, r.states[k-1])
	if n := len(r.gaps); n > 0 && r.gaps[n-1].Last == k-1 {
		r.gaps[n-1].Last = k
	} else {
		r.gaps = append(r.gaps, Gap{k, k})
	}
	r.Notify()
}

// AppendFrom appends turn t and other's state k+1, which may be missing.
func (r *Record) AppendFrom(other *Record, k int, t *sim.Turn) {
	if other.IsMissing(k + 1) {
		r.AppendMissing(t)
	} else {
		r.Append(t, other.State(k+1))
	}
}

func (r *Record) appendTurn(t *sim.Turn) {
	r.turns = append(r.turns, t)
	r.incomplete = r.incomplete || t.Missing
}

// IsMissing reports whether state k is missing. If so, State returns the last known state before it.
func (r *Record) IsMissing(k int) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	i := sort.Search(len(r.gaps), func(i int) bool { return r.gaps[i].Last >= k })
	return i < len(r.gaps) && r.gaps[i].First <= k
}

func (r *Record) Gaps() []Gap {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.gaps)
}

// IsIncomplete reports whether any turn is missing. If so, totals over all rounds are unknown.
func (r *Record) IsIncomplete() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.incomplete
}

// LastKnownRound returns the last round up to k whose state is known.
func (r *Record) LastKnownRound(k int) int {
	for r.IsMissing(k) {
		k--
	}
	return k
}

const MissingRoundText = "the recording lacks this round"

// GapText describes what is missing, such as "rounds 1 to 7 are missing; the orders of round 9 are
// missing", or returns "".
func (r *Record) GapText() string {
	var parts []string
	if gaps := r.Gaps(); len(gaps) > 0 {
		parts = append(parts, gapText("", gaps))
	}
	var gaps []Gap // rounds in which only the orders are missing
	for k := 0; r.Turn(k) != nil; k++ {
		switch n := len(gaps); {
		case !r.Turn(k).Missing || r.IsMissing(k) || r.IsMissing(k+1):
		case n > 0 && gaps[n-1].Last == k-1:
			gaps[n-1].Last = k
		default:
			gaps = append(gaps, Gap{k, k})
		}
	}
	if len(gaps) > 0 {
		parts = append(parts, gapText("the orders of ", gaps))
	}
	return strings.Join(parts, "; ")
}

func gapText(prefix string, gaps []Gap) string {
	var list []string
	n := 0
	for i, g := range gaps {
		n += g.Last - g.First + 1
		switch {
		case i >= 3: // counted below
		case g.First == g.Last:
			list = append(list, strconv.Itoa(g.First))
		default:
			list = append(list, fmt.Sprintf("%d to %d", g.First, g.Last))
		}
	}
	text := strings.Join(list, ", ")
	if more := len(gaps) - len(list); more > 0 {
		text += fmt.Sprintf(" and others (%d in total)", n)
	}
	switch {
	case n > 1:
		return prefix + "rounds " + text + " are missing"
	case prefix != "":
		return prefix + "round " + text + " are missing"
	}
	return "round " + text + " is missing"
}
