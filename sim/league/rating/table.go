package rating

import (
	"cmp"
	"slices"
)

// A Standing is a player's row in a table.
type Standing struct {
	Entry      int `json:"-"`
	Rating     `json:"-"`
	Matches    int     `json:"matches"`
	Wins       int     `json:"wins"`
	Shared     int     `json:"shared_wins"`
	WinPercent float64 `json:"win_percent"`
	Mean       float64 `json:"mean_score"`
	Deviation  float64 `json:"score_deviation"`
	Min        int     `json:"min_score"`
	Max        int     `json:"max_score"`
	Outs       int     `json:"outs"`
	Place      float64 `json:"mean_place"`
	Pass       Pass    `json:"-"`
}

// Table returns the standings, best first. Ratings may be older than the tally.
func (t *Tally) Table(ratings []Rating) (list []Standing) {
	for i := range t.Players {
		p := &t.Players[i]
		s := Standing{Entry: i, Rating: ratings[i], Matches: p.Matches, Wins: p.Wins, Shared: p.Shared, WinPercent: p.WinPercent(),
			Mean: p.Score.Mean(), Deviation: p.Score.Deviation(), Min: p.Score.Min, Max: p.Score.Max,
			Place: p.Places(), Pass: p.Pass()}
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
