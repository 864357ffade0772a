// Package playoff has the rules of a play-off, in which each round eliminates one entry: who meets
// whom, who passes, who is out. It knows neither players nor files: a State says which matches are
// played now, is given what came of them, and goes on.
//
// A round puts all who are in at random into groups of four, with Dummies to fill up. In a match whoever
// scores better than two of the three rivals passes. Who has not passed is grouped again, until four or
// fewer are left, who play last matches until one is left behind by the others: that one is out. A tie is
// not better. Who went out in a match does not pass, and ranks below all who finished in a last match.
//
// All that is drawn comes from the seed and the place of a match, and never from players.
package playoff

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
)

// Dummy is in place of an entry on a seat that a Dummy fills.
const Dummy = -1

// Where nothing else decides, lots do.
const (
	maxBarren = 10 // groupings in a row in which nobody passes
	maxTies   = 20 // last matches in a row without a loser
)

// Rules are what a play-off depends on.
type Rules struct {
	Entries int   `json:"entries"` // who are in at the start: 0 … Entries-1
	To      int   `json:"to"`      // it is over when so many are left, at least 1
	Seed    int32 `json:"seed"`    // of all draws
}

// Rounds is how many rounds there are.
func (r Rules) Rounds() int { return max(r.Entries-r.To, 0) }

// Place tells a match from all others of a play-off.
type Place struct {
	Round    int `json:"round"`    // from 1
	Grouping int `json:"grouping"` // of the round, from 1; each last match counts as one
	Group    int `json:"group"`    // of the grouping, from 1; 0: a last match
}

// Match is who meets.
type Match struct {
	Place
	Seats [sim.Seats]int `json:"seats"` // entries, or Dummy
}

// Result is what came of a match, by seat.
type Result struct {
	Scores [sim.Seats]int
	Outs   [sim.Seats]bool // who went out
}

// Passed reports whether whoever sits on a seat passes: it is not out, and has scored better than two of its
// three rivals. A tie is not better, and rivals count by their scores, whether they went out or not.
func (r *Result) Passed(seat int) bool {
	behind := 0
	for _, score := range r.Scores {
		if score < r.Scores[seat] {
			behind++
		}
	}
	return behind >= 2 && !r.Outs[seat]
}

// Compare orders two seats as a last match ranks them: those who finished are above those who went out.
func (r *Result) Compare(a, b int) int {
	switch {
	case r.Outs[a] != r.Outs[b] && r.Outs[a]:
		return -1
	case r.Outs[a] != r.Outs[b]:
		return 1
	}
	return cmp.Compare(r.Scores[a], r.Scores[b])
}

// Eliminated says who is out, and by what.
type Eliminated struct {
	Entry int `json:"entry"`
	Place     // the last match; of the grouping before it where it was left alone
	By    Why `json:"by"`
}

// Why is what has eliminated an entry.
type Why string

// These are all.
const (
	ByMatch Why = "match" // it was left behind in a last match
	Alone   Why = "alone" // all others have passed
	ByLot   Why = "lot"   // after as many ties as there may be
)

// State is how far a play-off is. The lists are its own.
type State struct {
	Rules
	Place         // of the matches that are played now; Group is 0 in last matches
	In    []int   // who are still in, in ascending order
	Pool  []int   // of these, who have not passed in this round
	Now   []Match // to be played; none: it is over
	Out   []Eliminated

	idle int   // groupings without a pass, or last matches without a loser, before this one
	row  []int // of the pool, and Dummies
}

// New begins a play-off.
func New(r Rules) *State {
	s := &State{Rules: r}
	for e := range r.Entries {
		s.In = append(s.In, e)
	}
	s.begin()
	return s
}

// Left is about how many matches are left. A round has half as many matches as entries.
func (s *State) Left() int {
	in := len(s.In)
	return max((in*(in+1)-s.To*(s.To+1))/4, 0)
}

// Over reports whether all rounds are played.
func (s *State) Over() bool { return len(s.Now) == 0 }

func (s *State) begin() {
	s.Now = s.Now[:0]
	if len(s.In) <= s.To {
		return
	}
	s.Place = Place{Round: len(s.Out) + 1}
	s.Pool = append(s.Pool[:0], s.In...)
	s.idle = 0
	s.group()
}

// group makes the matches of the next grouping of the pool.
func (s *State) group() {
	last := len(s.Pool) <= sim.Seats
	if !last && s.idle == maxBarren {
		s.shuffle(s.Pool, 'l')
		s.Pool = s.Pool[:sim.Seats]
		slices.Sort(s.Pool)
		last, s.idle = true, 0
	}
	s.Grouping++
	s.row = append(s.row[:0], s.Pool...)
	for len(s.row)%sim.Seats > 0 {
		s.row = append(s.row, Dummy)
	}
	s.shuffle(s.row, 'g')
	s.Now = s.Now[:0]
	for i := 0; i < len(s.row); i += sim.Seats {
		m := Match{s.Place, [sim.Seats]int(s.row[i:])}
		if m.Group = i/sim.Seats + 1; last {
			m.Group = 0
		}
		s.Now = append(s.Now, m)
	}
}

// Advance takes in what came of all matches of Now, in their order, and goes on.
func (s *State) Advance(results []Result) {
	if s.Now[0].Group == 0 {
		s.last(&results[0])
		return
	}
	before := len(s.Pool)
	for i := range results {
		for seat, e := range s.Now[i].Seats {
			if at, found := slices.BinarySearch(s.Pool, e); found && results[i].Passed(seat) {
				s.Pool = slices.Delete(s.Pool, at, at+1)
			}
		}
	}
	switch len(s.Pool) {
	case 1:
		s.eliminate(s.Pool[0], Alone)
		return
	case before:
		s.idle++
	default:
		s.idle = 0
	}
	s.group()
}

func (s *State) last(r *Result) {
	var lowest []int // seats
	for seat, e := range s.Now[0].Seats {
		if e == Dummy {
			continue
		}
		c := 0
		if len(lowest) > 0 {
			c = r.Compare(seat, lowest[0])
		}
		if c < 0 {
			lowest = lowest[:0]
		}
		if c <= 0 {
			lowest = append(lowest, seat)
		}
	}
	s.idle++
	switch {
	case len(lowest) == 1:
		s.eliminate(s.Now[0].Seats[lowest[0]], ByMatch)
	case s.idle == maxTies:
		s.shuffle(lowest, 't')
		s.eliminate(s.Now[0].Seats[lowest[0]], ByLot)
	default:
		s.group()
	}
}

func (s *State) eliminate(entry int, by Why) {
	s.Out = append(s.Out, Eliminated{entry, s.Place, by})
	at, _ := slices.BinarySearch(s.In, entry)
	s.In = slices.Delete(s.In, at, at+1)
	s.begin()
}

func (s *State) shuffle(list []int, purpose byte) {
	d := s.draw(purpose, s.Place)
	d.Shuffle(list)
}

// MatchSeed is the seed of a match.
func (r Rules) MatchSeed(p Place) int32 {
	d := r.draw('m', p)
	return int32(d.Next() >> 33)
}

// draw is the generator for a purpose at a place.
func (r Rules) draw(purpose byte, p Place) dice.Source {
	text := append(make([]byte, 0, 64), "playoff "...)
	text = append(text, purpose)
	for _, n := range [...]int{int(r.Seed), p.Round, p.Grouping, p.Group} {
		text = binary.BigEndian.AppendUint64(text, uint64(n))
	}
	sum := sha256.Sum256(text)
	return dice.Source(binary.BigEndian.Uint64(sum[:]))
}
