package chance

import "game-tui/sim"

// Sample is a round of a match of which it is known who won: what a table is fitted
// on and judged by.
type Sample struct {
	Match  int // a number that the samples of a match share
	Round  int
	Rounds int                // of the whole match
	Values [sim.Seats][]int   // per seat: the score, and the measures of the game
	Share  [sim.Seats]float64 // of the win: 1 for who won, less where it was shared
}

// values are the score and the measures of all seats.
func values(g sim.Game, s sim.State) (v [sim.Seats][]int) {
	list := g.Measures()
	scores := s.Scores()
	for seat := range v {
		v[seat] = make([]int, 1, 1+len(list))
		v[seat][0] = scores[seat]
		for _, m := range list {
			v[seat] = append(v[seat], m.Of(s, seat))
		}
	}
	return v
}

// NewSample makes the sample of a state of a match that ended with those scores.
func NewSample(g sim.Game, match int, s sim.State, rounds int, final [sim.Seats]int) Sample {
	return Sample{match, s.Round(), rounds, values(g, s), Shares(final)}
}

// Shares are the seats' shares of the win: who has the highest score won, and seats
// with the same one share the win.
func Shares(scores [sim.Seats]int) (share [sim.Seats]float64) {
	best, n := scores[0], 0
	for _, score := range scores {
		switch {
		case score > best:
			best, n = score, 1
		case score == best:
			n++
		}
	}
	for seat, score := range scores {
		if score == best {
			share[seat] = 1 / float64(n)
		}
	}
	return share
}
