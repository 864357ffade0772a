package playoff

import (
	"cmp"
	"slices"

	"game-tui/sim"
)

const (
	Semifinals = 4
	Finalists  = Semifinals * sim.Seats
	LastGroup  = Semifinals
)

const MaxMatchesPerGroup = 1000

// A Final is a grand final: four semifinals, whose winners play the last group. The first place of
// a match earns four points and the last place one; ties share points. A group is ranked by points,
// then first places, scores, and finally by lot. A heat is one match of each semifinal, or later
// one match of the last group.
type Final struct {
	Seed            int32
	MatchesPerGroup int // matches per group, 1 to MaxMatchesPerGroup

	finalists []int
	results   []*Result
}

type FinalMatch struct {
	Pairing      // Seats holds zero-based finalist numbers.
	N            int
	GroupIndex   int // number of the semifinal, from 0, or LastGroup
	MatchInGroup int
}

func NewFinal(seed int32, matchesPerGroup int) *Final {
	d := Rules{Seed: seed}.draw('f', Place{})
	return &Final{Seed: seed, MatchesPerGroup: matchesPerGroup, finalists: d.Perm(Finalists), results: make([]*Result, (Semifinals+1)*matchesPerGroup)}
}

func (f *Final) Heats() int        { return 2 * f.MatchesPerGroup }
func (f *Final) TotalMatches() int { return len(f.results) }

func (f *Final) HeatMatches(heat int) (first, end int) {
	if heat < f.MatchesPerGroup {
		return heat * Semifinals, (heat + 1) * Semifinals
	}
	first = Semifinals*f.MatchesPerGroup + heat - f.MatchesPerGroup
	return first, first + 1
}

// CompleteHeats returns the number of complete heats before the first incomplete one.
func (f *Final) CompleteHeats() int {
	if n := slices.Index(f.results, nil); n >= 0 {
		heat, _ := f.locate(n)
		return heat
	}
	return f.Heats()
}

func (f *Final) locate(n int) (heat, group int) {
	if last := Semifinals * f.MatchesPerGroup; n >= last {
		return f.MatchesPerGroup + n - last, LastGroup
	}
	return n / Semifinals, n % Semifinals
}

// Members returns a group's members after the given number of heats, in the seat order of its first
// match. The last group is empty until the semifinals are over.
func (f *Final) Members(group, heats int) []int {
	if group < LastGroup {
		return f.finalists[group*sim.Seats : (group+1)*sim.Seats]
	}
	if min(heats, f.CompleteHeats()) < f.MatchesPerGroup {
		return nil
	}
	var list []int
	for g := range LastGroup {
		list = append(list, f.Table(g, heats)[0].Finalist)
	}
	return list
}

// Match returns match n, or false while its players are unknown. Seats rotate from match to match.
func (f *Final) Match(n int) (m FinalMatch, ok bool) {
	heat, group := f.locate(n)
	m = FinalMatch{N: n, GroupIndex: group, MatchInGroup: heat % f.MatchesPerGroup}
	m.Grouping, m.Place.Group = m.MatchInGroup+1, group+1
	members := f.Members(group, f.MatchesPerGroup)
	for i, e := range members {
		m.Seats[seatOf(i, m.MatchInGroup)] = e
	}
	return m, members != nil
}

func seatOf(memberIndex, matchInGroup int) int { return (memberIndex + matchInGroup) % sim.Seats }

func (f *Final) Result(n int) *Result { return f.results[n] }

func (f *Final) Add(n int, r Result) { f.results[n] = &r }

type FinalRow struct {
	Finalist int     `json:"-"`
	Points   float64 `json:"points"`
	Wins     int     `json:"wins"` // matches in which no opponent was ahead
	Score    int     `json:"score"`
	Outs     int     `json:"outs"`
}

// Table returns the table of a group after the given number of heats, best first. It is empty while
// the members are unknown.
func (f *Final) Table(group, heats int) (table []FinalRow) {
	members := slices.Clone(f.Members(group, heats))
	for i, e := range members {
		s := FinalRow{Finalist: e}
		for match := range f.MatchesPerGroup {
			n := match*Semifinals + group
			if group == LastGroup {
				n = LastGroup*f.MatchesPerGroup + match
			}
			if heat, _ := f.locate(n); heat < heats && f.results[n] != nil {
				s.add(f.results[n], seatOf(i, match))
			}
		}
		table = append(table, s)
	}
	d := Rules{Seed: f.Seed}.draw('w', Place{Group: group + 1})
	lots := d.Perm(len(table))
	slices.SortFunc(table, func(a, b FinalRow) int {
		lot := func(s FinalRow) int { return lots[slices.Index(members, s.Finalist)] }
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Score, a.Score), lot(a)-lot(b))
	})
	return table
}

func (s *FinalRow) add(r *Result, seat int) {
	var count [3]int // counts of seats behind, level with (this one included) and ahead
	for other := range sim.Seats {
		count[1+r.Compare(other, seat)]++
	}
	ahead := count[2]
	s.Points += float64(sim.Seats-ahead) - float64(count[1]-1)/2
	s.Score += r.Scores[seat]
	if ahead == 0 {
		s.Wins++
	}
	if r.Outs[seat] {
		s.Outs++
	}
}
