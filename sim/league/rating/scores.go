package rating

import "game-tui/sim"

// MatchScores are the result of a match, by seat.
type MatchScores struct {
	Block   int
	Entries [sim.Seats]int
	Scores  [sim.Seats]int
	Outs    [sim.Seats]sim.Reason // of players that went out
}

// ranked returns scores whose order has players that went out behind all others.
func (m *MatchScores) ranked() [sim.Seats]int {
	const penalty = 1 << 42 // more than any two scores differ by
	scores := m.Scores
	for i, out := range m.Outs {
		if out != "" {
			scores[i] -= penalty
		}
	}
	return scores
}

// place returns the place of a seat, 1 to 4; ties share the mean of their places. A player that went
// out is behind all others.
func (m *MatchScores) place(seat int) float64 {
	scores := m.Scores
	if m.Outs[seat] != "" {
		scores = m.ranked()
	}
	place := 0.5
	for _, n := range scores {
		switch {
		case n > scores[seat]:
			place++
		case n == scores[seat]:
			place += 0.5 // includes the seat itself
		}
	}
	return place
}
