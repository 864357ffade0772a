package moneyheist

import "game-tui/sim"

// trust measures how often predictions of each clan's armed soldiers were right.
type trust struct {
	round   int // round of the guesses
	guesses []guess
	clans   [sim.Seats]struct{ right, all float64 } // older rounds weigh less
}

type guess struct {
	id, clan int32
	to       sim.Pos
}

// Share of right guesses about a clan below which Berlin does not wait for it, and above which it fully
// trusts the forecast.
const trustFrom, trustTo float64 = 0.85, 0.95

// firstTrust is the trust in a clan that Berlin has not seen yet.
const firstTrust = 0.2

// fading is the weight of a round relative to the next one.
const fading = 0.7

// HistoryRounds implements sim.HistoryPlayer. Earlier rounds weigh at most 0.7^8, a twentieth.
func (b *berlin) HistoryRounds() int { return 8 }

func (b *berlin) learn() {
	t := &b.trust
	if b.s.Round() != t.round+1 {
		t.guesses = t.guesses[:0]
	}
	t.round = b.s.Round()
	for i := range t.clans {
		t.clans[i].right *= fading
		t.clans[i].all *= fading
	}
	for _, g := range t.guesses {
		if u := b.s.Unit(g.id); u.Player == int(g.clan) {
			t.clans[g.clan].all++
			if u.Pos == g.to {
				t.clans[g.clan].right++
			}
		}
	}
	t.guesses = t.guesses[:0]
}

func (b *berlin) addGuess(id int32, clan int, p sim.Pos) {
	if k, ok := b.next.items.FirstStep(p, &sim.UDLRSteps, nil); ok {
		b.trust.guesses = append(b.trust.guesses, guess{id, int32(clan), p.Add(sim.UDLRSteps[k])})
	}
}

// reliability returns how reliable predictions of a clan are, 0 to 1.
func (b *berlin) reliability(clan int) float64 {
	c := &b.trust.clans[clan]
	if c.all == 0 {
		return firstTrust
	}
	return min(max((c.right/c.all-trustFrom)/(trustTo-trustFrom), 0), 1)
}
