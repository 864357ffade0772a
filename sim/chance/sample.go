package chance

import "game-tui/sim"

// Sample is a round of a match of which it is known who won: what a table is fitted
// on and judged by.
type Sample struct {
	Match  int // a number that the samples of a match share
	Round  int
	Rounds int                // of the whole match
	Values [sim.Seats][]int   // per seat: the score, the measures of the game, 1 for who plays there
	Share  [sim.Seats]float64 // of the win: 1 for who won, less where it was shared
}

// values are the score and the measures of all seats, and for each of some players whether
// it plays there.
func values(g sim.Game, s sim.State, players []string, names *[sim.Seats]string) (v [sim.Seats][]int) {
	list := g.Measures()
	scores := s.Scores()
	for seat := range v {
		v[seat] = make([]int, 1, 1+len(list)+len(players))
		v[seat][0] = scores[seat]
		for _, m := range list {
			v[seat] = append(v[seat], m.Of(s, seat))
		}
		for _, name := range players {
			plays := 0
			if name == names[seat] {
				plays = 1
			}
			v[seat] = append(v[seat], plays)
		}
	}
	return v
}

// NewSample makes the sample of a round of a match that was played to its end, with who of
// some players plays where.
func NewSample(m *Match, match, round int, players []string) Sample {
	s, final := m.Record.State(round), m.Record.State(m.Record.Edge()).Scores()
	return Sample{match, round, m.rounds(), values(m.Game, s, players, &m.Names), Shares(final)}
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
