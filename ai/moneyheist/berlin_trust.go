package moneyheist

import "game-tui/sim"

// trust measures how often predictions of each clan's armed soldiers were correct.
type trust struct {
	round   int // the round that was predicted
	guesses []guess
	clans   [sim.Seats]struct{ right, all float64 } // number of correct and of all predictions, with less weight for older rounds
}

type guess struct {
	id, clan int32
	to       sim.Pos
}

// Trust grows from 0 to 1 between these shares of correct predictions. Berlin does not wait for
// clans that it does not trust.
const trustFrom, trustTo float64 = 0.85, 0.95

// firstTrust is the trust in a clan without any predictions yet.
const firstTrust = 0.2

// fading is the weight of a round relative to the next round.
const fading = 0.7

// HistoryRounds implements sim.HistoryPlayer. The weight of earlier rounds is at most 0.7^8, or
// about 6 %.
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

// reliability returns how reliable predictions of a clan are, from 0 to 1.
func (b *berlin) reliability(clan int) float64 {
	c := &b.trust.clans[clan]
	if c.all == 0 {
		return firstTrust
	}
	return min(max((c.right/c.all-trustFrom)/(trustTo-trustFrom), 0), 1)
}
