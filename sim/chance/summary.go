package chance

import (
	"math"

	"game-tui/sim"
)

// Summary are figures of a whole match. They cost next to nothing.
type Summary struct {
	Winners []int `json:"winners"`
	// Excitement is the length of the curve: how many whole wins changed hands. It is that
	// of the table's line, rollouts or not, and so compares one match with another.
	Excitement float64 `json:"excitement"`
	// Lowest is the lowest chance of the winner (of those who share the win, who had the
	// lowest), and when.
	Lowest      float64 `json:"lowest"`
	LowestRound int     `json:"lowest_round"`
	// Thrown is the highest chance of a seat that did not win, and when: what it threw away.
	Thrown      float64 `json:"thrown"`
	ThrownSeat  int     `json:"thrown_seat"` // -1: nobody
	ThrownRound int     `json:"thrown_round"`
}

// Summary tells the figures of what there is of the match: who leads counts as the winner.
func (a *Analysis) Summary() Summary {
	share := Shares(a.match.Record.State(len(a.line) - 1).Scores())
	s, line := Summary{Lowest: 1, ThrownSeat: -1}, a.Line()
	for seat, won := range share {
		if won > 0 {
			s.Winners = append(s.Winners, seat)
		}
		for k := range line {
			switch chance := line[k].Win[seat]; {
			case won > 0 && chance < s.Lowest:
				s.Lowest, s.LowestRound = chance, k
			case won == 0 && chance > s.Thrown:
				s.Thrown, s.ThrownSeat, s.ThrownRound = chance, seat, k
			}
		}
	}
	// Along the points, not the rounds: what changes and comes back at once is no excitement.
	before := a.line[0]
	for i := range a.points {
		if a.points[i].grid < 0 {
			continue
		}
		now := a.line[a.points[i].round]
		for seat := range sim.Seats {
			s.Excitement += math.Abs(now[seat]-before[seat]) / 2
		}
		before = now
	}
	return s
}
