package playoff

import (
	"cmp"
	"slices"

	"game-tui/sim"
)

// A grand final is played by the best: Semifinals groups of four, whose winners meet in the final.
const (
	Semifinals = 4
	Finalists  = Semifinals * sim.Seats
	Last       = Semifinals // the group of the final
)

// MaxMatches is how many matches each semifinal may have, and the final.
const MaxMatches = 1000

// Final is a grand final: who meets, and what came of it. In a match the first place is worth four points and
// the last one; tied places share theirs, and who goes out is behind all who finish. The winner of a group has
// most points; of equal ones who was first more often, then who has the higher scores, then who is drawn.
//
// It is played in heats: a match of each semifinal at a time, and then one of the final at a time.
type Final struct {
	Seed    int32
	Matches int // of each semifinal, and of the final: 1 … MaxMatches

	groups  []int     // the semifinals one after the other
	results []*Result // by number
}

// FinalMatch is a match of a grand final. Its place is in round 0, which a play-off does not have; the grouping is
// Game and the group Of, both from 1.
type FinalMatch struct {
	Match     // of finalists, 0 … Finalists-1
	N     int // its number, from 0
	Of    int // the semifinal, from 0, or Last
	Game  int // of its group, from 0
}

// NewFinal draws the groups of a grand final.
func NewFinal(seed int32, matches int) *Final {
	d := Rules{Seed: seed}.draw('f', Place{})
	return &Final{Seed: seed, Matches: matches, groups: d.Perm(Finalists), results: make([]*Result, (Semifinals+1)*matches)}
}

// Heats is how many heats there are, Len how many matches.
func (f *Final) Heats() int { return 2 * f.Matches }
func (f *Final) Len() int   { return len(f.results) }

// Heat are the numbers of the matches of a heat: those from from to before to.
func (f *Final) Heat(heat int) (from, to int) {
	if heat < f.Matches {
		return heat * Semifinals, (heat + 1) * Semifinals
	}
	from = Semifinals*f.Matches + heat - f.Matches
	return from, from + 1
}

// Known is how many heats have all their results, from the first one on.
func (f *Final) Known() int {
	if n := slices.Index(f.results, nil); n >= 0 {
		heat, _ := f.place(n)
		return heat
	}
	return f.Heats()
}

// place is the heat of a match, and its group.
func (f *Final) place(n int) (heat, group int) {
	if last := Semifinals * f.Matches; n >= last {
		return f.Matches + n - last, Last
	}
	return n / Semifinals, n % Semifinals
}

// Members are those who meet in a group, in the order of their seats in its first match; nobody in the final
// before the heats of the semifinals are known, of which the first so many are looked at.
func (f *Final) Members(group, heats int) []int {
	if group < Last {
		return f.groups[group*sim.Seats : (group+1)*sim.Seats]
	}
	if min(heats, f.Known()) < f.Matches {
		return nil
	}
	var list []int
	for g := range Last {
		list = append(list, f.Table(g, heats)[0].Finalist)
	}
	return list
}

// Match is match n; ok is false while it is not known who plays it. Seats go round, so that in four matches
// everybody sits on each of them.
func (f *Final) Match(n int) (m FinalMatch, ok bool) {
	heat, group := f.place(n)
	m = FinalMatch{N: n, Of: group, Game: heat % f.Matches}
	m.Grouping, m.Place.Group = m.Game+1, group+1
	members := f.Members(group, f.Matches)
	for i, e := range members {
		m.Seats[seatOf(i, m.Game)] = e
	}
	return m, members != nil
}

// seatOf is the seat of a member of a group in one of its matches.
func seatOf(member, game int) int { return (member + game) % sim.Seats }

// Result is what came of a match; nil: it is not known yet.
func (f *Final) Result(n int) *Result { return f.results[n] }

// Add takes in what came of a match.
func (f *Final) Add(n int, r Result) { f.results[n] = &r }

// Stand is how somebody stands in a group.
type Stand struct {
	Finalist int     `json:"-"`
	Points   float64 `json:"points"` // of the places; halves where these are tied
	Wins     int     `json:"wins"`   // matches in which nobody was ahead
	Score    int     `json:"score"`  // of all matches
	Outs     int     `json:"outs"`   // matches in which it went out
}

// Table is how a group stands when the first heats are looked at, the best first; empty of the final while it is
// not known who is in it.
func (f *Final) Table(group, heats int) (table []Stand) {
	members := slices.Clone(f.Members(group, heats))
	for i, e := range members {
		s := Stand{Finalist: e}
		for game := range f.Matches {
			n := game*Semifinals + group
			if group == Last {
				n = Last*f.Matches + game
			}
			if heat, _ := f.place(n); heat < heats && f.results[n] != nil {
				s.add(f.results[n], seatOf(i, game))
			}
		}
		table = append(table, s)
	}
	d := Rules{Seed: f.Seed}.draw('w', Place{Group: group + 1})
	lots := d.Perm(len(table))
	slices.SortFunc(table, func(a, b Stand) int {
		lot := func(s Stand) int { return lots[slices.Index(members, s.Finalist)] }
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Score, a.Score), lot(a)-lot(b))
	})
	return table
}

// add counts a match in which it sat on a seat.
func (s *Stand) add(r *Result, seat int) {
	ahead, level := 0, 0 // of it, and with it, itself included
	for other := range sim.Seats {
		switch c := r.Compare(other, seat); {
		case c > 0:
			ahead++
		case c == 0:
			level++
		}
	}
	s.Points += float64(sim.Seats-ahead) - float64(level-1)/2
	s.Score += r.Scores[seat]
	if ahead == 0 {
		s.Wins++
	}
	if r.Outs[seat] {
		s.Outs++
	}
}
