package league

import (
	"cmp"
	"slices"
)

// Standing is how a player of a tournament stands.
type Standing struct {
	Entry int
	Rating
	Matches, Wins   int
	Shared          int // wins
	WinPercent      float64
	Mean, Deviation float64 // of its scores
	Min, Max        int
	Outs            int
}

// Table has the standing of each player, the best first. The ratings may be of fewer results than
// there are by now.
func (t *Tally) Table(ratings []Rating) (list []Standing) {
	for i := range t.Players {
		p := &t.Players[i]
		s := Standing{Entry: i, Rating: ratings[i], Matches: p.Matches, Wins: p.Wins, Shared: p.Shared, WinPercent: p.WinPercent(),
			Mean: p.Score.Mean(), Deviation: p.Score.Deviation(), Min: p.Score.Min, Max: p.Score.Max}
		for _, n := range p.Outs {
			s.Outs += n
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(b.Points, a.Points))
	})
	return list
}
