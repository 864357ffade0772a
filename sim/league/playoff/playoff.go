// Package playoff implements the course's play-off, in which each round eliminates one entry, and
// the grand final. [New] returns a [State] with the current matches; [State.Advance] takes their
// results.
//
// A round draws groups of four at random and fills incomplete groups with Dummies. An entry passes
// the round if it beats two opponents and does not go out. The other entries are grouped again
// until at most four remain. These play last matches until one of them is behind all others and is
// eliminated. All draws depend only on the seed and the match's [Place].
package playoff

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
)

// Dummy is the entry number of every Dummy.
const Dummy = -1

// Limits on failed attempts, after which the decision is made by lot.
const (
	maxFailedGroupings = 10 // consecutive groupings in which no entry passes
	maxTies            = 20 // consecutive last matches without a loser
)

type Rules struct {
	Entries   int   `json:"entries"`
	Survivors int   `json:"to"` // number of entries left at the end, at least 1
	Seed      int32 `json:"seed"`
}

func (r Rules) Rounds() int { return max(r.Entries-r.Survivors, 0) }

type Place struct {
	Round    int `json:"round"`    // from 1
	Grouping int `json:"grouping"` // number of the grouping in its round, from 1; each of a round's last matches is a grouping
	Group    int `json:"group"`    // number of the group in its grouping, from 1; 0 for a round's last matches
}

// A Pairing is a match with the entries that play it.
type Pairing struct {
	Place
	Seats [sim.Seats]int `json:"seats"`
}

type Result struct {
	Scores [sim.Seats]int
	Outs   [sim.Seats]bool
}

func (r *Result) Passed(seat int) bool {
	behind := 0
	for _, score := range r.Scores {
		if score < r.Scores[seat] {
			behind++
		}
	}
	return behind >= 2 && !r.Outs[seat]
}

// Compare orders two seats by their scores. A player that went out is below all others.
func (r *Result) Compare(a, b int) int {
	switch {
	case r.Outs[a] == r.Outs[b]:
		return cmp.Compare(r.Scores[a], r.Scores[b])
	case r.Outs[a]:
		return -1
	}
	return 1
}

type Elimination struct {
	Entry int   `json:"entry"`
	Place       // place of the last match, or of the grouping in which all others passed
	Cause Cause `json:"by"`
}

type Cause string

const (
	CauseMatch      Cause = "match"
	CauseNotPassing Cause = "alone"
	CauseLot        Cause = "lot"
)

type State struct {
	Rules
	Place      // current grouping; Group is always 0
	Remaining  []int
	Pool       []int // entries that have not passed in this round
	Current    []Pairing
	Eliminated []Elimination

	failedAttempts int
	seating        []int
}

func New(r Rules) *State {
	s := &State{Rules: r}
	for e := range r.Entries {
		s.Remaining = append(s.Remaining, e)
	}
	s.beginRound()
	return s
}

// MatchesLeft estimates the number of remaining matches.
func (s *State) MatchesLeft() int {
	in := len(s.Remaining)
	return max((in*(in+1)-s.Survivors*(s.Survivors+1))/4, 0)
}

func (s *State) IsOver() bool { return len(s.Current) == 0 }

func (s *State) beginRound() {
	s.Current = s.Current[:0]
	if len(s.Remaining) <= s.Survivors {
		return
	}
	s.Place = Place{Round: len(s.Eliminated) + 1}
	s.Pool = append(s.Pool[:0], s.Remaining...)
	s.failedAttempts = 0
	s.drawGroups()
}

func (s *State) drawGroups() {
	last := len(s.Pool) <= sim.Seats
	if !last && s.failedAttempts == maxFailedGroupings {
		s.shuffle(s.Pool, 'l')
		s.Pool = s.Pool[:sim.Seats]
		slices.Sort(s.Pool)
		last, s.failedAttempts = true, 0
	}
	s.Grouping++
	s.seating = append(s.seating[:0], s.Pool...)
	for len(s.seating)%sim.Seats > 0 {
		s.seating = append(s.seating, Dummy)
	}
	s.shuffle(s.seating, 'g')
	s.Current = s.Current[:0]
	for i := 0; i < len(s.seating); i += sim.Seats {
		m := Pairing{s.Place, [sim.Seats]int(s.seating[i:])}
		if m.Group = i/sim.Seats + 1; last {
			m.Group = 0
		}
		s.Current = append(s.Current, m)
	}
}

// Advance takes the results of the current matches, in order, and determines the next matches.
func (s *State) Advance(results []Result) {
	if s.Current[0].Group == 0 {
		s.applyLastMatch(&results[0])
		return
	}
	before := len(s.Pool)
	for i := range results {
		for seat, e := range s.Current[i].Seats {
			if at, found := slices.BinarySearch(s.Pool, e); found && results[i].Passed(seat) {
				s.Pool = slices.Delete(s.Pool, at, at+1)
			}
		}
	}
	switch len(s.Pool) {
	case 1:
		s.eliminate(s.Pool[0], CauseNotPassing)
		return
	case before:
		s.failedAttempts++
	default:
		s.failedAttempts = 0
	}
	s.drawGroups()
}

func (s *State) applyLastMatch(r *Result) {
	var lowest []int
	for seat, e := range s.Current[0].Seats {
		switch {
		case e == Dummy:
		case len(lowest) == 0 || r.Compare(seat, lowest[0]) < 0:
			lowest = append(lowest[:0], seat)
		case r.Compare(seat, lowest[0]) == 0:
			lowest = append(lowest, seat)
		}
	}
	s.failedAttempts++
	switch {
	case len(lowest) == 1:
		s.eliminate(s.Current[0].Seats[lowest[0]], CauseMatch)
	case s.failedAttempts == maxTies:
		s.shuffle(lowest, 't')
		s.eliminate(s.Current[0].Seats[lowest[0]], CauseLot)
	default:
		s.drawGroups()
	}
}

func (s *State) eliminate(entry int, cause Cause) {
	s.Eliminated = append(s.Eliminated, Elimination{entry, s.Place, cause})
	at, _ := slices.BinarySearch(s.Remaining, entry)
	s.Remaining = slices.Delete(s.Remaining, at, at+1)
	s.beginRound()
}

func (s *State) shuffle(list []int, purpose byte) {
	d := s.draw(purpose, s.Place)
	d.Shuffle(list)
}

func (r Rules) MatchSeed(p Place) int32 {
	d := r.draw('m', p)
	return int32(d.Uint64() >> 33)
}

func (r Rules) draw(purpose byte, p Place) dice.Source {
	text := append(make([]byte, 0, 64), "playoff "...)
	text = append(text, purpose)
	for _, n := range [...]int{int(r.Seed), p.Round, p.Grouping, p.Group} {
		text = binary.BigEndian.AppendUint64(text, uint64(n))
	}
	sum := sha256.Sum256(text)
	return dice.Source(binary.BigEndian.Uint64(sum[:]))
}
