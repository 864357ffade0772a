package chance

import "game-tui/sim"

// Sample is what a table weighs of a state: the score and the measures of each seat, and 1 for
// who plays there.
type Sample struct {
	Round  int
	Rounds int // of the whole match
	Values [sim.Seats][]int
}

// NewSample makes the sample of a state of a match, with who of some players plays where.
func NewSample(m *Match, s sim.State, players []string) *Sample {
	sample := &Sample{Round: s.Round(), Rounds: m.rounds()}
	scores := s.Scores()
	for seat := range sample.Values {
		v := []int{scores[seat]}
		for _, measure := range m.Game.Measures() {
			v = append(v, measure.Of(s, seat))
		}
		for _, name := range players {
			plays := 0
			if name == m.Names[seat] {
				plays = 1
			}
			v = append(v, plays)
		}
		sample.Values[seat] = v
	}
	return sample
}

// Shares are the seats' shares of the win: who has the highest score won, and seats
// with the same one share the win.
func Shares(scores [sim.Seats]int) (share [sim.Seats]float64) {
	winners := sim.Winners(scores)
	for _, seat := range winners {
		share[seat] = 1 / float64(len(winners))
	}
	return share
}
